"""Users' own policies in the kernel: scalar Python functions, compiled apart and called by address, so that the kernel stays as it is.

The kernel is handed a table of addresses, int64 [policy, column]. A call carries one message, plain numbers and addresses of blocks,
to the driver (`own_driver.py`), which shows the user's function one race after another and answers with one byte for each. What may not
be played is reported, never played.
"""

from contextlib import suppress

import numpy as np
from llvmlite import ir
from numba.core import cgutils, types
from numba.extending import intrinsic

from fr_sim.arrays.game import NO_CARD
from fr_sim.jit import INTERPRETED, phase
from fr_sim.lanes import LANES, kept, lanes8, load, lookup, to8, where
from fr_sim.lanes.types import row8
from fr_sim.policies import asked as asked_now
from fr_sim.policies import random
from fr_sim.policies.catalogue import OWN
from fr_sim.policies.own_driver import Message
from fr_sim.policies.own_sight import sight_of
from fr_sim.policies.view import lowest_kind

__all__ = [
    "BID",
    "BID_RIDER",
    "CARD",
    "FIRST",
    "OWN",
    "PLACE",
    "bid",
    "bid_rider",
    "card",
    "first",
    "in_this_thread",
    "no_policies",
    "place",
]

#: Columns of the table of addresses: the user's functions, the driver that calls them, whether it has to show what decks still hold, and
#: the cell in which it notes whom it asks.
CARD, FIRST, PLACE, BID, BID_RIDER, DRIVER, SHOWS_LEFT, CELL = range(8)
COLUMNS = 8


def no_policies():
    """The table of addresses of a run without users' policies: int64 [policy, column]."""
    return np.zeros((1, COLUMNS), np.int64)


def in_this_thread(addresses):
    """The table of addresses for calls from this thread: whom it asks is noted in a cell of its own."""
    table = addresses.copy()
    table[:, CELL] = asked_now.cell_address()
    return table


@phase
def card(addresses, policy, seen, asked):
    """What a user's policy plays where the mask `asked` holds: a uint8 row of kind indices, and the mask of answers refused.

    Refused is whatever is not in hand, and an error in the user's function; the lowest card stands in for it.
    """
    view = kept(seen)
    answer = _ask(addresses, policy, CARD, view, asked)
    held = _is_held(view, answer)
    return where(held, answer, lowest_kind(view)), asked & ~held


@phase
def _is_held(view, answer):
    """Where a row of kinds are those of cards in hand: a mask."""
    held = lanes8(0) != 0
    before = lanes8(0)
    for kind in range(view.entrants.kinds):
        up_to = load(view.hand, kind)
        held = held | ((answer == kind) & (up_to > before))
        before = up_to
    return held


@phase
def bid(addresses, policy, seen, asked):
    """What a user's policy bids where the mask `asked` holds (B2): a uint8 row of kind indices, and the mask of answers refused.

    The lowest card if it does not say, and where its answer is refused.
    """
    view = kept(seen)
    usual = lowest_kind(view)
    if addresses[policy - OWN, BID] == 0:
        return usual, lanes8(0) != 0
    answer = _ask(addresses, policy, BID, view, asked)
    held = _is_held(view, answer)
    return where(held, answer, usual), asked & ~held


@phase
def bid_rider(addresses, policy, seen, asked):
    """Where a user's policy lets the sprinteur bid (B1): a mask, and the mask of answers refused; the rouleur if it does not say."""
    view = kept(seen)
    if addresses[policy - OWN, BID_RIDER] == 0:
        return random.bid_rider(view), lanes8(0) != 0
    answer = _ask(addresses, policy, BID_RIDER, view, asked)
    return answer == 1, asked & (answer > 1)


@phase
def first(addresses, policy, seen, asked):
    """Where a user's policy lets the sprinteur draw first: a mask, and the mask of answers refused; the rouleur if it does not say."""
    view = kept(seen)
    if addresses[policy - OWN, FIRST] == 0:
        return random.first(view), lanes8(0) != 0
    answer = _ask(addresses, policy, FIRST, view, asked)
    return answer == 1, asked & (answer > 1)


