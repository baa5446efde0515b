"""Batch files: TOML that names stages, editions, line-ups and seeds, every combination of which is one run."""

from dataclasses import dataclass
from pathlib import Path
from typing import Any

from fr_sim.files.editions import DEFAULT_EDITION, edition_names
from fr_sim.files.reading import TableReader, is_whole, read_toml
from fr_sim.files.stages import stage_names
from fr_sim.game.errors import BadInput, Words

DEFAULT_LINEUP = "drafter,drafter,drafter,drafter"
DEFAULT_RACES = 10_000
MOST_CELLS = 10_000
_MOST_RACES = 2**40
_KEYS = ("title", "stages", "rules", "teams", "seeds", "races", "precision", "seats", "set", "policy_file")
_SEATS = ("rotate", "random", "fixed")


@dataclass(frozen=True)
class BatchFile:
    """What a batch file says: names and paths as they stand there, paths seen from the file's own folder."""

    path: Path
    title: str
    stages: tuple[str, ...]
    rules: tuple[str, ...]
    teams: tuple[str, ...]
    seeds: tuple[int, ...]
    races: int
    precision: float | None
    seats: str
    overrides: tuple[str, ...]
    policy_file: Path | None

    @property
    def cells(self) -> int:
        """Number of runs."""
        return len(self.stages) * len(self.rules) * len(self.teams) * len(self.seeds)


def read_batch_file(path: Path) -> BatchFile:
    """The batch file at `path`.

    Raises BadInput for the first thing that is wrong with it: no TOML, an unknown key, a value of the wrong type or out of range, an
    empty list, something named twice, too many runs. Whether names mean something is not looked at.
    """
    problems: list[BadInput] = []
    reader = TableReader(read_toml(path, "a batch file"), str(path), problems)
    reader.refuse_unknown(_KEYS, "a batch file")
    policy_file = reader.text("policy_file")
    batch = BatchFile(
        path=path,
        title=reader.text("title", path.stem),
        stages=tuple(_seen_from(path, name, stage_names()) for name in _names(reader, "stages", ())),
        rules=tuple(_seen_from(path, name, edition_names()) for name in _names(reader, "rules", (DEFAULT_EDITION,))),
        teams=_names(reader, "teams", (DEFAULT_LINEUP,)),
        seeds=_seeds(reader),
        races=reader.whole("races", 1, _MOST_RACES, DEFAULT_RACES),
        precision=_precision(reader),
        seats=reader.text("seats", "rotate", _SEATS),
        overrides=reader.texts("set"),
        policy_file=path.parent / policy_file if policy_file else None,
    )
    if not problems and batch.cells > MOST_CELLS:
        reader.wrong("", Words(f"{batch.cells:,} runs"), f"at most {MOST_CELLS:,}: stages × rules × teams × seeds")
    if problems:
        raise problems[0]
    return batch


def _names(reader: TableReader, key: str, default: tuple[str, ...]) -> tuple[str, ...]:
    """A list of strings with at least one, none of them twice; without the key `default`, which must not be empty then."""
    if key not in reader.table and default:
        return default
    found = reader.table.get(key)
    if not isinstance(found, list) or not found or not all(isinstance(name, str) and name.strip() for name in found):
        reader.wrong(key, Words("nothing") if found is None else found, "a list of one string or more")
        return default
    _refuse_twice(reader, key, found)
    return tuple(found)


def _seeds(reader: TableReader) -> tuple[int, ...]:
    found = reader.table.get("seeds", [0])
    if not isinstance(found, list) or not found or not all(is_whole(seed, -(2**63), 2**63) for seed in found):
        reader.wrong("seeds", found, "a list of one whole number or more")
        return (0,)
    _refuse_twice(reader, "seeds", found)
    return tuple(found)


def _refuse_twice(reader: TableReader, key: str, found: list[Any]) -> None:
    for one in found:
        if found.count(one) > 1:
            reader.wrong(key, one, "each entry once")
            return


def _precision(reader: TableReader) -> float | None:
    found = reader.table.get("precision")
    is_number = isinstance(found, int | float) and not isinstance(found, bool)
    if found is None or (is_number and 0 < found < 0.5):
        return found
    reader.wrong("precision", found, "half the width of the interval as a fraction, as in 0.005, above 0 and below 0.5")
    return None


def _seen_from(path: Path, name: str, shipped: list[str]) -> str:
    """A shipped thing's name as it is, a path as seen from the folder of the batch file."""
    is_path = name not in shipped and (name.endswith(".toml") or "/" in name)
    return str(path.parent / name) if is_path else name
