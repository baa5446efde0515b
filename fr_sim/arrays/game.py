"""Game objects laid out as numbers and arrays: the legend of everything that the engines and the tables read.

Riders are numbered as in the line-up. `kind` indices number the cards of one rider's deck in pile order: 0 is
exhaustion (in a dummy's deck Attack! or the Muscle card), 1 … are its energy cards by value. Axes are named in the
comments; tables by square have 256 entries, so that a byte can never point outside.
"""

from typing import NamedTuple

import numpy as np

from fr_sim.game.cards import energy_value
from fr_sim.game.lineup import DUMMIES, PELOTON_TEAM, Lineup, breakaway_places, card_kinds, starting_decks
from fr_sim.game.riders import MOST_RIDERS, Kind
from fr_sim.game.rules import Rules
from fr_sim.game.stage import MOST_SQUARES, Stage
from fr_sim.game.terrain import Terrain
from fr_sim.game.weather import WEATHER_KINDS, token_places

#: Entries of a table by square.
TABLE = 256
#: Kinds of card in one rider's deck, exhaustion included (C1).
MOST_KINDS = 8
#: Kinds in the plain decks, exhaustion included; line-ups with no more take the fast path.
PLAIN_KINDS = 6
#: No card: nothing played, or not chosen yet.
NO_CARD = 255
#: A rider that is not on the road.
NOWHERE = 255
#: Parameters a policy may have.
MOST_PARAMETERS = 16
#: The furthest square of an open road (M6); nobody gets there.
OPEN_END = 250
#: Places of weather tokens on one road (W1): a stage's own straight tiles may be as short as a square.
MOST_TOKEN_PLACES = MOST_SQUARES
#: Fixed weather: the token is drawn for each race.
DRAWN = 255

TERRAINS = tuple(Terrain)


class Road(NamedTuple):
    """A stage under an edition, as tables by square, uint8[256] each; past the last square an open road's values stand."""

    squares: int
    start_line: int
    finish_line: int
    last_square: int  # the furthest square a move may end on: squares - 1, or OPEN_END (M6)
    climb_cap: int  # ascent_cap (T1)
    room: np.ndarray  # lanes of the square
    terrain: np.ndarray  # index into TERRAINS
    at_least: np.ndarray  # the minimum of a move that starts here, 0 for none (T2, T3)
    at_most: np.ndarray  # the most that a limited move may have (T1), 255 for no limit
    limited_from: np.ndarray  # the number from which at_most holds (T1), 255 for never
    climb_ahead: np.ndarray  # squares to the first ascent square ahead, 0 on one, 255 for none
    shelter: np.ndarray  # 1 where riders give and take slipstream (T5, D6)
    exhausts: np.ndarray  # 1 where riders take exhaustion cards (X3)
    narrows: bool  # a square that has fewer lanes than the one behind it exists (D5)
    breakaway_square: int  # the break-away space (B4)
    token_places: int  # places of weather tokens, 0 with weather off (W1)
    token_at: np.ndarray  # the token place that the square belongs to, NOWHERE for none
    tokens: np.ndarray  # uint8 [MOST_TOKEN_PLACES] by place the kind that lies there, an index into WEATHER_KINDS, or DRAWN


class RuleNumbers(NamedTuple):
    """The switches of an edition that no table of the road holds, one int each; a bool is 0 or 1."""

    hand_size: int
    exhaustion_supply: int
    empty_hand_stands: bool  # E5
    recycles_energy: bool  # E7
    recycles_exhaustion: bool  # E7
    front_to_rear: bool  # D2
    whole_packs: bool  # D4
    exhaustion_when: int  # X1: index into the key's choices: square-empty, lane-empty, leaders
    race_end: int  # F1: index into the key's choices: round, at-once, all
    max_rounds: int  # F3
    word_per_card: bool  # each card drawn gets a random word of its own: large hands or piles (see fr_sim.rng)
    dummy_empty: int  # P6


