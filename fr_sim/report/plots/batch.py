"""Plot: the win rates of all runs of a batch, one row a run."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from fr_sim.game.names import fit
from fr_sim.report.colours import team_look
from fr_sim.report.plots.canvas import GRID, WIDTH, Plot, Sheet, percent_axis, shorten
from fr_sim.statistics.intervals import wilson

if TYPE_CHECKING:
    from fr_sim.questions.batch.cells import CellOutcome

ROW = 0.36
#: Letters that fit beside a row.
LETTERS = 46
BAND = "#F4F6F7"


def draw(outcomes: "Sequence[CellOutcome]", words: str) -> Sheet:
    """One row a run: its setting on the left, a mark for each team's win rate on the right."""
    labels = [_words(outcome, outcomes) for outcome in outcomes]
    sheet = Sheet(PLOT.title, "win rate by team; lines: 95 % Wilson intervals", words, ROW * len(outcomes) + 0.34)
    left = 3.35
    axes = sheet.axes(left, 0.2, above=0.34)
    most = 0.0
    seen: set[int] = set()
    for row, outcome in enumerate(outcomes):
        results = outcome.results
        if row % 2 == 0:
            axes.axhspan(row - 0.5, row + 0.5, xmin=-left / (WIDTH - left - 0.2), color=BAND, zorder=0, linewidth=0, clip_on=False)
        for team, wins in enumerate(results.team_wins.tolist()):
            low, high = (float(end) for end in wilson(wins, results.races))
            look = team_look(team)
            # Teams with the same rate would hide each other, so each has its own height in the row.
            height = row + (team - (len(results.team_wins) - 1) / 2) * 0.6 / len(results.team_wins)
            axes.hlines(height, low, high, color=look.edge, linewidth=1.3, zorder=3)
            label = None if team in seen else f"team {team}"
            seen.add(team)
            mark = {"color": look.fill, "markeredgecolor": look.edge, "markersize": 4.6, "linestyle": "none", "zorder": 4}
            axes.plot([wins / results.races], [height], look.marker, label=label, **mark)
            most = max(most, high)
    axes.set_ylim(len(outcomes) - 0.5, -0.5)
    axes.set_xlim(0, most * 1.05)
    percent_axis(axes.xaxis, most * 1.05)
    axes.set_yticks(range(len(outcomes)), labels, fontsize=8)
    axes.tick_params(axis="y", length=0)
    axes.grid(axis="x", color=GRID, linewidth=0.7)
    axes.spines["left"].set_visible(False)
    axes.set_xlabel("races won (% of all races of the run)")
    axes.legend(loc="lower left", bbox_to_anchor=(-0.02, 1.0), ncols=6, frameon=False, fontsize=8, handletextpad=0.1, columnspacing=1.0)
    return sheet


def _words(outcome: "CellOutcome", outcomes: "Sequence[CellOutcome]") -> str:
    """What sets a run apart from the others: whatever is the same in all is left out."""
    cells = [one.cell for one in outcomes]
    cell = outcome.cell
    parts = [
        (fit(cell.stage.name), {one.stage.name for one in cells}),
        (fit(cell.edition.name), {one.edition.name for one in cells}),
        (fit(cell.lineup_words), {one.lineup_words for one in cells}),
        (f"seed {cell.seed}", {one.seed for one in cells}),
    ]
    telling = [words for words, values in parts if len(values) > 1] or [parts[0][0]]
    while sum(map(len, telling)) > LETTERS - 3 * (len(telling) - 1):
        longest = max(range(len(telling)), key=lambda number: len(telling[number]))
        telling[longest] = shorten(telling[longest].rstrip("…"), len(telling[longest].rstrip("…")) - 1)
    return " · ".join(telling)


PLOT = Plot(
    "win-rates",
    "Win rates of all runs",
    "One row a run, one mark a team with its 95 % Wilson interval; the mark and its colour are those of the team's number in the line-up.",
    draw,
)
