"""The kernel, made ready for one question: plays any chunk of its races, from any thread."""

import threading
from typing import TYPE_CHECKING

import numpy as np
from numba.core.event import TimingListener, install_listener

from fr_sim.arrays.counts import PROFILE_RACES, Finishes, Tally, empty_finishes, empty_tally, without_road
from fr_sim.arrays.game import entrants_of, road_of, rule_numbers
from fr_sim.game.errors import BadInput
from fr_sim.jit import INTERPRETED, cache_directory
from fr_sim.kernel import batch
from fr_sim.policies.lineups import policies_of
from fr_sim.policies.own_tables import addresses_of
from fr_sim.races.results import Question
from fr_sim.rng.words import mix_seed
from fr_sim.simulate.plan import Chunk
from fr_sim.simulate.seating import placing_orders

if TYPE_CHECKING:
    from fr_sim.policies.own_files import OwnPolicies


class Batches:
    """The races of one question, to be played in chunks."""

    def __init__(self, question: Question, own: "OwnPolicies | None" = None, with_finishes: bool = False):
        rules = question.edition.rules
        self._question = question
        self._own = own
        self._of_thread = threading.local()
        self.with_finishes = with_finishes
        self.road = road_of(question.stage, rules)
        self.entrants = entrants_of(question.lineup, rules, policies_of(question.lineup, own))
        self.rules = rule_numbers(rules, int(self.entrants.deck.sum(axis=1).max()))
        self.orders = placing_orders(question.lineup, question.seats)
        self.seed = np.uint64(mix_seed(question.seed))
        self.addresses = addresses_of(own, self.entrants.policy[: self.entrants.riders]) if own else None

    def play(self, chunk: Chunk) -> tuple[Chunk, Tally, Finishes]:
        """The counts of the chunk's races and, if asked for, their finishes, else columns of length zero.

        Raises BadInput when a user's policy raises, or gives an answer that cannot be played.
        """
        tally = _tally_for(chunk)
        finishes = empty_finishes(chunk.races if self.with_finishes else 0)
        self._run(chunk.first, chunk.races, tally, finishes)
        return chunk, tally, finishes

    def prepare(self) -> None:
        """Compile the kernel, or load its machine code, by playing no race."""
        self._run(0, 0, _tally_for(Chunk(0, 0, False)), empty_finishes(0))

    def _run(self, first: int, races: int, tally: Tally, finishes: Finishes) -> None:
        if not hasattr(self._of_thread, "block"):
            self._of_thread.block = batch.new_block(self.entrants)
        block = self._of_thread.block
        game = (self.road, self.rules, self.entrants, self.orders, None, self.seed)
        status = batch.play_batch(*game, first, races, tally, finishes, block, self.addresses)
        if status:
            raise self._failure(batch.refusal_of(status))

    def _failure(self, refusal: batch.Refusal) -> BadInput:
        """What was wrong with a user's policy: the reference plays the race once more and asks the policy in plain Python."""
        from fr_sim.policies.own_tables import PolicyFailed, failure_in
        from fr_sim.reference.race import play_race

        asked = self._question
        try:
            play_race(asked.stage, asked.edition.rules, asked.lineup, asked.seed, refusal.race, asked.seats, self._own)
        except PolicyFailed as failure:
            return failure
        return failure_in(self._own, int(self.entrants.policy[refusal.rider]), *refusal)


def is_compiled() -> bool:
    """Whether machine code of the kernel is on disk, so that preparing it takes no time worth a word."""
    return INTERPRETED or any(cache_directory().rglob("*play_batch*.nbc"))


def prepare(question: Question, own: "OwnPolicies | None" = None) -> float:
    """Have the kernel ready for `question`; the seconds spent on compiling it, 0 where its machine code was on disk or in memory."""
    with install_listener("numba:compile", TimingListener()) as compiling:
        Batches(question, own).prepare()
    return compiling.duration if compiling.done else 0.0


def _tally_for(chunk: Chunk) -> Tally:
    """A tally for races of `chunk`: without the large tables where none of them belongs there."""
    tally = empty_tally()
    return tally if chunk.first < PROFILE_RACES else without_road(tally)