class Entrants(NamedTuple):
    """A line-up in numbers. Arrays by rider have MOST_RIDERS entries, those past `riders` unused."""

    teams: int
    riders: int
    kinds: int  # kinds of card to look at: PLAIN_KINDS or MOST_KINDS
    team_of: np.ndarray  # uint8 [rider]
    first_rider: np.ndarray  # uint8 [team], the team's rouleur, or its only rider
    team_size: np.ndarray  # uint8 [team]
    mate: np.ndarray  # uint8 [rider], NOWHERE for none
    is_sprinteur: np.ndarray  # uint8 [rider]
    policy: np.ndarray  # int64 [rider], id of the policy
    parameters: np.ndarray  # int64 [rider, MOST_PARAMETERS]
    deck: np.ndarray  # uint8 [rider, kind], how many of each kind at the start
    values: np.ndarray  # uint8 [rider, kind], squares that the kind moves; unused kinds and Attack! 0
    dummy: np.ndarray  # uint8 [team], 0 for a team with a policy, else 1 + the index into DUMMIES: 1 peloton, 2 muscle
    breakaway_places: int  # riders that enter the break-away, 0 for none (B3)


def road_of(stage: Stage, rules: Rules) -> Road:
    """The tables of `stage` under `rules` (T1 to T5, M6, D6, X3)."""
    count = len(stage.squares)
    is_open = rules.road_end == "open"
    room = np.full(TABLE, 2, np.uint8)
    terrain = np.full(TABLE, TERRAINS.index(Terrain.FLAT), np.uint8)
    for number, square in enumerate(stage.squares):
        room[number], terrain[number] = square.lanes, TERRAINS.index(square.terrain)
    red = terrain == TERRAINS.index(Terrain.ASCENT)
    climb_ahead = np.full(TABLE, 255, np.uint8)
    for number in range(count - 1, -1, -1):
        climb_ahead[number] = 0 if red[number] else min(255, climb_ahead[number + 1].item() + 1)
    at_least = np.zeros(TABLE, np.uint8)
    at_least[terrain == TERRAINS.index(Terrain.DESCENT)] = rules.descent_min
    at_least[terrain == TERRAINS.index(Terrain.SUPPLY)] = rules.supply_min
    at_most, limited_from = _climb_limits(climb_ahead, rules)
    shelter = np.array([TERRAINS[code] not in rules.no_slipstream for code in terrain], np.uint8)
    exhausts = np.ones(TABLE, np.uint8)
    if not is_open:
        exhausts[count - 1 :] = 0
    if not rules.finish_slipstream:
        shelter[stage.finish_line :] = 0
    if not rules.finish_exhaustion:
        exhausts[stage.finish_line :] = 0
    return Road(
        squares=count,
        start_line=stage.start_line,
        finish_line=stage.finish_line,
        last_square=OPEN_END if is_open else count - 1,
        climb_cap=rules.ascent_cap,
        room=room,
        terrain=terrain,
        at_least=at_least,
        at_most=at_most,
        limited_from=limited_from,
        climb_ahead=climb_ahead,
        shelter=shelter,
        exhausts=exhausts,
        narrows=bool((np.diff(room[: count + is_open].astype(int)) < 0).any()),
        breakaway_square=stage.breakaway_square,
        **_weather_tables(stage, rules),
    )


def _weather_tables(stage: Stage, rules: Rules) -> dict[str, np.ndarray | int]:
    """W1 as tables: where tokens lie, and which do where the edition says so."""
    places = [] if rules.weather == "off" else token_places(stage)
    token_at, tokens = np.full(TABLE, NOWHERE, np.uint8), np.full(MOST_TOKEN_PLACES, DRAWN, np.uint8)
    for number, place in enumerate(places):
        token_at[place.square : place.square + place.length] = number
        if isinstance(rules.weather, tuple):
            tokens[number] = WEATHER_KINDS.index(rules.weather[number])
    return {"token_places": len(places), "token_at": token_at, "tokens": tokens}


def _climb_limits(climb_ahead: np.ndarray, rules: Rules) -> tuple[np.ndarray, np.ndarray]:
    """T1 as two tables: a number of at least `limited_from` becomes at most `at_most`."""
    cap = rules.ascent_cap
    ahead = climb_ahead.astype(int)
    has_climb = ahead < 255
    if rules.climb_entry == "stop-before":
        limit, bites = np.maximum(cap, ahead - 1), has_climb
    elif rules.climb_entry == "cap":
        limit, bites = np.full(TABLE, cap), has_climb
    else:
        limit, bites = np.full(TABLE, cap), ahead == 0
    first = ahead if rules.climb_entry == "cap" else np.zeros(TABLE, int)
    return np.where(bites, limit, 255).astype(np.uint8), np.where(bites, first, 255).astype(np.uint8)


