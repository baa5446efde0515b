"""What a policy may see when it decides (E6), and the words in which policies ask about it.

A policy is a file with up to five decisions, each a phase that takes a `View` of 64 races at once:

- `card(view) -> uint8 row`: the kind index of the card to play. Where the hand is empty the answer does not matter.
- `first(view) -> mask`: where the team's sprinteur draws first (E1), or at turn 0 is put down first; asked of its rouleur.
- `place(view) -> uint8 row`: the square behind the start line to be put down on (S1); the lane is the right-most free one.
- `bid_rider(view) -> mask`: where the team's sprinteur bids for the break-away (B1), at turn 0; asked of its rouleur.
- `bid(view) -> uint8 row`: the kind index of the card to bid (B2), at turn 0, twice; the second time `view.bid_card` is the first bid.

Other riders' hands and piles are not in the view, nor which policies ride them, so no policy can look at them.
"""

from typing import NamedTuple

import numpy as np

from fr_sim.arrays.game import Road, RuleNumbers
from fr_sim.jit import phase
from fr_sim.lanes import lanes8, load, lookup, maximum, minimum, minus_or_zero, to8, where


class Field(NamedTuple):
    """What everybody knows of the riders: `fr_sim.arrays.game.Entrants` without policies and their parameters."""

    teams: int
    riders: int
    kinds: int  # kinds of card to look at
    team_of: np.ndarray  # uint8 [rider]
    mate: np.ndarray  # uint8 [rider], NOWHERE for none
    is_sprinteur: np.ndarray  # uint8 [rider]
    deck: np.ndarray  # uint8 [rider, kind], how many of each kind at the start
    values: np.ndarray  # uint8 [rider, kind], squares that the kind moves


class View(NamedTuple):
    """One rider's sight of 64 races. Blocks end in an axis of 64 lanes; cumulative counts by kind hold the cards of kinds <= kind."""

    road: Road
    rules: RuleNumbers
    entrants: Field
    turn: int  # round, from 1; 0 before the race
    rider: int  # whose decision
    mate: int  # its mate, NOWHERE for none
    square: np.ndarray  # uint8 [rider, 64], NOWHERE for riders not on the road
    lane: np.ndarray  # uint8 [rider, 64], NOWHERE likewise
    left: np.ndarray  # uint8 [rider, kind, 64], cumulative: all that a deck can still hold
    pile: np.ndarray  # uint8 [kind, 64], cumulative: own cards face down, after drawing
    hand: np.ndarray  # uint8 [kind, 64], cumulative: own hand
    mate_card: np.ndarray  # uint8 row, kind index of the card that the mate has chosen this round, NO_CARD for none
    luck: np.ndarray  # uint32 row, a random word of its own
    parameters: np.ndarray  # int64 [MOST_PARAMETERS], as in the policy's PARAMETERS
    weather: np.ndarray  # uint8 [place, 64], the weather tokens by `road.token_at`, indices into WEATHER_KINDS
    fallen: np.ndarray  # uint8 [rider, 64], 1 for riders that lie on the road (W3)
    bid_card: np.ndarray  # uint8 row, kind index of the card that the rider has bid before (B2), NO_CARD for none


@phase
def field_of(entrants):
    """The public part of `Entrants`."""
    return Field(
        entrants.teams,
        entrants.riders,
        entrants.kinds,
        entrants.team_of,
        entrants.mate,
        entrants.is_sprinteur,
        entrants.deck,
        entrants.values,
    )


@phase
def view_of(road, rules, entrants, turn, rider, square, lane, left, pile, hand, mate_card, luck, weather, fallen, bid_card):
    """What `rider` may see; what no argument tells is in `entrants`. Arguments as in `View`."""
    field, mate, parameters = field_of(entrants), entrants.mate[rider], entrants.parameters[rider]
    return View(
        road, rules, field, turn, rider, mate, square, lane, left, pile, hand, mate_card, luck, parameters, weather, fallen, bid_card
    )


@phase
def value(view, kind):
    """Squares that the rider's cards of a kind move, before any terrain: an int."""
    return view.entrants.values[view.rider, kind]


@phase
def in_hand(view, kind):
    """How many cards of a kind the rider holds: a uint8 row."""
    if kind == 0:
        return load(view.hand, 0)
    return load(view.hand, kind) - load(view.hand, kind - 1)


@phase
def holds(view, kind):
    """Where the rider holds a card of a kind: a mask."""
    return in_hand(view, kind) != 0


