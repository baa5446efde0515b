"""The driver of users' functions: takes the kernel's 64 races apart, shows them one by one, and collects the answers.

The driver is the same for every function, so its machine code is kept on disk like the kernel's; only the function itself, with the
few lines that read its sight from the driver's memory, is compiled anew. Interpreted, `own.py` needs none of this.
"""

from functools import cache
from typing import NamedTuple

import numpy as np
from llvmlite import ir
from numba.core import types
from numba.extending import intrinsic

from fr_sim.arrays.game import MOST_KINDS, MOST_PARAMETERS, MOST_TOKEN_PLACES, NO_CARD, NOWHERE, TABLE
from fr_sim.game.riders import MOST_RIDERS
from fr_sim.jit import callback
from fr_sim.lanes import LANES
from fr_sim.policies.asked import CELL_NUMBERS
from fr_sim.policies.own_memory import blocks_at, bytes_at, list_at, numbers_at, rows_at, table_at, words_at
from fr_sim.policies.own_sight import Sight


class Message(NamedTuple):
    """What the driver is told, each an int64: numbers as they are, arrays by address."""

    turn: int
    rider: int
    mate: int
    riders: int
    kinds: int
    start_line: int
    finish_line: int
    last_square: int
    room: int
    terrain: int
    at_least: int
    at_most: int
    limited_from: int
    climb_ahead: int
    shelter: int
    team_of: int
    mate_of: int
    is_sprinteur: int
    values: int
    parameters: int
    square: int
    lane: int
    left: int
    pile: int
    hand: int
    token_at: int
    weather: int
    fallen: int
    token_places: int
    breakaway_square: int
    function: int
    shows_left: int
    cell: int


_LENGTH = len(Message._fields)
_ROOM, _TEAM_OF = Message._fields.index("room"), Message._fields.index("team_of")
_VALUES, _PARAMETERS, _SQUARE, _LANE, _LEFT, _PILE, _HAND, *_OTHERS = range(Message._fields.index("values"), _LENGTH)
_TOKEN_AT, _WEATHER, _FALLEN, _TOKEN_PLACES, _BREAKAWAY, _FUNCTION, _SHOWS_LEFT, _CELL = _OTHERS

#: The driver's memory, in numbers of 8 bytes: the numbers of a sight in their order, then its arrays.
_NUMBERS = 12
(_AT_TURN, _AT_RIDER, _AT_MATE, _AT_RIDERS, _AT_KINDS, _AT_START, _AT_FINISH, _AT_END, *_AT_MORE) = range(_NUMBERS)
_AT_MATE_CARD, _AT_LUCK, _AT_BID_CARD, _AT_BREAKAWAY = _AT_MORE
_AT_ROOM, _AT_TERRAIN, _AT_LEAST, _AT_MOST, _AT_LIMIT, _AT_CLIMB, _AT_SHELTER = (_NUMBERS + table * TABLE for table in range(7))
_AT_TEAM, _AT_MATES, _AT_SPRINTEUR, _AT_SQUARE, _AT_LANE = (_AT_SHELTER + TABLE + column * MOST_RIDERS for column in range(5))
_AT_PILE, _AT_HAND, _AT_LANDING = (_AT_LANE + MOST_RIDERS + column * MOST_KINDS for column in range(3))
_AT_VALUES = _AT_LANDING + MOST_KINDS
_AT_LEFT = _AT_VALUES + MOST_RIDERS * MOST_KINDS
_AT_PARAMETERS = _AT_LEFT + MOST_RIDERS * MOST_KINDS
_AT_WEATHER = _AT_PARAMETERS + MOST_PARAMETERS
_AT_FALLEN = _AT_WEATHER + TABLE
_MEMORY = _AT_FALLEN + MOST_RIDERS
_BYTES = 8


