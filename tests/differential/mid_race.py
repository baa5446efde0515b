"""Positions in the middle of the reference's races, as the kernel takes them to go on from."""

from collections.abc import Iterator

import numpy as np

from fr_sim.arrays.game import DRAWN, MOST_KINDS, MOST_TOKEN_PLACES, NOWHERE, Position, card_codes, rule_numbers
from fr_sim.game.lineup import Lineup, starting_decks
from fr_sim.game.riders import MOST_RIDERS, Kind
from fr_sim.game.rules import Rules
from fr_sim.game.stage import Stage
from fr_sim.game.weather import WEATHER_KINDS, Token
from fr_sim.reference import race as reference
from fr_sim.reference.breakaway import breakaway
from fr_sim.reference.luck import Luck
from fr_sim.reference.minds import Minds
from fr_sim.reference.start import place_riders
from fr_sim.reference.state import RaceState
from fr_sim.reference.weather import draw_tokens
from fr_sim.rng import words as rng


def positions_of_race(stage: Stage, rules: Rules, lineup: Lineup, seed: int, race: int) -> Iterator[Position]:
    """The position after the start, and after every round of the race, the last one included."""
    decks = starting_decks(rules, lineup)
    numbers = rule_numbers(rules, max(sum(deck.values()) for deck in decks))
    key = rng.race_key(seed, race)
    luck = Luck(key, numbers.word_per_card)
    state = RaceState(stage, rules, lineup)
    minds = Minds(reference.shipped_decider(stage, rules, numbers, lineup, None), lineup, race, key, decks)
    tokens = draw_tokens(stage, rules, luck.token)
    state.field.course.lay(tokens)
    place_riders(state, lineup, [*lineup.players, *lineup.dummies], minds)
    breakaway(state, lineup, minds, luck)
    yield _position(state, rules, lineup, tokens)
    while not state.is_over():
        reference.play_round(state, lineup, minds, luck)
        yield _position(state, rules, lineup, tokens)


def _position(state: RaceState, rules: Rules, lineup: Lineup, weather: list[Token]) -> Position:
    square, lane, crossed, fallen = (np.zeros(MOST_RIDERS, np.uint8) for _ in range(4))
    tokens = np.full(MOST_TOKEN_PLACES, DRAWN, np.uint8)
    tokens[: len(weather)] = [WEATHER_KINDS.index(token.kind) for token in weather]
    pile, recycled = (np.zeros((MOST_RIDERS, MOST_KINDS), np.uint8) for _ in range(2))
    square[:], lane[:] = NOWHERE, NOWHERE
    for rider, codes in enumerate(card_codes(lineup, rules)):
        place = state.field.riders[rider].place or state.places[rider]
        square[rider], lane[rider] = place
        fallen[rider] = state.field.riders[rider].fallen
        crossed[rider] = state.crossed.get(rider, 0)
        if rider and state.decks[rider] is state.decks[rider - 1]:  # P2: the deck is the first rider's
            continue
        for kind, code in enumerate(codes):
            pile[rider, kind] = state.decks[rider].pile.count(code)
            recycled[rider, kind] = state.decks[rider].recycled.count(code)
    supply = [0, 0] if state.supply is None else [state.supply[Kind.ROULEUR], state.supply[Kind.SPRINTEUR]]
    return Position(state.turn, square, lane, pile, recycled, crossed, np.array(supply, np.uint8), fallen, tokens)
