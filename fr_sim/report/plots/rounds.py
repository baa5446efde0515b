"""Plot: how long the races are, in rounds."""

import numpy as np

from fr_sim.report.colours import INK
from fr_sim.report.plots.canvas import GRID, Sheet, percent_axis
from fr_sim.report.stored import Results
from fr_sim.report.words import decimals_of, number
from fr_sim.statistics.intervals import normal_quantile, wilson

TITLE = "How long a race is"
HOW_TO_READ = "How many rounds the races last, with 95 % Wilson intervals; the dashed line is the mean."


def draw(results: Results, caption: str) -> Sheet:
    """One bar for each number of rounds; the mean is marked."""
    table = results.tables["rounds"]
    rounds, share = table["rounds"], table["share"]
    mean = float(np.average(rounds, weights=share))
    spread = float(np.sqrt(np.average((rounds - mean) ** 2, weights=share)))
    half = normal_quantile() * spread / np.sqrt(results.races)
    low, high = wilson(table["races"], np.array(results.races))
    digits = decimals_of(mean - half, mean + half)
    words = f"mean {number(mean, digits)} ± {number(half, digits)} rounds (95 %)" if results.races > 1 else f"one race of {mean:.0f} rounds"
    sheet = Sheet(TITLE, f"share of the races by length, with 95 % Wilson intervals; {words}", caption, 2.2)
    axes = sheet.axes(0.75, 0.2, above=0.1)
    seen = table["races"] > 0
    axes.bar(rounds, share, 0.82, color="#5FA3C0", edgecolor="#23638F", linewidth=0.8)
    axes.vlines(rounds[seen], low[seen], high[seen], color=INK, linewidth=1)
    axes.axvline(mean, color=INK, linewidth=1.3, linestyle=(0, (5, 2)))
    label = f" {mean:.1f}" if results.races > 1 else f" {mean:.0f}"
    axes.text(mean, 1.0, label, transform=axes.get_xaxis_transform(), va="top", fontsize=9, weight="bold")
    top = high[seen].max() * 1.08
    first, last = int(rounds.min()) - 2, int(rounds.max()) + 2
    axes.set_xlim(first, last)
    step = 1 if last - first <= 20 else 2 if last - first <= 40 else 10
    axes.set_xticks([number for number in range(max(first, 0), last + 1) if number % step == 0])
    axes.set_ylim(0, top)
    percent_axis(axes.yaxis, top)
    axes.grid(axis="y", color=GRID, linewidth=0.7)
    axes.set_ylabel("races (%)")
    axes.set_xlabel("length of the race (rounds)")
    return sheet
