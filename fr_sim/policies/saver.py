"""Keeps its best cards for the finale: plays low until its `cards` best cards cover the distance that is left, then plays them.

The patient sprinter. Sitting behind the others costs no exhaustion and gets rid of what it has; the price is that the
others may be too far ahead when the finale begins, or the best cards not in hand. Before the finale a card that a descent
makes up for is as good as any other, and in it nothing is wasted on a climb: of cards that go equally far the lowest is
played.
"""

from fr_sim.jit import phase
from fr_sim.lanes import lanes8, minimum, where
from fr_sim.policies.view import furthest_kind, lowest_kind, still_left, to_finish, value

PARAMETERS = {
    "cards": {"default": 4, "low": 1, "high": 15, "meaning": "how many of the best cards make up the finale"},
}


@phase
def card(view):
    """The lowest card before the finale, the one that goes furthest in it."""
    return where(to_finish(view) <= reach_of_best_cards(view), furthest_kind(view), lowest_kind(view))


@phase
def reach_of_best_cards(view):
    """Squares that the best cards its deck still holds go together, on the flat: a uint8 row, at most 255."""
    wanted = lanes8(view.parameters[0])
    reach = lanes8(0)
    for below in range(view.entrants.kinds - 1):
        kind = view.entrants.kinds - 1 - below
        taken = minimum(wanted, still_left(view, view.rider, kind))
        reach = reach + taken * value(view, kind)
        wanted = wanted - taken
    return reach
