"""Plays any card of its hand, each as likely as the other, and starts as far forward as it can.

The yardstick that every other policy has to beat, and what a rider does who does not look at the road. Nobody should
ride so; but whoever does not win more often than this has no plan either.
"""

from fr_sim.jit import phase
from fr_sim.lanes import any_lane, lanes8, load, to8, to32, where
from fr_sim.policies.view import hand_size
from fr_sim.rng.lanes import below

PARAMETERS = {}


@phase
def card(view):
    """Uniform over the cards in hand, not over their kinds."""
    pick = to8(below(view.luck, to32(hand_size(view))))
    kind = lanes8(0)
    for lower in range(view.entrants.kinds - 1):
        kind = kind + to8(load(view.hand, lower) <= pick)
    return kind


@phase
def first(view):
    """The rouleur, always."""
    return lanes8(0) != 0


@phase
def place(view):
    """The foremost square behind the start line that has a free lane (S1)."""
    chosen = lanes8(0)
    looking = lanes8(0) == 0
    for behind in range(view.road.start_line):
        square = view.road.start_line - 1 - behind
        standing = lanes8(0)
        for rider in range(view.entrants.riders):
            standing = standing + to8(load(view.square, rider) == square)
        found = looking & (standing < lanes8(view.road.room[square]))
        chosen = where(found, square, chosen)
        looking = looking & ~found
        if not any_lane(looking):
            break
    return chosen


@phase
def bid_rider(view):
    """The rouleur, always (B1)."""
    return lanes8(0) != 0


@phase
def bid(view):
    """Any card of its hand, as in the race (B2)."""
    return card(view)
