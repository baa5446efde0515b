"""A comparison from its sides to the results directory: checkpoints on the way, and going on after an interruption."""

import json
import os
import shutil
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from fr_sim.arrays.counts import ADDED, Tally
from fr_sim.comparison import Compared, Comparison, Counts, PairedSums, empty_counts, named_counts
from fr_sim.differences import comparison_tables
from fr_sim.files.tables import require_pyarrow, write_table
from fr_sim.game.errors import BadInput, Words
from fr_sim.races.record import RECORD, differences, has_counts_of, read_record
from fr_sim.runs.checkpoint import load_arrays, save_arrays
from fr_sim.runs.comparison_record import DECIDED_BY, compared_record, comparison_of_record, comparison_record
from fr_sim.runs.directory import TALLY, ResultsDirectory, told_as_bad_input
from fr_sim.runs.interruption import Interruption
from fr_sim.runs.stored_run import CHECKPOINT_SECONDS
from fr_sim.simulate import CHUNK_RACES
from fr_sim.simulate.compared import ComparisonStopped, compare

if TYPE_CHECKING:
    from fr_sim.policies.own_files import OwnPolicies


@dataclass(frozen=True)
class StoredComparison:
    """A comparison and where it is; `was_done` says that it had been there before, so that nothing was played."""

    compared: Compared
    directory: Path
    files: tuple[Path, ...] = ()
    resumed_at: int = 0
    was_done: bool = False


def compare_into(
    directory: ResultsDirectory,
    comparison: Comparison,
    own: "OwnPolicies | None" = None,
    *,
    resume: bool = False,
    table_format: str = "csv",
    threads: int | None = None,
    chunk_races: int = CHUNK_RACES,
    command: str | None = None,
    progress: Callable[[Tally], None] | None = None,
    afterwards: Callable[[Path, Compared], object] | None = None,
) -> StoredComparison:
    """Answer `comparison` and write tables, counts and record to `directory`; `afterwards(path, compared)` may add a report.

    Once a second, and when interrupted, the counts so far are written to the directory; with `resume` the comparison goes on from there,
    and a finished one is read back. Raises BadInput for a directory that may not be written to and for a resumed comparison with other
    options, KeyboardInterrupt when interrupted.
    """
    if table_format == "parquet":
        require_pyarrow("--format parquet")
    with directory.claimed(resume):
        begun = _begun(directory, comparison) if resume else None
        if resume and begun is None and (done := _finished(directory, comparison)) is not None:
            return StoredComparison(done, directory.path, was_done=True)
        resumed_at = begun.races if begun is not None else 0
        with told_as_bad_input(directory.path):
            try:
                compared = _play(directory, comparison, own, threads, chunk_races, progress, begun)
            except BadInput:
                if begun is None:
                    directory.forget_unfinished()  # a user's policy went wrong: there is nothing to go on with
                raise
            files = _write(directory, compared, table_format, command)
            if afterwards is not None:
                afterwards(directory.path, compared)
            directory.forget_unfinished()
        return StoredComparison(compared, directory.path, tuple(files), resumed_at)


def load_compared(directory: Path, record: dict[str, Any] | None = None) -> Compared:
    """The comparison that a finished run left in `directory`. Raises BadInput where there is none, or other counts than it speaks of."""
    record = read_record(directory) if record is None else record
    if record is None:
        raise BadInput(str(directory), Words(f"no {RECORD} of a comparison"), "the results directory of a comparison")
    try:
        comparison, chunks, digest = comparison_of_record(record), int(record["chunks"]), record["digest"]
    except KeyError as error:
        raise BadInput(str(directory / RECORD), Words(f"no {error.args[0]}"), "the record of a comparison") from None
    except (TypeError, ValueError, AttributeError) as error:
        raise BadInput(str(directory / RECORD), Words(str(error)), "the record of a comparison") from None
    compared = Compared(comparison, load_counts(directory / TALLY, comparison), chunks)
    if not has_counts_of(record, compared):
        raise BadInput(str(directory / TALLY), Words("other counts"), f"those of the digest in {RECORD}, {digest}")
    return compared


