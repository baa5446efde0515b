"""The kernel, made ready for one question: plays any chunk of its races, from any thread."""

from typing import TYPE_CHECKING

import numpy as np
from numba.core.event import TimingListener, install_listener

from fr_sim.arrays import PROFILE_RACES, Finishes, Tally, empty_finishes, empty_tally, entrants_of, road_of, rule_numbers
from fr_sim.jit import INTERPRETED, cache_directory
from fr_sim.kernel import batch
from fr_sim.policies.lineups import policies_of
from fr_sim.results import Question
from fr_sim.rng import mix_seed
from fr_sim.simulate.plan import Chunk
from fr_sim.simulate.seating import placing_orders

if TYPE_CHECKING:
    from fr_sim.policies.own import OwnPolicies


class Batches:
    """The races of one question, to be played in chunks."""

    def __init__(self, question: Question, own: "OwnPolicies | None" = None, with_finishes: bool = False):
        rules = question.edition.rules
        self.own = own
        self.with_finishes = with_finishes
        self.road = road_of(question.stage, rules)
        self.entrants = entrants_of(question.lineup, rules, policies_of(question.lineup, own))
        self.rules = rule_numbers(rules, int(self.entrants.deck.sum(axis=1).max()))
        self.orders = placing_orders(len(question.lineup.teams), question.seats)
        self.seed = np.uint64(mix_seed(question.seed))

    def play(self, chunk: Chunk) -> tuple[Chunk, Tally, Finishes]:
        """The counts of the chunk's races and, if asked for, their finishes, else columns of length zero."""
        tally = _tally_for(chunk)
        finishes = empty_finishes(chunk.races if self.with_finishes else 0)
        self._run(chunk.first, chunk.races, tally, finishes)
        return chunk, tally, finishes

    def prepare(self) -> None:
        """Compile the kernel, or load its machine code, by playing no race."""
        self._run(0, 0, _tally_for(Chunk(0, 0, False)), empty_finishes(0))

    def _run(self, first: int, races: int, tally: Tally, finishes: Finishes) -> None:
        block = batch.new_block(self.entrants)
        batch.play_batch(self.road, self.rules, self.entrants, self.orders, None, self.seed, first, races, tally, finishes, block, self.own)


def is_compiled() -> bool:
    """Whether machine code of the kernel is on disk, so that preparing it takes no time worth a word."""
    return INTERPRETED or any(cache_directory().rglob("*play_batch*.nbc"))


def prepare(question: Question, own: "OwnPolicies | None" = None) -> float:
    """Have the kernel ready for `question`; the seconds spent on compiling it, 0 where its machine code was on disk or in memory."""
    with install_listener("numba:compile", TimingListener()) as compiling:
        Batches(question, own).prepare()
    return compiling.duration if compiling.done else 0.0


def _tally_for(chunk: Chunk) -> Tally:
    """A tally for races of `chunk`: without the large table of the profile where none of them belongs to it."""
    tally = empty_tally()
    return tally if chunk.first < PROFILE_RACES else tally._replace(profile=tally.profile[:, :, :0].copy())
