"""Asks policies about one race in plain lists, for the reference engine: lays the position into rows, and takes one lane of the answer.

The same phases that the kernel runs decide here; interpreted or compiled as the rest of the program is.
"""

from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from fr_sim.arrays.game import MOST_KINDS, MOST_TOKEN_PLACES, NO_CARD, NOWHERE, Entrants, Road, RuleNumbers
from fr_sim.game.riders import MOST_RIDERS
from fr_sim.jit import entry, phase
from fr_sim.lanes import LANES, aligned_block, first_lanes, lane_of, load, to8
from fr_sim.policies import own as own_lanes
from fr_sim.policies import registry
from fr_sim.policies.catalogue import OWN
from fr_sim.policies.own_tables import addresses_of
from fr_sim.policies.view import Field, View, view_of
from fr_sim.rng import words as rng

if TYPE_CHECKING:
    from fr_sim.policies.own_files import OwnPolicies


class Decider:
    """Every rider's policy on call for one race at a time; not to be shared between threads.

    `squares` and `lanes` are by rider, NOWHERE for riders not on the road; `left` by rider and kind, `pile` and `hand` by kind, are
    plain counts of cards; `key` is the race's key from `fr_sim.rng.race_key`. With users' policies in `own` each question
    raises `PolicyFailed`, a BadInput, for an answer that cannot be played.
    """

    def __init__(self, road: Road, rule_numbers: RuleNumbers, entrants: Entrants, own: "OwnPolicies | None" = None):
        self._game = (road, rule_numbers, entrants)
        self._own = own
        self._addresses = addresses_of(own, entrants.policy[: entrants.riders]) if own else own_lanes.no_policies()
        self._laid = _Laid(
            square=aligned_block((MOST_RIDERS, LANES), np.uint8),
            lane=aligned_block((MOST_RIDERS, LANES), np.uint8),
            left=aligned_block((MOST_RIDERS, MOST_KINDS, LANES), np.uint8),
            pile=aligned_block((MOST_KINDS, LANES), np.uint8),
            hand=aligned_block((MOST_KINDS, LANES), np.uint8),
            mate_card=aligned_block((1, LANES), np.uint8),
            luck=aligned_block((1, LANES), np.uint32),
            weather=aligned_block((MOST_TOKEN_PLACES, LANES), np.uint8),
            fallen=aligned_block((MOST_RIDERS, LANES), np.uint8),
            bid_card=aligned_block((1, LANES), np.uint8),
        )
        self.look((), ())

    def look(self, weather: Sequence[int], fallen: Sequence[int]) -> None:
        """What the questions up to the next look have in common: the weather tokens by place, and by rider whether it has fallen."""
        _lay_numbers(self._laid.weather, weather, 0)
        _lay_numbers(self._laid.fallen, fallen, 0)

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

    def bid_rider(
        self, key: tuple[int, int], squares: Sequence[int], lanes: Sequence[int], left: Sequence[Sequence[int]], rider: int
    ) -> bool:
        """Whether the sprinteur of `rider`'s team bids for the break-away (B1); `rider` is the team's rouleur."""
        self._lay(rng.word_of(key, rng.counter(0, rider, rng.FIRST + 1)), squares, lanes, left)
        return bool(self._answer("bid_rider", 0, rider))

    def bid(
        self,
        key: tuple[int, int],
        step: int,
        squares: Sequence[int],
        lanes: Sequence[int],
        left: Sequence[Sequence[int]],
        pile: Sequence[int],
        hand: Sequence[int],
        rider: int,
        bid_card: int = NO_CARD,
    ) -> int:
        """The kind index of the card that `rider` bids from `hand` in `step` 0 or 1 (B2); `bid_card` as in `View`."""
        luck = rng.word_of(key, rng.counter(0, rider, rng.CHOICE + 1 + step))
        self._lay(luck, squares, lanes, left, pile, hand, bid_card=bid_card)
        return self._answer("bid", 0, rider)

    def _lay(self, luck, squares, lanes, left=(), pile=(), hand=(), mate_card=NO_CARD, bid_card=NO_CARD):
        """The position in every lane alike; what this decision does not know of is empty."""
        _lay_numbers(self._laid.square, squares, NOWHERE)
        _lay_numbers(self._laid.lane, lanes, NOWHERE)
        _lay_counts(self._laid.pile, pile)
        _lay_counts(self._laid.hand, hand)
        self._laid.left[:] = 0
        for rider, counts in enumerate(left):
            _lay_counts(self._laid.left[rider], counts)
        self._laid.mate_card[:] = mate_card
        self._laid.luck[:] = luck
        self._laid.bid_card[:] = bid_card

    def _answer(self, decision, turn, rider):
        policy = int(self._game[2].policy[rider])
        if policy < OWN:
            return int(_ASK[decision](*self._game, turn, rider, self._laid))
        answer, is_refused = _ASK_OWN[decision](*self._game, turn, rider, self._laid, own_lanes.in_this_thread(self._addresses))
        if is_refused:
            raise self._failure(decision, turn, rider, policy)
        return int(answer)

    def _failure(self, decision, turn, rider, policy):
        from fr_sim.policies.own_tables import explain_failure

        road, rules, entrants = self._game
        field = Field(**{name: getattr(entrants, name) for name in Field._fields})
        laid = self._laid._asdict()
        rows = {name: laid[name][0] for name in ("mate_card", "luck", "bid_card")}
        mate, parameters = int(entrants.mate[rider]), entrants.parameters[rider]
        view = View(road, rules, field, turn=turn, rider=rider, mate=mate, parameters=parameters, **{**laid, **rows})
        return explain_failure(self._own, policy, decision, view, 0)


