"""A tour as a question: each chunk of tours ridden under every carry rule, compared tour by tour, summed up and forgotten."""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import TYPE_CHECKING, Any, ClassVar

from fr_sim.files.tables import Table
from fr_sim.game.lineup import Lineup
from fr_sim.game.rules import Edition
from fr_sim.game.stage import Stage
from fr_sim.questions.directory import files_of
from fr_sim.questions.protocol import Asked, Kind, Part
from fr_sim.questions.tour.carry import check_tour, stage_edition
from fr_sim.questions.tour.counts import TourCounts, TourResults, empty_tour_counts
from fr_sim.questions.tour.record import DECIDED_BY, TOUR_RECORD, tour_record
from fr_sim.questions.tour.tables import TOUR_TABLES, tour_tables
from fr_sim.races.record import question_of_record
from fr_sim.races.results import Question
from fr_sim.rng.words import stage_seed
from fr_sim.simulate.plan import Chunk
from fr_sim.simulate.question import ask, sources_of

if TYPE_CHECKING:
    from fr_sim.policies.own_files import OwnPolicies
    from fr_sim.questions.tour.rides import TourRides


def _of_record(record: dict[str, Any], where: str) -> "Tour":
    questions = [question_of_record({**record, "stage": stage, "precision": None}) for stage in record["stages"]]
    first = questions[0]
    asked = (first.lineup, first.edition, first.races, first.seed, first.seats, record["carry"], record["title"])
    tour = ask_tour([question.stage for question in questions], *asked)
    return replace(tour, stages=tuple(replace(question, own_policies=first.own_policies) for question in tour.stages))


@dataclass(frozen=True)
class Tour(Asked):
    """The question of every stage, which differ in stage and seed, the first also in what it deals (G1); and the carry rules.

    `own` are the user's policies that ride.
    """

    title: str
    stages: tuple[Question, ...]
    carry: tuple[str, ...]
    own: "OwnPolicies | None" = field(default=None, compare=False)

    kind: ClassVar[Kind] = Kind("tour", files_of(TOUR_RECORD, TOUR_TABLES), DECIDED_BY, _of_record)
    unit: ClassVar[str] = "tours"
    chunk_races: ClassVar[int] = 2_048

    @property
    def first(self) -> Question:
        """The first stage, whose seed, line-up and edition are the tour's."""
        return self.stages[0]

    @property
    def races(self) -> int:
        """Tours asked for: each stage is raced as many times."""
        return self.first.races

    @property
    def lineup(self) -> Lineup:
        """The teams."""
        return self.first.lineup

    def record(self) -> dict[str, Any]:
        """What the stages have in common, the stages, and the carry rules."""
        return tour_record(self.title, self.stages, self.carry)

    @cached_property
    def _rides(self) -> "TourRides":
        from fr_sim.questions.tour.rides import TourRides  # brings numba, which reading back does without

        return TourRides(self, self.own)

    def prepare(self) -> None:
        """Compile the kernel, or load its machine code."""
        self._rides.prepare()

    def empty(self) -> TourCounts:
        """The sums over no tour."""
        return empty_tour_counts(self)

    def play(self, chunk: Chunk) -> Part:
        """The sums over the chunk's tours."""
        from fr_sim.questions.tour.play import ride

        return Part(chunk, ride(self, self._rides, chunk))

    def answer(self, counts: TourCounts, chunks: int = 0, seconds: float = 0.0) -> TourResults:
        """The tour with its counts."""
        return TourResults(self, counts, chunks, seconds)

    def tables(self, answer: TourResults) -> dict[str, Table]:
        """Standings, stages, gaps, and what the carry rules do."""
        return tour_tables(answer)

    def found(self, answer: TourResults) -> dict[str, Any]:
        """Draws under each carry rule."""
        return {"draws": [int(draws) for draws in answer.counts.stage_draws.sum(axis=1)]}


def ask_tour(
    stages: Sequence[Stage],
    lineup: Lineup,
    edition: Edition,
    races: int,
    seed: int = 0,
    seats: str = "rotate",
    carry: Sequence[str] = (),
    title: str = "",
    own: "OwnPolicies | None" = None,
) -> Tour:
    """The tour, checked. `carry` are the carry rules side by side, that of the edition if there are none.

    Raises BadInput for what `ask` refuses of any stage, and for what `check_tour` does.
    """
    carry = tuple(carry) or (edition.rules.carry,)
    check_tour(edition.rules, len(stages), carry)
    sources = sources_of(own)
    questions = []
    for number, stage in enumerate(stages):
        ask(stage, lineup, edition, races, seed, seats, None, sources)
        questions.append(ask(stage, lineup, stage_edition(edition, number), races, stage_seed(seed, number), seats, None, sources))
    return Tour(title or " – ".join(dict.fromkeys((stages[0].name, stages[-1].name))), tuple(questions), carry, own)
