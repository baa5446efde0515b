"""What 64 races in lockstep are made of: one aligned block of rows, and the road as the phases like to ask about it.

Every row has one number per race. Riders are numbered as in the line-up. Places number the riders on the road from the front backwards:
place 0 rides ahead of everybody. A *tag* says who holds a place and in which lane: rider | 16 << lane.
"""

from typing import NamedTuple

import numpy as np

from fr_sim.arrays import MOST_KINDS, MOST_RIDERS, MOST_TOKEN_PLACES, NO_CARD, NOWHERE, ROUNDS, TABLE, Entrants, Position
from fr_sim.lanes import LANES, aligned_block

#: In the record of cards: the rider stood, for want of a card (E5).
STOOD = MOST_KINDS
#: In the record of cards: no turn at all, as the race is over or the rider has left the road.
NO_TURN = NO_CARD
#: `RuleNumbers.race_end` (F1).
ROUND, AT_ONCE, ALL = range(3)
#: `RuleNumbers.exhaustion_when` (X1).
SQUARE_EMPTY, LANE_EMPTY, LEADERS = range(3)
#: Bits of a tag that number the rider, and those that mark its lane.
RIDER_BITS = 0x0F
LANE_BITS = 0x70
FIRST_LANE = 0x10
#: Parts of an outcome: squares gained by slipstream; an exhaustion card taken; the lane, which fits where it is in a tag.
GAINED, TIRED, LANE_PART = 0x0F, 0x10, 0x60
#: Indices into `recent` and `sums`.
BLOCKED, ASCENT_LOST, MINIMUM_GAINED = range(3)
#: Rounds after which `recent` is added to `sums`: each loses or gains at most 20 squares a round, so that a byte holds them.
SPILL_ROUNDS = 12
#: `Position.turn` of a race that begins at the start line.
FROM_THE_START = -1


class Block(NamedTuple):
    """All rows of 64 races, uint8 unless said otherwise; counts of cards by kind are cumulative."""

    keys: np.ndarray  # uint32 [2, 64] the races' keys, low and high
    order: np.ndarray  # [seat, 64] the team that places from this seat
    seat: np.ndarray  # [team, 64]
    square: np.ndarray  # [rider, 64], NOWHERE for riders not on the road
    lane: np.ndarray  # [rider, 64], NOWHERE likewise
    left: np.ndarray  # [rider, kind, 64] all cards that the rider's deck holds; what is recycled is left - pile - hand
    pile: np.ndarray  # [rider, kind, 64] cards face down
    hand: np.ndarray  # [0 rouleur, 1 sprinteur, kind, 64] the hands of the team that is choosing
    card: np.ndarray  # [round, rider, 64] the kind played, STOOD or NO_TURN
    goal: np.ndarray  # [rider, 64] the square that its move leads to if nobody blocks
    place_square: np.ndarray  # [place, 64], NOWHERE for riders that have left the road
    place_tag: np.ndarray  # [place, 64]
    place_outcome: np.ndarray  # [place, 64] what the round brought: squares gained by slipstream | TIRED | lane << 5
    supply: np.ndarray  # [0 rouleur, 1 sprinteur, 64] exhaustion cards left (C2)
    exhaustion: np.ndarray  # [rider, 64] cards taken under X1
    slipstream: np.ndarray  # [rider, 64] squares gained
    recent: np.ndarray  # [measure, rider, 64] squares blocked, lost to T1, gained from T2 and T3 in the last few rounds
    sums: np.ndarray  # uint16 [measure, rider, 64] the same in the rounds before those
    final_square: np.ndarray  # [rider, 64] where it stood at the end, or when it left the road
    final_lane: np.ndarray  # [rider, 64]
    crossed_round: np.ndarray  # [rider, 64], 0 for not crossed
    rank: np.ndarray  # [rider, 64], 0 the first
    rounds: np.ndarray  # [0, 64] rounds that the race took
    winner: np.ndarray  # [0, 64], NOWHERE in a draw
    trouble: np.ndarray  # uint16 [0, 64] the first answer of a user's policy that was refused, 0 for none: 1 + rider + 16 * round
    weather: np.ndarray  # [place, 64] weather tokens, indices into WEATHER_KINDS
    fallen: np.ndarray  # [rider, 64] 1 for riders that lie on the road (W3)
    no_cards: np.ndarray  # [rider, kind, 64] zeros, for those who may not look
    shelter_run: np.ndarray  # [256] squares in a row, from this one on, where slipstream is given and taken (T5, D6)
    full_tag: np.ndarray  # [256] RIDER_BITS and a bit for every lane of the square
    is_sprinteur: np.ndarray  # [256] by rider
    start_square: np.ndarray  # [256] the places behind the start line from the front backwards, right lane first: their squares
    start_lane: np.ndarray  # [256] and lanes


