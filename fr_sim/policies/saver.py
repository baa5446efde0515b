"""Keeps its `cards` best cards until together they cover the distance that is left, and then rides for the line with them.

The patient sprinter. Until the finale it plays the card that goes furthest of those that it does not keep, so it stays
with the others without spending what decides the race. Many flat squares before the line suit it; where the finale
climbs, its best cards are worth no more than a five. Of cards that go equally far the lowest is played, on a descent
and on a climb.
"""

from fr_sim.jit import phase
from fr_sim.lanes import lanes8, load, minimum, minus_or_zero, where
from fr_sim.policies.view import furthest_kind, holds, landing, lowest_kind, start_of, still_left, to_finish, value

PARAMETERS = {
    "cards": {"default": 6, "low": 0, "high": 15, "meaning": "how many of its best cards it keeps for the finale"},
}


@phase
def card(view):
    """Of the cards that are not kept the one that goes furthest, the lowest card if all are; in the finale the furthest of all."""
    kept = lanes8(view.parameters[0])
    in_deck = load(view.left, (view.rider, view.entrants.kinds - 1))
    not_kept = minus_or_zero(in_deck, kept)
    start = start_of(view)
    chosen, furthest = lowest_kind(view), lanes8(0)
    for kind in range(view.entrants.kinds):
        # A kind is free to play as long as not all of its cards in the deck are among the best.
        lower = load(view.left, (view.rider, kind)) - still_left(view, view.rider, kind)
        square = landing(view, start, value(view, kind))
        better = holds(view, kind) & (lower < not_kept) & (square > furthest)
        chosen, furthest = where(better, kind, chosen), where(better, square, furthest)
    return where(to_finish(view) <= reach_of_best_cards(view, kept), furthest_kind(view), chosen)


@phase
def reach_of_best_cards(view, wanted):
    """Squares that as many of the deck's best cards as `wanted` (a uint8 row) go together on the flat: a uint8 row, at most 255."""
    reach = lanes8(0)
    for below in range(view.entrants.kinds):
        kind = view.entrants.kinds - 1 - below
        taken = minimum(wanted, still_left(view, view.rider, kind))
        reach = reach + taken * value(view, kind)
        wanted = wanted - taken
    return reach
