"""One living run a directory: a lock that the operating system lets go of when its process dies, however it dies."""

import json
import os
import time
from pathlib import Path
from typing import IO

from fr_sim.game.errors import BadInput, Words

try:
    import fcntl
except ImportError:  # Windows
    fcntl = None
    import msvcrt

#: The byte that Windows locks: far behind what is written, so that others can read who holds the lock.
_FAR_BYTE = 1 << 20


class Lock:
    """The lock of the run that writes to a directory, held from `acquire` to `release` or to the end of the process.

    The file says who holds it (process id and start time), for people; whether somebody does, the operating system knows. So a
    dead run's lock is none, and no process id that was given away again is mistaken for a living run.
    """

    def __init__(self, path: Path):
        self.path = path
        self._file: IO[str] | None = None

    @property
    def is_ours(self) -> bool:
        """Whether it is held, by this very object."""
        return self._file is not None

    def acquire(self) -> None:
        """Take the lock. Raises BadInput if a living run holds it, OSError if the file cannot be written."""
        file = self._open_locked()
        file.truncate(0)
        json.dump({"process": os.getpid(), "started": time.strftime("%Y-%m-%d %H:%M:%S")}, file)
        file.flush()
        self._file = file

    def refuse_if_held(self) -> None:
        """Raise BadInput if a living run holds the lock, which must exist; change nothing."""
        self._open_locked().close()

    def release(self) -> None:
        """Remove the lock's file and let go of it."""
        if self._file is not None:
            if fcntl is None:
                self._file.close()
                self.path.unlink(missing_ok=True)
            else:
                self.path.unlink(missing_ok=True)
                self._file.close()
            self._file = None

    def _open_locked(self) -> IO[str]:
        while True:
            file = open(self.path, "a+", encoding="utf-8")  # noqa: SIM115 - held as long as the lock is
            if not _try_lock(file):
                found = Words(f"a run that is going on ({_holder(file)})")
                file.close()
                raise BadInput(str(self.path.parent.parent), found, "a directory that no other run uses")
            if _is_file_at(file, self.path):
                return file
            file.close()  # its last holder removed it just now: whoever makes the next file has the lock


def _try_lock(file: IO[str]) -> bool:
    try:
        if fcntl is not None:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        else:
            file.seek(_FAR_BYTE)
            msvcrt.locking(file.fileno(), msvcrt.LK_NBLCK, 1)
    except (BlockingIOError, PermissionError):
        return False
    return True


def _is_file_at(file: IO[str], path: Path) -> bool:
    try:
        return os.path.samestat(os.fstat(file.fileno()), path.stat())
    except FileNotFoundError:
        return False


def _holder(file: IO[str]) -> str:
    try:
        file.seek(0)
        told = json.load(file)
        return f"process {told['process']}, since {told['started']}"
    except (OSError, ValueError, KeyError, TypeError):
        return "just beginning"
