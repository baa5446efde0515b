"""Columns that many tables of a run begin with, and what figures are made of counts."""

from typing import Any

import numpy as np

from fr_sim.files.tables import Table
from fr_sim.races.results import Results


def heading(results: Results, rows: int) -> Table:
    """What every table of a run begins with."""
    return {"stage": [results.question.stage.name] * rows, "rules": [results.question.edition.name] * rows}


def rider_columns(results: Results, numbers: Any) -> Table:
    """The heading and who they are, for riders by number."""
    riders = [results.question.lineup.riders[number] for number in numbers]
    return {
        **heading(results, len(riders)),
        "team": [rider.team for rider in riders],
        "policy": [policy_words(results, rider.team) for rider in riders],
        "kind": [rider.kind.value for rider in riders],
        "rider": [rider.rider for rider in riders],
    }


def policy_words(results: Results, team: int) -> str:
    """The policy with its parameters, as in a line-up, and its specialists; of which kind a rider is, is another column."""
    return results.question.lineup.teams[team].known_as


def mean_and_deviation(counts: np.ndarray) -> tuple[float, float | None]:
    """Mean and sample standard deviation of a number from how often each of its values 0, 1, … was seen."""
    total, values = int(counts.sum()), np.arange(len(counts))
    first, second = int(counts @ values), int(counts @ values**2)
    mean = first / total
    # Exact in whole numbers: no difference of two large floats.
    return mean, ((second * total - first * first) / (total * (total - 1))) ** 0.5 if total > 1 else None


def last_index(counts: np.ndarray) -> int:
    """The last index with a count, 0 with none."""
    return int(np.nonzero(counts)[0].max(initial=0))
