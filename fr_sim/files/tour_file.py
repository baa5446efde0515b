"""Tour files: TOML that names the stages of a tour in riding order, and who rides it by which rules."""

from dataclasses import dataclass
from pathlib import Path

from fr_sim.files.editions import edition_names
from fr_sim.files.names import means_path, unknown_name
from fr_sim.files.reading import TableReader, is_whole, read_toml
from fr_sim.files.stages import stage_names
from fr_sim.files.tiles import stages_folder
from fr_sim.game.errors import BadInput, Words

DEFAULT_EDITION = "grand-tour-2016"
DEFAULT_LINEUP = "drafter,drafter,drafter,drafter"
DEFAULT_RACES = 10_000
_MOST_RACES = 2**40
_KEYS = ("title", "stages", "rules", "set", "teams", "carry", "seed", "races", "seats", "policy_file")
_SEATS = ("rotate", "random", "fixed")


@dataclass(frozen=True)
class TourFile:
    """What a tour file says: names and paths as they stand there, paths seen from the file's own folder."""

    path: Path
    title: str
    stages: tuple[str, ...]
    rules: str
    overrides: tuple[str, ...]
    teams: str
    carry: tuple[str, ...]
    seed: int
    races: int
    seats: str
    policy_file: Path | None


def tour_names() -> list[str]:
    """Names of the shipped tours."""
    return sorted(path.stem for path in (stages_folder() / "tours").glob("*.toml"))


def tour_path(name_or_path: str) -> Path:
    """The file of a tour: of a shipped one by name, or the path itself. Raises BadInput for a name that no shipped tour has."""
    if name_or_path in tour_names():
        return stages_folder() / "tours" / f"{name_or_path}.toml"
    if means_path(name_or_path):
        return Path(name_or_path)
    names = tour_names()
    raise unknown_name("FILE.toml", name_or_path, f"the path of a tour file, or one of {', '.join(names)}", names)


def read_tour_file(path: Path) -> TourFile:
    """The tour file at `path`.

    Raises BadInput for the first thing that is wrong with it: no TOML, an unknown key, a value of the wrong type or out of range, no
    stages. Whether names mean something is not looked at.
    """
    problems: list[BadInput] = []
    reader = TableReader(read_toml(path, "a tour file"), str(path), problems)
    reader.refuse_unknown(_KEYS, "a tour file")
    policy_file = reader.text("policy_file")
    seed = reader.table.get("seed", 0)
    if not is_whole(seed, -(2**63), 2**63):
        reader.wrong("seed", seed, "a whole number")
    tour = TourFile(
        path=path,
        title=reader.text("title", path.stem),
        stages=tuple(_seen_from(path, name, stage_names()) for name in _stages(reader)),
        rules=_seen_from(path, reader.text("rules", DEFAULT_EDITION), edition_names()),
        overrides=reader.texts("set"),
        teams=reader.text("teams", DEFAULT_LINEUP),
        carry=_carry(reader),
        seed=seed,
        races=reader.whole("races", 1, _MOST_RACES, DEFAULT_RACES),
        seats=reader.text("seats", "rotate", _SEATS),
        policy_file=path.parent / policy_file if policy_file else None,
    )
    if problems:
        raise problems[0]
    return tour


def _stages(reader: TableReader) -> tuple[str, ...]:
    found = reader.table.get("stages")
    if isinstance(found, list) and found and all(isinstance(name, str) and name.strip() for name in found):
        return tuple(found)
    reader.wrong("stages", Words("nothing") if found is None else found, "a list of the stages in riding order, names or paths")
    return ()


def _carry(reader: TableReader) -> tuple[str, ...]:
    """One carry rule or a list of them; none, if the edition's own is meant."""
    found = reader.table.get("carry", [])
    if isinstance(found, str):
        return (found,)
    return reader.texts("carry")


def _seen_from(path: Path, name: str, shipped: list[str]) -> str:
    """A shipped thing's name as it is, a path as seen from the folder of the tour file."""
    is_path = name not in shipped and (name.endswith(".toml") or "/" in name)
    return str(path.parent / name) if is_path else name
