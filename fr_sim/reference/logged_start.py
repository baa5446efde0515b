"""The first line of a race log read back: is it a lawful start, and what race does it describe?"""

import json
from collections.abc import Sequence
from dataclasses import replace
from typing import Any, NamedTuple

from fr_sim.files import load_tiles, rules_from_table
from fr_sim.files.rule_values import read_deck
from fr_sim.files.tiles import piece
from fr_sim.game.errors import BadInput
from fr_sim.game.lineup import PELOTON_TEAM, Lineup, Team, starting_decks
from fr_sim.game.riders import MOST_RIDERS, Kind, Specialist
from fr_sim.game.rules import KEYS, Rules
from fr_sim.game.stage import MOST_LANES, MOST_SQUARES, Square, Stage, Tile
from fr_sim.game.terrain import Terrain
from fr_sim.game.weather import token_places
from fr_sim.reference.records import Event, rider_record

_KEYS = ("event", "schema", "stage", "tiles", "lanes", "terrain", "start_line", "finish_line", "rules", "seed", "race", "teams", "riders")


class Departs(Exception):  # noqa: N818 - it says what a log does, and is caught where logs are judged
    """A log departs from the rules: `rule` is the id of the rule, or `log` where the line is not one of a race log."""

    def __init__(self, rule: str, message: str):
        super().__init__(message)
        self.rule, self.message = rule, message


class LoggedStart(NamedTuple):
    """What a `race` line describes; `order` are the teams by seat.

    `known` are the squares of the road whose tiles are those of the catalogue, or all on a road without tiles: what is between them is
    told by the stage's own file, which a log does not quote.
    """

    stage: Stage
    rules: Rules
    lineup: Lineup
    order: tuple[int, ...]
    known: frozenset[int]


def same(found: Any, expected: Any) -> bool:
    """Whether two values are the same JSON; true is not 1, and 5.0 is not 5."""
    if type(found) is not type(expected):
        return False
    if isinstance(expected, list):
        return len(found) == len(expected) and all(map(same, found, expected))
    if isinstance(expected, dict):
        return found.keys() == expected.keys() and all(same(found[key], value) for key, value in expected.items())
    return found == expected


def is_whole(found: Any, low: int, high: int | None = None) -> bool:
    """Whether `found` is a whole number from `low` to `high`."""
    return isinstance(found, int) and not isinstance(found, bool) and low <= found and (high is None or found <= high)


def want(condition: bool, rule: str, message: str) -> None:
    """Depart from `rule` unless `condition` holds."""
    if not condition:
        raise Departs(rule, message)


def want_keys(event: Event, keys: tuple[str, ...]) -> None:
    """The keys of a line, no more and no fewer."""
    for key in keys:
        want(key in event, "log", f"'{key}' is missing")
    for key in event:
        want(key in keys, "log", f"'{key}' does not belong to the event '{event['event']}'")


def logged_start(event: Event) -> LoggedStart:
    """The race that a `race` line describes; raises Departs if there is no such race."""
    want_keys(event, _KEYS)
    want(same(event["schema"], 1), "log", f"schema {event['schema']!r}, where this program reads 1")
    want(isinstance(event["seed"], int) and not isinstance(event["seed"], bool), "log", f"seed {event['seed']!r} is not a whole number")
    want(is_whole(event["race"], 0), "log", f"race {event['race']!r} is not a whole number from 0")
    stage, known = _logged_stage(event)
    rules = _logged_rules(event["rules"])
    teams, order = _logged_teams(event["teams"], event["riders"])
    lineup = Lineup(teams)
    riders = lineup.riders
    want(len(riders) <= stage.start_places, "S1", f"{len(riders)} riders for {stage.start_places} places behind the start line")
    if isinstance(rules.handicap, tuple):
        want(len(rules.handicap) == len(teams), "C3", f"a handicap for {len(rules.handicap)} teams, where {len(teams)} start")
    for rider, deck in zip(riders, starting_decks(rules, lineup), strict=True):
        found = event["riders"][rider.rider]
        described = rider_record(rider, deck)
        want(same(found, described), "C1", f"rider {rider.rider} is {_shown(found)}, the rules make it {_shown(described)}")
    if isinstance(rules.weather, tuple) and len(known) == len(stage.squares):
        places = len(token_places(stage))
        want(len(rules.weather) == places, "W1", f"weather for {len(rules.weather)} places, where there are {places}")
    return LoggedStart(stage, rules, lineup, order, known)


