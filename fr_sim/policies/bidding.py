"""How policies that look at the road bid for the break-away: for its place where a climb is near, and else what costs them nothing.

Ahead of a climb slipstream is worth little and high cards are cut, so a few squares in front are worth two good cards and two exhaustion
cards. On the flat the rider would only be alone in the wind.
"""

from fr_sim.jit import phase
from fr_sim.policies.view import highest_kind_up_to, lowest_kind

#: Squares from the break-away space within which a climb has to begin.
CLIMB_WITHIN = 12


@phase
def bid(view):
    """The best card that a climb would not cut, where one begins soon after the break-away space; else the lowest card."""
    if view.road.climb_ahead[view.road.breakaway_square] <= CLIMB_WITHIN:
        return highest_kind_up_to(view, view.road.climb_cap)
    return lowest_kind(view)