class Course(NamedTuple):
    """What is the same on the whole road and for all 64 races, so that phases can skip rules that never apply. Plain numbers."""

    has_minimum: bool  # a descent or supply zone raises some move (T2, T3)
    has_climb: bool  # an ascent limits some move (T1)
    looks_at_number: bool  # whether T1 applies depends on the number itself (climb_entry = "cap")
    full_tag: int  # `Block.full_tag` where all squares have as many lanes, else 0
    exhausting: int  # riders from this square on take no exhaustion (X3)
    plain_packs: bool  # whole squares close up, from the rear to the front, riders split by T5 (D2, D4)


_SHAPES = {
    "keys": ((2, LANES), np.uint32),
    "sums": ((3, MOST_RIDERS, LANES), np.uint16),
    "trouble": ((1, LANES), np.uint16),
    "left": ((MOST_RIDERS, MOST_KINDS, LANES), np.uint8),
    "pile": ((MOST_RIDERS, MOST_KINDS, LANES), np.uint8),
    "no_cards": ((MOST_RIDERS, MOST_KINDS, LANES), np.uint8),
    "weather": ((MOST_TOKEN_PLACES, LANES), np.uint8),
    "hand": ((2, MOST_KINDS, LANES), np.uint8),
    "recent": ((3, MOST_RIDERS, LANES), np.uint8),
    "supply": ((2, LANES), np.uint8),
    "rounds": ((1, LANES), np.uint8),
    "winner": ((1, LANES), np.uint8),
    "card": ((ROUNDS, MOST_RIDERS, LANES), np.uint8),
}
_TABLES = ("shelter_run", "full_tag", "is_sprinteur", "start_square", "start_lane")


def new_block(entrants: Entrants) -> Block:
    """Memory for 64 races of any line-up, in one piece that starts on a cache line; one for each thread."""
    shapes = {name: _SHAPES.get(name, ((MOST_RIDERS, LANES), np.uint8)) for name in Block._fields if name not in _TABLES}
    shapes |= dict.fromkeys(_TABLES, ((TABLE,), np.uint8))
    # The record of cards is by far the longest, and only its first rounds are touched: it goes last.
    names = sorted(shapes, key=lambda name: name in ("weather", "no_cards", "card"))
    sizes = [int(np.prod(shapes[name][0])) * np.dtype(shapes[name][1]).itemsize for name in names]
    memory = aligned_block((sum(sizes),), np.uint8)
    rows, begin = {}, 0
    for name, size in zip(names, sizes, strict=True):
        shape, dtype = shapes[name]
        rows[name] = memory[begin : begin + size].view(dtype).reshape(shape)
        begin += size
    return Block(**rows)


def from_the_start() -> Position:
    """The position that stands for "no position": races begin at the start line."""
    by_rider = np.full(MOST_RIDERS, NOWHERE, np.uint8)
    cards = np.zeros((MOST_RIDERS, MOST_KINDS), np.uint8)
    return Position(FROM_THE_START, by_rider, by_rider.copy(), cards, cards.copy(), np.zeros(MOST_RIDERS, np.uint8), np.zeros(2, np.uint8))
