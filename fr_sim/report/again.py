"""Stored answers made presentable again: tables from the counts, then plots and page, without playing a race."""

import os
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

from fr_sim.files.tables import Table, write_table
from fr_sim.game.errors import BadInput, Words
from fr_sim.questions.batch import directory as batch_files
from fr_sim.questions.batch.play import read_batch
from fr_sim.questions.batch.tables import batch_table
from fr_sim.questions.compare import Comparison
from fr_sim.questions.compare.record import MARK
from fr_sim.questions.directory import TALLY, told_as_bad_input
from fr_sim.questions.protocol import Kind
from fr_sim.questions.run import Run
from fr_sim.questions.store import read_back
from fr_sim.questions.tour import Tour
from fr_sim.report import write_plots_and_page
from fr_sim.report.stored import read_record


class Told(NamedTuple):
    """A kind of question, its record, and what writes its plots and its page into a directory: the files written."""

    kind: Kind
    record: dict[str, Any] | None
    write_report: Callable[[Path, Any], list[Path]]


def report_again(directory: Path, plots: bool = True) -> list[Path]:
    """Write tables, plots and page of the answer in `directory` again, of a batch all its pages and its index; the files written.

    The tables come from the counts in `tally.npz`, in the format that they have there; where the counts of a run are gone, the tables
    that are there stay. Without `plots` there are neither plots nor page. Raises `BadInput` for a directory that holds no answer, a
    broken record, counts or tables, and one that cannot be written to.
    """
    if (directory / batch_files.RECORD).is_file():
        return _batch_again(directory, plots)
    told = _told(directory)
    written = []
    with told_as_bad_input(directory):
        answer = None
        if (directory / TALLY).is_file() or told.kind is not Run.kind:
            asked, answer = read_back(directory, told.kind, told.record)
            written = _write_tables(directory, asked.tables(answer))
        elif not plots:
            raise BadInput(str(directory / TALLY), Words("no such file"), "the counts of the run, to make its tables of")
        if plots:
            written += told.write_report(directory, answer)
    return written


def _told(directory: Path) -> Told:
    """What kind of answer is in `directory`, by its record."""
    if (directory / Tour.kind.files.record).is_file():
        return Told(Tour.kind, None, _tour_report)
    record = read_record(directory)
    if MARK in record:
        return Told(Comparison.kind, record, _comparison_report)
    return Told(Run.kind, record, lambda directory, _: write_plots_and_page(directory))


def _comparison_report(directory: Path, compared: Any) -> list[Path]:
    from fr_sim.report.comparison import write_comparison_report

    return write_comparison_report(directory, compared)


def _tour_report(directory: Path, results: Any) -> list[Path]:
    from fr_sim.report.tours import write_tour_report

    return write_tour_report(directory, results)


def _batch_again(directory: Path, plots: bool) -> list[Path]:
    """Every finished cell, then the table of all, then the index with its picture; without `plots` the tables and a plain index."""
    from fr_sim.report.batch_index import write_index

    title, outcomes = read_batch(directory, Run.kind)
    written = []
    for outcome in outcomes:
        if outcome.results is not None:
            written += report_again(directory / batch_files.CELLS / outcome.cell.name, plots)
    with told_as_bad_input(directory):
        written += _write_tables(directory, {batch_files.TABLE: batch_table(outcomes)})
        written.append(write_index(directory, title, outcomes, plots))
    return written


def _write_tables(directory: Path, new_tables: dict[str, Table]) -> list[Path]:
    """Write all tables aside, then put each in its place, so that a failure leaves the old ones."""
    is_parquet = any((directory / f"{name}.parquet").is_file() for name in new_tables)
    table_format = "parquet" if is_parquet else "csv"
    with tempfile.TemporaryDirectory(dir=directory, prefix=".tables-") as aside:
        new = [write_table(Path(aside), name, table, table_format) for name, table in new_tables.items()]
        for path in new:
            os.replace(path, directory / path.name)
    return [directory / path.name for path in new]
