"""What a question of any kind is: what is asked, empty counts, the play of a chunk, when it is precise enough, tables and record.

`loop.py` plays any of them, `store.py` keeps, resumes and reads back any of them. A kind says only what is its own; the rest stands here.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, fields
from pathlib import Path
from typing import Any, ClassVar, NamedTuple, Protocol

import numpy as np

from fr_sim.arrays.sums import digest_of
from fr_sim.files.tables import Table
from fr_sim.questions.directory import Files
from fr_sim.races.record import versions
from fr_sim.simulate.plan import CHUNK_RACES, Chunk


class Part(NamedTuple):
    """What came of a chunk: its counts, and for kinds that have them the rows of its single races."""

    chunk: Chunk
    counts: Any
    rows: Any = None


class Rows(Protocol):
    """Writes the rows of single races to disk, in parts that survive an interruption."""

    @property
    def is_full(self) -> bool:
        """Whether so much waits that it should be kept now."""

    def resume(self, races: int) -> None:
        """Go on after race `races`-1. Raises BadInput where rows of earlier races are missing."""

    def add(self, chunk: Chunk, rows: Any) -> None:
        """Take the rows of the next chunk."""

    def keep(self) -> None:
        """Write what waits; after that it survives anything."""

    def join(self, folder: Path) -> None:
        """Write all rows to their file in `folder`."""


@dataclass(frozen=True)
class Kind:
    """A kind of question as its results on disk tell it.

    `noun` is what messages call its results, `files` what their directory may hold. `decided_by` maps the keys of a record that decide the
    answer to the words in which a user set them. `of_record` takes a record and where it is, and raises KeyError, TypeError, ValueError,
    AttributeError, IndexError or BadInput for what is none.
    """

    noun: str
    files: Files
    decided_by: Mapping[str, str]
    of_record: Callable[[dict[str, Any], str], "Asked"]


@dataclass(frozen=True)
class Answer:
    """A question with its answer: counts over races 0 … races-1. `chunks` and `seconds` are no part of the answer."""

    asked: "Asked"
    counts: Any
    chunks: int = 0
    seconds: float = 0.0

    @property
    def races(self) -> int:
        """Races counted."""
        return self.asked.races_in(self.counts)

    @property
    def digest(self) -> str:
        """SHA-256 of every count, in hexadecimal; equal answers have equal digests."""
        return digest_of(self.asked.named(self.counts))


class Asked(ABC):
    """One question. A frozen dataclass whose fields decide the answer; it can be pickled and plays the same bits anywhere.

    Counts are whole numbers in arrays that add up over disjoint sets of races; one of them, `races` [1], counts the races.
    """

    kind: ClassVar[Kind]
    #: What is played, in words.
    unit: ClassVar[str] = "races"
    #: Races in a chunk, a multiple of 64.
    chunk_races: ClassVar[int] = CHUNK_RACES

    # --- what is asked ---

    #: What a progress bar calls it.
    title: str
    #: Races to play, with a precision the most.
    races: int
    #: How short the intervals must be for an early end, None for no early end.
    precision: float | None = None

    @abstractmethod
    def record(self) -> dict[str, Any]:
        """What is asked in plain JSON values: the part of a record that is known before the first race."""

    def check(self) -> None:  # noqa: B027 - most lack nothing
        """Raises BadInput for what this machine lacks to play it, before anything is touched."""

    # --- playing ---

    @abstractmethod
    def empty(self) -> Any:
        """The counts of no race."""

    def prepare(self) -> None:  # noqa: B027 - nothing takes long in some
        """Whatever takes a while once, such as compiling."""

    @abstractmethod
    def play(self, chunk: Chunk) -> Part:
        """The counts of the chunk's races: decided by the question and the chunk alone. Raises BadInput when a user's policy fails."""

    def precise_enough(self, counts: Any) -> bool:
        """Whether the counts of a look are as precise as asked; never, where it was not asked."""
        return False

    # --- counts ---

    def named(self, counts: Any) -> dict[str, np.ndarray]:
        """Every array of `counts` by a name of its own, in a fixed order."""
        return counts._asdict()

    def of_named(self, arrays: Mapping[str, np.ndarray]) -> Any:
        """The counts whose arrays `named` names."""
        return type(self.empty())(**arrays)

    def optional(self) -> set[str]:
        """Names of counts that older versions did not make; where a file lacks them, they come back without an entry."""
        return set()

    def races_in(self, counts: Any) -> int:
        """Races counted in `counts`."""
        return int(self.named(counts)["races"][0])

    # --- telling ---

    def answer(self, counts: Any, chunks: int = 0, seconds: float = 0.0) -> Any:
        """The question with its counts, as its tables and pages take it; of type Answer, or with races, chunks, seconds and digest."""
        return Answer(self, counts, chunks, seconds)

    def counts_of(self, answer: Any) -> Any:
        """The counts of an answer."""
        return answer.counts

    def tables(self, answer: Any) -> dict[str, Table]:
        """Every table by the name of its file."""
        return {}

    def rows(self, folder: Path) -> Rows | None:
        """What keeps the rows of single races, with its parts in `folder`; None where nobody asked for them."""
        return None

    def found(self, answer: Any) -> dict[str, Any]:
        """What the record says of the answer beside races, chunks, versions and digest; decided by the counts."""
        return {}

    def whole_record(self, answer: Any, command: str | None = None) -> dict[str, Any]:
        """The record of a finished answer; nothing in it differs between two runs of one command. `command` is the line that does so."""
        races = {"command": command, "races": answer.races}
        return {**self.record(), **races, **self.found(answer), "chunks": answer.chunks, "versions": versions(), "digest": answer.digest}

    # --- pickling: the fields decide everything, what was made ready stays here ---

    def __getstate__(self) -> dict[str, Any]:
        return {field.name: getattr(self, field.name) for field in fields(self)}

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.__dict__.update(state)


class Executor(Protocol):
    """Says where chunks are played: on threads of this process, or elsewhere."""

    def prepare(self, asked: Asked) -> None:
        """Have everything ready, so that the time of playing can be told from the time of compiling."""

    def in_order(self, asked: Asked, chunks: Iterator[Chunk], stop: Callable[[], bool]) -> Iterator[Part]:
        """What comes of the chunks, in their order; an error of `Asked.play` is raised here. Closing it early forgets what is not begun.

        It ends early where `stop` says so and the next chunk does not come soon, as when a user's policy never answers.
        """
