"""Looks for the card that leaves it sheltered, or one square behind somebody so that the slipstream carries it.

The wheel-sucker, and how experienced players ride most of a race: no exhaustion, free squares, good cards kept. It takes
everybody to ride on at `pace` squares and compares where each card would leave it then; within reach of the line it
forgets all that and sprints.
"""

from fr_sim.arrays import NOWHERE
from fr_sim.jit import phase
from fr_sim.lanes import lanes8, load, minimum, where
from fr_sim.policies.view import furthest_kind, holds, landing, start_of, to_finish, value

PARAMETERS = {
    "pace": {"default": 4, "low": 0, "high": 9, "meaning": "squares a round that it expects the others to move"},
    "sprint": {"default": 9, "low": 0, "high": 40, "meaning": "squares before the line from which it rides for the line"},
}

_FAR = 255


@phase
def card(view):
    """The card with the smallest gap to somebody ahead, sheltered or carried; the lowest of several."""
    start = start_of(view)
    chosen, best = lanes8(0), lanes8(0)
    for kind in range(view.entrants.kinds):
        square = landing(view, start, value(view, kind))
        score = 255 - gap_ahead(view, square)
        better = holds(view, kind) & (score > best)
        chosen, best = where(better, kind, chosen), where(better, score, best)
    return where(to_finish(view) <= lanes8(view.parameters[1]), furthest_kind(view), chosen)


@phase
def gap_ahead(view, square):
    """Squares from `square` to the nearest rider that will be ahead of it at the expected pace, 254 if there is none."""
    pace = view.parameters[0]
    gap = lanes8(254)
    for rider in range(view.entrants.riders):
        there = load(view.square, rider)
        expected = there + pace
        ahead = (expected > square) & (there != NOWHERE)
        gap = where(ahead, minimum(gap, expected - square), gap)
    return gap
