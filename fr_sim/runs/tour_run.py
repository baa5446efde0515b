"""A tour from its stages to the results directory: checkpoints on the way, and going on after an interruption."""

import json
import os
import shutil
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from fr_sim.files.tables import require_pyarrow, write_table
from fr_sim.game.errors import BadInput, Words
from fr_sim.races.record import TOUR_RECORD, differences, read_record
from fr_sim.runs.checkpoint import load_arrays, save_arrays
from fr_sim.runs.directory import FORMATS, REPORT, TALLY, Kind, ResultsDirectory, told_as_bad_input
from fr_sim.runs.interruption import Interruption
from fr_sim.runs.stored_run import CHECKPOINT_SECONDS
from fr_sim.runs.tour_record import DECIDED_BY, ridden_record, tour_of_record, tour_record
from fr_sim.simulate.tours import CHUNK_TOURS, TourStopped, ride_tours
from fr_sim.tour_tables import TOUR_TABLES, tour_tables
from fr_sim.tours import Tour, TourCounts, TourResults, empty_tour_counts

if TYPE_CHECKING:
    from fr_sim.policies.own_files import OwnPolicies

#: What a tour's directory holds.
TOUR = Kind(TOUR_RECORD, frozenset({TOUR_RECORD, TALLY, REPORT, *(f"{name}.{ending}" for name in TOUR_TABLES for ending in FORMATS)}))


@dataclass(frozen=True)
class StoredTour:
    """A tour's results and where they are; `was_done` says that they had been there before, so that nothing was ridden."""

    results: TourResults
    directory: Path
    files: tuple[Path, ...] = ()
    resumed_at: int = 0
    was_done: bool = False


def tour_into(
    directory: ResultsDirectory,
    tour: Tour,
    own: "OwnPolicies | None" = None,
    *,
    resume: bool = False,
    table_format: str = "csv",
    threads: int | None = None,
    chunk_tours: int = CHUNK_TOURS,
    command: str | None = None,
    progress: Callable[[TourCounts], None] | None = None,
    afterwards: Callable[[Path, TourResults], object] | None = None,
) -> StoredTour:
    """Ride `tour` and write tables, counts and record to `directory`, which is of kind TOUR; `afterwards(path, results)` may add a report.

    Once a second, and when interrupted, the counts so far are written to the directory; with `resume` the tours go on from there, and
    finished ones are read back. Raises BadInput for a directory that may not be written to and for resumed tours with other options,
    KeyboardInterrupt when interrupted.
    """
    if table_format == "parquet":
        require_pyarrow("--format parquet")
    with directory.claimed(resume):
        begun = _begun(directory, tour) if resume else None
        if resume and begun is None and (done := _finished(directory, tour)) is not None:
            return StoredTour(done, directory.path, was_done=True)
        resumed_at = int(begun.races[0]) if begun is not None else 0
        with told_as_bad_input(directory.path):
            try:
                results = _ride(directory, tour, own, threads, chunk_tours, progress, begun)
            except BadInput:
                if begun is None:
                    directory.forget_unfinished()  # a user's policy went wrong: there is nothing to go on with
                raise
            files = _write(directory, results, table_format, command)
            if afterwards is not None:
                afterwards(directory.path, results)
            directory.forget_unfinished()
        return StoredTour(results, directory.path, tuple(files), resumed_at)


def load_tour(directory: Path, record: dict[str, Any] | None = None) -> TourResults:
    """The results that a finished tour left in `directory`. Raises BadInput where there are none, or other counts than its record's."""
    record = read_record(directory, TOUR_RECORD) if record is None else record
    if record is None:
        raise BadInput(str(directory), Words(f"no {TOUR_RECORD} of a tour"), "the results directory of a tour")
    try:
        tour, chunks, digest = tour_of_record(record), int(record["chunks"]), record["digest"]
    except KeyError as error:
        raise BadInput(str(directory / TOUR_RECORD), Words(f"no {error.args[0]}"), "the record of a tour") from None
    except (TypeError, ValueError, AttributeError, IndexError) as error:
        raise BadInput(str(directory / TOUR_RECORD), Words(str(error)), "the record of a tour") from None
    results = TourResults(tour, load_tour_counts(directory / TALLY, tour), chunks)
    if results.digest != digest:
        raise BadInput(str(directory / TALLY), Words("other counts"), f"those of the digest in {TOUR_RECORD}, {digest}")
    return results


