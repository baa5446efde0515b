"""Where on the road what happens, and how places after a round become final places: counted in the first races of a run only.

The profile goes on when the rest has ended; it is the number of races by round, rider and square.

A number that a rider has on one square is counted by itself and times itself less one, so that the spread between races is known. All but
squares lost come one at a time, and a rider never goes back: what it had before on the same square, it had there the last time.
"""

from fr_sim.arrays.counts import ROAD_MEASURES
from fr_sim.arrays.game import NOWHERE, TABLE
from fr_sim.game.riders import MOST_RIDERS
from fr_sim.jit import phase
from fr_sim.kernel.state import (
    GAINED,
    GIVEN_AT,
    GOAL,
    LAST_AT,
    NO_TURN,
    NUMBER,
    NUMBER_AT,
    PLACE_OUTCOME,
    PLACE_TAG,
    RANK,
    RIDER_BITS,
    ROUNDS_TAKEN,
    TIMES,
    TIRED,
)
from fr_sim.lanes import LANES, any_lane, count_lanes, lanes8, lanes16, load, maximum, minimum, store, sum_lanes, to16, to32, where

_EXHAUSTION, _BLOCKED, _TAKEN, _GIVEN, _ENDED = range(len(ROAD_MEASURES))
#: Of what a rider may have several on one square, as LAST_AT and TIMES number it.
_TIRED_THERE, _GAVE_THERE, _ENDED_THERE = range(0, 3 * MOST_RIDERS, MOST_RIDERS)


@phase
def forget_road(block, road, riders):
    """What the races before have left behind."""
    for rider in range(riders):
        block.lowest[rider] = 0
        for several in (_TIRED_THERE, _GAVE_THERE, _ENDED_THERE):
            store(block.noted, LAST_AT + several + rider, lanes8(NOWHERE))
        for square in range(road.squares):
            store(block.blocked_at, (rider, square), lanes16(0))


@phase
def count_places(block, riders, tally, turn):
    """The profile alone: where everybody stands after a round, in races that were still on, riders that have left the road aside."""
    for rider in range(riders):
        for lane in range(LANES):
            square = block.square[rider, lane]
            if block.card[turn, rider, lane] != NO_TURN:
                tally.profile[turn, rider, square] += 1


@phase
def count_round(block, road, riders, tally, turn):
    """Add a round that is over, of all races that played it: the profile, and what every rider had on which square."""
    for rider in range(riders):
        own_place, outcome = lanes8(0), lanes8(0)
        for place in range(riders):
            is_rider = (load(block.rows, PLACE_TAG + place) & RIDER_BITS) == rider
            own_place = where(is_rider, place, own_place)
            outcome = where(is_rider, load(block.rows, PLACE_OUTCOME + place), outcome)
        store(block.place_of, (turn, rider), own_place)
        square, given_at = load(block.square, rider), load(block.noted, GIVEN_AT + rider)
        on_road = load(block.card, (turn, rider)) != NO_TURN
        gained, tired = outcome & GAINED, (outcome & TIRED) != 0
        count_along(block, road, tally, turn, rider, on_road, tired, gained)
        count_again(block, road, tally, _EXHAUSTION, _TIRED_THERE, rider, tired, square)
        count_again(block, road, tally, _GIVEN, _GAVE_THERE, rider, given_at != NOWHERE, given_at)
        count_again(block, road, tally, _ENDED, _ENDED_THERE, rider, on_road, square)
        lost = load(block.rows, GOAL + rider) - (square - gained)  # M3
        if any_lane(lost != 0):
            count_blocked(block, road, tally, rider, lost)


@phase
def count_along(block, road, tally, turn, rider, on_road, tired, gained):
    """Square by square, from where the rider was last in some race to where it is now in all: in how many races it had what there."""
    square, given_at = load(block.square, rider), load(block.noted, GIVEN_AT + rider)
    races, found, number = count_lanes(on_road), 0, int(block.lowest[rider])
    while found < races and number < TABLE:
        here = on_road & (square == number)
        ended = count_lanes(here)
        if found == 0:
            block.lowest[rider] = number
        found += ended
        tally.profile[turn, rider, number] += ended
        if number < road.squares:
            tally.road_sums[_ENDED, rider, number] += ended
            tally.road_sums[_EXHAUSTION, rider, number] += count_lanes(here & tired)
            tally.road_sums[_TAKEN, rider, number] += count_lanes((square - number) < gained)
            tally.road_sums[_GIVEN, rider, number] += count_lanes(given_at == number)
        number += 1


@phase
def count_again(block, road, tally, measure, several, rider, has, square):
    """Add what a rider has on a square where it had the same before, in the races of the mask `has`."""
    last, times = load(block.noted, LAST_AT + several + rider), load(block.noted, TIMES + several + rider)
    again = has & (last == square)
    times = where(again, times + 1, where(has, 0, times))
    store(block.noted, LAST_AT + several + rider, where(has, square, last))
    store(block.noted, TIMES + several + rider, times)
    if any_lane(again):
        store(block.noted, NUMBER, where(again, times, 0))
        store(block.noted, NUMBER_AT, square)
        for lane in range(LANES):
            before, number = int(block.noted[NUMBER, lane]), int(block.noted[NUMBER_AT, lane])
            if before > 0 and number < road.squares:
                tally.road_pairs[measure, rider, number] += 2 * before  # (b + 1) b - b (b - 1)


@phase
def count_blocked(block, road, tally, rider, lost):
    """Add squares lost to riders on the way to the goals of a round."""
    store(block.noted, NUMBER, lost)
    for lane in range(LANES):
        squares, goal = int(block.noted[NUMBER, lane]), int(block.rows[GOAL + rider, lane])
        if squares > 0 and goal < road.squares:
            before = int(block.blocked_at[rider, goal, lane])
            tally.road_sums[_BLOCKED, rider, goal] += squares
            tally.road_pairs[_BLOCKED, rider, goal] += squares * (squares + 2 * before - 1)
            block.blocked_at[rider, goal, lane] = before + squares


@phase
def count_shifts(block, riders, tally, first_turn, last_turn, counted):
    """How far the places after every round are from the final ones: the sum of squares of Spearman's rank correlation, race by race."""
    for turn in range(first_turn, last_turn + 1):
        playing = counted & (load(block.rows, ROUNDS_TAKEN) >= turn)
        shift = lanes16(0)
        for rider in range(riders):
            there, final = load(block.place_of, (turn, rider)), load(block.rows, RANK + rider)
            apart = to16(maximum(there, final) - minimum(there, final))
            shift = shift + apart * apart
        shift = where(playing, shift, 0)
        wide = to32(shift)
        tally.place_races[turn] += count_lanes(playing)
        tally.place_shifts[turn] += sum_lanes(shift)
        tally.place_shift_squares[turn] += sum_lanes(wide * wide)
