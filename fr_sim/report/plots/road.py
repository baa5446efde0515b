"""Plot: where on the road it happens: exhaustion, blocking, slipstream and ends of rounds by square, over the stage's terrain."""

import numpy as np
from matplotlib.axes import Axes
from matplotlib.lines import Line2D
from matplotlib.patches import Patch
from matplotlib.ticker import MaxNLocator

from fr_sim.report.along_the_road import MEASURES, by_square, kinds, races_counted, squares_shown
from fr_sim.report.colours import INK, PAPER
from fr_sim.report.plots.canvas import GRID, WIDTH, Sheet, shorten, told_of
from fr_sim.report.plots.ground import bands, lines, name_lines, number_squares, strip, terrain_patches
from fr_sim.report.stored import Results

TITLE = "Where on the road it happens"
HOW_TO_READ = (
    "One row a measure, one step a square: the mean of a race, grey for all riders together, lines for each kind of rider. The bands "
    "add up the riders' own 95 % intervals, which makes them longer rather than shorter than that of the sum. Above stands the road "
    "with its climbs."
)
#: Inches: a row, the space between two, the strip of the road, a line of the legend.
ROW, BETWEEN, STRIP, LEGEND = 0.92, 0.3, 0.5, 0.19
LEFT, RIGHT = 0.62, 0.2
#: Lines of the kinds of rider in order: colours that colour-blind people tell apart, and strokes that need no colour.
KIND_LOOKS = (("#0F5C9C", "-"), ("#C4511C", (0, (3, 1.2))), ("#1D7F6B", (0, (1, 1))), ("#7B4FA3", (0, (5, 1, 1, 1))))


def draw(results: Results, caption: str) -> Sheet:
    """One row a measure: all riders as a grey field, each kind as a line with its band."""
    last, found = squares_shown(results), kinds(results)
    legend = LEGEND * 2 + 0.06
    body = STRIP + len(MEASURES) * (ROW + BETWEEN) + legend
    words = "means of a race by square, all riders together; bands: the riders' 95 % intervals added up"
    sheet = Sheet(TITLE, words, told_of(caption, results, races_counted(results)), body)
    road = sheet.axes(LEFT, RIGHT, above=0.24, below=body - STRIP)
    road.set_ylim(-0.03, 1.03)
    strip(road, results.road, 0, 1)
    lines(road, results.road, 0, 1)
    name_lines(road, results.road, 1.12)
    road.set_xlim(0, last)
    road.axis("off")
    # One ground under all rows: a fifth of the drawing.
    ground = sheet.axes(LEFT, RIGHT, above=STRIP + BETWEEN, below=legend)
    bands(ground, results.road)
    lines(ground, results.road, 0, 1)
    ground.set_xlim(0, last)
    ground.set_ylim(0, 1)
    ground.axis("off")
    for row, (measure, (words, unit)) in enumerate(MEASURES.items()):
        above = STRIP + row * (ROW + BETWEEN) + BETWEEN
        axes = sheet.axes(LEFT, RIGHT, above=above, below=body - above - ROW, facecolor="none")
        _row(axes, results, measure, found, last)
        # On paper of its own: the start line runs behind it.
        paper = {"facecolor": PAPER, "edgecolor": "none", "pad": 0.8}
        words = f"{words} ({unit} a race)"
        axes.text(0.004, 1.06, words, transform=axes.transAxes, fontsize=8.5, weight="bold", va="bottom", bbox=paper)
        axes.set_xlim(0, last)
        if row < len(MEASURES) - 1:
            axes.set_xticks([])
        else:
            number_squares(axes, last)
        axes.tick_params(labelsize=8, length=2)
    axes.set_xlabel("square of the road, from the back of the start")
    _legends(sheet, results, found)
    return sheet


def _row(axes: Axes, results: Results, measure: str, found: list[str], last: int) -> None:
    edges = np.arange(last + 1)
    everybody = by_square(results, measure)
    axes.stairs(everybody.mean, edges, fill=True, facecolor="#8A969D", alpha=0.3, zorder=2)
    axes.stairs(everybody.mean, edges, color="#5B6770", linewidth=0.9, zorder=3)
    axes.stairs(everybody.high, edges, baseline=everybody.low, fill=True, facecolor="#5B6770", alpha=0.35, zorder=3)
    top = everybody.high.max()
    for number, kind in enumerate(found if len(found) > 1 else ()):
        colour, stroke = KIND_LOOKS[number % len(KIND_LOOKS)]
        one = by_square(results, measure, kind)
        axes.stairs(one.high, edges, baseline=one.low, fill=True, facecolor=colour, alpha=0.28, zorder=4)
        axes.stairs(one.mean, edges, color=colour, linewidth=1.2, linestyle=stroke, zorder=5)
    top = float(top) * 1.08 or 1.0
    axes.set_ylim(0, top)
    axes.yaxis.set_major_locator(MaxNLocator(3))
    axes.grid(axis="y", color=GRID, linewidth=0.7)


def _legends(sheet: Sheet, results: Results, found: list[str]) -> None:
    """Kinds of rider, and below them the terrains that the stage has."""
    shown = [Patch(facecolor="#8A969D", alpha=0.45, edgecolor=INK, label="all riders")]
    for number, kind in enumerate(found if len(found) > 1 else ()):
        colour, stroke = KIND_LOOKS[number % len(KIND_LOOKS)]
        shown.append(Line2D([], [], color=colour, linestyle=stroke, linewidth=1.6, label=shorten(kind)))
    place = {"frameon": False, "fontsize": 8, "handletextpad": 0.4, "columnspacing": 1.2, "borderaxespad": 0, "borderpad": 0}
    low = sheet.bottom - 0.46
    for handles, up in ((terrain_patches(results.road), low), (shown, low + LEGEND)):
        corner = (LEFT / WIDTH, up / sheet.height)
        legend = sheet.figure.legend(handles=handles, loc="lower left", bbox_to_anchor=corner, ncols=5, handlelength=2.4, **place)
        sheet.figure.add_artist(legend)