def load_tour_counts(path: Path, tour: Tour) -> TourCounts:
    """The counts at `path`. Raises BadInput for a file that holds none of `tour`."""
    return TourCounts(**load_arrays(path, empty_tour_counts(tour)._asdict(), "the counts of a tour"))


def _ride(
    directory: ResultsDirectory,
    tour: Tour,
    own: "OwnPolicies | None",
    threads: int | None,
    chunk_tours: int,
    progress: Callable[[TourCounts], None] | None,
    begun: TourCounts | None,
) -> TourResults:
    """All tours that are left, with the counts kept on disk."""
    folder = directory.unfinished
    counts = empty_tour_counts(tour) if begun is None else begun
    if begun is None:
        directory.forget_unfinished()
        (folder / TOUR_RECORD).write_text(json.dumps(tour_record(tour)), encoding="utf-8")
        save_arrays(folder / TALLY, counts._asdict())
    saved_at = time.monotonic()

    def after_chunk(so_far: TourCounts) -> None:
        nonlocal saved_at
        interruption.listen()
        if time.monotonic() - saved_at >= CHECKPOINT_SECONDS:
            save_arrays(folder / TALLY, counts._asdict())
            saved_at = time.monotonic()
        if progress is not None:
            progress(so_far)

    with Interruption() as interruption:
        try:
            results = ride_tours(
                tour,
                own,
                threads=threads,
                chunk_tours=chunk_tours,
                progress=after_chunk,
                begun=counts,
                stop=lambda: interruption.happened,
            )
        except TourStopped:
            save_arrays(folder / TALLY, counts._asdict())
            raise KeyboardInterrupt from None
        save_arrays(folder / TALLY, counts._asdict())
        if interruption.happened:
            raise KeyboardInterrupt
    return results


def _begun(directory: ResultsDirectory, tour: Tour) -> TourCounts | None:
    """The counts of the unfinished tours, None where there are none."""
    record = read_record(directory.unfinished, TOUR_RECORD)
    if record is None or not (directory.unfinished / TALLY).exists():
        return None
    _refuse_other_options(directory.path, record, tour)
    return load_tour_counts(directory.unfinished / TALLY, tour)


def _finished(directory: ResultsDirectory, tour: Tour) -> TourResults | None:
    """The finished tours, None where there are none."""
    record = read_record(directory.path, TOUR_RECORD)
    if record is None:
        return None
    _refuse_other_options(directory.path, record, tour)
    return load_tour(directory.path, record)


def _refuse_other_options(path: Path, record: dict[str, Any], tour: Tour) -> None:
    different = differences(record, tour_record(tour), DECIDED_BY)
    if different:
        options = ", ".join(DECIDED_BY[key] for key in different)
        raise BadInput(str(path), Words(f"--resume with another {options}"), "the options of the tour that is there")


def _write(directory: ResultsDirectory, results: TourResults, table_format: str, command: str | None) -> list[Path]:
    """Write all files aside, then move them to their place."""
    staged = directory.unfinished / "finished"
    shutil.rmtree(staged, ignore_errors=True)  # half of them, where an earlier attempt was interrupted
    staged.mkdir()
    for name, table in tour_tables(results).items():
        write_table(staged, name, table, table_format)
    save_arrays(staged / TALLY, results.counts._asdict(), compressed=True)
    record = json.dumps(ridden_record(results, command), indent=1, ensure_ascii=False)
    (staged / TOUR_RECORD).write_text(record + "\n", encoding="utf-8")
    files = directory.install(staged)
    os.rmdir(staged)
    return files
