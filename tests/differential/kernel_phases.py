"""The kernel's movement, slipstream and exhaustion, put to positions: up to 64 at once on one road under one set of rules."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from fr_sim.arrays import NOWHERE, entrants_of, road_of, rule_numbers
from fr_sim.game import cards
from fr_sim.game.lineup import Lineup, Team
from fr_sim.jit import uncached_entry
from fr_sim.kernel.finish import end_round, rank
from fr_sim.kernel.places import line_up
from fr_sim.kernel.race import clear_notes, end_phases
from fr_sim.kernel.settle import spill_now
from fr_sim.kernel.state import (
    ASCENT_LOST,
    BLOCKED,
    EXHAUSTION,
    FINAL_LANE,
    FINAL_SQUARE,
    MINIMUM_GAINED,
    NO_TURN,
    ROUND,
    SLIPSTREAM,
    STOOD,
    WINNER,
    new_block,
)
from fr_sim.kernel.survey import survey
from fr_sim.lanes import first_lanes
from fr_sim.positions import Position

_TURN = 1


def play_end_phases(block, road, rules, entrants, positions):
    """From places and cards to the end of the round, in the first lanes of the block."""
    going = first_lanes(positions)
    course = survey(block, road, rules, entrants)
    clear_notes(block, entrants.riders)
    line_up(block, entrants.riders)
    end_phases(block, road, course, rules, entrants, _TURN, going, rules.race_end != ROUND)
    spill_now(block, entrants.riders)
    end_round(block, road, rules, entrants.riders, _TURN, going)
    rank(block, road, rules, entrants.riders)


_play_end_phases = uncached_entry(play_end_phases)


def kernel_rulings(positions: Sequence[Position]) -> list[dict[str, Any]]:
    """What becomes of positions that share stage, rules and kinds of riders.

    Each answer has `places`, `exhaustion`, `winner` as `judge` does, and lists by rider of squares won and lost: `slipstream`, `blocked`,
    `ascent_lost`, `minimum_gained`.
    """
    first = positions[0]
    lineup = Lineup(tuple(Team("random", (), (rider.kind,)) for rider in first.riders))
    entrants = entrants_of(lineup, first.rules, [(0, [])] * len(first.riders))
    block = new_block(entrants)
    block.card[_TURN] = NO_TURN
    block.square[:] = 0
    block.lane[:] = 0
    values, kinds = entrants.values.copy(), 1
    for rider in range(len(first.riders)):
        # A deck of any eight kinds, as the position may show cards that the edition's decks do not hold.
        codes = [cards.EXHAUSTION, *sorted({position.riders[rider].card for position in positions} - {cards.EXHAUSTION, None})][:8]
        kinds = max(kinds, len(codes))
        for kind, code in enumerate(codes):
            values[rider, kind] = cards.energy_value(code, first.rules.exhaustion_value)
        for lane, position in enumerate(positions):
            placed = position.riders[rider]
            block.square[rider, lane], block.lane[rider, lane] = placed.place
            block.card[_TURN, rider, lane] = STOOD if placed.card is None else codes.index(placed.card)
    entrants = entrants._replace(values=values, kinds=8 if kinds > 6 else 6)
    # C2: a position knows no supply of exhaustion cards.
    numbers = rule_numbers(replace(first.rules, exhaustion_supply=0), 15)
    _play_end_phases(block, road_of(first.stage, first.rules), numbers, entrants, len(positions))
    return [_answer(block, position, lane) for lane, position in enumerate(positions)]


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
