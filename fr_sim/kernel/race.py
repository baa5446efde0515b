"""A race, and its rounds as the rulebook's summary has them: energy, movement, slipstream, exhaustion."""

from fr_sim.arrays.game import NOWHERE
from fr_sim.jit import phase
from fr_sim.kernel.energy import energy
from fr_sim.kernel.exhaustion import exhaustion
from fr_sim.kernel.finish import end_round, rank
from fr_sim.kernel.movement import move_in_order, set_goals
from fr_sim.kernel.road_counts import count_places, count_round
from fr_sim.kernel.settle import settle, spill, spill_now, take_back_what_did_not_move
from fr_sim.kernel.slipstream import slipstream
from fr_sim.kernel.state import (
    AT_ONCE,
    CHAIN,
    CROSSED_ROUND,
    EXHAUSTION,
    LEAD_CHANGES,
    LEADER,
    MEASURES,
    PLACE_TAG,
    RIDER_BITS,
    ROUND,
    SLIPSTREAM,
    TROUBLE,
)
from fr_sim.lanes import any_lane, lanes8, lanes16, load, store, to8


@phase
def end_phases(block, road, course, rules, entrants, turn, going, careful, noting):
    """What follows once all cards are on the table; returns whether lanes may from now on be other than filled from the right.

    `noting` asks for notes of where slipstream is given.
    """
    stands = set_goals(block, road, course, rules, entrants, turn)
    careful = careful or any_lane(stands)
    stop, somebody_lies = move_in_order(block, road, course, rules, entrants.riders, turn, going, careful)
    closing = going
    if rules.race_end == AT_ONCE:
        closing = going & ~stop.stopped
        take_back_what_did_not_move(block, road, course, entrants, turn, stop)
    slipstream(block, course, rules, entrants.riders, closing, careful, somebody_lies, noting)
    exhaustion(block, course, rules, entrants.riders, closing)
    settle(block, course, rules, entrants, turn)
    return careful or somebody_lies


@phase
def play_rounds(block, road, course, rules, entrants, addresses, tally, first_turn, going, has_profile, noting):
    """Play all races of the block to their ends; returns the last round that was played.

    With `has_profile` the places after each round are counted, with `noting` all that happens on single squares.
    """
    careful = rules.race_end != ROUND
    turn = first_turn - 1
    while turn < rules.max_rounds and any_lane(going):  # F3
        turn += 1
        energy(block, road, course, rules, entrants, addresses, turn, going)
        careful = end_phases(block, road, course, rules, entrants, turn, going, careful, noting)
        spill(block, entrants.riders, turn)
        note_leader(block, going)
        if noting:
            count_round(block, road, entrants.riders, tally, turn)
        elif has_profile:
            count_places(block, entrants.riders, tally, turn)
        going = end_round(block, road, rules, entrants.riders, turn, going)
    spill_now(block, entrants.riders)
    rank(block, road, rules, entrants.riders)
    return turn


@phase
def note_leader(block, going):
    """Who leads the ranking after a round, and whether that is another rider than after the round before."""
    leader, before = load(block.rows, PLACE_TAG) & RIDER_BITS, load(block.rows, LEADER)
    changes = going & (leader != before) & (before != NOWHERE)
    store(block.rows, LEADER, leader)
    store(block.rows, LEAD_CHANGES, load(block.rows, LEAD_CHANGES) + to8(changes))


@phase
def clear_notes(block, riders):
    """What the races before have left behind."""
    store(block.rows, LEADER, lanes8(NOWHERE))
    store(block.rows, LEAD_CHANGES, lanes8(0))
    store(block.rows, CHAIN, lanes8(0))
    store(block.wide, TROUBLE, lanes16(0))
    for rider in range(riders):
        store(block.rows, EXHAUSTION + rider, lanes8(0))
        store(block.rows, SLIPSTREAM + rider, lanes8(0))
        store(block.rows, CROSSED_ROUND + rider, lanes8(0))
        for measure in MEASURES:
            store(block.wide, measure + rider, lanes16(0))
