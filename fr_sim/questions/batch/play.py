"""A batch from its file to its directory: every cell a run of its own, then one table of all."""

import os
from collections.abc import Callable, Iterable
from contextlib import AbstractContextManager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from fr_sim.arrays.counts import Tally
from fr_sim.files.tables import Table, require_pyarrow, write_table
from fr_sim.game.errors import BadInput
from fr_sim.races.results import Question, Results
from fr_sim.races.tables import exhaustion_mean, rounds_mean, teams_table
from fr_sim.runs.batch_cells import Batch, Cell
from fr_sim.runs.batch_directory import TABLE, BatchDirectory
from fr_sim.runs.directory import FORMATS, UNFINISHED, told_as_bad_input
from fr_sim.runs.stored_run import run_into
from fr_sim.simulate import CHUNK_RACES

#: Entered for each cell's run: gives the callback that hears how far it is.
Watch = Callable[[Question], AbstractContextManager[Callable[[Tally], None]]]


@dataclass(frozen=True)
class CellOutcome:
    """What came of a cell: its results, or why it failed; `was_done` says that it had been played before."""

    cell: Cell
    results: Results | None
    failure: str = ""
    was_done: bool = False


def run_batch(
    directory: BatchDirectory,
    batch: Batch,
    *,
    resume: bool = False,
    table_format: str = "csv",
    threads: int | None = None,
    chunk_races: int = CHUNK_RACES,
    watch: Watch,
    command: Callable[[Cell, Question], str] | None = None,
    afterwards: Callable[[Path], object] | None = None,
    index: Callable[[Path, list[CellOutcome]], object] | None = None,
) -> list[CellOutcome]:
    """Run every cell of `batch` into a folder of `directory` and write the table of all; the outcomes in the order of the cells.

    A cell that fails is noted and does not stop the others. With `resume` finished cells are read back, an interrupted one goes on from
    its checkpoint, and one that failed is tried again. `afterwards` may add a report to a cell's folder, `index` a page to the batch's.
    Raises BadInput for a directory that may not be written to, KeyboardInterrupt when interrupted.
    """
    if table_format == "parquet":
        require_pyarrow("--format parquet")
    asked = batch.record()
    outcomes: list[CellOutcome] = []
    with directory.claimed(asked, resume):
        directory.write({"asked": asked, "finished": False})
        for cell in batch.cells:
            try:
                question = batch.question(cell)
                with watch(question) as progress:
                    stored = run_into(
                        directory.cell(cell.name),
                        question,
                        batch.own,
                        resume=resume,
                        table_format=table_format,
                        threads=threads,
                        chunk_races=chunk_races,
                        command=command(cell, question) if command else None,
                        progress=progress,
                        afterwards=afterwards,
                    )
                outcomes.append(CellOutcome(cell, stored.results, was_done=stored.was_done))
            except BadInput as wrong:
                outcomes.append(CellOutcome(cell, None, str(wrong)))
        with told_as_bad_input(directory.path):
            _write_table(directory.path, batch_table(outcomes), table_format)
            if index is not None:
                index(directory.path, outcomes)
            directory.write({"asked": asked, "finished": True, "cells": [_told(outcome) for outcome in outcomes]})
    return outcomes


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


def _write_table(directory: Path, table: Table, table_format: str) -> None:
    """Write the table aside, then put it in its place, and remove that of another format."""
    written = write_table(directory / UNFINISHED, TABLE, table, table_format)
    for ending in FORMATS:
        (directory / f"{TABLE}.{ending}").unlink(missing_ok=True)
    os.replace(written, directory / written.name)


def _told(outcome: CellOutcome) -> dict[str, Any]:
    told: dict[str, Any] = {"cell": outcome.cell.name}
    if outcome.results is None:
        return told | {"failed": outcome.failure}
    return told | {"races": outcome.results.races, "digest": outcome.results.digest}
