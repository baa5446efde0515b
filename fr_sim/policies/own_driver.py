"""The driver of users' functions: takes the kernel's 64 races apart, shows them one by one, and collects the answers.

It is the same for every user's function, so its machine code is kept on disk like the kernel's; only the function itself is compiled anew.
"""

from functools import cache
from typing import NamedTuple

import numpy as np
from llvmlite import ir
from numba.core import types
from numba.extending import intrinsic

from fr_sim.arrays import MOST_KINDS, MOST_PARAMETERS, MOST_RIDERS, NO_CARD, NOWHERE, TABLE
from fr_sim.jit import INTERPRETED, callback
from fr_sim.lanes import LANES
from fr_sim.policies import own_sight as at
from fr_sim.policies.own_memory import blocks_at, bytes_at, numbers_at, rows_at, words_at


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
    function: int
    shows_left: int


_LENGTH = len(Message._fields)
_FIRST_TABLE = Message._fields.index("room")
_FIRST_BY_RIDER = Message._fields.index("team_of")
_VALUES, _PARAMETERS, _SQUARE, _LANE, _LEFT, _PILE, _HAND, _FUNCTION, _SHOWS_LEFT = range(Message._fields.index("values"), _LENGTH)

#: Users' functions by number when interpreted, where no code has an address.
INTERPRETED_FUNCTIONS = {}


def _interpreted_ask_at(function, memory):
    return INTERPRETED_FUNCTIONS[int(function)](memory)


@intrinsic
def _compiled_ask_at(typing_context, function, memory):
    """Call the function at an address as C does: the address of the memory in, an int64 out."""

    def emit(context, builder, signature, arguments):
        number = ir.IntType(64)
        pointer = builder.inttoptr(arguments[0], ir.FunctionType(number, [number]).as_pointer())
        return builder.call(pointer, [builder.zext(arguments[1], number) if arguments[1].type.width < 64 else arguments[1]])

    return types.int64(types.int64, memory), emit


_ask_at = _interpreted_ask_at if INTERPRETED else _compiled_ask_at


def drive(message_at, mate_card_at, luck_at, asked_at, answer_at):
    """Ask about every race where the row at `asked_at` is not 0; the row at `answer_at` takes one byte each, NO_CARD for a failure."""
    told = numbers_at(message_at, (_LENGTH,))
    riders, kinds, rider, function, shows_left = told[3], told[4], told[1], told[_FUNCTION], told[_SHOWS_LEFT] != 0
    memory = np.zeros(at.MEMORY, np.int64)
    for number in range(at.MATE_CARD):
        memory[number] = told[number]
    if told[at.MATE] == NOWHERE:
        memory[at.MATE] = -1
    # Bytes become int64, so that the user's differences may be negative.
    for table in range(7):
        column = bytes_at(told[_FIRST_TABLE + table], (TABLE,))
        for square in range(TABLE):
            memory[at.TABLES + table * TABLE + square] = column[square]
    for table in range(3):
        column = bytes_at(told[_FIRST_BY_RIDER + table], (MOST_RIDERS,))
        for other in range(MOST_RIDERS):
            memory[at.TEAM_OF + table * MOST_RIDERS + other] = column[other]
    for other in range(MOST_RIDERS):
        if memory[at.MATE_OF + other] == NOWHERE:
            memory[at.MATE_OF + other] = -1
    values, parameters = bytes_at(told[_VALUES], (MOST_RIDERS * MOST_KINDS,)), numbers_at(told[_PARAMETERS], (MOST_PARAMETERS,))
    for number in range(MOST_RIDERS * MOST_KINDS):
        memory[at.VALUES + number] = values[number]
    for number in range(MOST_PARAMETERS):
        memory[at.PARAMETERS + number] = parameters[number]
    mate_cards, lucks = bytes_at(mate_card_at, (LANES,)), words_at(luck_at, (LANES,))
    asked, answer = bytes_at(asked_at, (LANES,)), bytes_at(answer_at, (LANES,))
    squares, lanes = rows_at(told[_SQUARE], (MOST_RIDERS, LANES)), rows_at(told[_LANE], (MOST_RIDERS, LANES))
    lefts = blocks_at(told[_LEFT], (MOST_RIDERS, MOST_KINDS, LANES))
    piles, hands = rows_at(told[_PILE], (MOST_KINDS, LANES)), rows_at(told[_HAND], (MOST_KINDS, LANES))
    for race in range(LANES):
        if asked[race] == 0:
            continue
        mate_card = np.int64(mate_cards[race])
        memory[at.MATE_CARD] = -1 if mate_card == NO_CARD else mate_card
        memory[at.LUCK] = lucks[race]
        for other in range(riders):
            is_there = squares[other, race] != NOWHERE
            memory[at.SQUARE + other] = np.int64(squares[other, race]) if is_there else -1
            memory[at.LANE + other] = np.int64(lanes[other, race]) if is_there else -1
        piled_before, held_before = np.int64(0), np.int64(0)
        square = memory[at.SQUARE + rider]
        for kind in range(kinds):
            piled, held = np.int64(piles[kind, race]), np.int64(hands[kind, race])
            memory[at.PILE + kind], memory[at.HAND + kind] = piled - piled_before, held - held_before
            piled_before, held_before = piled, held
            # T0 to T3 and M6, as `landing` in view.py has them.
            number = max(memory[at.VALUES + rider * MOST_KINDS + kind], memory[at.AT_LEAST + square])
            if number >= memory[at.LIMITED_FROM + square]:
                number = min(number, memory[at.AT_MOST + square])
            memory[at.LANDING + kind] = min(square + number, memory[at.LAST_SQUARE]) if square >= 0 else -1
        if shows_left:
            for other in range(riders):
                left_before = np.int64(0)
                for kind in range(kinds):
                    left = np.int64(lefts[other, kind, race])
                    memory[at.LEFT + other * MOST_KINDS + kind] = left - left_before
                    left_before = left
        chosen = _ask_at(function, memory.ctypes.data)
        answer[race] = chosen if 0 <= chosen < NO_CARD else NO_CARD


@cache
def driver_address():
    """Where the driver's machine code lies; compiled at the first call on a machine."""
    if INTERPRETED:
        return 0
    return callback(drive, "void(int64, int64, int64, int64, int64)", cached=True).address
