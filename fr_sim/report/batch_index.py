"""The index page of a batch: every run in one table, with links to their own pages, and one picture of all win rates."""

from dataclasses import dataclass
from pathlib import Path

from fr_sim.game.names import LONG, NAMED, SIDE, fit
from fr_sim.questions.batch.cells import CellOutcome
from fr_sim.questions.batch.directory import CELLS, INDEX
from fr_sim.races.tables import exhaustion_mean, rounds_mean
from fr_sim.report import skeleton
from fr_sim.report.shown import Cell, Column, ShownTable
from fr_sim.report.words import number, percent, percent_range
from fr_sim.statistics.intervals import wilson

#: More runs than this have no picture: nobody could read it.
MOST_PICTURED = 80


@dataclass(frozen=True)
class LinkedCell(Cell):
    """A cell that leads to a run's own page."""

    link: str = ""


def write_index(directory: Path, title: str, outcomes: list[CellOutcome], plots: bool = True) -> Path:
    """Write `index.html` into the batch's `directory`, and with `plots` the picture that it shows; the page's path."""
    done = [outcome for outcome in outcomes if outcome.results is not None]
    pictures = []
    if plots and 0 < len(done) <= MOST_PICTURED:
        from fr_sim.report.plots.batch import PLOT
        from fr_sim.report.plots.canvas import caption, draw_all

        pictures.append(PLOT)
        draw_all(pictures, done, caption(title), directory / "plots")
    return skeleton.write_page(
        directory / INDEX,
        "batch.html.jinja",
        pictures,
        heading=fit(title, NAMED),
        runs=len(outcomes),
        races=f"{sum(outcome.results.races for outcome in done):,}",
        table=_table(directory, done),
        failed=[_failed(outcome) for outcome in outcomes if outcome.results is None],
    )


def _failed(outcome: CellOutcome) -> tuple[str, str]:
    cell = outcome.cell
    setting = f"{fit(cell.stage.name, NAMED)} · {fit(cell.edition.name, NAMED)}"
    return setting, f"{fit(cell.lineup_words, LONG)}, seed {cell.seed}: {outcome.failure}"


def _table(directory: Path, done: list[CellOutcome]) -> ShownTable:
    most = max((len(outcome.cell.lineup.teams) for outcome in done), default=0)
    rows = []
    for outcome in done:
        cell, results = outcome.cell, outcome.results
        page = f"{CELLS}/{cell.name}/report.html"
        link = page if (directory / page).exists() else f"{CELLS}/{cell.name}/teams.csv"
        row = [
            LinkedCell(fit(cell.stage.name, NAMED), fit(cell.stage.name, NAMED), link=link),
            *(Cell(words, words) for words in (fit(cell.edition.name, NAMED), fit(cell.lineup_words, SIDE))),
            Cell(str(cell.seed), cell.seed),
            Cell(f"{results.races:,}", results.races),
        ]
        for wins in results.team_wins.tolist():
            low, high = (float(end) for end in wilson(wins, results.races))
            row.append(Cell(percent(wins / results.races), wins / results.races, percent_range(low, high)))
        row += [Cell("–", float("nan"))] * (most - len(results.team_wins))
        row += [Cell(number(mean), mean) for mean in (rounds_mean(results), exhaustion_mean(results))]
        rows.append(row)

    def heading(name: str, meaning: str, is_number: bool = True) -> Column:
        return Column(name, meaning, lambda row: row, is_number, is_number)

    columns = [
        heading("Stage", "leads to the page of the run", False),
        heading("Edition", "the rules of the run", False),
        heading("Line-up", "policies by team, from 0", False),
        heading("Seed", "of the random words"),
        heading("Races", "races counted"),
        *(heading(f"Team {team}", "win rate with its 95 % Wilson interval") for team in range(most)),
        heading("Rounds", "mean length of a race"),
        heading("Exhaustion", "exhaustion cards that all riders together take in a race, mean"),
    ]
    return ShownTable(
        "runs", "All runs", "A stage's name leads to the page of its run; small figures are 95 % intervals.", "batch", columns, rows
    )