def asker_of(decide):
    """A function `memory address -> int` that calls `decide(sight, parameters)`, and answers NO_CARD where that raises."""

    def ask(memory):
        numbers = numbers_at(memory, (_NUMBERS,))
        riders, kinds, rider = numbers[_AT_RIDERS], numbers[_AT_KINDS], numbers[_AT_RIDER]
        sight = Sight(
            numbers[_AT_TURN],
            rider,
            numbers[_AT_MATE],
            riders,
            kinds,
            numbers[_AT_START],
            numbers[_AT_FINISH],
            numbers[_AT_END],
            numbers[_AT_MATE_CARD],
            numbers[_AT_LUCK],
            list_at(memory + _BYTES * _AT_ROOM, (TABLE,)),
            list_at(memory + _BYTES * _AT_TERRAIN, (TABLE,)),
            list_at(memory + _BYTES * _AT_LEAST, (TABLE,)),
            list_at(memory + _BYTES * _AT_MOST, (TABLE,)),
            list_at(memory + _BYTES * _AT_LIMIT, (TABLE,)),
            list_at(memory + _BYTES * _AT_CLIMB, (TABLE,)),
            list_at(memory + _BYTES * _AT_SHELTER, (TABLE,)),
            list_at(memory + _BYTES * _AT_TEAM, (riders,)),
            list_at(memory + _BYTES * _AT_MATES, (riders,)),
            list_at(memory + _BYTES * _AT_SPRINTEUR, (riders,)),
            list_at(memory + _BYTES * _AT_SQUARE, (riders,)),
            list_at(memory + _BYTES * _AT_LANE, (riders,)),
            list_at(memory + _BYTES * _AT_PILE, (kinds,)),
            list_at(memory + _BYTES * _AT_HAND, (kinds,)),
            list_at(memory + _BYTES * _AT_LANDING, (kinds,)),
            list_at(memory + _BYTES * (_AT_VALUES + MOST_KINDS * rider), (kinds,)),
            table_at(memory + _BYTES * _AT_VALUES, (riders, MOST_KINDS)),
            table_at(memory + _BYTES * _AT_LEFT, (riders, MOST_KINDS)),
            numbers[_AT_BID_CARD],
            numbers[_AT_BREAKAWAY],
            list_at(memory + _BYTES * _AT_WEATHER, (TABLE,)),
            list_at(memory + _BYTES * _AT_FALLEN, (riders,)),
        )
        answer = np.int64(NO_CARD)
        try:
            answer = np.int64(decide(sight, list_at(memory + _BYTES * _AT_PARAMETERS, (MOST_PARAMETERS,))))
        except Exception:
            answer = np.int64(NO_CARD)
        return answer

    return ask


@intrinsic
def _ask_at(typing_context, function, memory):
    """Call the function at an address as C does: the address of the memory in, an int64 out."""

    def emit(context, builder, signature, arguments):
        number = ir.IntType(64)
        pointer = builder.inttoptr(arguments[0], ir.FunctionType(number, [number]).as_pointer())
        return builder.call(pointer, [context.cast(builder, arguments[1], memory, types.int64)])

    return types.int64(types.int64, memory), emit


