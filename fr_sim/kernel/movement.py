"""The movement phase: how far each card goes on this terrain, and where the riders end up (chapters T and M)."""

from typing import NamedTuple

import numpy as np

from fr_sim.arrays.game import NOWHERE
from fr_sim.game.cards import ATTACK_AHEAD, ATTACK_BEHIND
from fr_sim.game.weather import WEATHER_KINDS, WET
from fr_sim.jit import phase
from fr_sim.kernel.places import put_in_order
from fr_sim.kernel.state import (
    ASCENT_LOST,
    AT_ONCE,
    FALLEN,
    FIRST_LANE,
    FULL_TAG_TABLE,
    GOAL,
    LANE_BITS,
    LANE_PART,
    MINIMUM_GAINED,
    NO_LANES,
    PELOTON,
    PLACE_SQUARE,
    PLACE_TAG,
    RECENT,
    RIDER_BITS,
    STOOD,
    TOKEN,
    VALUES_TABLE,
    WEATHER_TABLE,
)
from fr_sim.lanes import any_lane, lanes8, load, lookup, maximum, minimum, minus_or_zero, store, where

#: W3: what a fall takes off the next move.
SLOWED_BY = 2
_WET = WEATHER_KINDS.index(WET)


class Stop(NamedTuple):
    """F1 "at-once": in which races a move has crossed the line, a mask, and from where, uint8 rows of squares and lanes."""

    stopped: np.ndarray
    square: np.ndarray
    lane: np.ndarray


class Number(NamedTuple):
    """T0: the squares that a card moves from a square, step by step; 0 where the rider stands. Rows of uint8."""

    value: np.ndarray  # the card's own
    raised: np.ndarray  # after the minimum (T2, T3)
    slowed: np.ndarray  # after a fall (W3)
    limited: np.ndarray  # after the cap (T1)


@phase
def number_of(block, road, course, entrants, rider, card, square):
    """T0: the number of a card, from the first step to the last."""
    value = lookup(block.tables[VALUES_TABLE + rider], card)
    if course.has_dummies and entrants.dummy[entrants.team_of[rider]] == PELOTON:
        value = where(card == 0, attack(block, entrants, rider), value)
    raised = value
    if course.has_minimum:  # T2, T3
        raised = where(card < STOOD, maximum(value, lookup(road.at_least, square)), value)
    slowed = raised
    if course.has_wet:
        slowed = minus_or_zero(raised, where(load(block.fallen, rider) != 0, lanes8(SLOWED_BY), 0))
    limited = slowed
    if course.has_climb:  # T1
        limited = minimum(slowed, lookup(road.at_most, square))
        if course.looks_at_number:
            limited = where(slowed >= lookup(road.limited_from, square), limited, slowed)
    return Number(value, raised, slowed, limited)


@phase
def attack(block, entrants, rider):
    """P2: the number of Attack!, by who of the two is ahead when the phase starts; a mate that has left the road is behind nobody."""
    mate = entrants.mate[rider]
    square, mate_square = load(block.square, rider), load(block.square, mate)
    is_ahead = (square > mate_square) | ((square == mate_square) & (load(block.lane, rider) < load(block.lane, mate)))
    return where(is_ahead, lanes8(ATTACK_AHEAD), ATTACK_BEHIND)


@phase
def set_goals(block, road, course, rules, entrants, turn):
    """T0, M2, M6: where every rider is to go by card, terrain and the end of the road; a mask of races where somebody stands (E5)."""
    stands = lanes8(0) != 0
    for rider in range(entrants.riders):
        square = load(block.square, rider)
        card = load(block.card, (turn, rider))
        number = number_of(block, road, course, entrants, rider, card, square)
        if course.has_minimum:
            add_recent(block, MINIMUM_GAINED, rider, number.raised - number.value)
        if course.has_climb:
            add_recent(block, ASCENT_LOST, rider, number.slowed - number.limited)
        goal = minimum(square + number.limited, road.last_square)
        goal = where(card < STOOD, goal, square)
        store(block.rows, GOAL + rider, goal)
        stands = stands | (card == STOOD)
    return stands


@phase
def add_recent(block, measure, rider, squares):
    """Add to one of the sums of squares."""
    row = RECENT + measure + rider
    store(block.rows, row, load(block.rows, row) + squares)


@phase
def move_in_order(block, road, course, rules, riders, turn, going, careful):
    """M1 to M5: every rider in its turn goes to its goal, or to the first square behind it that has a free lane.

    All riders of the squares ahead of a rider's own have moved before it, and in its own square those on its right; so only they can be
    in its way, and its own square has room (M5). They are looked at from the front, and those behind it give up their place to it.

    `careful` says that riders may stand: they keep their very place (E5), so that lanes need not fill from the right any more. Riders that
    have left the road stand, too; and everybody does in races that are over, those not `going`, where D5 may have left a lane free.

    Returns the Stop, and whether anybody has fallen (W3).
    """
    stopped, stop_square, stop_lane = lanes8(0) != 0, lanes8(0), lanes8(0)
    somebody_lies = False
    for place in range(riders):
        own_square, own_tag = load(block.rows, PLACE_SQUARE + place), load(block.rows, PLACE_TAG + place)
        rider = own_tag & RIDER_BITS
        goal = goal_by_rider(block, riders, rider)
        square = goal
        if course.has_wet:
            own_tag = own_tag & (RIDER_BITS | LANE_BITS)  # W3: at its own turn it is up again
            if somebody_lies:
                square = stop_at_wall(block, place, own_square, goal)
        if careful or course.full_tag == 0:
            stands = stopped | ~going
            if careful:
                stands = stands | (cards_by_rider(block, turn, riders, rider) >= STOOD)
            square = where(stands, own_square, square)
            square = overtake_anywhere(block, place, rider, square, own_tag, stands)
        else:
            square = overtake_on_even_road(block, course.full_tag, place, rider, square)
        if course.has_wet:
            falls = (square < goal) & going & ~stopped & (lookup(block.tables[WEATHER_TABLE], square) == load(block.rows, TOKEN + _WET))
            if any_lane(falls):
                somebody_lies = True
                lay_down(block, place, rider, falls)
        if rules.race_end == AT_ONCE:  # F1
            crosses = (own_square < road.finish_line) & (square >= road.finish_line)
            stop_square = where(crosses, own_square, stop_square)
            stop_lane = where(crosses, (own_tag & LANE_PART) >> 5, stop_lane)
            stopped = stopped | crosses
    if careful:
        put_in_order(block, riders)
    return Stop(stopped, stop_square, stop_lane), somebody_lies


