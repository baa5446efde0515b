"""Answers that are kept: a question of any kind into its results directory, with checkpoints on the way, gone on with, and read back."""

import json
import os
import shutil
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from fr_sim.files.tables import require_pyarrow, write_table
from fr_sim.game.errors import BadInput, Words
from fr_sim.questions.checkpoint import load_counts, save_arrays
from fr_sim.questions.directory import TALLY, ResultsDirectory, told_as_bad_input
from fr_sim.questions.interruption import Interruption
from fr_sim.questions.loop import Stopped, play
from fr_sim.questions.protocol import Asked, Executor, Kind, Rows
from fr_sim.races.record import differences, read_record
from fr_sim.simulate.plan import Chunk

#: Seconds between two checkpoints.
CHECKPOINT_SECONDS = 1.0


@dataclass(frozen=True)
class Stored:
    """An answer and where it is; `was_done` says that it had been there before, so that nothing was played."""

    answer: Any
    directory: Path
    files: tuple[Path, ...] = ()
    resumed_at: int = 0
    was_done: bool = False


def answer_into(
    directory: ResultsDirectory,
    asked: Asked,
    *,
    resume: bool = False,
    table_format: str = "csv",
    threads: int | None = None,
    chunk_races: int | None = None,
    executor: Executor | None = None,
    command: str | None = None,
    progress: Callable[[Any], None] | None = None,
    afterwards: Callable[[Path, Any], object] | None = None,
) -> Stored:
    """Answer `asked` and write tables, counts and record to `directory`; `afterwards(path, answer)` may add a report.

    Once a second, and when interrupted, the counts so far are written to the directory; with `resume` the races go on from there, and a
    finished answer is read back. Raises BadInput for a directory that may not be written to and for a resumed question with other
    options, KeyboardInterrupt when interrupted.
    """
    asked.check()
    if table_format == "parquet":
        require_pyarrow("--format parquet")
    with directory.claimed(resume):
        begun = _begun(directory, asked) if resume else None
        if resume and begun is None and (done := _finished(directory, asked)) is not None:
            return Stored(done, directory.path, was_done=True)
        resumed_at = 0 if begun is None else asked.races_in(begun)
        with _left_as_it_was(directory, asked), told_as_bad_input(directory.path):
            keeper = _Keeper(directory, asked, begun)
            try:
                answer = keeper.play(threads=threads, chunk_races=chunk_races, executor=executor, progress=progress)
            except BadInput:
                if begun is None:
                    directory.forget_unfinished()  # a user's policy went wrong: there is nothing to go on with
                raise
            files = _write(directory, asked, answer, keeper.rows, table_format, command)
            if afterwards is not None:
                afterwards(directory.path, answer)
            directory.forget_unfinished()
        return Stored(answer, directory.path, tuple(files), resumed_at)


def read_back(directory: Path, kind: Kind, record: dict[str, Any] | None = None) -> tuple[Asked, Any]:
    """The question and the answer that is finished in `directory`, of a `kind` that is known; its `record`, if somebody has read it.

    Raises BadInput where there is none, for a record that is none, and for other counts than it speaks of.
    """
    name = kind.files.record
    record = read_record(directory, name) if record is None else record
    if record is None:
        raise BadInput(str(directory), Words(f"no {name} of a {kind.noun}"), f"the results directory of a {kind.noun}")
    return _of_record(directory, kind, record)


def _of_record(directory: Path, kind: Kind, record: dict[str, Any]) -> tuple[Asked, Any]:
    where = directory / kind.files.record
    try:
        asked, chunks, digest = kind.of_record(record, str(where)), int(record["chunks"]), record["digest"]
    except KeyError as error:
        raise BadInput(str(where), Words(f"no {error.args[0]}"), f"the record of a {kind.noun}") from None
    except (TypeError, ValueError, AttributeError, IndexError) as error:
        raise BadInput(str(where), Words(str(error)), f"the record of a {kind.noun}") from None
    answer = asked.answer(load_counts(directory / TALLY, asked), chunks)
    found = {"digest": answer.digest, **asked.found(answer)}
    if any(record.get(key, value) != value for key, value in found.items()):
        raise BadInput(str(directory / TALLY), Words("other counts"), f"those of the digest in {where.name}, {digest}")
    return asked, answer


@contextmanager
def _left_as_it_was(directory: ResultsDirectory, asked: Asked) -> Iterator[None]:
    """After a failure or an interruption before the first race was kept, nothing is left to go on with."""
    try:
        yield
    except BaseException:
        kept = directory.unfinished / TALLY
        if not kept.exists() or asked.races_in(load_counts(kept, asked)) == 0:
            directory.forget_unfinished()
        raise


