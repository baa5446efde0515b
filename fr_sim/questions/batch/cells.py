"""The cells of a batch: every combination of its stages, editions, line-ups and seeds, each with a name for its directory."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import product
from typing import TYPE_CHECKING, Any

from fr_sim.files import load_edition, load_stage, stage_path
from fr_sim.files.batch_file import BatchFile
from fr_sim.files.names import slug
from fr_sim.game.lineup import Lineup
from fr_sim.game.rules import Edition
from fr_sim.game.stage import Stage
from fr_sim.policies.lineups import parse_lineup
from fr_sim.policies.own_files import load_policy_file
from fr_sim.races.record import question_of_record, question_record
from fr_sim.races.results import Question, Results
from fr_sim.simulate.question import ask, sources_of

if TYPE_CHECKING:
    from fr_sim.policies.own_files import OwnPolicies

#: Letters of a line-up in a directory's name.
_LINEUP_LETTERS = 40


@dataclass(frozen=True)
class Cell:
    """One run of a batch; its name is that of its directory, `stage_given` and `edition_given` are what the command line takes."""

    name: str
    stage_given: str
    edition_given: str
    stage: Stage
    edition: Edition
    lineup: Lineup
    seed: int

    @property
    def lineup_words(self) -> str:
        """The line-up as in the file."""
        return ",".join(team.label for team in self.lineup.teams)


@dataclass(frozen=True)
class Batch:
    """A batch with everything that its file names loaded."""

    file: BatchFile
    cells: tuple[Cell, ...]
    own: "OwnPolicies | None"

    def question(self, cell: Cell) -> Question:
        """What the run of `cell` is asked. Raises BadInput where stage, edition and line-up do not go together."""
        file = self.file
        return ask(cell.stage, cell.lineup, cell.edition, file.races, cell.seed, file.seats, file.precision, sources_of(self.own))

    def record(self) -> dict[str, Any]:
        """Everything that decides the results, in plain JSON values."""
        file = self.file
        cells = []
        for cell in self.cells:
            question = Question(cell.stage, cell.lineup, cell.edition, file.races, cell.seed, file.seats, file.precision)
            cells.append({"cell": cell.name, **question_record(question)})
        return {"title": file.title, "cells": cells, "own_policies": sources_of(self.own)}


def load_batch(file: BatchFile) -> Batch:
    """The batch of `file`. Raises BadInput, with the file named, for a stage, edition, line-up or policy file that is none."""
    own = load_policy_file(file.policy_file) if file.policy_file else None
    stages = [(name, load_stage(name, f"{file.path}: stages")) for name in file.stages]
    editions = [(name, load_edition(name, file.overrides, f"{file.path}: rules")) for name in file.rules]
    lineups = [parse_lineup(words, own, f"{file.path}: teams", file.path.parent) for words in file.teams]
    return Batch(file, tuple(_cells(stages, editions, lineups, file.seeds)), own)


def _cells(
    stages: list[tuple[str, Stage]], editions: list[tuple[str, Edition]], lineups: list[Lineup], seeds: tuple[int, ...]
) -> Iterator[Cell]:
    taken: set[str] = set()
    for (stage_given, stage), (edition_given, edition), lineup, seed in product(stages, editions, lineups, seeds):
        lineup_word = slug(",".join(team.label for team in lineup.teams))[:_LINEUP_LETTERS].strip("-")
        name = plain = "_".join((slug(stage_path(stage_given).stem), slug(edition.name), lineup_word, f"seed{seed}"))
        number = 2
        while name in taken:
            name, number = f"{plain}_{number}", number + 1
        taken.add(name)
        yield Cell(name, stage_given, edition_given, stage, edition, lineup, seed)


def cell_of_record(told: Mapping[str, Any]) -> Cell:
    """The cell that the record of a batch tells of. Raises KeyError, TypeError or ValueError for what is none."""
    question = question_of_record(dict(told))
    stage, edition = question.stage, question.edition
    return Cell(told["cell"], stage.name, edition.name, stage, edition, question.lineup, question.seed)


@dataclass(frozen=True)
class CellOutcome:
    """What came of a cell: its results, or why it failed; `was_done` says that it had been played before."""

    cell: Cell
    results: Results | None
    failure: str = ""
    was_done: bool = False
