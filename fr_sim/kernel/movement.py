"""The movement phase: how far each card goes on this terrain, and where the riders end up (chapters T and M)."""

from typing import NamedTuple

import numpy as np

from fr_sim.arrays import NOWHERE
from fr_sim.jit import phase
from fr_sim.kernel.places import put_in_order
from fr_sim.kernel.state import (
    ASCENT_LOST,
    AT_ONCE,
    FIRST_LANE,
    FULL_TAG_TABLE,
    GOAL,
    LANE_PART,
    MINIMUM_GAINED,
    PLACE_SQUARE,
    PLACE_TAG,
    RECENT,
    RIDER_BITS,
    STOOD,
    VALUES_TABLE,
)
from fr_sim.lanes import lanes8, load, lookup, maximum, minimum, store, where


class Stop(NamedTuple):
    """F1 "at-once": in which races a move has crossed the line, a mask, and from where, uint8 rows of squares and lanes."""

    stopped: np.ndarray
    square: np.ndarray
    lane: np.ndarray


@phase
def number_of(block, road, course, rider, card, square):
    """T0: the squares that a card moves from a square: after the minimum, and after the cap; 0 where the rider stands."""
    value = lookup(block.tables[VALUES_TABLE + rider], card)
    number = value
    if course.has_minimum:  # T2, T3
        number = where(card < STOOD, maximum(number, lookup(road.at_least, square)), number)
    limited = number
    if course.has_climb:  # T1
        limited = minimum(number, lookup(road.at_most, square))
        if course.looks_at_number:
            limited = where(number >= lookup(road.limited_from, square), limited, number)
    return value, number, limited


@phase
def set_goals(block, road, course, rules, entrants, turn):
    """T0, M2, M6: where every rider is to go by card, terrain and the end of the road; a mask of races where somebody stands (E5)."""
    stands = lanes8(0) != 0
    for rider in range(entrants.riders):
        square = load(block.square, rider)
        card = load(block.card, (turn, rider))
        value, number, limited = number_of(block, road, course, rider, card, square)
        if course.has_minimum:
            add_recent(block, MINIMUM_GAINED, rider, number - value)
        if course.has_climb:
            add_recent(block, ASCENT_LOST, rider, number - limited)
        goal = minimum(square + limited, road.last_square)
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
    """
    stopped, stop_square, stop_lane = lanes8(0) != 0, lanes8(0), lanes8(0)
    for place in range(riders):
        own_square, own_tag = load(block.rows, PLACE_SQUARE + place), load(block.rows, PLACE_TAG + place)
        rider = own_tag & RIDER_BITS
        square = goal_by_rider(block, riders, rider)
        if careful or course.full_tag == 0:
            stands = stopped | ~going
            if careful:
                stands = stands | (cards_by_rider(block, turn, riders, rider) >= STOOD)
            square = where(stands, own_square, square)
            square = overtake_anywhere(block, place, rider, square, own_tag, stands)
        else:
            square = overtake_on_even_road(block, course.full_tag, place, rider, square)
        if rules.race_end == AT_ONCE:  # F1
            crosses = (own_square < road.finish_line) & (square >= road.finish_line)
            stop_square = where(crosses, own_square, stop_square)
            stop_lane = where(crosses, (own_tag & LANE_PART) >> 5, stop_lane)
            stopped = stopped | crosses
    if careful:
        put_in_order(block, riders)
    return Stop(stopped, stop_square, stop_lane)


@phase
def overtake_on_even_road(block, full_tag, place, rider, square):
    """Move one rider, at `place`, where all squares have as many lanes and all lanes are filled from the right; the square it reaches."""
    taken, tag = lanes8(RIDER_BITS), rider | FIRST_LANE
    last_square, last_tag, gave_way = lanes8(NOWHERE), tag, lanes8(0) != 0
    for ahead in range(place):
        other_square, other_tag = load(block.rows, PLACE_SQUARE + ahead), load(block.rows, PLACE_TAG + ahead)
        gives_way = other_square < square
        taken = where(other_square == square, taken | other_tag, taken)
        full = taken == full_tag
        square = where(full, square - 1, square)  # M3
        taken = where(full, RIDER_BITS, taken)
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
    taken, tag = lanes8(RIDER_BITS), where(stands, own_tag, rider | FIRST_LANE)
    last_square, last_tag, gave_way = lanes8(NOWHERE), tag, lanes8(0) != 0
    for ahead in range(place):
        other_square, other_tag = load(block.rows, PLACE_SQUARE + ahead), load(block.rows, PLACE_TAG + ahead)
        gives_way = other_square < square
        taken = where(other_square == square, taken | other_tag, taken)
        full = (taken == lookup(block.tables[FULL_TAG_TABLE], square)) & ~stands
        square = where(full, square - 1, square)
        taken = where(full, RIDER_BITS, taken)
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