def save_counts(path: Path, counts: Counts, compressed: bool = False) -> None:
    """Write `counts` to `path` at once: whoever reads it meets the old counts or the new, never half of them."""
    save_arrays(path, named_counts(counts), compressed)


def load_counts(path: Path, comparison: Comparison) -> Counts:
    """The counts at `path`. Raises BadInput for a file that holds none of `comparison`."""
    alike = named_counts(empty_counts(comparison))
    added = {name for name in alike if name.partition(".")[2] in ADDED}
    arrays = load_arrays(path, alike, "the counts of a comparison", added)
    sums = PairedSums(*(arrays[f"sums.{name}"] for name in PairedSums._fields))
    sides = range(len(comparison.sides))
    return Counts(tuple(Tally(*(arrays[f"side{side}.{name}"] for name in Tally._fields)) for side in sides), sums)


def _play(
    directory: ResultsDirectory,
    comparison: Comparison,
    own: "OwnPolicies | None",
    threads: int | None,
    chunk_races: int,
    progress: Callable[[Tally], None] | None,
    begun: Counts | None,
) -> Compared:
    """All races that are left, with the counts kept on disk."""
    folder = directory.unfinished
    counts = empty_counts(comparison) if begun is None else begun
    if begun is None:
        directory.forget_unfinished()
        (folder / RECORD).write_text(json.dumps(comparison_record(comparison)), encoding="utf-8")
        save_counts(folder / TALLY, counts)
    saved_at = time.monotonic()

    def after_chunk(tally: Tally) -> None:
        nonlocal saved_at
        interruption.listen()
        if time.monotonic() - saved_at >= CHECKPOINT_SECONDS:
            save_counts(folder / TALLY, counts)
            saved_at = time.monotonic()
        if progress is not None:
            progress(tally)

    with Interruption() as interruption:
        try:
            compared = compare(
                comparison,
                own,
                threads=threads,
                chunk_races=chunk_races,
                progress=after_chunk,
                begun=counts,
                stop=lambda: interruption.happened,
            )
        except ComparisonStopped:
            save_counts(folder / TALLY, counts)
            raise KeyboardInterrupt from None
        save_counts(folder / TALLY, counts)
        if interruption.happened:
            raise KeyboardInterrupt
    return compared


def _begun(directory: ResultsDirectory, comparison: Comparison) -> Counts | None:
    """The counts of the unfinished comparison, None where there is none."""
    record = read_record(directory.unfinished)
    if record is None or not (directory.unfinished / TALLY).exists():
        return None
    _refuse_other_options(directory.path, record, comparison)
    return load_counts(directory.unfinished / TALLY, comparison)


def _finished(directory: ResultsDirectory, comparison: Comparison) -> Compared | None:
    """The finished comparison, None where there is none."""
    record = read_record(directory.path)
    if record is None:
        return None
    _refuse_other_options(directory.path, record, comparison)
    return load_compared(directory.path, record)


def _refuse_other_options(path: Path, record: dict[str, Any], comparison: Comparison) -> None:
    different = differences(record, comparison_record(comparison), DECIDED_BY)
    if different:
        options = ", ".join(DECIDED_BY[key] for key in different)
        raise BadInput(str(path), Words(f"--resume with another {options}"), "the options of the comparison that is there")


def _write(directory: ResultsDirectory, compared: Compared, table_format: str, command: str | None) -> list[Path]:
    """Write all files aside, then move them to their place."""
    staged = directory.unfinished / "finished"
    shutil.rmtree(staged, ignore_errors=True)  # half of them, where an earlier attempt was interrupted
    staged.mkdir()
    for name, table in comparison_tables(compared).items():
        write_table(staged, name, table, table_format)
    save_counts(staged / TALLY, compared.counts, compressed=True)
    record = json.dumps(compared_record(compared, command), indent=1, ensure_ascii=False)
    (staged / RECORD).write_text(record + "\n", encoding="utf-8")
    files = directory.install(staged)
    os.rmdir(staged)
    return files
