"""The slipstream phase: packs close up (chapter D).

It begins the `place_outcome` of every place with the squares that its rider has gained.
"""

from fr_sim.arrays.game import NOWHERE
from fr_sim.jit import phase
from fr_sim.kernel.places import put_in_order
from fr_sim.kernel.state import (
    CROSSWIND_BEGIN,
    CROSSWIND_LENGTH,
    FALLEN,
    FULL_TAG_TABLE,
    GIVEN_AT,
    NO_LANES,
    PLACE_OUTCOME,
    PLACE_SQUARE,
    PLACE_TAG,
    RIDER_BITS,
    SHELTER_RUN_TABLE,
)
from fr_sim.lanes import any_lane, lanes8, load, lookup, minimum, store, to8, where

#: Lanes of the widest square.
MOST_LANES = 3


@phase
def slipstream(block, course, rules, riders, closing, careful, somebody_lies, noting):
    """Close the gaps, in the races `closing`; `somebody_lies` where riders have fallen in some of them (W3).

    With `noting`, GIVEN_AT gets the squares where riders give slipstream; none gives twice in a round.
    """
    if noting:
        for rider in range(riders):
            store(block.noted, GIVEN_AT + rider, lanes8(NOWHERE))
    if course.plain_packs and not careful and not somebody_lies:
        if noting:
            note_all_givers(block, course, riders, closing)
        close_up(block, course, riders, closing)
    else:
        close_up_one_by_one(block, course, rules, riders, closing, somebody_lies, noting)


@phase
def close_up(block, course, riders, closing):
    """D1 to D4 where whole squares move: from the front, everybody gains what the rider ahead gained, and one more over an empty square.

    Packs close up from the rear (D2), so a rider is carried by every gap ahead of it that closes, nearest first: as long as it is joined
    to the one ahead (D1), and as far as there is slipstream on the square where it is then (D4): `shelter_run` squares at most.
    """
    ahead, gained, run_ahead = lanes8(NOWHERE), lanes8(0), lanes8(0)
    for place in range(riders):
        square = load(block.rows, PLACE_SQUARE + place)
        run = shelter_run(block, course, square)
        gap = ahead - square
        opens = (gap == 2) & (run_ahead != 0)
        gained = where((gap < 2) | opens, gained, 0)
        gained = minimum(where(opens, gained + 1, gained), run)
        gained = where(closing, gained, 0)
        store(block.rows, PLACE_SQUARE + place, square + gained)
        store(block.rows, PLACE_OUTCOME + place, gained)
        ahead, run_ahead = square, run


@phase
def note_all_givers(block, course, riders, closing):
    """Note who gives slipstream before `close_up`: from the rear on, a gap closes while both its sides are where the moves ended."""
    for edge in range(1, riders):
        front, ahead = load(block.rows, PLACE_SQUARE + edge), load(block.rows, PLACE_SQUARE + edge - 1)
        closes = closing & (ahead - front == 2) & (shelter_run(block, course, front) != 0) & (shelter_run(block, course, ahead) != 0)
        if any_lane(closes):
            note_givers(block, riders, edge, closes)


@phase
def note_givers(block, riders, edge, closes):
    """D4, W3: where the gap behind the place `edge` - 1 closes, all riders in the square of that place give slipstream but fallen ones."""
    square = load(block.rows, PLACE_SQUARE + edge - 1)
    for place in range(max(0, edge - MOST_LANES), edge):
        tag = load(block.rows, PLACE_TAG + place)
        gives = closes & (load(block.rows, PLACE_SQUARE + place) == square) & (tag < FALLEN)
        for rider in range(riders):
            is_giver = gives & ((tag & RIDER_BITS) == rider)
            store(block.noted, GIVEN_AT + rider, where(is_giver, square, load(block.noted, GIVEN_AT + rider)))


@phase
def shelter_run(block, course, square):
    """T5, D6, W2: for how many squares from `square` on slipstream is given and taken."""
    run = lookup(block.tables[SHELTER_RUN_TABLE], square)
    if course.tokens_drawn:
        begin, length = load(block.rows, CROSSWIND_BEGIN), load(block.rows, CROSSWIND_LENGTH)
        run = where(square < begin, minimum(run, begin - square), where(square - begin < length, 0, run))
    return run


