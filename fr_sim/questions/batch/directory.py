"""The directory of a batch: its record, its table, its index page, and a folder `cells` with one results directory for each run."""

import json
import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from fr_sim.files.tables import Table, write_table
from fr_sim.game.errors import BadInput, Words
from fr_sim.questions.directory import FORMATS, PLOTS, UNFINISHED, ResultsDirectory, foreign_files, told_as_bad_input
from fr_sim.questions.lock import Lock
from fr_sim.races.record import PROGRAM

RECORD = "batch.json"
TABLE = "batch"
INDEX = "index.html"
CELLS = "cells"
_OWN = {RECORD, INDEX, CELLS, PLOTS, UNFINISHED, *(f"{TABLE}.{ending}" for ending in FORMATS)}


class BatchDirectory:
    """A directory that one batch writes to, by the rules of a results directory: see `ResultsDirectory`."""

    def __init__(self, path: Path, named: bool, force: bool = False):
        self.path = path
        self._may_replace = force or not named
        self._lock = Lock(path / UNFINISHED / "lock")

    def cell(self, name: str) -> ResultsDirectory:
        """The results directory of one run."""
        return ResultsDirectory(self.path / CELLS / name, named=False)

    def check(self, record: dict[str, Any], resume: bool) -> None:
        """Raise BadInput, with nothing changed, for a directory that the batch of `record` may not write to."""
        with told_as_bad_input(self.path):
            if not self.path.exists():
                return
            if not self.path.is_dir():
                raise BadInput(str(self.path), Words("a file"), "a directory")
            foreign = sorted(self._foreign())
            if foreign:
                expected = "an empty directory, a new one, or one of an earlier batch"
                raise BadInput(str(self.path), Words(f"files that no batch wrote: {', '.join(foreign[:3])}"), expected)
            if self._lock.path.exists():
                self._lock.refuse_if_held()
            there = self.read()
            if there is None:
                return
            if resume and there.get("asked") != json.loads(json.dumps(record)):
                raise BadInput(str(self.path), Words("--resume with another batch file"), "the file of the batch that is there")
            if not (resume or self._may_replace):
                raise BadInput(str(self.path), Words("another batch's results"), "--resume, --force to replace them, or another directory")

    @contextmanager
    def claimed(self, record: dict[str, Any], resume: bool) -> Iterator[None]:
        """Hold the directory for the batch of `record`; without `resume` whatever an earlier batch left there is removed."""
        self.check(record, resume)
        try:
            with told_as_bad_input(self.path):
                self._lock.path.parent.mkdir(parents=True, exist_ok=True)
                self._lock.acquire()
                if not resume:
                    self._remove_everything()
                (self.path / CELLS).mkdir(exist_ok=True)
            yield
        finally:
            self._lock.release()
            shutil.rmtree(self._lock.path.parent, ignore_errors=True)

    def read(self) -> dict[str, Any] | None:
        """The record of the batch that is there, None where there is none."""
        try:
            record = json.loads((self.path / RECORD).read_text(encoding="utf-8"))
        except (FileNotFoundError, ValueError):
            return None
        return record if isinstance(record, dict) and record.get("program") == PROGRAM else None

    def write(self, record: dict[str, Any]) -> None:
        """Write the record, in place of an older one at once."""
        beside = self.path / UNFINISHED / RECORD
        beside.write_text(json.dumps({"program": PROGRAM, **record}, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
        os.replace(beside, self.path / RECORD)

    def write_table(self, table: Table, table_format: str) -> Path:
        """Write the table aside, then put it in its place, and remove that of another format; its path."""
        aside = self.path / UNFINISHED
        aside.mkdir(exist_ok=True)
        written = write_table(aside, TABLE, table, table_format)
        for ending in FORMATS:
            (self.path / f"{TABLE}.{ending}").unlink(missing_ok=True)
        return written.replace(self.path / written.name)

    def _foreign(self) -> Iterator[str]:
        is_own = self.read() is not None or (self.path / UNFINISHED).is_dir()
        for path in self.path.iterdir():
            if not is_own or path.name not in _OWN:
                yield path.name
        if is_own and (self.path / CELLS).is_dir():
            for cell in (self.path / CELLS).iterdir():
                if not cell.is_dir():
                    yield f"{CELLS}/{cell.name}"
                else:
                    yield from (f"{CELLS}/{cell.name}/{name}" for name in foreign_files(cell))

    def _remove_everything(self) -> None:
        for path in self.path.iterdir():
            if path.name == UNFINISHED:
                continue
            if path.is_dir() and not path.is_symlink():
                shutil.rmtree(path)
            else:
                path.unlink()
