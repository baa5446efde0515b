"""A run from its question to the results directory: checkpoints on the way, and going on after an interruption."""

import json
import os
import shutil
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from fr_sim.arrays.counts import Finishes, Tally, empty_tally
from fr_sim.files.tables import require_pyarrow, write_table
from fr_sim.game.errors import BadInput, Words
from fr_sim.races.record import DECIDED_BY, RECORD, check_record, differences, question_of_record, question_record, read_record, run_record
from fr_sim.races.results import Question, Results
from fr_sim.races.tables import tables
from fr_sim.runs.checkpoint import load_tally, save_tally
from fr_sim.runs.directory import RAW, TALLY, ResultsDirectory, told_as_bad_input
from fr_sim.runs.interruption import Interruption
from fr_sim.runs.races_parquet import RaceRows
from fr_sim.simulate import CHUNK_RACES, Stopped, answer
from fr_sim.simulate.plan import Chunk

if TYPE_CHECKING:
    from fr_sim.policies.own_files import OwnPolicies

#: Seconds between two checkpoints.
CHECKPOINT_SECONDS = 1.0


@dataclass(frozen=True)
class StoredRun:
    """Results and where they are; `was_done` says that they had been there before, so that nothing was played."""

    results: Results
    directory: Path
    files: tuple[Path, ...] = ()
    resumed_at: int = 0
    was_done: bool = False


def run_into(
    directory: ResultsDirectory,
    question: Question,
    own: "OwnPolicies | None" = None,
    *,
    resume: bool = False,
    raw: bool = False,
    table_format: str = "csv",
    threads: int | None = None,
    chunk_races: int = CHUNK_RACES,
    command: str | None = None,
    progress: Callable[[Tally], None] | None = None,
    afterwards: Callable[[Path], object] | None = None,
) -> StoredRun:
    """Answer `question` and write tables, counts and record to `directory`; `afterwards(path)` may add a report.

    Once a second, and when interrupted, the counts so far are written to the directory; with `resume` the run goes on from there, and
    a finished one is read back. Raises BadInput for a directory that may not be written to and for a resumed run with other
    options, KeyboardInterrupt when interrupted.
    """
    for option, needed in (("--raw", raw), ("--format parquet", table_format == "parquet")):
        if needed:
            require_pyarrow(option)
    with directory.claimed(resume):
        begun = _begun(directory, question, raw) if resume else None
        if resume and begun is None and (done := _finished(directory, question, raw)) is not None:
            return StoredRun(done, directory.path, was_done=True)
        resumed_at = int(begun.races[0]) if begun is not None else 0
        with _left_as_it_was(directory), told_as_bad_input(directory.path):
            keeper = _Keeper(directory, question, raw, begun)
            try:
                results = keeper.play(own, threads, chunk_races, progress)
            except BadInput:
                if begun is None:
                    directory.forget_unfinished()  # a user's policy went wrong: there is nothing to go on with
                raise
            files = _write_results(directory, results, keeper.rows, table_format, command, raw)
            if afterwards is not None:
                afterwards(directory.path)
            directory.forget_unfinished()
        return StoredRun(results, directory.path, tuple(files), resumed_at)


def load_results(directory: Path) -> Results:
    """The results that a finished run left in `directory`. Raises BadInput where there are none."""
    record = read_record(directory)
    if record is None:
        raise BadInput(str(directory), Words(f"no {RECORD} of a run"), "the results directory of a run")
    check_record(record, str(directory / RECORD))
    try:
        question = question_of_record(record)
        chunks = int(record["chunks"])
    except (KeyError, TypeError, ValueError, AttributeError) as error:
        raise BadInput(str(directory / RECORD), Words(f"a record that lacks something ({error})"), "what a run wrote") from None
    return Results(question, load_tally(directory / TALLY), chunks)


@contextmanager
def _left_as_it_was(directory: ResultsDirectory) -> Iterator[None]:
    """After a failure or an interruption before the first race was kept, nothing is left to go on with."""
    try:
        yield
    except BaseException:
        kept = directory.unfinished / TALLY
        if not kept.exists() or load_tally(kept).races[0] == 0:
            directory.forget_unfinished()
        raise