class _Keeper:
    """Plays a question and keeps what was counted on disk."""

    def __init__(self, directory: ResultsDirectory, asked: Asked, begun: Any):
        self._folder = directory.unfinished
        self._asked = asked
        self._saved_at = time.monotonic()
        self._counts = asked.empty() if begun is None else begun
        if begun is None:
            directory.forget_unfinished()
            (self._folder / asked.kind.files.record).write_text(json.dumps(asked.record()), encoding="utf-8")
            self._save_counts()
        self.rows = asked.rows(self._folder / "parts")
        if self.rows is not None:
            self.rows.resume(asked.races_in(self._counts))

    def play(self, progress: Callable[[Any], None] | None, **playing: Any) -> Any:
        """All races that are left."""

        def after_chunk(counts: Any) -> None:
            interruption.listen()
            self._save_now_and_then()
            if progress is not None:
                progress(counts)

        with Interruption() as interruption:
            try:
                answer = play(
                    self._asked,
                    rows=None if self.rows is None else self._take,
                    progress=after_chunk,
                    begun=self._counts,
                    stop=lambda: interruption.happened,
                    **playing,
                )
            except Stopped:
                self._save()
                raise KeyboardInterrupt from None
            self._save()
            if interruption.happened:
                raise KeyboardInterrupt
        return answer

    def _take(self, chunk: Chunk, rows: Any) -> None:
        self.rows.add(chunk, rows)

    def _save_now_and_then(self) -> None:
        is_full = self.rows is not None and self.rows.is_full
        if is_full or time.monotonic() - self._saved_at >= CHECKPOINT_SECONDS:
            self._save()

    def _save(self) -> None:
        # The rows first: counts on disk never speak of a race whose rows are not there.
        if self.rows is not None:
            self.rows.keep()
        self._save_counts()
        self._saved_at = time.monotonic()

    def _save_counts(self) -> None:
        save_arrays(self._folder / TALLY, self._asked.named(self._counts))


def _begun(directory: ResultsDirectory, asked: Asked) -> Any:
    """The counts of the unfinished answer, None where there is none."""
    record = read_record(directory.unfinished, asked.kind.files.record)
    if record is None or not (directory.unfinished / TALLY).exists():
        return None
    _refuse_other_options(directory.path, record, asked)
    return load_counts(directory.unfinished / TALLY, asked)


def _finished(directory: ResultsDirectory, asked: Asked) -> Any:
    """The finished answer, None where there is none."""
    record = read_record(directory.path, asked.kind.files.record)
    if record is None:
        return None
    _refuse_other_options(directory.path, record, asked)
    return _of_record(directory.path, asked.kind, record)[1]


def _refuse_other_options(path: Path, record: dict[str, Any], asked: Asked) -> None:
    decided_by = asked.kind.decided_by
    different = differences(record, asked.record(), decided_by)
    if different:
        options = dict.fromkeys(option for key in different for option in decided_by[key].split(", "))
        told = "; ".join(
            f"{decided_by[key]} {_short(record.get(key))}" for key in different if not isinstance(record.get(key), dict | list)
        )
        found = f"--resume with another {', '.join(options)}"
        raise BadInput(str(path), Words(found), f"the options of the {asked.kind.noun} that is there{f' ({told})' if told else ''}")


def _short(value: object) -> str:
    """A value of a record as a user would have said it."""
    if isinstance(value, bool):
        return "on" if value else "off"
    return "none" if value is None else str(value)


def _write(directory: ResultsDirectory, asked: Asked, answer: Any, rows: Rows | None, table_format: str, command: str | None) -> list[Path]:
    """Write all files aside, then move them to their place."""
    staged = directory.unfinished / "finished"
    shutil.rmtree(staged, ignore_errors=True)  # half of them, where an earlier attempt was interrupted
    staged.mkdir()
    for name, table in asked.tables(answer).items():
        write_table(staged, name, table, table_format)
    if rows is not None:
        rows.join(staged)
    save_arrays(staged / TALLY, asked.named(asked.counts_of(answer)), compressed=True)
    record = json.dumps(asked.whole_record(answer, command), indent=1, ensure_ascii=False)
    (staged / asked.kind.files.record).write_text(record + "\n", encoding="utf-8")
    files = directory.install(staged)
    os.rmdir(staged)
    return files
