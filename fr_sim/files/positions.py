"""Position files: a moment of a race written down by hand, in TOML or in JSON of the same shape."""

import json
import re
import tomllib
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from fr_sim.files import load_edition, load_stage, rules_from_table, stage_from_table
from fr_sim.files.position_cards import check_cards
from fr_sim.files.reading import read_text
from fr_sim.files.riders import specialist_of
from fr_sim.game.cards import ATTACK, EXHAUSTION, HIGHEST_CODE, MOST_CARDS, MUSCLE
from fr_sim.game.errors import BadInput, Words
from fr_sim.game.lineup import DUMMIES, MUSCLE_TEAM, PELOTON_TEAM, rider_deck
from fr_sim.game.riders import MOST_RIDERS, Kind, Specialist
from fr_sim.game.rules import Rules
from fr_sim.game.stage import MOST_SQUARES, Stage
from fr_sim.game.weather import WEATHER_KINDS, Token

#: The rules of a position that names none.
DEFAULT_EDITION = "gigamic-v2"
#: The furthest square of an open road on which a position may put a rider; a move from there still has room.
FURTHEST_SQUARE = MOST_SQUARES + HIGHEST_CODE

_KEYS = ("stage", "road", "rules", "round", "team", "rider", "weather")
_RIDER_KEYS = ("team", "kind", "rider", "deck", "place", "card", "hand", "draw", "recycled", "fallen", "policy")
_TOKEN_KEYS = ("square", "length", "kind")
_CARD = f'a card code in quotes: "E" or "0" to "{HIGHEST_CODE}"'
#: P2, P4: cards that only riders of a dummy team play.
_DUMMY_CARDS = {ATTACK: PELOTON_TEAM, MUSCLE: MUSCLE_TEAM}


@dataclass(frozen=True)
class PlacedRider:
    """A rider of a position. `place` is (square, lane); None for card, hand or cards face down where the file leaves them out.

    `fallen` means that it fell in an earlier round and lies on the road (W3). `specialist` is None with the deck of the rules,
    else `fr_sim.game.lineup.rider_deck` takes it (C1).
    """

    team: int
    kind: Kind
    place: tuple[int, int]
    card: str | None = None
    hand: tuple[str, ...] | None = None
    draw: Mapping[str, int] | None = None
    recycled: Mapping[str, int] | None = None
    policy: str | None = None
    fallen: bool = False
    specialist: Specialist | None = None

    @property
    def dummy(self) -> str | None:
        """Which dummy team it rides for, None for none."""
        return self.policy if self.policy in DUMMIES else None


@dataclass(frozen=True)
class Position:
    """A position: the road, the rules, the round that is being played, and the riders numbered in file order from 0.

    `weather` are the tokens on the road, whatever the rules say; `team` is the one whose decision is asked for, None where the file
    names none.
    """

    stage: Stage
    rules: Rules
    round: int
    riders: tuple[PlacedRider, ...]
    team: int | None = None
    weather: tuple[Token, ...] = ()


def load_position(path: str | Path, edition: str | None = None, overrides: Sequence[str] = ()) -> Position:
    """The position in a TOML or JSON file.

    `edition`, a name or a path, takes the place of the file's `rules`; `overrides` are `KEY=VALUE` on top of either. Paths that the file
    names are looked for beside it first. Raises BadInput for a file that cannot be read or does not describe a lawful position.
    """
    table = _read_table(Path(path))
    for key in ("stage", "rules"):
        if isinstance(table.get(key), str):
            table[key] = _beside(Path(path).parent, table[key])
    entries = table.get("rider")
    for entry in entries if isinstance(entries, list) else ():
        if isinstance(entry, dict) and isinstance(entry.get("rider"), str):
            entry["rider"] = _beside(Path(path).parent, entry["rider"])
    return position_from_table(table, str(path), edition, overrides)


def _beside(folder: Path, name: str) -> str:
    """The path of a stage or edition file that lies in `folder`, or `name` as it is."""
    try:
        return str(folder / name) if name.endswith(".toml") and (folder / name).is_file() else name
    except (OSError, ValueError):
        return name


def position_from_table(
    table: Mapping[str, Any], where: str = "position", edition: str | None = None, overrides: Sequence[str] = ()
) -> Position:
    """The position that a table of the position file's shape describes; `where` names it in messages.

    Raises BadInput for keys, values and places that do not belong to a lawful position.
    """
    _known_keys(table, _KEYS, where)
    rules = _rules(table, where, edition, overrides)
    stage = _stage(table, where)
    turn = _whole(table.get("round", 1), f"{where}, round", 1, rules.max_rounds)
    weather = _tokens(table.get("weather", []), f"{where}, weather", stage, rules)
    entries = table.get("rider", [])
    if not isinstance(entries, list) or not entries:
        raise BadInput(f"{where}, rider", Words("no riders"), "at least one [[rider]]")
    if len(entries) > MOST_RIDERS:
        raise BadInput(f"{where}, rider", Words(f"{len(entries)} riders"), f"at most {MOST_RIDERS} (P7)")
    riders: list[PlacedRider] = []
    for number, entry in enumerate(entries):
        rider = _rider(entry, f"{where}, rider {number}", stage, rules)
        _stands_alone(rider, riders, f"{where}, rider {number}")
        _holds_its_cards(rider, rules, f"{where}, rider {number}")
        riders.append(rider)
    team = table.get("team")
    if team is not None:
        teams = sorted({rider.team for rider in riders})
        if not _is_whole(team) or team not in teams:
            raise BadInput(f"{where}, team", team, f"the number of a team that has a rider here: {', '.join(map(str, teams))}")
    return Position(stage, rules, turn, tuple(riders), team, weather)


