"""Writing one file that somebody named: whole or not at all."""

import os
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO

from fr_sim.game.errors import BadInput, Words


@contextmanager
def whole_file(path: Path, where: str, binary: bool = False) -> Iterator[IO]:
    """A file to write to that appears at `path` only once it is whole, in place of one that was there.

    What is no plain file, as a pipe or a device, is written to as it comes. Raises BadInput, which begins with `where`, for a place
    that cannot be written to and for a disk that is full.
    """
    mode, encoding = ("wb", None) if binary else ("w", "utf-8")
    try:
        if path.exists() and not path.is_file():
            with path.open(mode, encoding=encoding) as file:
                yield file
            return
        target = path.resolve()
        with tempfile.NamedTemporaryFile(mode, encoding=encoding, dir=target.parent, prefix=f".{target.name[:80]}.", delete=False) as file:
            partial = Path(file.name)
            try:
                yield file
                file.flush()
            except BaseException:
                partial.unlink()
                raise
        partial.chmod(target.stat().st_mode & 0o777 if target.exists() else 0o666 & ~_umask())
        partial.replace(target)
    except OSError as trouble:
        found = Words(trouble.strerror or str(trouble))
        raise BadInput(where, found, "a file that can be written, in a folder that exists") from None


def _umask() -> int:
    mask = os.umask(0)
    os.umask(mask)
    return mask
