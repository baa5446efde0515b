"""The results directory: what may be in it, who may write to it, and how finished results take their place.

While a run goes on everything of it is in a hidden folder inside; finished files move out of there at once, the record last. So an
earlier run's results stay until the new ones are whole, and an interrupted run can go on.
"""

import errno
import os
import shutil
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

from fr_sim.game.errors import BadInput, Words
from fr_sim.questions.lock import Lock
from fr_sim.races.record import RECORD, read_record
from fr_sim.races.tables import TABLES

#: The hidden folder of a run that is not finished.
UNFINISHED = ".unfinished"
TALLY = "tally.npz"
REPORT = "report.html"
PLOTS = "plots"
RAW = "races.parquet"
FORMATS = ("csv", "parquet")

#: Tables that a comparison writes beside those of a run.
COMPARED = ("differences", "differences_by_seat")


class Files(NamedTuple):
    """What a kind of results directory may hold: the file of its record, and every file beside the plots."""

    record: str
    all: frozenset[str]


def files_of(record: str, tables: Iterable[str], *others: str) -> Files:
    """The files of a kind with a `record`: also counts, page, `others`, and `tables` in every format."""
    return Files(record, frozenset({record, TALLY, REPORT, *others, *(f"{name}.{ending}" for name in tables for ending in FORMATS)}))


#: A run and a comparison have records of one name, so either may take the place of the other.
RUN = files_of(RECORD, (*TABLES, *COMPARED), RAW)
#: Left by file browsers without anybody's doing.
_UNNOTICED = {".DS_Store", "Thumbs.db", "desktop.ini"}


def default_directory(command: str, stage_word: str) -> Path:
    """Where results go when nobody says where."""
    return Path("reports") / f"{command}-{stage_word}"


class ResultsDirectory:
    """A directory that one run writes its results to.

    `named` says that the user chose it, so that nothing of another run in it is replaced without `force`.
    """

    def __init__(self, path: Path, named: bool, force: bool = False, files: Files = RUN):
        self.path = path
        self.files = files
        self.unfinished = path / UNFINISHED
        self._may_replace = force or not named
        self._lock = Lock(self.unfinished / "lock")

    def refuse_if_in_use(self) -> None:
        """Raise BadInput for a directory in use by a living run other than this one."""
        with told_as_bad_input(self.path):
            if not self._lock.is_ours and self._lock.path.exists():
                self._lock.refuse_if_held()

    def check(self, resume: bool = False) -> None:
        """Raise BadInput, with nothing changed, for a directory in use by a living run, one with foreign files, and one with results or
        an unfinished run that may not be replaced, unless to `resume`."""
        self.refuse_if_in_use()
        with told_as_bad_input(self.path):
            self._refuse_foreign_files()
            if resume:
                self._refuse_another_command()
            elif not self._may_replace:
                self._refuse_another_run()

    @contextmanager
    def claimed(self, resume: bool = False) -> Iterator[None]:
        """Hold the directory for this run, created if need be; on leaving, folders that were created and are empty are removed.

        Whoever holds it already goes on holding it. Raises BadInput for what `check` refuses, and where nothing can be written.
        """
        if self._lock.is_ours:
            yield
            return
        self.check(resume)
        with told_as_bad_input(self.path):
            missing = [folder for folder in (self.path, *self.path.parents) if not folder.exists()]
        try:
            with told_as_bad_input(self.path):
                self.unfinished.mkdir(parents=True, exist_ok=True)
                self._lock.acquire()
            yield
        finally:
            self._lock.release()
            _remove_empty([self.unfinished, *missing])

    def forget_unfinished(self) -> None:
        """Remove what only an unfinished run needs: the checkpoint of an earlier one, or of this one when it is done."""
        with told_as_bad_input(self.path):
            for leftover in self.unfinished.iterdir():
                if leftover.name != "lock":
                    _remove(leftover)

    def install(self, staged: Path) -> list[Path]:
        """Move the finished files of folder `staged` into the directory, in place of an earlier run's; the files' paths."""
        new = sorted((path for path in staged.iterdir()), key=lambda path: (path.name == self.files.record, path.name))
        with told_as_bad_input(self.path):
            stale = (self.files.all | {PLOTS}) - {path.name for path in new}
            for name in sorted(stale):
                _remove(self.path / name)
            for path in new:
                os.replace(path, self.path / path.name)
        return [self.path / path.name for path in new]

    def _refuse_foreign_files(self) -> None:
        if not self.path.exists():
            return
        if not self.path.is_dir():
            raise BadInput(str(self.path), Words("a file"), "a directory")
        foreign = sorted(foreign_files(self.path, self.files))
        if foreign:
            named = ", ".join(foreign[:3]) + (f" and {len(foreign) - 3} more" if len(foreign) > 3 else "")
            raise BadInput(
                str(self.path), Words(f"files that no run wrote: {named}"), "an empty directory, a new one, or one of an earlier run"
            )

    def _refuse_another_command(self) -> None:
        others = {path.name for path in self.unfinished.glob("*.json")} - {self.files.record}
        if others:
            raise BadInput(str(self.path), Words("what another command has begun"), f"an unfinished run with a {self.files.record}")

    def _refuse_another_run(self) -> None:
        if any(self.unfinished.glob("*.json")):
            raise BadInput(
                str(self.path), Words("an unfinished run"), "--resume to go on with it, --force to begin anew, or another directory"
            )
        if (self.path / self.files.record).exists():
            raise BadInput(str(self.path), Words("another run's results"), "--force to replace them, or another directory")


def foreign_files(directory: Path, files: Files = RUN) -> Iterable[str]:
    """Names in `directory` that no run of this program wrote; without a record there, anything but an unfinished run's folder."""
    is_own = read_record(directory, files.record) is not None or (directory / UNFINISHED).is_dir()
    for path in directory.iterdir():
        if path.name in _UNNOTICED or (path.name == UNFINISHED and path.is_dir()):
            continue
        if path.name == PLOTS and path.is_dir() and is_own:
            yield from (
                f"{PLOTS}/{plot.name}" for plot in path.iterdir() if plot.suffix not in (".svg", ".png") and plot.name not in _UNNOTICED
            )
        elif not (is_own and path.name in files.all and path.is_file()):
            yield path.name


@contextmanager
def told_as_bad_input(where: Path) -> Iterator[None]:
    """Turn what the operating system refuses into BadInput, so that it is told in one sentence."""
    try:
        yield
    except OSError as error:
        expected = "a directory that can be written to"
        if error.errno in (errno.ENOSPC, errno.EDQUOT, errno.EFBIG):
            expected = "room on the disk; finished chunks are kept, and --resume goes on from them"
        elif isinstance(error, NotADirectoryError | FileExistsError):
            expected = "a directory"
        refused = Path(error.filename or where)
        shown = where if UNFINISHED in refused.parts else refused
        raise BadInput(str(shown), Words(error.strerror or str(error)), expected) from error


def _remove(path: Path) -> None:
    if path.is_dir() and not path.is_symlink():
        shutil.rmtree(path)
    else:
        path.unlink(missing_ok=True)


def _remove_empty(folders: Iterable[Path]) -> None:
    """Remove `folders`, the inner ones first, up to the first that is not empty."""
    for folder in folders:
        try:
            folder.rmdir()
        except OSError:
            return