@phase
def stop_at_wall(block, place, own_square, goal):
    """W3: the goal, or the square behind the nearest one ahead that has fallen riders in all its lanes.

    Those that fell earlier and ride ahead have been at their turn, so all that lie there have fallen in this round.
    """
    lying, last_square = lanes8(NO_LANES), lanes8(NOWHERE)
    for ahead in range(place):
        other_square, other_tag = load(block.rows, PLACE_SQUARE + ahead), load(block.rows, PLACE_TAG + ahead)
        lying = where(other_square == last_square, lying, NO_LANES)
        lying = where(other_tag >= FALLEN, lying | other_tag, lying)
        wall = (lying == lookup(block.tables[FULL_TAG_TABLE], other_square)) & (other_square > own_square) & (other_square <= goal)
        goal = where(wall, other_square - 1, goal)
        last_square = other_square
    return goal


@phase
def lay_down(block, place, rider, falls):
    """W3: mark a rider that has moved to some place up to `place` as fallen."""
    for ahead in range(place + 1):
        tag = load(block.rows, PLACE_TAG + ahead)
        store(block.rows, PLACE_TAG + ahead, where(falls & ((tag & RIDER_BITS) == rider), tag | FALLEN, tag))


@phase
def overtake_on_even_road(block, full_tag, place, rider, square):
    """Move one rider, at `place`, where all squares have as many lanes and all lanes are filled from the right; the square it reaches."""
    taken, tag = lanes8(NO_LANES), rider | FIRST_LANE
    last_square, last_tag, gave_way = lanes8(NOWHERE), tag, lanes8(0) != 0
    for ahead in range(place):
        other_square, other_tag = load(block.rows, PLACE_SQUARE + ahead), load(block.rows, PLACE_TAG + ahead)
        gives_way = other_square < square
        taken = where(other_square == square, taken | other_tag, taken)
        full = taken == full_tag
        square = where(full, square - 1, square)  # M3
        taken = where(full, NO_LANES, taken)
        tag = rider | ((taken + 1) & ~taken)  # M4: the lowest bit that is free
        # The squares stay sorted; the tags follow them.
        store(block.rows, PLACE_SQUARE + ahead, maximum(other_square, minimum(last_square, square)))
        store(block.rows, PLACE_TAG + ahead, where(gives_way, where(gave_way, last_tag, tag), other_tag))
        last_square, last_tag, gave_way = other_square, other_tag, gives_way
    store(block.rows, PLACE_SQUARE + place, minimum(last_square, square))
    store(block.rows, PLACE_TAG + place, where(gave_way, last_tag, tag))
    return square


@phase
def overtake_anywhere(block, place, rider, square, own_tag, stands):
    """The same on any road, and where riders stand: those of the mask `stands` keep their square and their lane."""
    taken, tag = lanes8(NO_LANES), where(stands, own_tag, rider | FIRST_LANE)
    last_square, last_tag, gave_way = lanes8(NOWHERE), tag, lanes8(0) != 0
    for ahead in range(place):
        other_square, other_tag = load(block.rows, PLACE_SQUARE + ahead), load(block.rows, PLACE_TAG + ahead)
        gives_way = other_square < square
        taken = where(other_square == square, taken | other_tag, taken)
        full = (taken == lookup(block.tables[FULL_TAG_TABLE], square)) & ~stands
        square = where(full, square - 1, square)
        taken = where(full, NO_LANES, taken)
        tag = where(stands, own_tag, rider | ((taken + 1) & ~taken))
        store(block.rows, PLACE_SQUARE + ahead, maximum(other_square, minimum(last_square, square)))
        store(block.rows, PLACE_TAG + ahead, where(gives_way, where(gave_way, last_tag, tag), other_tag))
        last_square, last_tag, gave_way = other_square, other_tag, gives_way
    store(block.rows, PLACE_SQUARE + place, minimum(last_square, square))
    store(block.rows, PLACE_TAG + place, where(gave_way, last_tag, tag))
    return square


@phase
def goal_by_rider(block, riders, rider):
    """The goal of the rider that each race asks for."""
    found = load(block.rows, GOAL)
    for number in range(1, riders):
        found = where(rider == number, load(block.rows, GOAL + number), found)
    return found


@phase
def cards_by_rider(block, turn, riders, rider):
    """The card of the rider that each race asks for."""
    found = load(block.card, (turn, 0))
    for number in range(1, riders):
        found = where(rider == number, load(block.card, (turn, number)), found)
    return found