def drive(message_at, mate_card_at, luck_at, bid_card_at, asked_at, answer_at):
    """Ask about every race where the row at `asked_at` is not 0; the row at `answer_at` takes one byte each, NO_CARD for a failure."""
    told = numbers_at(message_at, (_LENGTH,))
    riders, kinds, rider, function, shows_left = told[3], told[4], told[1], told[_FUNCTION], told[_SHOWS_LEFT] != 0
    memory = np.zeros(_MEMORY, np.int64)
    for number in range(_AT_MATE_CARD):
        memory[number] = told[number]
    memory[_AT_BREAKAWAY] = told[_BREAKAWAY]
    if told[_AT_MATE] == NOWHERE:
        memory[_AT_MATE] = -1
    # Bytes become int64, so that the user's differences may be negative.
    for table in range(7):
        column = bytes_at(told[_ROOM + table], (TABLE,))
        for square in range(TABLE):
            memory[_AT_ROOM + table * TABLE + square] = column[square]
    for table in range(3):
        column = bytes_at(told[_TEAM_OF + table], (MOST_RIDERS,))
        for other in range(MOST_RIDERS):
            memory[_AT_TEAM + table * MOST_RIDERS + other] = column[other]
    for other in range(MOST_RIDERS):
        if memory[_AT_MATES + other] == NOWHERE:
            memory[_AT_MATES + other] = -1
    values, parameters = bytes_at(told[_VALUES], (MOST_RIDERS * MOST_KINDS,)), numbers_at(told[_PARAMETERS], (MOST_PARAMETERS,))
    for number in range(MOST_RIDERS * MOST_KINDS):
        memory[_AT_VALUES + number] = values[number]
    for number in range(MOST_PARAMETERS):
        memory[_AT_PARAMETERS + number] = parameters[number]
    mate_cards, lucks, bid_cards = bytes_at(mate_card_at, (LANES,)), words_at(luck_at, (LANES,)), bytes_at(bid_card_at, (LANES,))
    asked, answer = bytes_at(asked_at, (LANES,)), bytes_at(answer_at, (LANES,))
    squares, lanes = rows_at(told[_SQUARE], (MOST_RIDERS, LANES)), rows_at(told[_LANE], (MOST_RIDERS, LANES))
    lefts = blocks_at(told[_LEFT], (MOST_RIDERS, MOST_KINDS, LANES))
    piles, hands = rows_at(told[_PILE], (MOST_KINDS, LANES)), rows_at(told[_HAND], (MOST_KINDS, LANES))
    token_at, places = bytes_at(told[_TOKEN_AT], (TABLE,)), told[_TOKEN_PLACES]
    tokens, falls = rows_at(told[_WEATHER], (MOST_TOKEN_PLACES, LANES)), rows_at(told[_FALLEN], (MOST_RIDERS, LANES))
    cell = numbers_at(told[_CELL], (CELL_NUMBERS,))
    cell[0], cell[1], cell[2] = function, memory[_AT_TURN], rider
    for race in range(LANES):
        if asked[race] == 0:
            continue
        mate_card = np.int64(mate_cards[race])
        memory[_AT_MATE_CARD] = -1 if mate_card == NO_CARD else mate_card
        memory[_AT_LUCK] = lucks[race]
        bid_card = np.int64(bid_cards[race])
        memory[_AT_BID_CARD] = -1 if bid_card == NO_CARD else bid_card
        if places > 0:
            for square in range(TABLE):
                if token_at[square] != NOWHERE:
                    memory[_AT_WEATHER + square] = tokens[token_at[square], race]
            for other in range(riders):
                memory[_AT_FALLEN + other] = falls[other, race]
        for other in range(riders):
            stands_on, rides_in = np.int64(squares[other, race]), np.int64(lanes[other, race])
            memory[_AT_SQUARE + other] = -1 if stands_on == NOWHERE else stands_on
            memory[_AT_LANE + other] = -1 if rides_in == NOWHERE else rides_in
        piled_before, held_before = np.int64(0), np.int64(0)
        square = memory[_AT_SQUARE + rider]
        for kind in range(kinds):
            piled, held = np.int64(piles[kind, race]), np.int64(hands[kind, race])
            memory[_AT_PILE + kind], memory[_AT_HAND + kind] = piled - piled_before, held - held_before
            piled_before, held_before = piled, held
            # T0 to T3 and M6, as `landing` in view.py has them.
            number = max(memory[_AT_VALUES + rider * MOST_KINDS + kind], memory[_AT_LEAST + square])
            if number >= memory[_AT_LIMIT + square]:
                number = min(number, memory[_AT_MOST + square])
            memory[_AT_LANDING + kind] = min(square + number, memory[_AT_END]) if square >= 0 else -1
        if shows_left:
            for other in range(riders):
                left_before = np.int64(0)
                for kind in range(kinds):
                    left = np.int64(lefts[other, kind, race])
                    memory[_AT_LEFT + other * MOST_KINDS + kind] = left - left_before
                    left_before = left
        chosen = _ask_at(function, memory.ctypes.data)
        answer[race] = chosen if 0 <= chosen < NO_CARD else NO_CARD
    cell[0] = 0


@cache
def driver_address():
    """Where the driver's machine code lies; compiled at the first call on a machine."""
    return callback(drive, "void(int64, int64, int64, int64, int64, int64)", cached=True).address


def compile_function(decide):
    """Compile `decide(sight, parameters) -> whole number` for the driver: a CFunc, to be kept as long as its address is used."""
    return callback(asker_of(decide), "int64(int64)", cached=False)
