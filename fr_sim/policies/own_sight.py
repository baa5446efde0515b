"""What a user's function sees: one race in plain whole numbers."""

from typing import NamedTuple

import numpy as np

from fr_sim.arrays.game import MOST_TOKEN_PLACES, NO_CARD, NOWHERE


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
    bid_card: int  # the kind that the rider has bid before (B2), -1 for none
    breakaway_square: int  # the break-away space (B4)
    weather: np.ndarray  # [square] 0 fair, 1 crosswind, 2 tailwind, 3 headwind, 4 wet (W1)
    fallen: np.ndarray  # [rider] 1 for riders that lie on the road (W3)


def sight_of(view, race: int) -> Sight:
    """One of the 64 races of a `View`, in plain Python: what the driver shows compiled functions, for interpreted ones and for messages."""
    road, field = view.road, view.entrants
    riders, kinds, rider = field.riders, field.kinds, view.rider
    square, values = _or_minus_one(view.square[:riders, race], NOWHERE), field.values[:riders, :kinds].astype(np.int64)
    tables = (road.room, road.terrain, road.at_least, road.at_most, road.limited_from, road.climb_ahead, road.shelter)
    sight = Sight(
        view.turn,
        rider,
        int(_or_minus_one(view.mate, NOWHERE)),
        riders,
        kinds,
        road.start_line,
        road.finish_line,
        road.last_square,
        int(_or_minus_one(view.mate_card[race], NO_CARD)),
        int(view.luck[race]),
        *(table.astype(np.int64) for table in tables),
        field.team_of[:riders].astype(np.int64),
        _or_minus_one(field.mate[:riders], NOWHERE),
        field.is_sprinteur[:riders].astype(np.int64),
        square,
        _or_minus_one(view.lane[:riders, race], NOWHERE),
        _counts(view.pile[:kinds, race]),
        _counts(view.hand[:kinds, race]),
        np.array([_landing(road, int(square[rider]), int(number)) for number in values[rider]], np.int64),
        values[rider],
        values,
        _counts(view.left[:riders, :kinds, race]),
        int(_or_minus_one(view.bid_card[race], NO_CARD)),
        road.breakaway_square,
        np.where(road.token_at == NOWHERE, 0, view.weather[np.minimum(road.token_at, MOST_TOKEN_PLACES - 1), race]).astype(np.int64),
        view.fallen[:riders, race].astype(np.int64),
    )
    for array in sight:
        if isinstance(array, np.ndarray):
            array.flags.writeable = False
    return sight


def _or_minus_one(numbers, nothing):
    numbers = np.asarray(numbers, np.int64)
    return np.where(numbers == nothing, -1, numbers)


def _counts(cumulative):
    return np.diff(cumulative.astype(np.int64), prepend=0, axis=-1)


def _landing(road, square, number):
    """T0 to T3 and M6, as `landing` in view.py has them."""
    if square < 0:
        return -1
    number = max(number, int(road.at_least[square]))
    if number >= road.limited_from[square]:
        number = min(number, int(road.at_most[square]))
    return min(square + number, road.last_square)
