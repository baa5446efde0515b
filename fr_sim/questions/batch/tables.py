"""The one table of a batch: every cell and team, with rounds and exhaustion of whole races."""

from collections.abc import Iterable

from fr_sim.files.tables import Table
from fr_sim.questions.batch.cells import CellOutcome
from fr_sim.races.tables import exhaustion_mean, rounds_mean, teams_table


def batch_table(outcomes: Iterable[CellOutcome]) -> Table:
    """One row a cell and team: cell, stage, rules, lineup, seed, team and its other columns of `teams.csv`, rounds_mean, exhaustion_mean.

    The last two are of whole races. Cells that failed have no rows.
    """
    joined: Table = {name: [] for name in ("cell", "stage", "rules", "lineup", "seed")}
    for outcome in outcomes:
        if outcome.results is None:
            continue
        teams = teams_table(outcome.results)
        rows = len(teams["team"])
        cell = outcome.cell
        same = {
            "cell": cell.name,
            "lineup": cell.lineup_words,
            "seed": cell.seed,
            "rounds_mean": rounds_mean(outcome.results),
            "exhaustion_mean": exhaustion_mean(outcome.results),
        }
        table = {**{name: [value] * rows for name, value in same.items()}, **teams}
        for name in (*joined, *(name for name in (*teams, "rounds_mean", "exhaustion_mean") if name not in joined)):
            joined.setdefault(name, []).extend(table[name])
    return joined
