"""Plot: how tired everybody was: for each rider the share of races by exhaustion cards taken (X1)."""

import numpy as np
from matplotlib.axes import Axes
from matplotlib.collections import PolyCollection

from fr_sim.report.colours import INK, PAPER, TeamLook, team_look
from fr_sim.report.plots.canvas import GRID, Sheet
from fr_sim.report.plots.heat import name_riders
from fr_sim.report.stored import Results
from fr_sim.report.words import decimals_of, number
from fr_sim.statistics.intervals import normal_quantile

TITLE = "How tired everybody was"
HOW_TO_READ = (
    "One row a rider: how often it took so many exhaustion cards in a race. The line marks the mean, written at the right "
    "with its 95 % interval."
)
ROW = 0.42  # inches a rider
#: Numbers of cards that fewer of the races have are left out at the end of the axis.
RARE = 0.0005


def draw(results: Results, caption: str) -> Sheet:
    """One row a rider with a small histogram; its mean is marked and written at the right with the 95 % interval of the mean."""
    riders, table = results.tables["riders"], results.tables["exhaustion"]
    count = len(riders)
    fullest = max(table["share"].max(), 0.01)
    seen = table["cards"][table["share"] >= min(RARE, table["share"].max())]
    most = int(seen.max())
    subtitle = (
        f"exhaustion cards taken in a race; the tallest bar is {100 * fullest:.0f} % of the races; line: the mean and its 95 % interval"
    )
    sheet = Sheet(TITLE, subtitle, caption, 0.1 + ROW * count)
    axes = sheet.axes(2.3, 1.0)
    for row, rider in enumerate(riders.rows()):
        look = team_look(rider.team)
        mine = table.where((table["team"] == rider.team) & (table["kind"] == rider.kind) & (table["cards"] <= most))
        _hill(axes, mine["cards"], mine["share"] / fullest * 0.82, row + 0.5, look, rider.kind == "sprinteur")
        mean, half = rider.exhaustion_mean, normal_quantile() * rider.exhaustion_sd / np.sqrt(results.races)
        axes.plot([mean, mean], [row + 0.5, row - 0.4], color=PAPER, linewidth=2.6, snap=False)
        axes.plot([mean, mean], [row + 0.5, row - 0.4], color=INK, linewidth=1.3, snap=False)
        digits = decimals_of(mean - half, mean + half)
        words = f"{number(mean, digits)} ± {number(half, digits)}" if results.races > 1 else f"{mean:.0f}"
        axes.text(1.02, row + 0.12, words, transform=axes.get_yaxis_transform(), va="center", fontsize=8.5)
    axes.hlines(np.arange(count) + 0.5, -0.6, most + 0.6, color=GRID, linewidth=0.8, zorder=0)
    axes.set_ylim(count - 0.48, -0.52)
    axes.set_xlim(-0.6, most + 0.6)
    step = 1 if most <= 16 else 2 if most <= 32 else 10
    axes.set_xticks(range(0, most + 1, step))
    name_riders(axes, results)
    axes.set_xlabel("exhaustion cards taken in one race (cards)")
    return sheet


def _hill(axes: Axes, cards: np.ndarray, heights: np.ndarray, floor: float, look: TeamLook, hatched: bool) -> None:
    """Bars of one rider, standing on `floor`, as one collection: many small patches would be slow."""
    seen = heights > 0
    left, right, top = cards[seen] - 0.43, cards[seen] + 0.43, floor - heights[seen]
    level = np.full(len(top), floor)
    corners = np.stack([np.stack([left, level], 1), np.stack([left, top], 1), np.stack([right, top], 1), np.stack([right, level], 1)], 1)
    ink = {"facecolor": look.fill, "edgecolor": look.edge, "linewidth": 0.7, "alpha": 0.8, "hatch": "////" if hatched else None}
    axes.add_collection(PolyCollection(corners, **ink), autolim=False)