def rule_numbers(rules: Rules, largest_deck: int) -> RuleNumbers:
    """The switches of `rules`; `largest_deck` is the number of cards of the largest starting deck."""
    recycles = "recycled" in (rules.played_cards, rules.played_exhaustion)
    return RuleNumbers(
        hand_size=rules.hand_size,
        exhaustion_supply=rules.exhaustion_supply,
        empty_hand_stands=rules.empty_hand == "stand",
        recycles_energy=rules.played_cards == "recycled",
        recycles_exhaustion=rules.played_exhaustion == "recycled",
        front_to_rear=rules.slipstream_order == "front-to-rear",
        whole_packs=rules.slipstream_split == "pack",
        exhaustion_when=("square-empty", "lane-empty", "leaders").index(rules.exhaustion_when),
        race_end=("round", "at-once", "all").index(rules.race_end),
        max_rounds=rules.max_rounds,
        # A deck never outgrows its start while played cards leave the game: each round plays one and gains at most one.
        # W2: a tailwind gives one card more.
        word_per_card=rules.hand_size + (rules.weather != "off") > 4 or largest_deck > 20 or recycles,
        dummy_empty=rules.dummy_empty,
    )


def card_codes(lineup: Lineup, rules: Rules) -> list[tuple[str, ...]]:
    """For each rider the card codes of its deck by kind index: exhaustion or a dummy's special card, then energy."""
    return [card_kinds(deck) for deck in starting_decks(rules, lineup)]


def entrants_of(lineup: Lineup, rules: Rules, policies: list[tuple[int, list[int]]]) -> Entrants:
    """`lineup` in numbers; `policies` holds for each team its policy's id and parameter values."""
    riders = lineup.riders
    decks, codes = starting_decks(rules, lineup), card_codes(lineup, rules)
    by_rider = {name: np.zeros(MOST_RIDERS, np.uint8) for name in ("team_of", "mate", "is_sprinteur")}
    by_team = {name: np.zeros(MOST_RIDERS, np.uint8) for name in ("first_rider", "team_size", "dummy")}
    policy = np.zeros(MOST_RIDERS, np.int64)
    parameters = np.zeros((MOST_RIDERS, MOST_PARAMETERS), np.int64)
    deck = np.zeros((MOST_RIDERS, MOST_KINDS), np.uint8)
    values = np.zeros((MOST_RIDERS, MOST_KINDS), np.uint8)
    by_rider["mate"][:] = NOWHERE
    for number in lineup.dummies:
        by_team["dummy"][number] = 1 + DUMMIES.index(lineup.teams[number].policy)
    for rider in reversed(riders):
        by_team["first_rider"][rider.team] = rider.rider
        by_team["team_size"][rider.team] += 1
    for rider in riders:
        number = rider.rider
        by_rider["team_of"][number] = rider.team
        by_rider["mate"][number] = NOWHERE if rider.mate is None else rider.mate
        by_rider["is_sprinteur"][number] = rider.kind is Kind.SPRINTEUR
        policy[number], given = policies[rider.team]
        parameters[number, : len(given)] = given
        # P2: the Peloton's one deck is its first rider's.
        shares = lineup.teams[rider.team].dummy == PELOTON_TEAM and number != by_team["first_rider"][rider.team]
        for kind, code in enumerate(codes[number]):
            deck[number, kind] = 0 if shares else decks[number].get(code, 0)
            values[number, kind] = energy_value(code, rules.exhaustion_value)
    return Entrants(
        teams=len(lineup.teams),
        riders=len(riders),
        kinds=PLAIN_KINDS if max(map(len, codes)) <= PLAIN_KINDS else MOST_KINDS,
        policy=policy,
        parameters=parameters,
        deck=deck,
        values=values,
        breakaway_places=breakaway_places(rules, lineup),
        **by_rider,
        **by_team,
    )


class Position(NamedTuple):
    """A race between two rounds: where a kernel run starts when it does not start at the start line."""

    turn: int  # the last round that was played
    square: np.ndarray  # uint8 [rider]
    lane: np.ndarray  # uint8 [rider]
    pile: np.ndarray  # uint8 [rider, kind] cards face down
    recycled: np.ndarray  # uint8 [rider, kind] recycled cards
    crossed_round: np.ndarray  # uint8 [rider], 0 for not crossed
    supply: np.ndarray  # uint8 [2] exhaustion cards left for rouleurs and sprinteurs (C2)
    fallen: np.ndarray  # uint8 [rider], 1 for riders that lie on the road (W3)
    tokens: np.ndarray  # uint8 [MOST_TOKEN_PLACES] by place the weather token there, DRAWN for what the road has
