"""The exhaustion phase: who rides in the wind takes a card (chapter X)."""

from fr_sim.arrays.game import NOWHERE
from fr_sim.jit import phase
from fr_sim.kernel.state import (
    DUMMY_TABLE,
    IS_SPRINTEUR_TABLE,
    LANE_BITS,
    LANE_EMPTY,
    LEADERS,
    PLACE_OUTCOME,
    PLACE_SQUARE,
    PLACE_TAG,
    RIDER_BITS,
    SUPPLY,
    TAG_PART,
    TIRED,
)
from fr_sim.lanes import lanes8, load, lookup, store, to8, where


@phase
def exhaustion(block, course, rules, riders, ending):
    """Add to the outcome of every place whether its rider takes a card, in the races `ending` their round, and its lane and its fall."""
    ahead, in_wind = lanes8(NOWHERE), lanes8(0) != 0
    lanes_here, lanes_ahead = lanes8(0), lanes8(0)
    front = lanes8(NOWHERE)
    for place in range(riders):
        square, tag = load(block.rows, PLACE_SQUARE + place), load(block.rows, PLACE_TAG + place)
        gap = ahead - square
        # X1: the next square is empty; riders abreast are alike.
        in_wind = (in_wind & (gap == 0)) | (gap > 1)
        takes = in_wind
        if rules.exhaustion_when == LANE_EMPTY:
            own_lane = tag & LANE_BITS
            lanes_ahead = where(gap == 0, lanes_ahead, where(gap == 1, lanes_here, 0))
            lanes_here = where(gap == 0, lanes_here | own_lane, own_lane)
            takes = (lanes_ahead & own_lane) == 0
        elif rules.exhaustion_when == LEADERS:
            front = where(front == NOWHERE, square, front)
            takes = square == front
        takes = takes & (square < course.exhausting) & ending  # X3
        if course.has_dummies:  # P3, P4
            takes = takes & (lookup(block.tables[DUMMY_TABLE], tag & RIDER_BITS) == 0)
        if rules.exhaustion_supply > 0:
            takes = hand_out(block, tag, takes)
        outcome = load(block.rows, PLACE_OUTCOME + place) | (tag & TAG_PART) | where(takes, lanes8(TIRED), 0)
        store(block.rows, PLACE_OUTCOME + place, outcome)
        ahead = square


@phase
def hand_out(block, tag, takes):
    """C2: cards are handed out from the front backwards; an empty pile gives none."""
    is_sprinteur = lookup(block.tables[IS_SPRINTEUR_TABLE], tag & RIDER_BITS) != 0
    for_rouleurs, for_sprinteurs = load(block.rows, SUPPLY), load(block.rows, SUPPLY + 1)
    served = takes & (where(is_sprinteur, for_sprinteurs, for_rouleurs) != 0)
    store(block.rows, SUPPLY, for_rouleurs - to8(served & ~is_sprinteur))
    store(block.rows, SUPPLY + 1, for_sprinteurs - to8(served & is_sprinteur))
    return served