def _logged_stage(event: Event) -> tuple[Stage, frozenset[int]]:
    """The road, and the squares of it whose tiles are known."""
    lanes, terrain = event["lanes"], event["terrain"]
    want(isinstance(event["stage"], str), "log", f"stage {event['stage']!r} is not a name")
    want(isinstance(lanes, list) and all(is_whole(count, 1, MOST_LANES) for count in lanes), "log", f"lanes are not 1 to {MOST_LANES}")
    words = {terrain.value for terrain in Terrain}
    is_terrain = isinstance(terrain, list) and all(isinstance(word, str) and word in words for word in terrain)
    want(is_terrain, "log", f"terrain is not a list of {', '.join(sorted(words))}")
    want(len(lanes) == len(terrain), "log", f"{len(lanes)} squares by their lanes, {len(terrain)} by their terrain")
    want(len(lanes) <= MOST_SQUARES, "log", f"a road of {len(lanes)} squares, at most {MOST_SQUARES} are ridden")
    want(is_whole(event["start_line"], 1, len(lanes)), "log", f"start_line {event['start_line']!r} is not on the road")
    finish_is_ahead = is_whole(event["finish_line"], event["start_line"] + 1, len(lanes) - 1)
    want(finish_is_ahead, "log", f"finish_line {event['finish_line']!r} is not on the road ahead of the start line")
    squares = tuple(Square(count, Terrain(word)) for count, word in zip(lanes, terrain, strict=True))
    stage = Stage(event["stage"], squares, event["start_line"], event["finish_line"])
    if event["tiles"] is None:
        return stage, frozenset(range(len(squares)))
    names = event["tiles"]
    are_names = isinstance(names, list) and names != [] and all(isinstance(name, str) and name for name in names)
    want(are_names, "log", "tiles is not a list of names")
    laid = _tiles_of_the_road(names, stage)
    known = frozenset(square for first, tile in laid for square in range(first, first + len(tile.squares)) if tile.set != _UNKNOWN)
    return replace(stage, tiles=tuple(tile for _, tile in laid)), known


#: The `set` of what lies between the known tiles: tiles of the stage's own, taken for one.
_UNKNOWN = "unknown"


def _tiles_of_the_road(names: list[str], stage: Stage) -> list[tuple[int, Tile]]:
    """The tiles, each with its first square. Those of the catalogue lie where the log says.

    A tile of the stage's own may be anything, and hides what is between two such; they count as one tile, which is no straight.
    """
    pieces = [piece(name) for name in names]
    for number, laid in enumerate(pieces):
        want(laid not in pieces[:number], "log", f"tile {names[number]} lies on the road twice, on either face")
    catalogue = load_tiles()
    tiles = [catalogue.get(name) for name in names]
    if None not in tiles:
        end, laid = _compare_tiles(tiles, 0, stage)
        want(end == len(stage.squares), "log", f"the tiles have {end} squares, the road {len(stage.squares)}")
        return laid
    first, before = _compare_tiles(tiles[: tiles.index(None)], 0, stage)
    behind = tiles[len(tiles) - tiles[::-1].index(None) :]
    end = len(stage.squares) - sum(len(tile.squares) for tile in behind)
    want(end > first, "log", "the tiles are longer than the road")
    _, after = _compare_tiles(behind, end, stage)
    return [*before, (first, Tile(_UNKNOWN, stage.squares[first:end], _UNKNOWN, set=_UNKNOWN)), *after]


def _compare_tiles(tiles: Sequence[Tile], square: int, stage: Stage) -> tuple[int, list[tuple[int, Tile]]]:
    """Compare the road from `square` on with tiles; the square after them, and each tile with its first square."""
    laid = []
    for tile in tiles:
        after = square + len(tile.squares)
        want(stage.squares[square:after] == tile.squares, "log", f"tile {tile.name} is not what lies on squares {square} to {after - 1}")
        if tile.start_after is not None:
            want(stage.start_line == square + tile.start_after, "log", f"tile {tile.name} has its start line elsewhere")
        if tile.finish_after is not None:
            want(stage.finish_line == square + tile.finish_after, "log", f"tile {tile.name} has its finish line elsewhere")
        laid.append((square, tile))
        square = after
    return square, laid


