"""Asks policies about one race in plain lists, for the reference engine: lays the position into rows, and takes one lane of the answer.

The same phases that the kernel runs decide here; interpreted or compiled as the rest of the program is.
"""

from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np

from fr_sim import rng
from fr_sim.arrays import MOST_KINDS, NO_CARD, NOWHERE, Entrants, Road, RuleNumbers
from fr_sim.game.riders import MOST_RIDERS
from fr_sim.jit import entry, phase
from fr_sim.lanes import LANES, aligned_block, first_lanes, lane_of, load, to8
from fr_sim.policies import own as own_lanes
from fr_sim.policies import registry
from fr_sim.policies.catalogue import OWN
from fr_sim.policies.view import Field, View, field_of

if TYPE_CHECKING:
    from fr_sim.policies.own_files import OwnPolicies


class Decider:
    """Every rider's policy on call for one race at a time; not to be shared between threads.

    `squares` and `lanes` are by rider, NOWHERE for riders not on the road; `left` by rider and kind, `pile` and `hand` by kind, are
    plain counts of cards; `key` is the race's key from `fr_sim.rng.race_key`. With users' policies in `own` each of the three questions
    raises `PolicyFailed`, a BadInput, for an answer that cannot be played.
    """

    def __init__(self, road: Road, rule_numbers: RuleNumbers, entrants: Entrants, own: "OwnPolicies | None" = None):
        self._game = (road, rule_numbers, entrants)
        self._own = own
        self._addresses = own.addresses(entrants.policy[: entrants.riders]) if own else own_lanes.no_policies()
        self._square = aligned_block((MOST_RIDERS, LANES), np.uint8)
        self._lane = aligned_block((MOST_RIDERS, LANES), np.uint8)
        self._left = aligned_block((MOST_RIDERS, MOST_KINDS, LANES), np.uint8)
        self._pile = aligned_block((MOST_KINDS, LANES), np.uint8)
        self._hand = aligned_block((MOST_KINDS, LANES), np.uint8)
        self._mate_card = aligned_block((1, LANES), np.uint8)
        self._luck = aligned_block((1, LANES), np.uint32)

    def place(self, key: tuple[int, int], squares: Sequence[int], lanes: Sequence[int], rider: int) -> int:
        """The square behind the start line on which `rider` is put down (S1)."""
        self._lay(rng.word_of(key, rng.counter(0, rider, rng.PLACE)), squares, lanes)
        return self._answer("place", 0, rider)

    def first(
        self, key: tuple[int, int], turn: int, squares: Sequence[int], lanes: Sequence[int], left: Sequence[Sequence[int]], rider: int
    ) -> bool:
        """Whether the sprinteur of `rider`'s team draws first (E1), at turn 0 is put down first; `rider` is the team's rouleur."""
        self._lay(rng.word_of(key, rng.counter(turn, rider, rng.FIRST)), squares, lanes, left)
        return bool(self._answer("first", turn, rider))

    def card(
        self,
        key: tuple[int, int],
        turn: int,
        squares: Sequence[int],
        lanes: Sequence[int],
        left: Sequence[Sequence[int]],
        pile: Sequence[int],
        hand: Sequence[int],
        rider: int,
        mate_card: int = NO_CARD,
    ) -> int:
        """The kind index of the card that `rider` plays from `hand`, which holds at least one; `mate_card` as in `View`."""
        self._lay(rng.word_of(key, rng.counter(turn, rider, rng.CHOICE)), squares, lanes, left, pile, hand, mate_card)
        return self._answer("card", turn, rider)

    def _lay(self, luck, squares, lanes, left=(), pile=(), hand=(), mate_card=NO_CARD):
        """The position in every lane alike; what this decision does not know of is empty."""
        for block, numbers in ((self._square, squares), (self._lane, lanes)):
            block[:] = NOWHERE
            block[: len(numbers)] = np.asarray(numbers, np.uint8)[:, None]
        for block, counts in ((self._pile, pile), (self._hand, hand)):
            _lay_counts(block, counts)
        self._left[:] = 0
        for rider, counts in enumerate(left):
            _lay_counts(self._left[rider], counts)
        self._mate_card[:] = mate_card
        self._luck[:] = luck

    def _answer(self, decision, turn, rider):
        blocks = (self._square, self._lane, self._left, self._pile, self._hand, self._mate_card, self._luck)
        policy = int(self._game[2].policy[rider])
        if policy < OWN:
            return int(_ASK[decision](*self._game, turn, rider, *blocks))
        answer, is_refused = _ASK_OWN[decision](*self._game, turn, rider, *blocks, self._addresses)
        if is_refused:
            raise self._failure(decision, turn, rider, policy)
        return int(answer)

    def _failure(self, decision, turn, rider, policy):
        from fr_sim.policies.own_tables import explain_failure

        road, rules, entrants = self._game
        field = Field(**{name: getattr(entrants, name) for name in Field._fields})
        blocks = (self._square, self._lane, self._left, self._pile, self._hand, self._mate_card[0], self._luck[0])
        view = View(road, rules, field, turn, rider, int(entrants.mate[rider]), *blocks, entrants.parameters[rider])
        return explain_failure(self._own, policy, decision, view, 0)