class _Keeper:
    """Plays a question and keeps what was counted on disk."""

    def __init__(self, directory: ResultsDirectory, question: Question, raw: bool, begun: Tally | None):
        self._folder = directory.unfinished
        self._question = question
        self._saved_at = time.monotonic()
        self._tally = empty_tally() if begun is None else begun
        if begun is None:
            directory.forget_unfinished()
            (self._folder / RECORD).write_text(json.dumps(question_record(question, raw)), encoding="utf-8")
            save_tally(self._folder / TALLY, self._tally)
        self.rows = RaceRows(self._folder / "parts", question.lineup) if raw else None
        if self.rows is not None:
            self.rows.resume(int(self._tally.races[0]))

    def play(self, own: "OwnPolicies | None", threads: int | None, chunk_races: int, progress: Callable[[Tally], None] | None) -> Results:
        """All races that are left."""

        def after_chunk(tally: Tally) -> None:
            interruption.listen()
            self._save_now_and_then()
            if progress is not None:
                progress(tally)

        with Interruption() as interruption:
            try:
                results = answer(
                    self._question,
                    own,
                    threads=threads,
                    chunk_races=chunk_races,
                    finishes=self._take if self.rows is not None else None,
                    progress=after_chunk,
                    begun=self._tally,
                    stop=lambda: interruption.happened,
                )
            except Stopped:
                self._save()
                raise KeyboardInterrupt from None
            self._save()
            if interruption.happened:
                raise KeyboardInterrupt
        return results

    def _take(self, chunk: Chunk, finishes: Finishes) -> None:
        self.rows.add(chunk, finishes)

    def _save_now_and_then(self) -> None:
        is_full = self.rows is not None and self.rows.is_full
        if is_full or time.monotonic() - self._saved_at >= CHECKPOINT_SECONDS:
            self._save()

    def _save(self) -> None:
        # The rows first: counts on disk never speak of a race whose rows are not there.
        if self.rows is not None:
            self.rows.keep()
        save_tally(self._folder / TALLY, self._tally)
        self._saved_at = time.monotonic()


def _begun(directory: ResultsDirectory, question: Question, raw: bool) -> Tally | None:
    """The counts of the unfinished run, None where there is none."""
    record = read_record(directory.unfinished)
    if record is None or not (directory.unfinished / TALLY).exists():
        return None
    _refuse_other_options(directory.path, record, question, raw)
    return load_tally(directory.unfinished / TALLY)


def _finished(directory: ResultsDirectory, question: Question, raw: bool) -> Results | None:
    """The results of the finished run, None where there is none."""
    record = read_record(directory.path)
    if record is None:
        return None
    _refuse_other_options(directory.path, record, question, raw)
    return load_results(directory.path)


def _refuse_other_options(path: Path, record: dict, question: Question, raw: bool) -> None:
    asked = question_record(question, raw)
    different = differences(record, asked)
    if different:
        options = dict.fromkeys(option for key in different for option in DECIDED_BY[key].split(", "))
        told = "; ".join(
            f"{DECIDED_BY[key]} {_short(record.get(key))}" for key in different if not isinstance(record.get(key), dict | list)
        )
        found = f"--resume with another {', '.join(options)}"
        raise BadInput(str(path), Words(found), f"the options of the run that is there{f' ({told})' if told else ''}")


def _short(value: object) -> str:
    """A value of a record as a user would have said it."""
    if isinstance(value, bool):
        return "on" if value else "off"
    return "none" if value is None else str(value)


def _write_results(
    directory: ResultsDirectory, results: Results, rows: RaceRows | None, table_format: str, command: str | None, raw: bool
) -> list[Path]:
    """Write all files aside, then move them to their place."""
    staged = directory.unfinished / "finished"
    shutil.rmtree(staged, ignore_errors=True)  # half of them, where an earlier attempt was interrupted
    staged.mkdir()
    for name, table in tables(results).items():
        write_table(staged, name, table, table_format)
    if rows is not None:
        rows.join(staged / RAW)
    save_tally(staged / TALLY, results.tally, compressed=True)
    record = json.dumps(run_record(results, command, raw), indent=1, ensure_ascii=False)
    (staged / RECORD).write_text(record + "\n", encoding="utf-8")
    files = directory.install(staged)
    os.rmdir(staged)
    return files
