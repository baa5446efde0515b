"""What 64 races in lockstep are made of: one aligned block of rows, and the road as the phases like to ask about it.

Every row has one number per race. Riders are numbered as in the line-up. Places number the riders on the road from the front backwards:
place 0 rides ahead of everybody. A *tag* says who holds a place and in which lane: rider | 16 << lane.
"""

from typing import NamedTuple

import numpy as np

from fr_sim.arrays.counts import ROUNDS
from fr_sim.arrays.game import DRAWN, MOST_KINDS, MOST_TOKEN_PLACES, NO_CARD, NOWHERE, TABLE, Entrants, Position
from fr_sim.game.riders import MOST_RIDERS
from fr_sim.game.weather import WEATHER_KINDS
from fr_sim.lanes import LANES, aligned_block

#: In the record of cards: a dummy without a card to turn over, which moves all the same (P6).
EMPTY_DECK = MOST_KINDS
#: In the record of cards: the rider stood, for want of a card (E5). All that moves is below.
STOOD = MOST_KINDS + 1
#: In the record of cards: no turn at all, as the race is over or the rider has left the road.
NO_TURN = NO_CARD
#: `RuleNumbers.race_end` (F1).
ROUND, AT_ONCE, ALL = range(3)
#: `RuleNumbers.exhaustion_when` (X1).
SQUARE_EMPTY, LANE_EMPTY, LEADERS = range(3)
#: `Position.turn` of a race that begins at the start line.
FROM_THE_START = -1

# --- tags and outcomes --------------------------------------------------------------------------------------------------------------------

#: Bits of a tag that number the rider, those that mark its lane, and the one of a rider that has fallen (W3).
RIDER_BITS = 0x0F
LANE_BITS = 0x70
FIRST_LANE = 0x10
FALLEN = 0x80
#: Tags of riders in one square, joined: all bits but those of lanes, to begin with.
NO_LANES = RIDER_BITS | FALLEN
#: Parts of an outcome: squares gained by slipstream; an exhaustion card taken; the lane and the fall, which fit where they are in a tag.
GAINED, TIRED, LANE_PART = 0x0F, 0x10, 0x60
TAG_PART = LANE_PART | FALLEN

# --- where which row is -------------------------------------------------------------------------------------------------------------------

#: Rows of `Block.rows`, each the first of twelve. By rider: the square its move leads to if nobody blocks; cards taken under X1; squares
#: gained by slipstream; where it stood at the end or when it left the road; the round in which it crossed, 0 for none; its rank, from 0.
GOAL, EXHAUSTION, SLIPSTREAM, FINAL_SQUARE, FINAL_LANE, CROSSED_ROUND, RANK = range(0, 7 * MOST_RIDERS, MOST_RIDERS)
#: By place: the square, NOWHERE of riders that have left the road; the tag; the outcome of the round.
PLACE_SQUARE, PLACE_TAG, PLACE_OUTCOME = range(7 * MOST_RIDERS, 10 * MOST_RIDERS, MOST_RIDERS)
#: By seat, the team that places from it; by team, its seat.
ORDER, SEAT = range(10 * MOST_RIDERS, 12 * MOST_RIDERS, MOST_RIDERS)
#: By measure and rider: squares won and lost in the last few rounds.
RECENT = 12 * MOST_RIDERS
#: Exhaustion cards left for rouleurs and sprinteurs (C2); rounds that the race took; the rider that won, NOWHERE in a draw.
SUPPLY, ROUNDS_TAKEN, WINNER = 15 * MOST_RIDERS, 15 * MOST_RIDERS + 2, 15 * MOST_RIDERS + 3
#: By rider: exhaustion cards that its deck starts with from the stage before (G1).
CARRIED = 15 * MOST_RIDERS + 4
#: By rider: the kinds of its two bids, NO_CARD for none (B2); whether its team has named it for the break-away (B1).
FIRST_BID, SECOND_BID, NAMED = range(16 * MOST_RIDERS + 4, 19 * MOST_RIDERS + 4, MOST_RIDERS)
#: By kind of weather, what WEATHER_TABLE has where it is; the first square of the crosswind that was drawn, and how many it covers.
TOKEN = 19 * MOST_RIDERS + 4
CROSSWIND_BEGIN, CROSSWIND_LENGTH = TOKEN + len(WEATHER_KINDS), TOKEN + len(WEATHER_KINDS) + 1
#: How many tokens of the kind that is being counted lie on the road.
TOKENS = CROSSWIND_LENGTH + 1
#: Who led after the last round, NOWHERE before the first; how often that changed; the most that a rider gained by slipstream in one round.
LEADER, LEAD_CHANGES, CHAIN = range(TOKENS + 1, TOKENS + 4)
_ROWS = CHAIN + 1