@phase
def hand_size(view):
    """How many cards the rider holds: a uint8 row."""
    return load(view.hand, view.entrants.kinds - 1)


@phase
def still_left(view, rider, kind):
    """How many cards of a kind some rider's deck can still hold, hand and recycled cards included: a uint8 row."""
    if kind == 0:
        return load(view.left, (rider, 0))
    return load(view.left, (rider, kind)) - load(view.left, (rider, kind - 1))


@phase
def own_square(view):
    """Where the rider stands: a uint8 row."""
    return load(view.square, view.rider)


@phase
def to_finish(view):
    """Squares to the finish line, 0 for a rider past it: a uint8 row."""
    return minus_or_zero(view.road.finish_line, own_square(view))


class Start(NamedTuple):
    """What the terrain does to a move from where the rider stands: uint8 rows."""

    square: np.ndarray
    at_least: np.ndarray  # T2, T3
    at_most: np.ndarray  # T1
    limited_from: np.ndarray  # T1: the number from which at_most holds


@phase
def start_of(view):
    """The rider's own square with its limits, to be looked up once and used for every kind of card."""
    square = own_square(view)
    road = view.road
    return Start(square, lookup(road.at_least, square), lookup(road.at_most, square), lookup(road.limited_from, square))


@phase
def squares_moved(start, number):
    """How far a card of `number` (an int or a row) goes from `start` by the terrain (T0 to T3), if nobody blocks: a uint8 row."""
    wanted = maximum(start.at_least, number)
    return where(wanted >= start.limited_from, minimum(wanted, start.at_most), wanted)


@phase
def landing(view, start, number):
    """The square that a card of `number` leads to by terrain (T1 to T3) and the end of the road (M6), if nobody blocks: a uint8 row."""
    return minimum(start.square + squares_moved(start, number), view.road.last_square)


@phase
def kinds_below_exhaustion(view):
    """How many energy kinds are worth less than an exhaustion card, counted from the lowest: an int, 0 under the plain rules (C2)."""
    exhaustion, below = value(view, 0), 0
    for kind in range(1, view.entrants.kinds):
        if below == kind - 1 and value(view, kind) < exhaustion:
            below = kind
    return below


@phase
def highest_kind(view):
    """The kind of the highest card in hand; exhaustion counts as lower than an energy card of the same number. A uint8 row."""
    cards = hand_size(view)
    highest = lanes8(0)
    for kind in range(view.entrants.kinds - 1):
        highest = highest + to8(load(view.hand, kind) < cards)
    below = kinds_below_exhaustion(view)
    if below > 0:
        highest = where(holds(view, 0) & (highest <= below), 0, highest)
    return highest


@phase
def lowest_kind(view):
    """The kind of the lowest card in hand; exhaustion counts as lower than an energy card of the same number. A uint8 row."""
    exhaustion = load(view.hand, 0)
    lowest_energy = lanes8(1)
    for kind in range(1, view.entrants.kinds - 1):
        lowest_energy = lowest_energy + to8(load(view.hand, kind) == exhaustion)
    goes_first = exhaustion != 0
    below = kinds_below_exhaustion(view)
    if below > 0:
        has_energy = exhaustion < hand_size(view)
        goes_first = goes_first & ~(has_energy & (lowest_energy <= below))
    return where(goes_first, 0, lowest_energy)


@phase
def furthest_kind(view):
    """The kind of the card in hand that leads furthest by terrain and the road's end, the lowest of several. A uint8 row."""
    start = start_of(view)
    chosen, furthest = lanes8(0), lanes8(0)
    for below in range(view.entrants.kinds):
        kind = view.entrants.kinds - 1 - below
        square = landing(view, start, value(view, kind))
        at_least = holds(view, kind) & (square >= furthest)
        chosen, furthest = where(at_least, kind, chosen), where(at_least, square, furthest)
    return chosen


@phase
def highest_kind_up_to(view, number):
    """The kind of the highest card in hand that moves no more than `number` (an int), the lowest where all move more. A uint8 row."""
    chosen, highest = lowest_kind(view), lanes8(0)
    for kind in range(view.entrants.kinds):
        if value(view, kind) <= number:
            better = holds(view, kind) & (lanes8(value(view, kind)) > highest)
            chosen, highest = where(better, kind, chosen), where(better, lanes8(value(view, kind)), highest)
    return chosen


@phase
def apart(one, other):
    """How far two rows are apart, whichever is larger: a uint8 row."""
    return maximum(one, other) - minimum(one, other)