def _lay_numbers(block, numbers, elsewhere):
    """One number a row, `elsewhere` in the rows past the last."""
    block[:] = elsewhere
    block[: len(numbers)] = np.asarray(numbers, np.uint8)[:, None]


def _lay_counts(block, counts):
    """Counts by kind as the cumulative rows of `View`; kinds past the last hold no further cards."""
    cumulative = np.cumsum(np.asarray(counts, np.int64)) if len(counts) else np.zeros(1, np.int64)
    block[: len(cumulative)] = cumulative[:, None]
    block[len(cumulative) :] = cumulative[-1]


class _Laid(NamedTuple):
    """The position of one race in every lane alike, as in `View`; rows are blocks of one row."""

    square: np.ndarray
    lane: np.ndarray
    left: np.ndarray
    pile: np.ndarray
    hand: np.ndarray
    mate_card: np.ndarray
    luck: np.ndarray
    weather: np.ndarray
    fallen: np.ndarray
    bid_card: np.ndarray


@phase
def _view(road, rules, entrants, turn, rider, laid):
    mate_card, luck, bid_card = load(laid.mate_card, 0), load(laid.luck, 0), load(laid.bid_card, 0)
    square, lane, left, pile, hand = laid.square, laid.lane, laid.left, laid.pile, laid.hand
    return view_of(road, rules, entrants, turn, rider, square, lane, left, pile, hand, mate_card, luck, laid.weather, laid.fallen, bid_card)


@entry
def _ask_card(road, rules, entrants, turn, rider, laid):
    view = _view(road, rules, entrants, turn, rider, laid)
    return lane_of(registry.card(entrants.policy[rider], view), 0)


@entry
def _ask_first(road, rules, entrants, turn, rider, laid):
    view = _view(road, rules, entrants, turn, rider, laid)
    return lane_of(to8(registry.first(entrants.policy[rider], view)), 0)


@entry
def _ask_place(road, rules, entrants, turn, rider, laid):
    view = _view(road, rules, entrants, turn, rider, laid)
    return lane_of(registry.place(entrants.policy[rider], view), 0)


@entry
def _ask_own_card(road, rules, entrants, turn, rider, laid, addresses):
    view = _view(road, rules, entrants, turn, rider, laid)
    chosen, refused = own_lanes.card(addresses, entrants.policy[rider], view, first_lanes(1))
    return lane_of(chosen, 0), lane_of(refused, 0)


@entry
def _ask_own_first(road, rules, entrants, turn, rider, laid, addresses):
    view = _view(road, rules, entrants, turn, rider, laid)
    chosen, refused = own_lanes.first(addresses, entrants.policy[rider], view, first_lanes(1))
    return lane_of(to8(chosen), 0), lane_of(refused, 0)


@entry
def _ask_own_place(road, rules, entrants, turn, rider, laid, addresses):
    view = _view(road, rules, entrants, turn, rider, laid)
    chosen, refused = own_lanes.place(addresses, entrants.policy[rider], view, first_lanes(1))
    return lane_of(chosen, 0), lane_of(refused, 0)


@entry
def _ask_bid(road, rules, entrants, turn, rider, laid):
    view = _view(road, rules, entrants, turn, rider, laid)
    return lane_of(registry.bid(entrants.policy[rider], view), 0)


@entry
def _ask_bid_rider(road, rules, entrants, turn, rider, laid):
    view = _view(road, rules, entrants, turn, rider, laid)
    return lane_of(to8(registry.bid_rider(entrants.policy[rider], view)), 0)


@entry
def _ask_own_bid(road, rules, entrants, turn, rider, laid, addresses):
    view = _view(road, rules, entrants, turn, rider, laid)
    chosen, refused = own_lanes.bid(addresses, entrants.policy[rider], view, first_lanes(1))
    return lane_of(chosen, 0), lane_of(refused, 0)


@entry
def _ask_own_bid_rider(road, rules, entrants, turn, rider, laid, addresses):
    view = _view(road, rules, entrants, turn, rider, laid)
    chosen, refused = own_lanes.bid_rider(addresses, entrants.policy[rider], view, first_lanes(1))
    return lane_of(to8(chosen), 0), lane_of(refused, 0)


_ASK = {"card": _ask_card, "first": _ask_first, "place": _ask_place, "bid": _ask_bid, "bid_rider": _ask_bid_rider}
_ASK_OWN = {
    "card": _ask_own_card,
    "first": _ask_own_first,
    "place": _ask_own_place,
    "bid": _ask_own_bid,
    "bid_rider": _ask_own_bid_rider,
}
