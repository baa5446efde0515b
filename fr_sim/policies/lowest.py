"""Plays the lowest card of its hand, whatever the road is like.

A yardstick: the rider that is never tired. It gets rid of exhaustion cards at once and keeps all its good cards, and
nearly always for too long: it shows what the others' exhaustion costs them, as the race must be very slow for it to win.
An exhaustion card counts as lower than an energy card of the same number.
"""

from fr_sim.jit import phase
from fr_sim.policies.view import lowest_kind

PARAMETERS = {}


@phase
def card(view):
    """The lowest number."""
    return lowest_kind(view)
