"""Policies by number: the decisions of every shipped policy, as phases that the kernel calls with the number as an argument.

One kernel serves every line-up: a number is compared once per rider and round, for 64 races, which costs nothing.
Numbers from OWN on are users' policies (`own.py`).
"""

from fr_sim.jit import phase
from fr_sim.lanes import kept
from fr_sim.policies import bidding, drafter, highest, lowest, random, saver, steady, weighted
from fr_sim.policies.catalogue import OWN, SHIPPED
from fr_sim.policies.lineups import DEFAULT_LINEUP, parse_lineup, policies_of

__all__ = ["DEFAULT_LINEUP", "OWN", "bid", "bid_rider", "card", "first", "parse_lineup", "place", "policies_of"]

_RANDOM = SHIPPED.index("random")
_HIGHEST = SHIPPED.index("highest")
_LOWEST = SHIPPED.index("lowest")
_STEADY = SHIPPED.index("steady")
_SAVER = SHIPPED.index("saver")
_DRAFTER = SHIPPED.index("drafter")
_WEIGHTED = SHIPPED.index("weighted")


@phase
def card(policy, seen):
    """The kind index of the card that a shipped policy plays: a uint8 row; anything where the hand is empty."""
    view = kept(seen)
    if policy == _DRAFTER:
        return drafter.card(view)
    if policy == _WEIGHTED:
        return weighted.card(view)
    if policy == _SAVER:
        return saver.card(view)
    if policy == _STEADY:
        return steady.card(view)
    if policy == _HIGHEST:
        return highest.card(view)
    if policy == _LOWEST:
        return lowest.card(view)
    return random.card(view)


@phase
def first(policy, seen):
    """Where the team's sprinteur draws first, or at turn 0 is put down first: a mask."""
    view = kept(seen)
    return random.first(view)


@phase
def place(policy, seen):
    """The square to be put down on: a uint8 row."""
    view = kept(seen)
    return random.place(view)


@phase
def bid_rider(policy, seen):
    """Where the team's sprinteur bids for the break-away (B1): a mask."""
    view = kept(seen)
    return random.bid_rider(view)


@phase
def bid(policy, seen):
    """The kind index of the card that a shipped policy bids for the break-away (B2): a uint8 row; anything where the hand is empty."""
    view = kept(seen)
    if policy == _RANDOM:
        return random.bid(view)
    if policy == _HIGHEST:
        return highest.card(view)
    if policy == _LOWEST:
        return lowest.card(view)
    return bidding.bid(view)
