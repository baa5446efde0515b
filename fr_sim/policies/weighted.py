"""Adds up what it likes about each card, by weights that may be set, and plays the card with the highest sum.

First version.
"""

from fr_sim.jit import phase
from fr_sim.policies.view import furthest_kind

PARAMETERS = {}


@phase
def card(view):
    """The highest sum."""
    return furthest_kind(view)
