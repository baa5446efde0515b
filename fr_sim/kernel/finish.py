"""The finish: who has crossed, who leaves the road, which races are over, and the ranking (chapter F)."""

from fr_sim.arrays.game import NOWHERE
from fr_sim.jit import phase
from fr_sim.kernel.state import (
    ALL,
    ASCENT_LOST,
    BLOCKED,
    CROSSED_ROUND,
    EXHAUSTION,
    FINAL_LANE,
    FINAL_SQUARE,
    MINIMUM_GAINED,
    PLACE_SQUARE,
    PLACE_TAG,
    RANK,
    RIDER_BITS,
    ROUNDS_TAKEN,
    SEAT,
    SLIPSTREAM,
    WINNER,
)
from fr_sim.lanes import lanes8, load, store, where


@phase
def end_round(block, road, rules, riders, turn, going):
    """F1: the races that go on after this round; the others have taken `turn` rounds."""
    if rules.race_end == ALL:
        leave_the_road(block, road, riders, turn, going)
        over = load(block.rows, PLACE_SQUARE + riders - 1) == NOWHERE
    else:
        over = load(block.rows, PLACE_SQUARE) >= road.finish_line
    store(block.rows, ROUNDS_TAKEN, where(going, turn, load(block.rows, ROUNDS_TAKEN)))
    return going & ~over


@phase
def leave_the_road(block, road, riders, turn, going):
    """F1 "all": riders past the line leave the road after the round; ahead of all others, in the order of the ranking (F2)."""
    for place in range(riders):
        square, tag = load(block.rows, PLACE_SQUARE + place), load(block.rows, PLACE_TAG + place)
        leaves = going & (square >= road.finish_line)
        store(block.rows, PLACE_SQUARE + place, where(leaves, NOWHERE, square))
        store(block.rows, PLACE_TAG + place, where(leaves, tag & RIDER_BITS, tag))
    for rider in range(riders):
        square, lane = load(block.square, rider), load(block.lane, rider)
        leaves = going & (square >= road.finish_line) & (square != NOWHERE)
        store(block.rows, FINAL_SQUARE + rider, where(leaves, square, load(block.rows, FINAL_SQUARE + rider)))
        store(block.rows, FINAL_LANE + rider, where(leaves, lane, load(block.rows, FINAL_LANE + rider)))
        store(block.rows, CROSSED_ROUND + rider, where(leaves, turn, load(block.rows, CROSSED_ROUND + rider)))
        store(block.square, rider, where(leaves, NOWHERE, square))
        store(block.lane, rider, where(leaves, NOWHERE, lane))


@phase
def rank(block, road, rules, riders):
    """F2: the ranking is the order of the places; F3: nobody wins a race in which nobody has crossed."""
    somebody_crossed = lanes8(0) != 0
    for rider in range(riders):
        own_rank = lanes8(0)
        for place in range(1, riders):
            own_rank = where((load(block.rows, PLACE_TAG + place) & RIDER_BITS) == rider, place, own_rank)
        store(block.rows, RANK + rider, own_rank)
        square = load(block.square, rider)
        on_road = square != NOWHERE
        crossed = load(block.rows, CROSSED_ROUND + rider)
        if rules.race_end != ALL:
            # The race was over with the round in which the first rider crossed.
            crossed = where(on_road & (square >= road.finish_line) & (crossed == 0), load(block.rows, ROUNDS_TAKEN), crossed)
        store(block.rows, CROSSED_ROUND + rider, crossed)
        store(block.rows, FINAL_SQUARE + rider, where(on_road, square, load(block.rows, FINAL_SQUARE + rider)))
        store(block.rows, FINAL_LANE + rider, where(on_road, load(block.lane, rider), load(block.rows, FINAL_LANE + rider)))
        somebody_crossed = somebody_crossed | (crossed != 0)
    store(block.rows, WINNER, where(somebody_crossed, load(block.rows, PLACE_TAG) & RIDER_BITS, NOWHERE))


@phase
def write_finishes(block, entrants, finishes, column):
    """Copy how 64 races ended to the columns from `column` on."""
    for lane in range(64):
        race = column + lane
        finishes.rounds[race] = block.rows[ROUNDS_TAKEN, lane]
        finishes.winner[race] = block.rows[WINNER, lane]
    for team in range(entrants.teams):
        for lane in range(64):
            finishes.seat[team, column + lane] = block.rows[SEAT + team, lane]
    for rider in range(entrants.riders):
        is_dummy = entrants.dummy[entrants.team_of[rider]] != 0
        for lane in range(64):
            race = column + lane
            finishes.rank[rider, race] = block.rows[RANK + rider, lane]
            finishes.square[rider, race] = block.rows[FINAL_SQUARE + rider, lane]
            finishes.lane[rider, race] = block.rows[FINAL_LANE + rider, lane]
            finishes.crossed_round[rider, race] = block.rows[CROSSED_ROUND + rider, lane]
            finishes.exhaustion[rider, race] = block.rows[EXHAUSTION + rider, lane]
            finishes.slipstream[rider, race] = block.rows[SLIPSTREAM + rider, lane]
            finishes.blocked[rider, race] = block.wide[BLOCKED + rider, lane]
            finishes.ascent_lost[rider, race] = block.wide[ASCENT_LOST + rider, lane]
            finishes.minimum_gained[rider, race] = block.wide[MINIMUM_GAINED + rider, lane]
            finishes.tired[rider, race] = 0 if is_dummy else block.left[rider, 0, lane]