def _read_table(path: Path) -> dict[str, Any]:
    text = read_text(path, "a position in TOML or JSON")
    if not text.strip():
        raise BadInput(str(path), Words("an empty file"), "a position in TOML or JSON")
    is_json = path.suffix.lower() == ".json" or text.lstrip().startswith("{")
    try:
        table = json.loads(text) if is_json else tomllib.loads(text)
    except (ValueError, RecursionError) as trouble:
        raise BadInput(str(path), Words(trouble), f"a position in {'JSON' if is_json else 'TOML'}") from None
    if not isinstance(table, dict):
        raise BadInput(str(path), Words(f"a JSON {type(table).__name__}"), "an object with the keys of a position")
    return table


def _rules(table: Mapping[str, Any], where: str, edition: str | None, overrides: Sequence[str]) -> Rules:
    named = edition if edition is not None else table.get("rules", DEFAULT_EDITION)
    if isinstance(named, Mapping):
        return _overridden(rules_from_table(dict(named), f"{where}, rules"), overrides)
    if not isinstance(named, str):
        raise BadInput(f"{where}, rules", named, "the name of an edition, the path of an edition file, or a table of rule keys")
    return load_edition(named, overrides, f"{where}, rules" if edition is None else "--rules").rules


def _overridden(rules: Rules, overrides: Sequence[str]) -> Rules:
    """`rules` with the keys that `overrides` name."""
    given = load_edition(DEFAULT_EDITION, overrides).rules
    keys = {re.split("[=.]", override)[0].strip() for override in overrides}
    return replace(rules, **{key: getattr(given, key) for key in keys})


def _stage(table: Mapping[str, Any], where: str) -> Stage:
    if ("stage" in table) == ("road" in table):
        found = "both stage and [road]" if "stage" in table else "neither stage nor [road]"
        raise BadInput(where, Words(found), "one of them")
    if "stage" in table:
        if not isinstance(table["stage"], str):
            raise BadInput(f"{where}, stage", table["stage"], "the name of a stage or the path of a stage file")
        return load_stage(table["stage"], f"{where}, stage")
    if not isinstance(table["road"], Mapping):
        raise BadInput(f"{where}, road", table["road"], "a table with the keys of a stage file")
    return stage_from_table({"name": "road", **table["road"]}, f"{where}, road")


def _rider(entry: Any, where: str, stage: Stage, rules: Rules) -> PlacedRider:
    if not isinstance(entry, Mapping):
        raise BadInput(where, entry, "a table with team, kind and place")
    _known_keys(entry, _RIDER_KEYS, where)
    for key in ("team", "kind", "place"):
        if key not in entry:
            raise BadInput(f"{where}, {key}", Words("nothing"), "team, kind and place for every rider")
    kinds = [kind.value for kind in Kind]
    if entry["kind"] not in kinds:
        raise BadInput(f"{where}, kind", entry["kind"], " or ".join(kinds), kinds)
    if not isinstance(entry.get("fallen", False), bool):
        raise BadInput(f"{where}, fallen", entry["fallen"], "true or false")
    policy = entry.get("policy")
    if policy is not None and not isinstance(policy, str):
        raise BadInput(f"{where}, policy", policy, "the name of a policy")
    return PlacedRider(
        team=_whole(entry["team"], f"{where}, team", 0, MOST_RIDERS - 1),
        kind=Kind(entry["kind"]),
        place=_place(entry["place"], f"{where}, place", stage, rules),
        card=_card(entry["card"], f"{where}, card", policy) if "card" in entry else None,
        hand=_hand(entry["hand"], f"{where}, hand", policy) if "hand" in entry else None,
        draw=_pile(entry["draw"], f"{where}, draw", policy) if "draw" in entry else None,
        recycled=_pile(entry["recycled"], f"{where}, recycled", policy) if "recycled" in entry else None,
        policy=policy,
        fallen=entry.get("fallen", False),
        specialist=specialist_of(entry, where),
    )


def _holds_its_cards(rider: PlacedRider, rules: Rules, where: str) -> None:
    """Raise BadInput for cards that the rider's deck cannot hold (C1)."""
    piles = {"draw": rider.draw or {}, "recycled": rider.recycled or {}}
    # P3, P4: dummies never take exhaustion.
    deck = rider_deck(rules, rider.kind, rider.dummy, rider.specialist)
    check_cards(deck, where, rider.card, rider.hand or (), piles, rider.dummy is None)


