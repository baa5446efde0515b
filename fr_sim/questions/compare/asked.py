"""A comparison as a question: each chunk of races played on all sides, compared race by race, summed up and forgotten."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np

from fr_sim.arrays.counts import Finishes
from fr_sim.files.tables import Table
from fr_sim.game.errors import BadInput, Words
from fr_sim.game.lineup import Lineup
from fr_sim.game.rules import Edition
from fr_sim.game.stage import Stage
from fr_sim.questions.compare.counts import (
    TEAM_MEASURES,
    Compared,
    Counts,
    PairedSums,
    counts_of_names,
    empty_counts,
    is_added,
    named_counts,
)
from fr_sim.questions.compare.pairing import paired_sums
from fr_sim.questions.compare.record import DECIDED_BY, MARK, comparison_record
from fr_sim.questions.compare.sides import RULES, TEAMS, check_sides, labels_of
from fr_sim.questions.compare.tables import comparison_tables
from fr_sim.questions.directory import RUN
from fr_sim.questions.protocol import Asked, Kind, Part
from fr_sim.races.record import question_of_record
from fr_sim.races.results import Question
from fr_sim.simulate.plan import Chunk
from fr_sim.simulate.question import ask, sources_of
from fr_sim.statistics.paired_intervals import paired_share_interval

if TYPE_CHECKING:
    from fr_sim.policies.own_files import OwnPolicies
    from fr_sim.simulate.batches import Batches


def _of_record(record: dict[str, Any], where: str) -> "Comparison":
    if record[MARK] not in (RULES, TEAMS):
        raise ValueError(f"{MARK} {record[MARK]!r}")
    return comparison_of([question_of_record({**record, **side}) for side in record["sides"]], record[MARK])


@dataclass(frozen=True)
class Comparison(Asked):
    """The questions of all sides, which differ in their rules or in their teams only; `varies` says in which (RULES or TEAMS).

    Every side after the first is compared with the first. `own` are the user's policies that ride.
    """

    sides: tuple[Question, ...]
    varies: str
    own: "OwnPolicies | None" = field(default=None, compare=False)

    kind: ClassVar[Kind] = Kind("comparison", RUN, DECIDED_BY, _of_record)

    @property
    def first(self) -> Question:
        """The side that all others are compared with."""
        return self.sides[0]

    @property
    def teams(self) -> int:
        """Teams of each side."""
        return len(self.first.lineup.teams)

    @property
    def labels(self) -> list[str]:
        """What the sides are called."""
        return labels_of(self.sides, self.varies)

    @property
    def title(self) -> str:
        """The stage."""
        return self.first.stage.name

    @property
    def races(self) -> int:
        """Races asked for, on each side."""
        return self.first.races

    @property
    def precision(self) -> float | None:
        """How surely every team's difference of the win rate is to be known."""
        return self.first.precision

    def record(self) -> dict[str, Any]:
        """What the sides have in common, and the sides."""
        return comparison_record(self.sides, self.varies, self.labels)

    @cached_property
    def _batches(self) -> "list[Batches]":
        from fr_sim.simulate.batches import Batches  # brings numba, which reading back does without

        return [Batches(question, self.own, with_finishes=True) for question in self.sides]

    def prepare(self) -> None:
        """Compile the kernel, and the user's policies of every side."""
        for side in self._batches:
            side.prepare()

    def empty(self) -> Counts:
        """The counts of no race."""
        return empty_counts(len(self.sides), self.teams)

    def play(self, chunk: Chunk) -> Part:
        """The chunk's races on every side, and what differs."""
        tallies = []

        def finished() -> Iterator[tuple[Lineup, Finishes]]:
            for question, side in zip(self.sides, self._batches, strict=True):
                _, tally, finishes = side.play(chunk)
                tallies.append(tally)
                yield question.lineup, finishes

        sums = paired_sums(finished(), len(self.sides), chunk.races)
        return Part(chunk, Counts(tuple(tallies), sums))

    def precise_enough(self, counts: Counts) -> bool:
        """Whether every difference of a win rate is as precise as asked."""
        return self.precision is not None and furthest_difference_reach(counts.sums) <= self.precision

    def named(self, counts: Counts) -> dict[str, np.ndarray]:
        """Sums as `sums.NAME`, tallies as `side0.NAME`."""
        return named_counts(counts)

    def of_named(self, arrays: dict[str, np.ndarray]) -> Counts:
        """The counts of all sides."""
        return counts_of_names(arrays, len(self.sides))

    def optional(self) -> set[str]:
        """What version 0.1.0 did not count."""
        return {name for name in self.named(self.empty()) if is_added(name)}

    def races_in(self, counts: Counts) -> int:
        """Races on each side."""
        return counts.races

    def answer(self, counts: Counts, chunks: int = 0, seconds: float = 0.0) -> Compared:
        """The comparison with its counts."""
        return Compared(self, counts, chunks, seconds)

    def tables(self, answer: Compared) -> dict[str, Table]:
        """Differences, and every side's own tables."""
        return comparison_tables(answer)

    def found(self, answer: Compared) -> dict[str, Any]:
        """Draws, and the digest of what version 0.1.0 did not count."""
        draws = [int(tally.draws[0]) for tally in answer.counts.tallies]
        return {"draws_by_side": draws, "road_digest": answer.road_digest}


def comparison_of(sides: Sequence[Question], varies: str, own: "OwnPolicies | None" = None) -> Comparison:
    """The comparison of `sides`. Raises BadInput for sides that do not go together."""
    check_sides(sides, varies)
    return Comparison(tuple(sides), varies, own)


def ask_comparison(
    stage: Stage,
    lineups: Sequence[Lineup],
    editions: Sequence[Edition],
    races: int,
    seed: int = 0,
    seats: str = "rotate",
    precision: float | None = None,
    own: "OwnPolicies | None" = None,
) -> Comparison:
    """The comparison of several editions with one line-up, or of several line-ups under one edition, checked.

    Raises BadInput for what `ask` and `comparison_of` refuse, and where both differ, or neither.
    """
    if len(lineups) > 1 and len(editions) > 1:
        found = Words(f"{len(editions)} editions and {len(lineups)} line-ups")
        raise BadInput("--rules, --teams", found, "several of one and one of the other, so that it is known what made the difference")
    varies = TEAMS if len(lineups) > 1 else RULES
    sources = sources_of(own)
    sides = [ask(stage, lineup, edition, races, seed, seats, precision, sources) for edition in editions for lineup in lineups]
    return comparison_of(sides, varies, own)


def furthest_difference_reach(sums: PairedSums) -> float:
    """The largest distance between a team's difference of the win rate and an end of its interval, over all sides and teams."""
    wins = TEAM_MEASURES.index("win_rate")
    won, both = sums.team_sums[:, wins].sum(axis=-1), sums.team_products[:, wins].sum(axis=-1)
    races = int(sums.races[0])
    if races == 0:
        return 1.0
    gained, lost = (won - both)[1:], (won[0] - both)[1:]
    low, high = paired_share_interval(gained, lost, races)
    difference = (gained - lost) / races
    return float(np.maximum(high - difference, difference - low).max())