#: Rows of `Block.wide`, each the first of twelve by rider: squares lost to riders (M3), lost to T1, gained from T2 and T3, in the rounds
#: before the recent ones.
MEASURES = BLOCKED, ASCENT_LOST, MINIMUM_GAINED = (0, MOST_RIDERS, 2 * MOST_RIDERS)
#: The first answer of a user's policy that was refused, 0 for none: 1 + rider + 16 * round.
TROUBLE = 3 * MOST_RIDERS
#: By rider: how high it has bid, ties settled, 0 where it has not bid or is in the break-away (B3).
BID = 3 * MOST_RIDERS + 1
#: Rounds after which the recent squares are added to the others: each brings at most 20 of a kind, so that a byte holds them.
SPILL_ROUNDS = 12

#: Rows of `Block.noted`, each the first of twelve by rider. The square where it gives slipstream in this round, NOWHERE for none. Of each
#: thing counted by square of which a rider may have several on one: the square of the last, NOWHERE for none, and how many before it were
#: there.
GIVEN_AT, LAST_AT, TIMES = 0, MOST_RIDERS, 4 * MOST_RIDERS
#: Numbers of what is just being counted, and squares.
NUMBER, NUMBER_AT = 7 * MOST_RIDERS, 7 * MOST_RIDERS + 1
_NOTED = NUMBER_AT + 1

#: Rows of `Block.tables`. By square: how many squares in a row from it on give slipstream (T5, D6); NO_LANES and a bit for every lane.
#: By rider: whether it is a sprinteur. By number, from the front backwards: the squares and lanes of the places behind the start line that
#: are left when dummies have placed.
SHELTER_RUN_TABLE, FULL_TAG_TABLE, IS_SPRINTEUR_TABLE, START_SQUARE_TABLE, START_LANE_TABLE = range(5)
#: By rider: its team's `Entrants.dummy`, and where dummies start (P3, P5).
DUMMY_TABLE, DUMMY_SQUARE_TABLE, DUMMY_LANE_TABLE = range(5, 8)
#: By square: the kind of weather, or where tokens are drawn the number of the place, NOWHERE for none. By place: its squares.
WEATHER_TABLE, TOKEN_BEGIN_TABLE, TOKEN_LENGTH_TABLE = range(8, 11)
#: For each rider, by kind: the squares that its card moves, 0 for STOOD and NO_TURN, and for Attack!, which has two numbers.
VALUES_TABLE = 11
#: By rider and kind, MOST_KINDS a rider: 1 for cards of its starting deck that move the most squares.
BEST_TABLE = VALUES_TABLE + MOST_RIDERS
#: In TOKEN: weather of this kind is nowhere.
NO_TOKEN = 254
#: `Entrants.dummy`.
PELOTON, MUSCLE = 1, 2


class Block(NamedTuple):
    """All that changes in 64 races. Counts of cards by kind are cumulative.

    What a policy may be shown has a name of its own; the other rows are found in `rows`, `wide` and `tables` by the numbers above.
    """

    keys: np.ndarray  # uint32 [2, 64] the races' keys, low and high
    square: np.ndarray  # uint8 [rider, 64], NOWHERE for riders not on the road
    lane: np.ndarray  # uint8 [rider, 64], NOWHERE likewise
    left: np.ndarray  # uint8 [rider, kind, 64] all cards that the rider's deck holds; what is recycled is left - pile - hand
    pile: np.ndarray  # uint8 [rider, kind, 64] cards face down
    hand: np.ndarray  # uint8 [0 rouleur, 1 sprinteur, kind, 64] the hands of the team that is choosing
    rows: np.ndarray  # uint8 [row, 64]
    wide: np.ndarray  # uint16 [row, 64]
    tables: np.ndarray  # uint8 [table, 256]
    weather: np.ndarray  # uint8 [place, 64] weather tokens, indices into WEATHER_KINDS
    fallen: np.ndarray  # uint8 [rider, 64] 1 for riders that lie on the road (W3)
    no_cards: np.ndarray  # uint8 [rider, kind, 64] zeros, for those who may not look
    card: np.ndarray  # uint8 [round, rider, 64] the kind played, STOOD or NO_TURN
    # What follows serves counts of the first races only, and lies behind all that is asked for in every round.
    noted: np.ndarray  # uint8 [row, 64]
    lowest: np.ndarray  # uint8 [64], by rider: the square behind which it stands in none of the races
    place_of: np.ndarray  # uint8 [round, rider, 64] its place after the round
    blocked_at: np.ndarray  # uint16 [rider, square, 64] squares lost to riders (M3) on the way there


