"""What a user's function sees: one race in plain whole numbers, read from a block of memory that the driver fills."""

from typing import NamedTuple

import numpy as np

from fr_sim.arrays import MOST_KINDS, MOST_PARAMETERS, MOST_RIDERS, NO_CARD, TABLE
from fr_sim.policies.own_memory import list_at, numbers_at, table_at


class Sight(NamedTuple):
    """What a user's function is given as `view`: one rider's sight of one race (E6). All numbers are whole, all arrays int64."""

    turn: int  # the round, from 1; 0 while riders are put down
    rider: int  # whose decision
    mate: int  # its mate, -1 for none
    riders: int  # riders in the race
    kinds: int  # kinds of card, exhaustion (0) included
    start_line: int
    finish_line: int
    last_square: int  # the furthest square that a move may end on
    mate_card: int  # the kind that the mate has chosen this round, -1 for none
    luck: int  # a random number from 0 to 2^32 - 1, this decision's own
    room: np.ndarray  # [square] lanes
    terrain: np.ndarray  # [square] 0 flat, 1 ascent, 2 descent, 3 cobbles, 4 supply
    at_least: np.ndarray  # [square] the minimum of a move from here (T2, T3)
    at_most: np.ndarray  # [square] the most that a limited move from here has (T1)
    limited_from: np.ndarray  # [square] the number from which it is limited (T1)
    climb_ahead: np.ndarray  # [square] squares to the next ascent, 0 on one, 255 for none
    shelter: np.ndarray  # [square] 1 where slipstream is given and taken (T5)
    team_of: np.ndarray  # [rider]
    mate_of: np.ndarray  # [rider], -1 for none
    is_sprinteur: np.ndarray  # [rider] 0 or 1
    square: np.ndarray  # [rider], -1 for riders not on the road
    lane: np.ndarray  # [rider], -1 likewise
    pile: np.ndarray  # [kind] own cards face down
    hand: np.ndarray  # [kind] own hand
    landing: np.ndarray  # [kind] the square an own card leads to by terrain and the road's end, if nobody blocks
    value: np.ndarray  # [kind] squares that an own card moves, before any terrain
    values: np.ndarray  # [rider, kind] the same of everybody's cards
    left: np.ndarray  # [rider, kind] cards that a deck can still hold, hand and recycled cards included


#: The memory, in numbers of 8 bytes: the numbers of a sight in their order, then its arrays.
NUMBERS = 10
(TURN, RIDER, MATE, RIDERS, KINDS, START_LINE, FINISH_LINE, LAST_SQUARE, MATE_CARD, LUCK) = range(NUMBERS)
TABLES = NUMBERS  # room … shelter, each [TABLE]
ROOM, TERRAIN, AT_LEAST, AT_MOST, LIMITED_FROM, CLIMB_AHEAD, SHELTER = (TABLES + table * TABLE for table in range(7))
TEAM_OF, MATE_OF, IS_SPRINTEUR, SQUARE, LANE = (SHELTER + TABLE + by_rider * MOST_RIDERS for by_rider in range(5))
PILE, HAND, LANDING = (LANE + MOST_RIDERS + by_kind * MOST_KINDS for by_kind in range(3))
VALUES = LANDING + MOST_KINDS  # [rider, kind]
LEFT = VALUES + MOST_RIDERS * MOST_KINDS  # [rider, kind]
PARAMETERS = LEFT + MOST_RIDERS * MOST_KINDS
MEMORY = PARAMETERS + MOST_PARAMETERS

_BYTES = 8


def asker_of(decide):
    """A function `memory address -> int` that calls `decide(sight, parameters)`, and answers NO_CARD where that raises."""

    def ask(memory):
        numbers = numbers_at(memory, (NUMBERS,))
        riders, kinds, rider = numbers[RIDERS], numbers[KINDS], numbers[RIDER]
        sight = Sight(
            numbers[TURN],
            rider,
            numbers[MATE],
            riders,
            kinds,
            numbers[START_LINE],
            numbers[FINISH_LINE],
            numbers[LAST_SQUARE],
            numbers[MATE_CARD],
            numbers[LUCK],
            list_at(memory + _BYTES * ROOM, (TABLE,)),
            list_at(memory + _BYTES * TERRAIN, (TABLE,)),
            list_at(memory + _BYTES * AT_LEAST, (TABLE,)),
            list_at(memory + _BYTES * AT_MOST, (TABLE,)),
            list_at(memory + _BYTES * LIMITED_FROM, (TABLE,)),
            list_at(memory + _BYTES * CLIMB_AHEAD, (TABLE,)),
            list_at(memory + _BYTES * SHELTER, (TABLE,)),
            list_at(memory + _BYTES * TEAM_OF, (riders,)),
            list_at(memory + _BYTES * MATE_OF, (riders,)),
            list_at(memory + _BYTES * IS_SPRINTEUR, (riders,)),
            list_at(memory + _BYTES * SQUARE, (riders,)),
            list_at(memory + _BYTES * LANE, (riders,)),
            list_at(memory + _BYTES * PILE, (kinds,)),
            list_at(memory + _BYTES * HAND, (kinds,)),
            list_at(memory + _BYTES * LANDING, (kinds,)),
            list_at(memory + _BYTES * (VALUES + MOST_KINDS * rider), (kinds,)),
            table_at(memory + _BYTES * VALUES, (riders, MOST_KINDS)),
            table_at(memory + _BYTES * LEFT, (riders, MOST_KINDS)),
        )
        answer = np.int64(NO_CARD)
        try:
            answer = np.int64(decide(sight, list_at(memory + _BYTES * PARAMETERS, (MOST_PARAMETERS,))))
        except Exception:
            answer = np.int64(NO_CARD)
        return answer

    return ask