def _stands_alone(rider: PlacedRider, others: Collection[PlacedRider], where: str) -> None:
    """No two riders stand in one place, no team has two riders of one kind, and a dummy team is one altogether."""
    for number, other in enumerate(others):
        if rider.place == other.place:
            raise BadInput(f"{where}, place", list(rider.place), f"a place of its own: rider {number} stands there")
        if (rider.team, rider.kind) == (other.team, other.kind):
            raise BadInput(f"{where}, kind", rider.kind.value, f"one {rider.kind} a team: rider {number} is that of team {rider.team}")
        if rider.team == other.team and rider.dummy != other.dummy:
            raise BadInput(f"{where}, policy", rider.policy, f"{other.policy!r} like its mate, rider {number}: dummies are whole teams")
        if rider.dummy == other.dummy == PELOTON_TEAM and rider.team != other.team:
            raise BadInput(f"{where}, policy", rider.policy, f"one Peloton team: rider {number} is of team {other.team}")


def _place(found: Any, where: str, stage: Stage, rules: Rules) -> tuple[int, int]:
    if not isinstance(found, list) or len(found) != 2 or not all(_is_whole(number) for number in found):
        raise BadInput(where, found, "[square, lane], two whole numbers from 0")
    square, lane = found
    # M6: on an open road the squares go on, flat, two lanes.
    furthest = FURTHEST_SQUARE if rules.road_end == "open" else len(stage.squares) - 1
    if not 0 <= square <= furthest:
        raise BadInput(where, found, f"a square from 0 to {furthest}")
    lanes = stage.squares[square].lanes if square < len(stage.squares) else 2
    if not 0 <= lane < lanes:
        raise BadInput(
            where, found, f"one of the {lanes} lanes of square {square}, counted from 0" if lanes > 1 else "lane 0, the only one"
        )
    return square, lane


def _card(found: Any, where: str, policy: str | None) -> str:
    if isinstance(found, str) and (found == EXHAUSTION or found in map(str, range(HIGHEST_CODE + 1))):
        return found
    if isinstance(found, str) and found in _DUMMY_CARDS:
        if policy == _DUMMY_CARDS[found]:
            return found
        raise BadInput(where, found, f'{_CARD}; only riders with policy = "{_DUMMY_CARDS[found]}" have this one, dummies')
    raise BadInput(where, found, _CARD)


def _hand(found: Any, where: str, policy: str | None) -> tuple[str, ...]:
    if not isinstance(found, list):
        raise BadInput(where, found, "a list of card codes")
    return tuple(_card(card, where, policy) for card in found)


def _pile(found: Any, where: str, policy: str | None) -> dict[str, int]:
    if not isinstance(found, Mapping):
        raise BadInput(where, found, "a table of card code to how many")
    pile = {_card(card, where, policy): _whole(count, f"{where}, {card}", 0, MOST_CARDS) for card, count in found.items()}
    if sum(pile.values()) > 2 * MOST_CARDS:
        raise BadInput(where, Words(f"{sum(pile.values())} cards"), f"at most {2 * MOST_CARDS}")
    return pile


def _tokens(found: Any, where: str, stage: Stage, rules: Rules) -> tuple[Token, ...]:
    """W1: the weather tokens on the road, none over another."""
    if not isinstance(found, list):
        raise BadInput(where, found, "[[weather]] tables with square, length and kind")
    last = FURTHEST_SQUARE if rules.road_end == "open" else len(stage.squares) - 1
    tokens: list[Token] = []
    for number, entry in enumerate(found):
        here = f"{where} {number}"
        if not isinstance(entry, Mapping):
            raise BadInput(here, entry, "a table with square, length and kind")
        _known_keys(entry, _TOKEN_KEYS, here)
        for key in _TOKEN_KEYS:
            if key not in entry:
                raise BadInput(f"{here}, {key}", Words("nothing"), "square, length and kind for every token")
        square = _whole(entry["square"], f"{here}, square", 0, last)
        length = _whole(entry["length"], f"{here}, length", 1, last + 1 - square)
        if entry["kind"] not in WEATHER_KINDS:
            raise BadInput(f"{here}, kind", entry["kind"], " or ".join(WEATHER_KINDS), WEATHER_KINDS)
        for other, token in enumerate(tokens):
            if square < token.square + token.length and token.square < square + length:
                raise BadInput(here, Words(f"squares {square} to {square + length - 1}"), f"squares of its own: token {other} lies there")
        tokens.append(Token(square, length, entry["kind"]))
    return tuple(tokens)


def _known_keys(table: Mapping[str, Any], known: Sequence[str], where: str) -> None:
    for key in table:
        if key not in known:
            raise BadInput(where, key, "one of the keys " + ", ".join(known), known)


def _is_whole(found: Any) -> bool:
    return isinstance(found, int) and not isinstance(found, bool)


def _whole(found: Any, where: str, low: int, high: int) -> int:
    if not _is_whole(found) or not low <= found <= high:
        raise BadInput(where, found, f"a whole number from {low} to {high}")
    return found
