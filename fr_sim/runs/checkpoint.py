"""Counts on disk: the checkpoints of a run, and the tally that finished results keep for making their tables again."""

import os
import zipfile
from pathlib import Path

import numpy as np

from fr_sim.arrays import Tally, empty_tally
from fr_sim.game.errors import BadInput, Words


def save_tally(path: Path, tally: Tally, compressed: bool = False) -> None:
    """Write `tally` to `path` at once: whoever reads it meets the old counts or the new, never half of them."""
    beside = path.with_name(path.name + ".new")
    with open(beside, "wb") as file:
        (np.savez_compressed if compressed else np.savez)(file, **tally._asdict())
    os.replace(beside, path)


def load_tally(path: Path) -> Tally:
    """The tally at `path`. Raises BadInput for a file that is none."""
    shapes = {name: counts.shape for name, counts in empty_tally()._asdict().items()}
    try:
        with np.load(path, allow_pickle=False) as stored:
            counts = {name: stored[name] for name in Tally._fields}
    except OSError as error:
        raise BadInput(str(path), Words(error.strerror or "an unreadable file"), "the counts of a run") from None
    except (ValueError, KeyError, EOFError, zipfile.BadZipFile):
        raise BadInput(str(path), Words("a broken file"), "the counts of a run") from None
    if any(counts[name].shape != shape or counts[name].dtype != np.int64 for name, shape in shapes.items()):
        raise BadInput(str(path), Words("counts of another shape"), "counts that this version of the program wrote")
    return Tally(**counts)
