"""The finish: who has crossed, who leaves the road, which races are over, and the ranking (chapter F)."""

from fr_sim.arrays import NOWHERE
from fr_sim.jit import phase
from fr_sim.kernel.state import ALL, RIDER_BITS
from fr_sim.lanes import lanes8, load, store, where


@phase
def end_round(block, road, rules, riders, turn, going):
    """F1: the races that go on after this round; the others have taken `turn` rounds."""
    if rules.race_end == ALL:
        leave_the_road(block, road, riders, turn, going)
        over = load(block.place_square, riders - 1) == NOWHERE
    else:
        over = load(block.place_square, 0) >= road.finish_line
    store(block.rounds, 0, where(going, turn, load(block.rounds, 0)))
    return going & ~over


@phase
def leave_the_road(block, road, riders, turn, going):
    """F1 "all": riders past the line leave the road after the round; ahead of all others, in the order of the ranking (F2)."""
    for place in range(riders):
        square, tag = load(block.place_square, place), load(block.place_tag, place)
        leaves = going & (square >= road.finish_line)
        store(block.place_square, place, where(leaves, NOWHERE, square))
        store(block.place_tag, place, where(leaves, tag & RIDER_BITS, tag))
    for rider in range(riders):
        square, lane = load(block.square, rider), load(block.lane, rider)
        leaves = going & (square >= road.finish_line) & (square != NOWHERE)
        store(block.final_square, rider, where(leaves, square, load(block.final_square, rider)))
        store(block.final_lane, rider, where(leaves, lane, load(block.final_lane, rider)))
        store(block.crossed_round, rider, where(leaves, turn, load(block.crossed_round, rider)))
        store(block.square, rider, where(leaves, NOWHERE, square))
        store(block.lane, rider, where(leaves, NOWHERE, lane))


@phase
def rank(block, road, rules, riders):
    """F2: the ranking is the order of the places; F3: nobody wins a race in which nobody has crossed."""
    somebody_crossed = lanes8(0) != 0
    for rider in range(riders):
        own_rank = lanes8(0)
        for place in range(1, riders):
            own_rank = where((load(block.place_tag, place) & RIDER_BITS) == rider, place, own_rank)
        store(block.rank, rider, own_rank)
        square = load(block.square, rider)
        on_road = square != NOWHERE
        crossed = load(block.crossed_round, rider)
        if rules.race_end != ALL:
            # The race was over with the round in which the first rider crossed.
            crossed = where(on_road & (square >= road.finish_line) & (crossed == 0), load(block.rounds, 0), crossed)
        store(block.crossed_round, rider, crossed)
        store(block.final_square, rider, where(on_road, square, load(block.final_square, rider)))
        store(block.final_lane, rider, where(on_road, load(block.lane, rider), load(block.final_lane, rider)))
        somebody_crossed = somebody_crossed | (crossed != 0)
    store(block.winner, 0, where(somebody_crossed, load(block.place_tag, 0) & RIDER_BITS, NOWHERE))


@phase
def write_finishes(block, entrants, finishes, column):
    """Copy how 64 races ended to the columns from `column` on."""
    for lane in range(64):
        race = column + lane
        finishes.rounds[race] = block.rounds[0, lane]
        finishes.winner[race] = block.winner[0, lane]
    for team in range(entrants.teams):
        for lane in range(64):
            finishes.seat[team, column + lane] = block.seat[team, lane]
    for rider in range(entrants.riders):
        for lane in range(64):
            race = column + lane
            finishes.rank[rider, race] = block.rank[rider, lane]
            finishes.square[rider, race] = block.final_square[rider, lane]
            finishes.lane[rider, race] = block.final_lane[rider, lane]
            finishes.crossed_round[rider, race] = block.crossed_round[rider, lane]
            finishes.exhaustion[rider, race] = block.exhaustion[rider, lane]
            finishes.slipstream[rider, race] = block.slipstream[rider, lane]
            finishes.blocked[rider, race] = block.sums[0, rider, lane]
            finishes.ascent_lost[rider, race] = block.sums[1, rider, lane]
            finishes.minimum_gained[rider, race] = block.sums[2, rider, lane]