def _logged_rules(table: Any) -> Rules:
    want(isinstance(table, dict), "log", "rules is not an object of rule keys")
    for key in KEYS:
        want(key in table, "log", f"the rules lack '{key}'")
    try:
        rules = rules_from_table(table, "rules")
    except BadInput as trouble:
        raise Departs("log", str(trouble)) from None
    for key, value in rules.as_table().items():
        want(same(table[key], value), "log", f"rule {key} is {_shown(table[key])}, which reads {_shown(value)} when resolved")
    for key in table:
        want(key in KEYS, "log", f"'{key}' is no rule")
    return rules


def _logged_teams(teams: Any, riders: Any) -> tuple[tuple[Team, ...], tuple[int, ...]]:
    """The teams, and their numbers in seat order."""
    want(isinstance(riders, list) and 1 <= len(riders) <= MOST_RIDERS, "C4", f"the riders are not a list of 1 to {MOST_RIDERS}")
    want(isinstance(teams, list) and teams != [], "C4", "the teams are not a list of at least one")
    line_up, seats, next_rider = [], [], 0
    for number, team in enumerate(teams):
        want(isinstance(team, dict), "log", f"team {number} is not an object")
        want_keys({"event": "race", **team}, ("event", "team", "policy", "seat", "riders"))
        want(same(team["team"], number), "log", f"team {_shown(team['team'])} stands where team {number} does")
        want(isinstance(team["policy"], str) and team["policy"] != "", "log", f"the policy of team {number} is not a name")
        size = len(team["riders"]) if isinstance(team["riders"], list) else 0
        is_next = size in (1, 2) and same(team["riders"], list(range(next_rider, next_rider + size)))
        want(is_next, "log", f"the riders of team {number} are not the next one or two from {next_rider}")
        own = riders[next_rider : next_rider + size]
        want(len(own) == size, "log", f"team {number} has riders that are not described")
        kinds = tuple(rider.get("kind") if isinstance(rider, dict) else None for rider in own)
        lawful = [tuple(Kind)] if size == 2 else [(kind,) for kind in Kind]
        want(kinds in lawful, "log", f"team {number} does not have a rouleur, a sprinteur, or both in this order")
        specialists = tuple(_logged_specialist(rider, Kind(rider["kind"])) for rider in own)
        line_up.append(Team(team["policy"], (), tuple(Kind(kind) for kind in kinds), specialists if any(specialists) else ()))
        shared = line_up[-1].dummy != PELOTON_TEAM or same(own[0].get("specialist"), own[-1].get("specialist"))
        want(shared, "P2", f"the riders of team {number}, the Peloton's, do not share one deck")
        want(line_up[-1].dummy is None or size == 2, "P4", f"team {number} is a dummy of one rider")
        seats.append(team["seat"])
        next_rider += size
    want(next_rider == len(riders), "log", f"{len(riders)} riders are described, the teams have {next_rider}")
    want(sum(team.dummy == PELOTON_TEAM for team in line_up) <= 1, "P1", "there is more than one Peloton team")
    is_permutation = all(is_whole(seat, 0) for seat in seats) and sorted(seats) == list(range(len(teams)))
    want(is_permutation, "S1", f"seats {_shown(seats)} are not 0 to {len(teams) - 1} in some order")
    players = sum(team.dummy is None for team in line_up)
    dummies_last = all(team.dummy is None or seat >= players for team, seat in zip(line_up, seats, strict=True))
    want(dummies_last, "S2", f"seats {_shown(seats)}, where dummies have the numbers from {players} on")
    return tuple(line_up), tuple(seats.index(seat) for seat in range(len(teams)))


def _logged_specialist(rider: dict[str, Any], kind: Kind) -> Specialist | None:
    """C1: the deck of its own that a rider says it has, None for a plain rider."""
    found = rider.get("specialist")
    if found is None:
        return None
    want(isinstance(found, dict), "log", f"specialist {_shown(found)} is not an object")
    want_keys({"event": "race", "dummy_cards": True, **found}, ("event", "name", "deck", "dummy_cards"))
    want(isinstance(found["name"], str) and found["name"] != "", "log", f"the specialist's name is {_shown(found['name'])}")
    try:
        deck = read_deck(found["deck"], f"deck of the {found['name']}")
    except BadInput as trouble:
        raise Departs("C1", str(trouble)) from None
    return Specialist(found["name"], kind, tuple(deck.items()), dummy_cards=found.get("dummy_cards") is not False)


def _shown(value: Any) -> str:
    return json.dumps(value)
