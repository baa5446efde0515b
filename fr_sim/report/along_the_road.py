"""What the tables along the road hold, taken together: sums over riders by square, and distributions with mean and middle."""

from typing import NamedTuple

import numpy as np

from fr_sim.report.stored import Results
from fr_sim.report.table import Table
from fr_sim.statistics.intervals import mean_interval

#: What is told of every square: column of `road.csv`, what it counts, and its unit in one race.
MEASURES = {
    "exhaustion": ("exhaustion taken", "cards"),
    "blocked": ("lost to riders in the way", "squares"),
    "slipstream_taken": ("gained in the slipstream", "squares"),
    "slipstream_given": ("slipstream given to others", "pack moves"),
    "ended_round": ("rounds ended here", "riders"),
}


class BySquare(NamedTuple):
    """Means of a race by square of the road, all riders or those of one kind together, with the ends of their intervals."""

    mean: np.ndarray  # float64 [square]
    low: np.ndarray
    high: np.ndarray


class Distribution(NamedTuple):
    """How a number is spread over the races: its mean with the 95 % interval, the number in the middle race, and the largest."""

    mean: float
    low: float
    high: float
    middle: int
    most: int
    never: int  # races in which it is 0


def by_square(results: Results, measure: str, kind: str | None = None) -> BySquare:
    """`measure` of `road.csv` summed over riders, those of `kind` or all.

    Riders of one race depend on each other, so the ends of their intervals are added up: the interval of the sum is never longer.
    """
    table = results.tables["road"]
    if kind is not None:
        table = table.where(table["kind"] == kind)
    count = squares_shown(results)
    means = table[measure]
    # One race has no interval.
    ends = [np.where(np.isnan(table[name]), means, table[name]) for name in (f"{measure}_low", f"{measure}_high")]
    sums = [np.bincount(table["square"], figures, count) for figures in (means, *ends)]
    return BySquare(*sums)


def squares_shown(results: Results) -> int:
    """Squares of the road, and those past it on which somebody rode where the road is open (M6)."""
    return max(len(results.road.squares), int(results.tables["road"]["square"].max()) + 1)


def races_counted(results: Results) -> int:
    """The races that `road.csv` is made of: all, or the first of a long run."""
    table = results.tables["road"]
    return int(table["races"].max()) if "races" in table.columns else results.races


def kinds(results: Results) -> list[str]:
    """Kinds of rider in `road.csv`, in order of their first row."""
    return list(dict.fromkeys(results.tables["road"]["kind"].tolist()))


def spread(table: Table, column: str) -> Distribution:
    """The distribution of a table of races by the number in `column`."""
    order = np.argsort(table[column])
    numbers, counts = table[column][order], table["races"][order]
    total = int(counts.sum())
    mean = float(np.average(numbers, weights=counts))
    deviation = float(np.average((numbers - mean) ** 2, weights=counts)) ** 0.5
    low, high = (float(end) for end in mean_interval(mean, deviation, total))
    middle = int(numbers[np.searchsorted(counts.cumsum(), (total + 1) // 2)])
    return Distribution(mean, low, high, middle, int(numbers[counts > 0].max()), int(counts[numbers == 0].sum()))
