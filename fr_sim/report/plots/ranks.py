"""Plot: how each rider finishes: the share of races at every rank."""

import numpy as np

from fr_sim.report.colours import INK
from fr_sim.report.plots.canvas import Sheet
from fr_sim.report.plots.heat import RAMP, name_riders
from fr_sim.report.stored import Results

TITLE = "Where each rider finishes"
HOW_TO_READ = "One row a rider, one column a rank: in how many percent of the races the rider came in there; the darker, the more often."
ROW = 0.3


def draw(results: Results, caption: str) -> Sheet:
    """One row a rider, one column a rank; each cell says and shows in how many percent of the races."""
    table = results.tables["ranks"]
    count = len(results.tables["riders"])
    shares = np.zeros((count, count))
    shares[table["rider"], table["rank"] - 1] = table["share"]
    sheet = Sheet(
        TITLE, f"races in which the rider came in at that rank, in %; all alike would be {100 / count:.1f} %", caption, ROW * count
    )
    axes = sheet.axes(2.3, 0.2)
    edges = np.arange(count + 1) + 0.5
    most = max(shares.max(), 2 / count)
    axes.pcolormesh(edges, np.arange(count + 1) - 0.5, shares, cmap=RAMP, vmin=0, vmax=most, edgecolors="#FFFFFF", linewidth=0.8)
    for row, rank in np.ndindex(count, count):
        if shares[row, rank]:
            ink = "#FFFFFF" if shares[row, rank] > 0.55 * most else INK
            axes.text(rank + 1, row, f"{100 * shares[row, rank]:.0f}", ha="center", va="center", fontsize=8, color=ink)
    axes.set_ylim(count - 0.5, -0.5)
    axes.set_xticks(range(1, count + 1))
    name_riders(axes, results)
    axes.set_xlabel("rank at the end of the race (1 = winner)")
    return sheet
