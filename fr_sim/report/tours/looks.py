"""What the plots of a tour have in common: names of riders, groups of rows by carry rule, panels side by side, and times as words."""

from collections.abc import Iterator, Sequence

from matplotlib.axes import Axes

from fr_sim.game.lineup import Rider
from fr_sim.game.riders import Kind
from fr_sim.questions.tour.counts import TourResults
from fr_sim.report.plots.canvas import FAINT, GRID, WIDTH, Sheet, shorten

#: Inches of a row, and of the heading of a group.
ROW, HEADING = 0.25, 0.36
BAND = "#F4F6F7"
#: Inches around panels: left and right of all, between two in a row, between two rows; and of a row of the legend.
LEFT, RIGHT, GAP, BETWEEN, LEGEND_ROW = 0.62, 0.18, 0.34, 0.82, 0.19
LEGEND_ACROSS = 4
#: Lines of carry rules, told apart by colour, stroke and marker.
CARRY_LOOKS = {
    "half-up": ("#2166B0", "-", "o"),
    "half-down": ("#2CA089", "--", "^"),
    "all": ("#D7301F", "-", "s"),
    "none": ("#7A5500", ":", "D"),
}


def rider_label(results: TourResults, rider: Rider) -> str:
    """`0 · drafter, rouleur`."""
    team = results.tour.lineup.teams[rider.team]
    return f"{rider.team} · {shorten(team.rides, 13)}, {rider.kind.value}"


def team_label(results: TourResults, team: int) -> str:
    """`0 · drafter`."""
    return f"{team} · {shorten(results.tour.lineup.teams[team].label, 22)}"


def is_sprinteur(rider: Rider) -> bool:
    """Sprinteurs are hatched, or dashed."""
    return rider.kind is Kind.SPRINTEUR


def clock(seconds: float) -> str:
    """A time in words of a clock: `2:05`."""
    whole = round(seconds)
    return f"{whole // 60}:{whole % 60:02d}"


def grouped_axes(results: TourResults, title: str, subtitle: str, caption: str, rows: int, left: float, right: float) -> tuple[Sheet, Axes]:
    """A sheet with one axis for groups of `rows` rows, a group for each carry rule; the axis runs downwards in inches."""
    groups = len(results.tour.carry)
    heading = HEADING if groups > 1 else 0.1
    sheet = Sheet(title, subtitle, caption, groups * (heading + ROW * rows) + 0.06)
    axes = sheet.axes(left, right)
    axes.set_ylim(groups * (heading + ROW * rows), 0)
    axes.set_yticks([])
    axes.spines["left"].set_visible(False)
    axes.grid(axis="x", color=GRID, linewidth=0.7)
    for side, rule in enumerate(results.tour.carry if groups > 1 else ()):
        top = side * (heading + ROW * rows)
        width = WIDTH - left - right
        if side % 2 == 0:
            axes.axhspan(
                top,
                top + heading + ROW * rows,
                xmin=-left / width,
                xmax=1 + right / width,
                color=BAND,
                zorder=0,
                linewidth=0,
                clip_on=False,
            )
        words = {"transform": axes.get_yaxis_transform(), "va": "center", "weight": "bold", "fontsize": 9}
        axes.text((0.14 - left) / width, top + 0.21, f"carry {rule}", **words)
    return sheet, axes


def middles(results: TourResults, rows: int) -> Iterator[tuple[int, int, float]]:
    """Side, row, and where on the axis of `grouped_axes` the middle of the row is."""
    heading = HEADING if len(results.tour.carry) > 1 else 0.1
    for side in range(len(results.tour.carry)):
        for row in range(rows):
            yield side, row, side * (heading + ROW * rows) + heading + ROW * (row + 0.5)


def panel_sheet(
    title: str, subtitle: str, caption: str, count: int, height: float, legend: int, across: int = 2
) -> tuple[Sheet, list[Axes]]:
    """A sheet with `count` axes of `height` inches, `across` in a row, under a legend of so many rows."""
    across = min(across, count)
    rows = -(-count // across)
    top = LEGEND_ROW * legend + 0.32
    sheet = Sheet(title, subtitle, caption, top + rows * height + (rows - 1) * BETWEEN)
    width = (WIDTH - LEFT - RIGHT - GAP * (across - 1)) / across
    made = []
    for number in range(count):
        row, column = divmod(number, across)
        start = LEFT + column * (width + GAP)
        above, below = top + row * (height + BETWEEN), (rows - 1 - row) * (height + BETWEEN)
        axes = sheet.axes(start, WIDTH - start - width, above=above, below=below)
        axes.grid(axis="y", color=GRID, linewidth=0.7)
        made.append(axes)
    return sheet, made


def stage_axis(axes: Axes, stages: int, words: str = "stage") -> None:
    """Ticks at whole stages, few enough to read."""
    step = next(step for step in (1, 2, 5, 10) if stages / step <= 10)
    axes.set_xlim(0.6, stages + 0.4)
    axes.set_xticks([number for number in range(1, stages + 1) if number == 1 or number % step == 0])
    axes.set_xlabel(words)


def legend_rows(entries: int) -> int:
    """Rows of a legend of so many entries."""
    return -(-entries // LEGEND_ACROSS)


def draw_legend(sheet: Sheet, handles: Sequence[object], names: Sequence[str]) -> None:
    """A legend under the title; riders of a team stand below each other."""
    up = (sheet.height - 0.52) / sheet.height
    sheet.figure.legend(
        handles,
        names,
        ncols=LEGEND_ACROSS,
        loc="upper left",
        bbox_to_anchor=(0.08 / WIDTH, up),
        frameon=False,
        fontsize=8.5,
        labelcolor=FAINT,
    )
