"""Counts on disk: checkpoints, and the counts that finished answers keep for making their tables again."""

import os
import zipfile
from collections.abc import Container, Mapping
from pathlib import Path
from typing import Any

import numpy as np

from fr_sim.game.errors import BadInput, Words
from fr_sim.questions.protocol import Asked


def save_arrays(path: Path, arrays: Mapping[str, np.ndarray], compressed: bool = False) -> None:
    """Write `arrays` to `path` at once: whoever reads it meets the old counts or the new, never half of them."""
    beside = path.with_name(path.name + ".new")
    with open(beside, "wb") as file:
        (np.savez_compressed if compressed else np.savez)(file, **arrays)
    os.replace(beside, path)


def load_arrays(path: Path, alike: Mapping[str, np.ndarray], expected: str, optional: Container[str] = ()) -> dict[str, np.ndarray]:
    """The arrays at `path`, with the names, shapes and types of those in `alike`; of the `optional` ones those that are missing are empty.

    Raises BadInput for a file that does not hold them; `expected` says what should be there, as in "the counts of a run".
    """
    try:
        with np.load(path, allow_pickle=False) as stored:
            missing = {name: array for name, array in alike.items() if name in optional and name not in stored}
            arrays = {name: stored[name] for name in alike if name not in missing}
    except OSError as error:
        raise BadInput(str(path), Words(error.strerror or "an unreadable file"), expected) from None
    except (ValueError, KeyError, EOFError, zipfile.BadZipFile):
        raise BadInput(str(path), Words("a broken file"), expected) from None
    if any(array.shape != alike[name].shape or array.dtype != alike[name].dtype for name, array in arrays.items()):
        raise BadInput(str(path), Words("counts of another shape"), "counts that this version of the program wrote")
    return arrays | {name: np.zeros((0,) * array.ndim, array.dtype) for name, array in missing.items()}


def load_counts(path: Path, asked: Asked) -> Any:
    """The counts of `asked` at `path`. Raises BadInput for a file that holds none of it."""
    return asked.of_named(load_arrays(path, asked.named(asked.empty()), f"the counts of a {asked.kind.noun}", asked.optional()))
