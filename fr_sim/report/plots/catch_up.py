"""Plot: how much the place after each round says of the final place: is there a catch-up?"""

import numpy as np

from fr_sim.report.plots.canvas import FAINT, GRID, Sheet, told_of
from fr_sim.report.stored import Results

TITLE = "When the race is decided"
HOW_TO_READ = (
    "How the riders' places after each round go with their final places: Spearman's rank correlation, the mean of the races that "
    "reached the round, with its 95 % interval. At 1 nobody overtakes any more; at 0 the place says nothing yet."
)
LINE = "#23638F"
#: Rounds that fewer of the races reach are left out.
RARE = 0.01


def draw(results: Results, caption: str) -> Sheet:
    """One point a round with its interval, on a scale from 0 to 1, lower where a correlation is."""
    table = results.tables["catch_up"]
    table = table.where(table["races"] >= RARE * table["races"].max())
    rounds, value = table["round"], table["rank_correlation"]
    # One race has no interval.
    low, high = (np.where(np.isnan(end), value, end) for end in (table["rank_correlation_low"], table["rank_correlation_high"]))
    subtitle = "mean rank correlation of the places after a round with the final places; lines: 95 % intervals"
    sheet = Sheet(TITLE, subtitle, told_of(caption, results, int(table["races"].max())), 2.1)
    axes = sheet.axes(0.75, 0.2)
    axes.fill_between(rounds, low, high, color=LINE, alpha=0.2, linewidth=0)
    axes.vlines(rounds, low, high, color=LINE, linewidth=1.4)
    axes.plot(rounds, value, color=LINE, marker="o", markersize=4.5, linewidth=1.4)
    if (low < 0).any():
        axes.axhline(0, color=FAINT, linewidth=1)
    axes.set_ylim(min(0.0, float(low.min()) - 0.05), 1.04)
    first, last = int(rounds.min()), int(rounds.max())
    step = 1 if last - first <= 20 else 2 if last - first <= 40 else 10
    axes.set_xticks([number for number in range(first, last + 1) if number % step == 0])
    axes.set_xlim(first - 0.5, last + 0.5)
    axes.grid(axis="y", color=GRID, linewidth=0.7)
    axes.set_ylabel("rank correlation\n(−1 to 1)")
    axes.set_xlabel("after round")
    return sheet