@phase
def close_up_one_by_one(block, course, rules, riders, closing, somebody_lies, noting):
    """D1 to D5 to the letter: gap by gap, rider by rider."""
    for place in range(riders):
        store(block.rows, PLACE_OUTCOME + place, lanes8(0))
    for step in range(1, riders):
        edge = step if rules.front_to_rear else riders - step  # D2
        front, ahead = load(block.rows, PLACE_SQUARE + edge), load(block.rows, PLACE_SQUARE + edge - 1)
        # D4: the rider at the edge of the gap and the one beyond it must both stand where slipstream is.
        closes = closing & (ahead - front == 2) & has_shelter(block, course, front) & has_shelter(block, course, ahead)
        if somebody_lies and any_lane(closes):
            closes = closes & somebody_up(block, riders, edge) & somebody_up_before(block, edge)
        if rules.whole_packs:
            closes = closes & whole_pack_may(block, course, riders, edge)
        if noting and any_lane(closes):
            note_givers(block, riders, edge, closes)
        if any_lane(closes):
            move_run(block, course, riders, edge, closes, somebody_lies)


@phase
def has_shelter(block, course, square):
    """T5, D6, W2: whether slipstream is given and taken on a square."""
    sheltered = lookup(block.tables[SHELTER_RUN_TABLE], square) != 0
    if course.tokens_drawn:
        sheltered = sheltered & (square - load(block.rows, CROSSWIND_BEGIN) >= load(block.rows, CROSSWIND_LENGTH))
    return sheltered


@phase
def somebody_up(block, riders, first):
    """W3: whether of the riders in the square of the place `first`, from it backwards, at least one has not fallen."""
    square = load(block.rows, PLACE_SQUARE + first)
    up = load(block.rows, PLACE_TAG + first) < FALLEN
    for place in range(first + 1, min(first + MOST_LANES, riders)):
        up = up | ((load(block.rows, PLACE_SQUARE + place) == square) & (load(block.rows, PLACE_TAG + place) < FALLEN))
    return up


@phase
def somebody_up_before(block, edge):
    """W3: the same of the square that is the nearest ahead of the place `edge`, from its left-most rider forwards."""
    square = load(block.rows, PLACE_SQUARE + edge - 1)
    up = load(block.rows, PLACE_TAG + edge - 1) < FALLEN
    for place in range(max(0, edge - MOST_LANES), edge - 1):
        up = up | ((load(block.rows, PLACE_SQUARE + place) == square) & (load(block.rows, PLACE_TAG + place) < FALLEN))
    return up


@phase
def whole_pack_may(block, course, riders, edge):
    """D4 "pack": whether every rider of the pack whose front is in place `edge` stands where slipstream is."""
    ahead = load(block.rows, PLACE_SQUARE + edge)
    joined = ahead == ahead
    may = joined
    for place in range(edge, riders):
        square = load(block.rows, PLACE_SQUARE + place)
        joined = joined & (ahead - square < 2)
        may = may & ((has_shelter(block, course, square) & (load(block.rows, PLACE_TAG + place) < FALLEN)) | ~joined)
        ahead = square
    return may


@phase
def move_run(block, course, riders, edge, closes, somebody_lies):
    """D4, D5: the run of riders from place `edge` backwards moves one square, each into the right-most free lane, if there is one."""
    ahead = load(block.rows, PLACE_SQUARE + edge)
    in_run = closes
    taken = lanes8(NO_LANES)  # lanes of the square that the riders looked at move to
    staying = lanes8(NO_LANES)  # lanes of their own square that those without a lane ahead keep
    crowded = closes & ~closes
    for place in range(edge, riders):
        square, tag = load(block.rows, PLACE_SQUARE + place), load(block.rows, PLACE_TAG + place)
        in_run = in_run & (ahead - square < 2) & has_shelter(block, course, square)
        next_square = square != ahead
        if somebody_lies:
            in_run = in_run & (somebody_up(block, riders, place) | ~next_square)
        taken = where(next_square, staying, taken)
        staying = where(next_square, NO_LANES, staying)
        free = (taken + 1) & ~taken
        stays = taken == lookup(block.tables[FULL_TAG_TABLE], square + 1)
        if somebody_lies:
            stays = stays | (tag >= FALLEN)
        moves = in_run & ~stays
        taken = where(moves, taken | free, taken)
        staying = where(moves, staying, staying | tag)
        crowded = crowded | (in_run & stays)
        store(block.rows, PLACE_SQUARE + place, where(moves, square + 1, square))
        store(block.rows, PLACE_TAG + place, where(moves, (tag & RIDER_BITS) | free, tag))
        store(block.rows, PLACE_OUTCOME + place, load(block.rows, PLACE_OUTCOME + place) + to8(moves))
        ahead = square
    # Who stays may now be behind riders of its own square, or that came from behind into lanes on its right.
    if any_lane(crowded):
        put_in_order(block, riders)
