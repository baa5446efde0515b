"""Plot: how long the races are, in rounds."""

import numpy as np

from fr_sim.report.colours import INK
from fr_sim.report.plots.canvas import GRID, Sheet, percent_axis
from fr_sim.report.stored import Results

TITLE = "How long a race is"


def draw(results: Results, caption: str) -> Sheet:
    """One bar for each number of rounds; the mean is marked."""
    table = results.tables["rounds"].sort_values("rounds")
    rounds, share = table["rounds"].to_numpy(int), table["share"].to_numpy(float)
    mean = float(np.average(rounds, weights=share))
    spread = float(np.sqrt(np.average((rounds - mean) ** 2, weights=share)))
    half = 1.96 * spread / np.sqrt(results.races)
    words = f"mean {mean:.2f} ± {half:.2f} rounds (95 % interval)" if results.races > 1 else f"{mean:.0f} rounds"
    sheet = Sheet(TITLE, f"share of the races that last so many rounds; {words}", caption, 2.2)
    axes = sheet.axes(0.75, 0.2, above=0.1)
    axes.bar(rounds, share, 0.82, color="#5FA3C0", edgecolor="#23638F", linewidth=0.8)
    axes.axvline(mean, color=INK, linewidth=1.3)
    axes.text(mean, 1.0, f" {mean:.1f}", transform=axes.get_xaxis_transform(), va="top", fontsize=9, weight="bold")
    first, last = int(rounds.min()) - 2, int(rounds.max()) + 2
    axes.set_xlim(first, last)
    step = 1 if last - first <= 20 else 2 if last - first <= 40 else 10
    axes.set_xticks([number for number in range(max(first, 0), last + 1) if number % step == 0])
    axes.set_ylim(0, share.max() * 1.1)
    percent_axis(axes.yaxis, share.max() * 1.1)
    axes.grid(axis="y", color=GRID, linewidth=0.7)
    axes.set_ylabel("races (%)")
    axes.set_xlabel("length of the race (rounds)")
    return sheet
