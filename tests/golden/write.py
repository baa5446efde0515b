"""Writes the golden races and digests again: `python -m tests.golden.write`, in the project's folder. Look at the difference first."""

from pathlib import Path
from tempfile import TemporaryDirectory

from tests.golden import digests, races

if __name__ == "__main__":
    changed = list(races.write_all())
    with TemporaryDirectory() as folder:
        if digests.write_all(Path(folder)):
            changed.append(digests.DIGESTS)
    print("\n".join(f"written: {path}" for path in changed) or "all as they were")
