"""Stored results made presentable again: tables from the counts, then plots and page, without playing a race."""

import os
import tempfile
from pathlib import Path

from fr_sim.differences import comparison_tables
from fr_sim.files.tables import Table, write_table
from fr_sim.game.errors import BadInput, Words
from fr_sim.races.record import RECORD, TOUR_RECORD, has_counts_of, question_of_record
from fr_sim.races.results import Results
from fr_sim.races.tables import tables
from fr_sim.report import write_plots_and_page
from fr_sim.report.stored import read_record
from fr_sim.runs.checkpoint import load_tally
from fr_sim.runs.comparison_record import MARK
from fr_sim.runs.directory import TALLY, told_as_bad_input
from fr_sim.tour_tables import tour_tables


def report_again(directory: Path, plots: bool = True) -> list[Path]:
    """Write tables, plots and page of the run in `directory` again; the files written.

    The tables come from the counts in `tally.npz`, in the format that they have there; where the counts are gone, the tables
    that are there stay. Without `plots` there are neither plots nor page. Raises `BadInput` for a directory that holds no run,
    a broken record, counts or tables, and one that cannot be written to.
    """
    if (directory / TOUR_RECORD).is_file():
        return _tour_again(directory, plots)
    record = read_record(directory)
    if MARK in record:
        return _comparison_again(directory, record, plots)
    written = []
    with told_as_bad_input(directory):
        if (directory / TALLY).is_file():
            written = _write_tables(directory, tables(_counted(directory, record)))
        elif not plots:
            raise BadInput(str(directory / TALLY), Words("no such file"), "the counts of the run, to make its tables of")
        if plots:
            written += write_plots_and_page(directory)
    return written


def _comparison_again(directory: Path, record: dict, plots: bool) -> list[Path]:
    # What reads them back brings the simulation along, which only those who need it should wait for.
    from fr_sim.runs.comparison_run import load_compared

    compared = load_compared(directory, record)
    with told_as_bad_input(directory):
        written = _write_tables(directory, comparison_tables(compared))
        if plots:
            from fr_sim.report.comparison import write_comparison_report

            written += write_comparison_report(directory, compared)
    return written


def _tour_again(directory: Path, plots: bool) -> list[Path]:
    from fr_sim.runs.tour_run import load_tour

    results = load_tour(directory)
    with told_as_bad_input(directory):
        written = _write_tables(directory, tour_tables(results))
        if plots:
            from fr_sim.report.tours import write_tour_report

            written += write_tour_report(directory, results)
    return written


def _counted(directory: Path, record: dict) -> Results:
    """What the run was asked and what it counted; the counts must be those that the record speaks of."""
    try:
        question, chunks, digest = question_of_record(record), int(record["chunks"]), record["digest"]
    except KeyError as error:
        raise BadInput(str(directory / RECORD), Words(f"no {error.args[0]}"), "the record of a run") from None
    except (TypeError, ValueError, AttributeError) as error:
        raise BadInput(str(directory / RECORD), Words(str(error)), "the record of a run") from None
    results = Results(question, load_tally(directory / TALLY), chunks)
    if not has_counts_of(record, results):
        raise BadInput(str(directory / TALLY), Words("other counts"), f"those of the digest in {RECORD}, {digest}")
    return results


def _write_tables(directory: Path, new_tables: dict[str, Table]) -> list[Path]:
    """Write all tables aside, then put each in its place, so that a failure leaves the old ones."""
    table_format = "parquet" if (directory / "teams.parquet").is_file() else "csv"
    with tempfile.TemporaryDirectory(dir=directory, prefix=".tables-") as aside:
        new = [write_table(Path(aside), name, table, table_format) for name, table in new_tables.items()]
        for path in new:
            os.replace(path, directory / path.name)
    return [directory / path.name for path in new]
