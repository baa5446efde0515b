"""A run as a question: the kernel over chunks of races, precise enough when every team's win rate is."""

from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar

from fr_sim.arrays.counts import ADDED, Finishes, Tally, empty_tally
from fr_sim.files.tables import Table, require_pyarrow
from fr_sim.game.lineup import Lineup
from fr_sim.game.rules import Edition
from fr_sim.game.stage import Stage
from fr_sim.questions.directory import RUN
from fr_sim.questions.loop import play
from fr_sim.questions.protocol import Asked, Kind, Part
from fr_sim.questions.run.rows import RaceRows
from fr_sim.races.record import DECIDED_BY, check_record, question_of_record, question_record, run_findings
from fr_sim.races.results import Question, Results, team_wins
from fr_sim.races.tables import tables
from fr_sim.simulate.plan import Chunk
from fr_sim.simulate.question import ask, sources_of
from fr_sim.statistics.intervals import furthest_reach

if TYPE_CHECKING:
    from fr_sim.policies.own_files import OwnPolicies
    from fr_sim.simulate.batches import Batches


def _of_record(record: dict[str, Any], where: str) -> "Run":
    check_record(record, where)
    return Run(question_of_record(record), raw=bool(record.get("raw")))


@dataclass(frozen=True)
class Run(Asked):
    """The run of `question`; `own` are the user's policies that ride in it, `raw` says that every race leaves rows of its own."""

    question: Question
    own: "OwnPolicies | None" = field(default=None, compare=False)
    raw: bool = False

    kind: ClassVar[Kind] = Kind("run", RUN, DECIDED_BY, _of_record)

    @property
    def title(self) -> str:
        """The stage."""
        return self.question.stage.name

    @property
    def races(self) -> int:
        """Races asked for."""
        return self.question.races

    @property
    def precision(self) -> float | None:
        """What `--precision` says."""
        return self.question.precision

    def record(self) -> dict[str, Any]:
        """The question, and whether there are rows."""
        return question_record(self.question, self.raw)

    def check(self) -> None:
        """Rows need pyarrow."""
        if self.raw:
            require_pyarrow("--raw")

    @cached_property
    def _batches(self) -> "Batches":
        from fr_sim.simulate.batches import Batches  # brings numba, which reading back does without

        return Batches(self.question, self.own, with_finishes=self.raw)

    def prepare(self) -> None:
        """Compile the kernel, or load its machine code."""
        self._batches.prepare()

    def empty(self) -> Tally:
        """A tally of no race."""
        return empty_tally()

    def play(self, chunk: Chunk) -> Part:
        """The tally of the chunk's races, and with `raw` their finishes (columns past the chunk's last race are meaningless)."""
        return Part(*self._batches.play(chunk))

    def precise_enough(self, counts: Tally) -> bool:
        """Whether no team's interval of the win rate reaches further than asked."""
        if self.precision is None or counts.races[0] == 0:
            return False
        return furthest_reach(team_wins(self.question.lineup, counts), int(counts.races[0])) <= self.precision

    def answer(self, counts: Tally, chunks: int = 0, seconds: float = 0.0) -> Results:
        """The results."""
        return Results(self.question, counts, chunks, seconds)

    def optional(self) -> set[str]:
        """What version 0.1.0 did not count."""
        return set(ADDED)

    def counts_of(self, answer: Results) -> Tally:
        """The tally."""
        return answer.tally

    def tables(self, answer: Results) -> dict[str, Table]:
        """Those of `races.tables`."""
        return tables(answer)

    def rows(self, folder: Path) -> RaceRows | None:
        """One row per race and rider, with `raw`."""
        return RaceRows(folder, self.question.lineup) if self.raw else None

    def found(self, answer: Results) -> dict[str, Any]:
        """As `run_findings` has it."""
        return run_findings(answer)


def simulate(
    stage: Stage,
    lineup: Lineup,
    edition: Edition,
    races: int,
    seed: int = 0,
    seats: str = "rotate",
    *,
    precision: float | None = None,
    own: "OwnPolicies | None" = None,
    **playing: Any,
) -> Results:
    """Play `races` races of `lineup` on `stage` under `edition` and count how they ended: `answer` of a question that is checked first.

    With `precision` (a fraction) the run ends as soon as no team's 95 % interval of the win rate reaches further from the rate than that;
    `races` is then the most. Raises BadInput for what cannot be asked.
    """
    return answer(ask(stage, lineup, edition, races, seed, seats, precision, sources_of(own)), own, **playing)


def answer(
    question: Question, own: "OwnPolicies | None" = None, *, finishes: Callable[[Chunk, Finishes], None] | None = None, **playing: Any
) -> Results:
    """The results of a checked question; `finishes` is called with each chunk and its races' finishes, `playing` goes to `loop.play`."""
    return play(Run(question, own, raw=finishes is not None), rows=finishes, **playing)
