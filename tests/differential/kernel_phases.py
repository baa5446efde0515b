"""The kernel's movement, slipstream and exhaustion, put to positions: up to 64 at once on one road under one set of rules."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from fr_sim.arrays.game import DRAWN, MOST_TOKEN_PLACES, NOWHERE, TABLE, entrants_of, road_of, rule_numbers
from fr_sim.files.positions import Position
from fr_sim.game import cards
from fr_sim.game.lineup import DUMMIES, PELOTON_TEAM, Lineup, Team
from fr_sim.game.riders import MOST_RIDERS
from fr_sim.game.weather import WEATHER_KINDS
from fr_sim.jit import uncached_entry
from fr_sim.kernel.finish import end_round, rank
from fr_sim.kernel.places import line_up
from fr_sim.kernel.race import clear_notes, end_phases
from fr_sim.kernel.settle import spill_now
from fr_sim.kernel.state import (
    ASCENT_LOST,
    BLOCKED,
    EMPTY_DECK,
    EXHAUSTION,
    FINAL_LANE,
    FINAL_SQUARE,
    MINIMUM_GAINED,
    NO_TURN,
    ROUND,
    SLIPSTREAM,
    STOOD,
    WINNER,
    from_the_start,
    new_block,
)
from fr_sim.kernel.survey import survey
from fr_sim.kernel.weather import lay_tokens
from fr_sim.lanes import first_lanes

_TURN = 1


def play_end_phases(block, road, rules, entrants, start, positions):
    """From places and cards to the end of the round, in the first lanes of the block."""
    going = first_lanes(positions)
    course = survey(block, road, rules, entrants, start)
    clear_notes(block, entrants.riders)
    lay_tokens(block, road, course, start)
    line_up(block, entrants.riders)
    end_phases(block, road, course, rules, entrants, _TURN, going, rules.race_end != ROUND, False)
    spill_now(block, entrants.riders)
    end_round(block, road, rules, entrants.riders, _TURN, going)
    rank(block, road, rules, entrants.riders)


_play_end_phases = uncached_entry(play_end_phases)


def kernel_rulings(positions: Sequence[Position]) -> list[dict[str, Any]]:
    """What becomes of positions that share stage, rules, weather, teams and kinds of riders.

    Each answer has `places`, `exhaustion`, `winner` as `judge` does, and lists by rider of squares won and lost: `slipstream`, `blocked`,
    `ascent_lost`, `minimum_gained`.
    """
    first = positions[0]
    lineup = Lineup(tuple(Team("random", (), (rider.kind,)) for rider in first.riders))
    entrants = entrants_of(lineup, first.rules, [(0, [])] * len(first.riders))
    block = new_block(entrants)
    block.card[_TURN] = NO_TURN
    block.square[:] = NOWHERE
    block.lane[:] = 0
    block.fallen[:] = 0
    for rider, placed in enumerate(first.riders):
        if placed.dummy is not None:
            entrants.dummy[rider] = 1 + DUMMIES.index(placed.dummy)
            mates = [mate for mate, other in enumerate(first.riders) if other.team == placed.team and mate != rider]
            # The mate that has left the road is nowhere, as the last rider of all is.
            entrants.mate[rider] = mates[0] if mates else MOST_RIDERS - 1
    values, kinds = entrants.values.copy(), 1
    for rider in range(len(first.riders)):
        # A deck of any eight kinds, as the position may show cards that the edition's decks do not hold.
        special = cards.ATTACK if first.riders[rider].dummy == PELOTON_TEAM else cards.EXHAUSTION
        codes = [special, *sorted({position.riders[rider].card for position in positions} - {special, None})][:8]
        kinds = max(kinds, len(codes))
        for kind, code in enumerate(codes):
            values[rider, kind] = cards.energy_value(code, first.rules.exhaustion_value)
        for lane, position in enumerate(positions):
            placed = position.riders[rider]
            block.square[rider, lane], block.lane[rider, lane] = placed.place
            without = STOOD if placed.dummy is None else EMPTY_DECK
            block.card[_TURN, rider, lane] = without if placed.card is None else codes.index(placed.card)
            block.fallen[rider, lane] = placed.fallen
    entrants = entrants._replace(values=values, kinds=8 if kinds > 6 else 6)
    # C2: a position knows no supply of exhaustion cards.
    numbers = rule_numbers(replace(first.rules, exhaustion_supply=0), 15)
    fallen = (block.fallen != 0).any(axis=-1).astype(np.uint8)
    _play_end_phases(block, _road(first), numbers, entrants, from_the_start()._replace(fallen=fallen), len(positions))
    return [_answer(block, position, lane) for lane, position in enumerate(positions)]


def _road(position):
    """The road with the tokens that the position has, whatever its rules say."""
    token_at, tokens = np.full(TABLE, NOWHERE, np.uint8), np.full(MOST_TOKEN_PLACES, DRAWN, np.uint8)
    for number, token in enumerate(position.weather):
        token_at[token.square : token.square + token.length] = number
        tokens[number] = WEATHER_KINDS.index(token.kind)
    road = road_of(position.stage, position.rules)
    return road._replace(token_places=len(position.weather), token_at=token_at, tokens=tokens)


def kernel_judge(position: Position) -> dict[str, Any]:
    """The kernel as an engine for rulings."""
    ruling = kernel_rulings([position])[0]
    return {name: ruling[name] for name in ("places", "exhaustion", "winner")}


def _answer(block, position, lane):
    riders = range(len(position.riders))
    winner = int(block.rows[WINNER, lane])
    return {
        "places": {
            str(rider): [int(block.rows[FINAL_SQUARE + rider, lane]), int(block.rows[FINAL_LANE + rider, lane])] for rider in riders
        },
        "exhaustion": [rider for rider in riders if block.rows[EXHAUSTION + rider, lane]],
        "winner": None if winner == NOWHERE else {"team": position.riders[winner].team, "rider": winner},
        "slipstream": [int(block.rows[SLIPSTREAM + rider, lane]) for rider in riders],
        "blocked": [int(block.wide[BLOCKED + rider, lane]) for rider in riders],
        "ascent_lost": [int(block.wide[ASCENT_LOST + rider, lane]) for rider in riders],
        "minimum_gained": [int(block.wide[MINIMUM_GAINED + rider, lane]) for rider in riders],
    }