@phase
def place(addresses, policy, seen, asked):
    """Where a user's policy starts: a uint8 row of squares, and the mask of answers refused; as far forward as free if it does not say.

    Refused is a square that is not behind the start line or has no free lane.
    """
    view = kept(seen)
    usual = random.place(view)
    if addresses[policy - OWN, PLACE] == 0:
        return usual, lanes8(0) != 0
    answer = _ask(addresses, policy, PLACE, view, asked)
    standing = lanes8(0)
    for rider in range(view.entrants.riders):
        standing = standing + to8(load(view.square, rider) == answer)
    free = (answer < view.road.start_line) & (standing < lookup(view.road.room, answer))
    return where(free, answer, usual), asked & ~free


@phase
def _message(view, function, shows_left, cell):
    road, field = view.road, view.entrants
    return Message(
        view.turn,
        view.rider,
        view.mate,
        field.riders,
        field.kinds,
        road.start_line,
        road.finish_line,
        road.last_square,
        road.room.ctypes.data,
        road.terrain.ctypes.data,
        road.at_least.ctypes.data,
        road.at_most.ctypes.data,
        road.limited_from.ctypes.data,
        road.climb_ahead.ctypes.data,
        road.shelter.ctypes.data,
        field.team_of.ctypes.data,
        field.mate.ctypes.data,
        field.is_sprinteur.ctypes.data,
        field.values.ctypes.data,
        view.parameters.ctypes.data,
        view.square.ctypes.data,
        view.lane.ctypes.data,
        view.left.ctypes.data,
        view.pile.ctypes.data,
        view.hand.ctypes.data,
        road.token_at.ctypes.data,
        view.weather.ctypes.data,
        view.fallen.ctypes.data,
        road.token_places,
        road.breakaway_square,
        function,
        shows_left,
        cell,
    )


@intrinsic
def _call(typing_context, driver, message, mate_card, luck, bid_card, asked):
    """Call the driver as C does, with the addresses of the message, of four rows, and of the row to answer in; returns that row."""

    def emit(context, builder, signature, arguments):
        number = ir.IntType(64)
        address, told, *rows = arguments
        places = [cgutils.alloca_once(builder, ir.ArrayType(number, len(message)))]
        for position, (part, part_type) in enumerate(zip(cgutils.unpack_tuple(builder, told), message, strict=True)):
            place = cgutils.gep_inbounds(builder, places[0], 0, position)
            builder.store(context.cast(builder, part, part_type, types.int64), place)
        for row in (*rows, ir.Constant(row8.vector, [NO_CARD] * LANES)):
            places.append(cgutils.alloca_once(builder, row.type))
            builder.store(row, places[-1])
        function = ir.FunctionType(ir.VoidType(), [number] * len(places))
        builder.call(builder.inttoptr(address, function.as_pointer()), [builder.ptrtoint(place, number) for place in places])
        return builder.load(places[-1])

    return row8(types.int64, message, mate_card, luck, bid_card, asked), emit


@phase
def _ask_compiled(addresses, policy, decision, view, asked):
    """One byte for each race: what the user's function says, NO_CARD where it fails, says what no byte holds, or is not asked."""
    row = policy - OWN
    message = _message(view, addresses[row, decision], addresses[row, SHOWS_LEFT], addresses[row, CELL])
    return _call(addresses[row, DRIVER], message, view.mate_card, view.luck, view.bid_card, to8(asked))


#: Users' functions by number when interpreted, where no code has an address: `decide(sight, parameters) -> int`.
INTERPRETED_FUNCTIONS = {}


def _ask_interpreted(addresses, policy, decision, view, asked):
    """The same as `_ask_compiled`, race by race in plain Python."""
    key = int(addresses[policy - OWN, decision])
    decide = INTERPRETED_FUNCTIONS[key]
    answer = np.full(LANES, NO_CARD, np.uint8)
    for race in np.flatnonzero(asked):
        with np.errstate(all="raise"), suppress(Exception), asked_now.noted(asked_now.function_name(key), view.turn, view.rider):
            chosen = int(decide(sight_of(view, race), view.parameters))
            answer[race] = chosen if 0 <= chosen < NO_CARD else NO_CARD
    return answer


_ask = _ask_interpreted if INTERPRETED else _ask_compiled
