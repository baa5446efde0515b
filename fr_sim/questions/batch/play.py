"""A batch from its file to its directory: every cell a question of its own, then one table of all; and a batch read back."""

from collections.abc import Callable
from contextlib import AbstractContextManager
from pathlib import Path
from typing import Any

from fr_sim.files.tables import require_pyarrow
from fr_sim.game.errors import BadInput, Words
from fr_sim.questions.batch.cells import Batch, Cell, CellOutcome, cell_of_record
from fr_sim.questions.batch.directory import RECORD, BatchDirectory
from fr_sim.questions.batch.tables import batch_table
from fr_sim.questions.directory import told_as_bad_input
from fr_sim.questions.protocol import Asked, Executor, Kind
from fr_sim.questions.store import answer_into, read_back
from fr_sim.races.results import Question

#: Entered for each cell: gives the callback that hears how far it is.
Watch = Callable[[Asked], AbstractContextManager[Callable[[Any], None]]]


def play_batch(
    directory: BatchDirectory,
    batch: Batch,
    asked_of: Callable[[Question], Asked],
    *,
    resume: bool = False,
    table_format: str = "csv",
    threads: int | None = None,
    chunk_races: int | None = None,
    executor: Executor | None = None,
    watch: Watch,
    command: Callable[[Cell, Question], str] | None = None,
    afterwards: Callable[[Path, Any], object] | None = None,
    index: Callable[[Path, list[CellOutcome]], object] | None = None,
) -> list[CellOutcome]:
    """Answer every cell of `batch`, asked as `asked_of` says, into a folder of `directory` and write the table of all.

    The outcomes are in the order of the cells. A cell that fails is noted and does not stop the others. With `resume` finished cells are
    read back, an interrupted one goes on from its checkpoint, and one that failed is tried again. `afterwards` may add a report to a
    cell's folder, `index` a page to the batch's. Raises BadInput for a directory that may not be written to, KeyboardInterrupt when
    interrupted.
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
                one = asked_of(question)
                with watch(one) as progress:
                    stored = answer_into(
                        directory.cell(cell.name),
                        one,
                        resume=resume,
                        table_format=table_format,
                        threads=threads,
                        chunk_races=chunk_races,
                        executor=executor,
                        command=command(cell, question) if command else None,
                        progress=progress,
                        afterwards=afterwards,
                    )
                outcomes.append(CellOutcome(cell, stored.answer, was_done=stored.was_done))
            except BadInput as wrong:
                outcomes.append(CellOutcome(cell, None, str(wrong)))
        with told_as_bad_input(directory.path):
            directory.write_table(batch_table(outcomes), table_format)
            if index is not None:
                index(directory.path, outcomes)
            directory.write({"asked": asked, "finished": True, "cells": [_told(outcome) for outcome in outcomes]})
    return outcomes


def read_batch(directory: Path, kind: Kind) -> tuple[str, list[CellOutcome]]:
    """The title and the outcomes of the batch in `directory`, whose cells are of `kind`; a cell that is not finished counts as failed.

    Raises BadInput where there is no batch, for a broken record, and for a cell whose results are broken.
    """
    record = BatchDirectory(directory, named=True).read()
    if record is None:
        raise BadInput(str(directory), Words(f"no {RECORD} of a batch"), "the directory of a batch")
    try:
        cells = [cell_of_record(told) for told in record["asked"]["cells"]]
        title = str(record["asked"]["title"])
        failures = {told["cell"]: str(told["failed"]) for told in record.get("cells", []) if "failed" in told}
    except (KeyError, TypeError, ValueError, AttributeError) as error:
        raise BadInput(str(directory / RECORD), Words(str(error)), "the record of a batch") from None
    outcomes = []
    for cell in cells:
        folder = BatchDirectory(directory, named=True).cell(cell.name).path
        if (folder / kind.files.record).is_file():
            outcomes.append(CellOutcome(cell, read_back(folder, kind)[1], was_done=True))
        else:
            outcomes.append(CellOutcome(cell, None, failures.get(cell.name, "not played to its end")))
    return title, outcomes


def _told(outcome: CellOutcome) -> dict[str, Any]:
    told: dict[str, Any] = {"cell": outcome.cell.name}
    if outcome.results is None:
        return told | {"failed": outcome.failure}
    return told | {"races": outcome.results.races, "digest": outcome.results.digest}
