"""Who rides ahead of whom: the riders in the order in which they move, kept from round to round as places with tags (M1)."""

from fr_sim.arrays.game import NOWHERE
from fr_sim.jit import phase
from fr_sim.kernel.state import FIRST_LANE, LANE_BITS, PLACE_OUTCOME, PLACE_SQUARE, PLACE_TAG, RIDER_BITS
from fr_sim.lanes import lanes8, load, store, to16, where


@phase
def tag_of(rider, lane):
    """A rider's tag, from its number and the row of its lanes."""
    bit = where(lane == 0, lanes8(FIRST_LANE), where(lane == 1, lanes8(2 * FIRST_LANE), lanes8(4 * FIRST_LANE)))
    return bit | rider


@phase
def line_up(block, riders):
    """Put all riders in order of their places on the road."""
    for rider in range(riders):
        store(block.rows, PLACE_SQUARE + rider, load(block.square, rider))
        store(block.rows, PLACE_TAG + rider, tag_of(rider, load(block.lane, rider)))
    put_in_order(block, riders)


@phase
def put_in_order(block, riders):
    """Sort the places: the further square is ahead, in one square the right lane; those that have left stay in front, in their order."""
    for place in range(1, riders):
        square, tag = load(block.rows, PLACE_SQUARE + place), load(block.rows, PLACE_TAG + place)
        outcome = load(block.rows, PLACE_OUTCOME + place)
        key = _nearness(square, tag)
        # From the front: whoever rides behind the carried rider gives way and is carried on itself.
        for ahead in range(place):
            other_square, other_tag = load(block.rows, PLACE_SQUARE + ahead), load(block.rows, PLACE_TAG + ahead)
            other_outcome = load(block.rows, PLACE_OUTCOME + ahead)
            other_key = _nearness(other_square, other_tag)
            gives_way = other_key < key
            store(block.rows, PLACE_SQUARE + ahead, where(gives_way, square, other_square))
            store(block.rows, PLACE_TAG + ahead, where(gives_way, tag, other_tag))
            store(block.rows, PLACE_OUTCOME + ahead, where(gives_way, outcome, other_outcome))
            square, tag = where(gives_way, other_square, square), where(gives_way, other_tag, tag)
            outcome = where(gives_way, other_outcome, outcome)
            key = where(gives_way, other_key, key)
        store(block.rows, PLACE_SQUARE + place, square)
        store(block.rows, PLACE_TAG + place, tag)
        store(block.rows, PLACE_OUTCOME + place, outcome)


@phase
def _nearness(square, tag):
    """A number that is larger for riders further ahead; a tag without a lane, of one that has left, equals all others of its kind."""
    return (to16(square) << 8) | to16(lanes8(LANE_BITS) ^ (tag & LANE_BITS))


@phase
def line_up_position(block, riders, start):
    """Put the riders of a given position in order: those that have crossed first, by round (F2); the same in all 64 races."""
    placed = 0
    for place in range(riders):
        foremost, least = 0, 1 << 30
        for rider in range(riders):
            crossed = int(start.crossed_round[rider])
            crossed = crossed if crossed > 0 else 256
            behind = (crossed << 16) | ((255 - int(start.square[rider])) << 8) | int(start.lane[rider])
            if (placed >> rider) & 1 == 0 and behind < least:
                foremost, least = rider, behind
        placed |= 1 << foremost
        square = load(block.square, foremost)
        tag = tag_of(foremost, load(block.lane, foremost))
        store(block.rows, PLACE_SQUARE + place, square)
        # One that has left the road has no lane.
        store(block.rows, PLACE_TAG + place, where(square == NOWHERE, tag & RIDER_BITS, tag))