class Course(NamedTuple):
    """What is the same on the whole road and for all 64 races, so that phases can skip rules that never apply. Plain numbers."""

    has_minimum: bool  # a descent or supply zone raises some move (T2, T3)
    has_climb: bool  # an ascent limits some move (T1)
    looks_at_number: bool  # whether T1 applies depends on the number itself (climb_entry = "cap")
    full_tag: int  # the entry of FULL_TAG_TABLE where all squares have as many lanes, else 0
    exhausting: int  # riders from this square on take no exhaustion (X3)
    plain_packs: bool  # whole squares close up, from the rear to the front, riders split by T5 (D2, D4)
    has_dummies: bool  # P2 to P6
    tokens_drawn: bool  # every race has weather of its own (W1)
    hands_vary: bool  # somewhere is or may be a tailwind or headwind (W2)
    has_wet: bool  # somewhere it is or may be wet, or somebody has fallen (W3)


_SHAPES = {
    "keys": ((2, LANES), np.uint32),
    "square": ((MOST_RIDERS, LANES), np.uint8),
    "lane": ((MOST_RIDERS, LANES), np.uint8),
    "left": ((MOST_RIDERS, MOST_KINDS, LANES), np.uint8),
    "pile": ((MOST_RIDERS, MOST_KINDS, LANES), np.uint8),
    "hand": ((2, MOST_KINDS, LANES), np.uint8),
    "rows": ((_ROWS, LANES), np.uint8),
    "wide": ((BID + MOST_RIDERS, LANES), np.uint16),
    "tables": ((BEST_TABLE + 1, TABLE), np.uint8),
    "weather": ((MOST_TOKEN_PLACES, LANES), np.uint8),
    "fallen": ((MOST_RIDERS, LANES), np.uint8),
    "no_cards": ((MOST_RIDERS, MOST_KINDS, LANES), np.uint8),
    "card": ((ROUNDS, MOST_RIDERS, LANES), np.uint8),
    "noted": ((_NOTED, LANES), np.uint8),
    "lowest": ((LANES,), np.uint8),
    "place_of": ((ROUNDS, MOST_RIDERS, LANES), np.uint8),
    "blocked_at": ((MOST_RIDERS, TABLE, LANES), np.uint16),
}


def new_block(entrants: Entrants) -> Block:
    """Memory for 64 races of any line-up, in one piece that starts on a cache line; one for each thread."""
    sizes = {name: int(np.prod(shape)) * np.dtype(dtype).itemsize for name, (shape, dtype) in _SHAPES.items()}
    memory = aligned_block((sum(sizes.values()),), np.uint8)
    rows, begin = {}, 0
    for name, (shape, dtype) in _SHAPES.items():
        rows[name] = memory[begin : begin + sizes[name]].view(dtype).reshape(shape)
        begin += sizes[name]
    return Block(**rows)


def from_the_start() -> Position:
    """The position that stands for "no position": races begin at the start line."""
    by_rider = np.full(MOST_RIDERS, NOWHERE, np.uint8)
    cards = np.zeros((MOST_RIDERS, MOST_KINDS), np.uint8)
    none = np.zeros(MOST_RIDERS, np.uint8)
    tokens = np.full(MOST_TOKEN_PLACES, DRAWN, np.uint8)
    return Position(FROM_THE_START, by_rider, by_rider, cards, cards, none, np.zeros(2, np.uint8), none, tokens)
