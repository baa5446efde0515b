"""After a round: what happened by place is noted by rider, and the decks are set right (E7, X1)."""

from fr_sim.arrays.game import MOST_KINDS, NOWHERE, PLAIN_KINDS
from fr_sim.jit import phase
from fr_sim.kernel.movement import add_recent, number_of
from fr_sim.kernel.state import (
    ALL,
    ASCENT_LOST,
    BLOCKED,
    CHAIN,
    EXHAUSTION,
    GAINED,
    GOAL,
    MEASURES,
    MINIMUM_GAINED,
    NO_TURN,
    PLACE_OUTCOME,
    PLACE_SQUARE,
    PLACE_TAG,
    RECENT,
    RIDER_BITS,
    SLIPSTREAM,
    SPILL_ROUNDS,
)
from fr_sim.lanes import lanes8, load, maximum, minus_or_zero, store, to8, to16, where


@phase
def settle(block, course, rules, entrants, turn):
    """Bring places, decks and sums of every rider up to date."""
    longest = load(block.rows, CHAIN)
    for rider in range(entrants.riders):
        square, outcome = lanes8(0), lanes8(0)
        for place in range(entrants.riders):
            is_rider = (load(block.rows, PLACE_TAG + place) & RIDER_BITS) == rider
            square = where(is_rider, load(block.rows, PLACE_SQUARE + place), square)
            outcome = where(is_rider, load(block.rows, PLACE_OUTCOME + place), outcome)
        gained, tired = outcome & GAINED, (outcome >> 4) & 1
        add_recent(block, BLOCKED, rider, load(block.rows, GOAL + rider) - (square - gained))  # M3
        longest = maximum(longest, gained)
        store(block.rows, SLIPSTREAM + rider, load(block.rows, SLIPSTREAM + rider) + gained)
        store(block.rows, EXHAUSTION + rider, load(block.rows, EXHAUSTION + rider) + tired)
        store(block.square, rider, square)
        lane = outcome >> 5
        if course.has_wet:
            store(block.fallen, rider, lane >> 2)
            lane = lane & 3
        if rules.race_end == ALL:
            lane = where(square == NOWHERE, NOWHERE, lane)
        store(block.lane, rider, lane)
        # P6: a dummy's card has left its deck when it was turned over.
        if entrants.dummy[entrants.team_of[rider]] == 0:
            settle_deck(block, rules, entrants.kinds, rider, load(block.card, (turn, rider)), tired)
    store(block.rows, CHAIN, longest)


@phase
def settle_deck(block, rules, kinds, rider, card, tired):
    """E7: the played card leaves the deck or is recycled; X1: an exhaustion card is recycled."""
    spent, joins = card, tired
    if rules.recycles_energy:
        spent = where(card != 0, NO_TURN, spent)
    if rules.recycles_exhaustion:
        # E5: one that was taken and played at once is recycled, too.
        taken = (card == 0) & (load(block.left, (rider, kinds - 1)) == 0)
        joins = joins + to8(taken)
        spent = where(card == 0, NO_TURN, spent)
    for kind in range(PLAIN_KINDS):
        settle_kind(block, rider, kind, spent, joins)
    if kinds > PLAIN_KINDS:
        for kind in range(PLAIN_KINDS, MOST_KINDS):
            settle_kind(block, rider, kind, spent, joins)


@phase
def settle_kind(block, rider, kind, spent, joins):
    """One cumulative row of a deck. A deck without any card has none to lose: what was played then came from the supply (E5)."""
    left = load(block.left, (rider, kind))
    store(block.left, (rider, kind), where(spent <= kind, minus_or_zero(left, 1), left) + joins)


@phase
def take_back_what_did_not_move(block, road, course, entrants, turn, stop):
    """F1 "at-once": in the races that have stopped, riders whose turn did not come have neither lost nor gained anything on the way."""
    for rider in range(entrants.riders):
        square = load(block.square, rider)
        behind = (square < stop.square) | ((square == stop.square) & (load(block.lane, rider) > stop.lane))
        waits = stop.stopped & behind
        card = where(waits, load(block.card, (turn, rider)), NO_TURN)
        number = number_of(block, road, course, entrants, rider, card, square)
        add_recent(block, MINIMUM_GAINED, rider, number.value - number.raised)
        add_recent(block, ASCENT_LOST, rider, number.limited - number.slowed)
        store(block.rows, GOAL + rider, where(waits, square, load(block.rows, GOAL + rider)))


@phase
def spill(block, riders, turn):
    """Empty the sums of bytes into wider ones before they overflow."""
    if turn % SPILL_ROUNDS == 0:
        spill_now(block, riders)


@phase
def spill_now(block, riders):
    """The same at the end of the race."""
    for measure in MEASURES:
        for rider in range(riders):
            row = measure + rider
            store(block.wide, row, load(block.wide, row) + to16(load(block.rows, RECENT + row)))
            store(block.rows, RECENT + row, lanes8(0))
