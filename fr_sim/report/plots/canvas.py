"""The sheet that every plot is drawn on: sizes in inches, one style, a title, a caption, and two files that never differ."""

import io
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NamedTuple

import matplotlib
from matplotlib.axes import Axes
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.figure import Figure
from matplotlib.text import Text

from fr_sim.game.names import fit
from fr_sim.report.colours import INK, PAPER, team_look
from fr_sim.report.fonts import without_glyph_warnings
from fr_sim.report.plots.helper import helped

#: Width of every sheet in inches: a page column, and half of one is still readable on a phone turned sideways.
WIDTH = 7.2
#: Dots an inch of the PNG files.
DOTS = 144
#: Quiet grey of grids and of what is said in passing.
FAINT, GRID = "#5B6770", "#D5DBDF"
#: Letters that fit under a plot, and that one fact there may take.
LONGEST_CAPTION, LONGEST_FACT = 104, 40
#: A team's marker stands so many dots (of 100 an inch) left of its row.
MARK = 11

#: As an SVG names the font that comes with matplotlib. Readers without it have Verdana, of nearly the same widths.
FONT = "'DejaVu Sans'"

STYLE = {
    "font.family": "DejaVu Sans",
    "font.size": 9.5,
    "axes.edgecolor": "#9AA5AC",
    "axes.labelcolor": INK,
    "axes.linewidth": 0.8,
    "axes.spines.top": False,
    "axes.spines.right": False,
    "axes.axisbelow": True,
    "axes.labelsize": 9.5,
    "xtick.color": INK,
    "ytick.color": INK,
    "xtick.labelsize": 9,
    "ytick.labelsize": 9,
    "text.color": INK,
    "figure.facecolor": PAPER,
    "savefig.facecolor": PAPER,
    "hatch.linewidth": 0.6,
    "svg.fonttype": "none",  # text stays text: small files that can be searched and read aloud
    "svg.hashsalt": "fr-sim",  # the same names inside the file, run after run
    "path.simplify": True,
    "text.parse_math": False,  # a name with a dollar sign is a name
    "text.hinting": "none",  # a third faster, and letters keep their widths at every size
}


@contextmanager
def styled() -> Iterator[None]:
    """The project's style for as long as the block lasts; the caller's own settings of matplotlib come back after it."""
    with matplotlib.rc_context({**matplotlib.rcParamsDefault, "backend": "agg", **STYLE}), without_glyph_warnings():
        yield


class Sheet:
    """A figure with a title above and a caption below; its axes are placed in inches, so that nothing has to be measured."""

    top, bottom = 0.62, 0.86  # inches kept for the title, and for an axis label with the caption

    def __init__(self, title: str, subtitle: str, caption: str, body_height: float):
        self.height = body_height + self.top + self.bottom
        self.figure = Figure(figsize=(WIDTH, self.height))
        FigureCanvasAgg(self.figure)
        self._write(0.14, self.height - 0.13, title, size=12.5, weight="bold", va="top")
        self._write(0.14, self.height - 0.36, subtitle, size=9, color=FAINT, va="top")
        self._write(0.14, 0.11, caption, size=8, color=FAINT, va="bottom")

    def _write(self, left: float, up: float, words: str, **look: object) -> Text:
        return self.figure.text(left / WIDTH, up / self.height, words, **look)

    def axes(self, left: float, right: float, *, above: float = 0.0, below: float = 0.0, **more: object) -> Axes:
        """Axes that leave `left` and `right` inches of the width free, and `above` and `below` inches of the body."""
        low, high = self.bottom + below, self.height - self.top - above
        box = (left / WIDTH, low / self.height, (WIDTH - left - right) / WIDTH, (high - low) / self.height)
        return self.figure.add_axes(box, **more)

    def save(self, path_without_suffix: Path) -> list[Path]:
        """Write the sheet as SVG and PNG; no date, no name of a program in either."""
        svg, png = files_of(path_without_suffix)
        words = io.StringIO()
        self.figure.savefig(words, format="svg", metadata={"Date": None, "Creator": None})
        svg.write_text(words.getvalue().replace(FONT, f"{FONT}, Verdana, Arial, sans-serif"), encoding="utf-8")
        self.figure.savefig(png, format="png", dpi=DOTS, metadata={"Software": None}, pil_kwargs={"compress_level": 2})
        return [svg, png]


def files_of(path_without_suffix: Path) -> list[Path]:
    """The two files of a plot."""
    return [path_without_suffix.with_suffix(suffix) for suffix in (".svg", ".png")]


def percent_axis(axis: object, most: float) -> None:
    """Ticks of a share axis in whole percent, few enough to read; `most` is the largest share shown."""
    steps = (0.01, 0.02, 0.05, 0.1, 0.2)
    step = next((step for step in steps if most / step <= 6.5), 0.25)
    ticks = [number * step for number in range(int(most / step + 1e-9) + 1)]
    axis.set_ticks(ticks, labels=[f"{round(100 * tick)} %" for tick in ticks])


def mark_rows(axes: Axes, names: list[str], teams: list[int]) -> None:
    """Label the rows of `axes` with `names`, each beside the marker of its team."""
    axes.set_yticks(range(len(names)), names)
    axes.tick_params(axis="y", length=0, pad=13)
    left = -MARK / axes.bbox.width
    for row, team in enumerate(teams):
        look = team_look(team)
        ink = {"color": look.fill, "markeredgecolor": look.edge, "markersize": 6}
        axes.plot([left], [row], look.marker, clip_on=False, transform=axes.get_yaxis_transform(), **ink)


def shorten(words: str, most: int = 22) -> str:
    """`words` cut to `most` columns for a label, nothing in them unseen; tables have them longer, files whole."""
    return fit(words, most)


def caption(name: str, *facts: str) -> str:
    """The line under a plot: what was ridden, cut to what `facts` leave of the line, and `facts`."""
    told = "".join(f"  ·  {shorten(fact, LONGEST_FACT)}" for fact in facts)
    return shorten(name, max(LONGEST_CAPTION - len(told), 20)) + told


def told_of(caption: str, results: Any, counted: int) -> str:
    """`caption`, with the number of races that the plot is made of where these are only the first of the run."""
    return caption if counted == results.races else f"{caption}  ·  from the first {counted:,}"


class Plot(NamedTuple):
    """A plot: the name of its files, its title, how to read it, and the function that draws it from what was played and a caption."""

    name: str
    title: str
    how_to_read: str
    draw: Callable[[Any, str], Sheet]


def draw_all(plots: Iterable[Plot], played: Any, words: str, directory: Path) -> list[Path]:
    """Draw `plots` of what was `played` into `directory` as SVG and PNG, under the caption `words`; the files written, in their order."""
    directory.mkdir(parents=True, exist_ok=True)
    plots = list(plots)

    def draw_every_second(first: int) -> None:
        for number in range(first, len(plots), 2):
            plots[number].draw(played, words).save(directory / plots[number].name)

    with styled():
        if len(plots) > 1:
            with helped(lambda: draw_every_second(1)):
                draw_every_second(0)
        else:
            draw_every_second(0)
    return [path for plot in plots for path in files_of(directory / plot.name)]
