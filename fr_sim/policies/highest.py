"""Plays the highest card of its hand, whatever the road is like.

A yardstick: the breakaway rider without a plan. It leads early, pays for it in exhaustion cards and wastes its best
cards on climbs, so it shows how much a stage punishes riding alone. An exhaustion card counts as lower than an energy
card of the same number.
"""

from fr_sim.jit import phase
from fr_sim.policies.view import highest_kind

PARAMETERS = {}


@phase
def card(view):
    """The highest number."""
    return highest_kind(view)
