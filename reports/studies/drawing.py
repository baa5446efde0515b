"""What the plots of several studies share: panels in rows and columns, points with whiskers, and a legend of stages."""

from collections.abc import Sequence

from matplotlib.axes import Axes
from matplotlib.lines import Line2D

from fr_sim.report.colours import TeamLook, team_look
from fr_sim.report.plots.canvas import FAINT, GRID, WIDTH, Sheet

#: Inches between panels for their tick labels, and above each for its title.
BESIDE, ABOVE = 0.5, 0.3


def panel(sheet: Sheet, place: int, columns: int, height: float, *, left: float = 0.6, above: float = 0.0, gap: float = BESIDE) -> Axes:
    """Axes number `place` of a grid of `columns`, each `height` inches high with its title; `above` is left for a legend."""
    row, column = divmod(place, columns)
    width = (WIDTH - left - 0.2 - gap * (columns - 1)) / columns
    start = left + column * (width + gap)
    body = sheet.height - sheet.top - sheet.bottom
    top = above + row * (height + ABOVE) + ABOVE
    axes = sheet.axes(start, WIDTH - start - width, above=top, below=body - top - (height - 0.22))
    axes.grid(axis="both", color=GRID, linewidth=0.6)
    return axes


def body_height(panels: int, columns: int, height: float, above: float = 0.0) -> float:
    """How high the body of a sheet has to be for a grid of panels."""
    return above + -(-panels // columns) * (height + ABOVE) - 0.1


def whisker(axes: Axes, across: float, low: float, middle: float, high: float, look: TeamLook, *, size: float = 4.2) -> None:
    """A point at (across, middle) with its interval upright."""
    axes.plot([across, across], [low, high], color=look.edge, linewidth=1.0, zorder=2)
    axes.plot([across], [middle], look.marker, color=look.fill, markeredgecolor=look.edge, markeredgewidth=0.7, markersize=size, zorder=3)


def lying_whisker(axes: Axes, up: float, low: float, middle: float, high: float, look: TeamLook, *, size: float = 4.2) -> None:
    """A point at (middle, up) with its interval lying."""
    axes.plot([low, high], [up, up], color=look.edge, linewidth=1.0, zorder=2)
    axes.plot([middle], [up], look.marker, color=look.fill, markeredgecolor=look.edge, markeredgewidth=0.7, markersize=size, zorder=3)


def legend(sheet: Sheet, names: Sequence[str], *, columns: int = 3, looks: Sequence[TeamLook] | None = None) -> None:
    """Names with the marker of each below the subtitle; without `looks` those of the teams of the same numbers."""
    looks = looks or [team_look(number) for number in range(len(names))]
    handles = [
        Line2D([], [], linestyle="none", marker=look.marker, color=look.fill, markeredgecolor=look.edge, markersize=5.5, label=name)
        for name, look in zip(names, looks, strict=True)
    ]
    sheet.figure.legend(
        handles=handles,
        loc="upper left",
        bbox_to_anchor=(0.08 / WIDTH, 1 - 0.6 / sheet.height),
        ncol=columns,
        frameon=False,
        fontsize=8,
        handletextpad=0.1,
        columnspacing=1.0,
        borderaxespad=0.0,
    )


def heading(axes: Axes, words: str) -> None:
    """The title of one panel."""
    axes.set_title(words, fontsize=9, weight="bold", pad=5, loc="left")


def level(axes: Axes, height: float) -> None:
    """A dashed line that says what no difference is."""
    axes.axhline(height, color=FAINT, linestyle=(0, (4, 3)), linewidth=1, zorder=1)
