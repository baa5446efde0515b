"""Names as users type them: what a title is called on the command line, and which file is meant."""

import os
import re
import unicodedata
from collections.abc import Sequence
from pathlib import Path

from fr_sim.game.errors import BadInput, Words


def slug(title: str) -> str:
    """`title` in lower-case ASCII with hyphens: `Stage 7 (2-4 players)` is `stage-7-2-4-players`."""
    ascii_only = unicodedata.normalize("NFKD", title).encode("ascii", "ignore").decode()
    return re.sub(r"[^a-z0-9]+", "-", ascii_only.lower()).strip("-")


def loose(name: str) -> str:
    """What two spellings of one name have in common: their letters and digits (`Col d'Asger`, `col-dasger`)."""
    return slug(name).replace("-", "")


def means_path(name: str | Path) -> bool:
    """Whether `name` is meant as a path rather than as the name of something shipped."""
    if isinstance(name, Path):
        return True
    return name.endswith(".toml") or os.sep in name or "/" in name or _is_file(name)


def _is_file(name: str) -> bool:
    try:
        return Path(name).is_file()
    except (OSError, ValueError):
        return False


def unknown_name(where: str, name: str, what: str, known: Sequence[str], titles: Sequence[str] = ()) -> BadInput:
    """The error for a name that nothing shipped has; those of `known` that contain it are named, else the nearest of all."""
    part = slug(name)
    containing = [candidate for candidate in known if part and part in slug(candidate)]
    if len(containing) == 1:
        return BadInput(where, name, f"{what}; did you mean '{containing[0]}'?")
    if containing:
        more = ", …" if len(containing) > 4 else ""
        return BadInput(where, name, f"{what}; '{part}' is part of {', '.join(containing[:4])}{more}")
    if not name.strip():
        return BadInput(where, Words("an empty name"), what)
    return BadInput(where, name, what, [*known, *titles])