def _lay_counts(block, counts):
    """Counts by kind as the cumulative rows of `View`; kinds past the last hold no further cards."""
    cumulative = np.cumsum(np.asarray(counts, np.int64)) if len(counts) else np.zeros(1, np.int64)
    block[: len(cumulative)] = cumulative[:, None]
    block[len(cumulative) :] = cumulative[-1]


@phase
def _view(road, rules, entrants, turn, rider, square, lane, left, pile, hand, mate_card, luck):
    return View(
        road,
        rules,
        field_of(entrants),
        turn,
        rider,
        entrants.mate[rider],
        square,
        lane,
        left,
        pile,
        hand,
        load(mate_card, 0),
        load(luck, 0),
        entrants.parameters[rider],
    )


@entry
def _ask_card(road, rules, entrants, turn, rider, square, lane, left, pile, hand, mate_card, luck):
    view = _view(road, rules, entrants, turn, rider, square, lane, left, pile, hand, mate_card, luck)
    return lane_of(registry.card(entrants.policy[rider], view), 0)


@entry
def _ask_first(road, rules, entrants, turn, rider, square, lane, left, pile, hand, mate_card, luck):
    view = _view(road, rules, entrants, turn, rider, square, lane, left, pile, hand, mate_card, luck)
    return lane_of(to8(registry.first(entrants.policy[rider], view)), 0)


@entry
def _ask_place(road, rules, entrants, turn, rider, square, lane, left, pile, hand, mate_card, luck):
    view = _view(road, rules, entrants, turn, rider, square, lane, left, pile, hand, mate_card, luck)
    return lane_of(registry.place(entrants.policy[rider], view), 0)


@entry
def _ask_own_card(road, rules, entrants, turn, rider, square, lane, left, pile, hand, mate_card, luck, addresses):
    view = _view(road, rules, entrants, turn, rider, square, lane, left, pile, hand, mate_card, luck)
    chosen, refused = own_lanes.card(addresses, entrants.policy[rider], view, first_lanes(1))
    return lane_of(chosen, 0), lane_of(refused, 0)


@entry
def _ask_own_first(road, rules, entrants, turn, rider, square, lane, left, pile, hand, mate_card, luck, addresses):
    view = _view(road, rules, entrants, turn, rider, square, lane, left, pile, hand, mate_card, luck)
    chosen, refused = own_lanes.first(addresses, entrants.policy[rider], view, first_lanes(1))
    return lane_of(to8(chosen), 0), lane_of(refused, 0)


@entry
def _ask_own_place(road, rules, entrants, turn, rider, square, lane, left, pile, hand, mate_card, luck, addresses):
    view = _view(road, rules, entrants, turn, rider, square, lane, left, pile, hand, mate_card, luck)
    chosen, refused = own_lanes.place(addresses, entrants.policy[rider], view, first_lanes(1))
    return lane_of(chosen, 0), lane_of(refused, 0)


_ASK = {"card": _ask_card, "first": _ask_first, "place": _ask_place}
_ASK_OWN = {"card": _ask_own_card, "first": _ask_own_first, "place": _ask_own_place}
