"""Rider files: TOML to riders with a deck of their own."""

from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any

from fr_sim.files.names import means_path, unknown_name
from fr_sim.files.reading import TableReader, read_toml
from fr_sim.files.rule_values import describe, read_deck
from fr_sim.game.errors import BadInput, Words
from fr_sim.game.riders import Kind, Specialist

_FOLDER = Path(__file__).resolve().parent.parent / "riders"
_KEYS = ("title", "source", "kind", "deck", "dummy_cards")
RIDER = "the name of a rider (fr-sim policy list) or the path of a rider file"


def rider_names() -> list[str]:
    """Names of the shipped riders: the two plain ones, then the specialists by kind and name."""
    names = [path.stem for path in _FOLDER.glob("*.toml")]
    plain = [kind.value for kind in Kind]
    return sorted(names, key=lambda name: (name not in plain, _load_shipped(name).kind, name))


def load_rider(name_or_path: str | Path, where: str = "--teams", folder: Path = Path()) -> Specialist:
    """A rider, by the name of a shipped one or by the path of a rider file; one that lies in `folder` goes before others.

    `where` says in errors whence the name. Raises BadInput for a name that nobody has, and for a file that cannot be read or
    holds no rider.
    """
    name = str(name_or_path)
    if name in rider_names():
        return _load_shipped(name)
    if not means_path(name_or_path):
        raise unknown_name(where, name, RIDER, rider_names())
    path = folder / name
    path = path if _is_file(path) else Path(name)
    return rider_from_table(read_toml(path, "a rider file"), str(path), name)


def rider_from_table(table: dict[str, Any], where: str, name: str) -> Specialist:
    """The rider that the keys of a rider file describe; `where` names their origin in errors, `name` is what a line-up calls it.

    Raises BadInput for an unknown or missing key, and for a value of the wrong type or out of range.
    """
    problems: list[BadInput] = []
    reader = TableReader(table, where, problems)
    reader.refuse_unknown(_KEYS, "a rider file")
    title, source = reader.text("title", name), reader.text("source")
    kinds = [kind.value for kind in Kind]
    for key, expected in (("kind", f"one of {', '.join(kinds)}"), ("deck", describe("deck_rouleur"))):
        if key not in table:
            reader.wrong(key, Words("nothing"), expected)
    kind = reader.text("kind", kinds[0], kinds)
    dummy_cards = table.get("dummy_cards", True)
    if not isinstance(dummy_cards, bool):
        reader.wrong("dummy_cards", dummy_cards, "true or false")
    if problems:
        raise problems[0]
    deck = read_deck(table["deck"], f"{where}: deck")
    return Specialist(name, Kind(kind), tuple(deck.items()), title, source, dummy_cards)


def specialist_of(entry: Mapping[str, Any], where: str) -> Specialist | None:
    """C1: a position's rider that has a deck of its own, by name or path or with its deck card by card; None for a plain one.

    Raises BadInput for both at once, a rider of another kind than the position's, and what no rider or deck is.
    """
    if "rider" in entry and "deck" in entry:
        raise BadInput(where, Words("both rider and deck"), "one of them, or neither for the deck of the rules")
    if "deck" in entry:
        return Specialist("deck", Kind(entry["kind"]), tuple(read_deck(entry["deck"], f"{where}, deck").items()))
    name = entry.get("rider", entry["kind"])
    if not isinstance(name, str):
        raise BadInput(f"{where}, rider", name, RIDER)
    if name == entry["kind"]:
        return None
    rider = load_rider(name, f"{where}, rider")
    if rider.kind != entry["kind"]:
        raise BadInput(f"{where}, kind", entry["kind"], f"{rider.kind}, as the {rider.title} is")
    return rider


@cache
def _load_shipped(name: str) -> Specialist:
    path = _FOLDER / f"{name}.toml"
    return rider_from_table(read_toml(path, "a rider file"), str(path), name)


def _is_file(path: Path) -> bool:
    try:
        return path.is_file()
    except (OSError, ValueError):
        return False
