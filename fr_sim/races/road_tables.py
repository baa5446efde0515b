"""Tables of what happens where on the road, of slipstream chains and lead changes, and of how places go with final places.

Results of version 0.1.0 lack these counts: their tables have no rows.
"""

import numpy as np

from fr_sim.arrays.counts import ROAD_MEASURES
from fr_sim.files.tables import Table
from fr_sim.races.columns import heading, last_index, rider_columns
from fr_sim.races.results import Results
from fr_sim.statistics.intervals import mean_interval, wilson


def road_table(results: Results) -> Table:
    """One row a rider and square of the road: …, square, terrain, lanes, races, and the mean per race of each measure with its interval.

    From the first `road_races` races of the run. An interval is Wilson's where the rider never had more than one there in a race, so
    that the mean is a share, else the normal one of a mean; it ends at 0 below; None with one race.
    """
    squares = results.question.stage.squares
    riders = len(results.question.lineup.riders) if results.tally.road_sums.size else 0
    rows = riders * len(squares)
    columns: Table = {
        **rider_columns(results, np.repeat(range(riders), len(squares))),
        "square": list(range(len(squares))) * riders,
        "terrain": [square.terrain.value for square in squares] * riders,
        "lanes": [square.lanes for square in squares] * riders,
        "races": [results.road_races] * rows,
    }
    for number, name in enumerate(ROAD_MEASURES):
        sums, pairs = (
            counts[number, :riders, : len(squares)].ravel() if rows else np.zeros(0, np.int64)
            for counts in (results.tally.road_sums, results.tally.road_pairs)
        )
        low, high = _interval(sums, pairs, results.road_races)
        columns |= {name: (sums / results.road_races).tolist(), f"{name}_low": low, f"{name}_high": high}
    return columns


def chains_table(results: Results) -> Table:
    """One row a length, from 0: stage, rules, chain, races, share.

    The chain of a race is the most squares that one rider gained by slipstream in one round of it (D3).
    """
    return _lengths(results, "chain", results.tally.chains)


def leads_table(results: Results) -> Table:
    """One row a number, from 0: stage, rules, lead_changes, races, share.

    It counts the rounds after which another rider leads than after the round before. Who leads is first in the ranking of that moment
    (F2), so that who has crossed and left the road goes on leading.
    """
    return _lengths(results, "lead_changes", results.tally.lead_changes)


def catch_up_table(results: Results) -> Table:
    """One row a round: stage, rules, round, races, rank_correlation, rank_correlation_low, rank_correlation_high.

    The mean, over those of the first `road_races` races that played the round, of Spearman's rank correlation between the places of
    all riders after it and their final places: 1 - 6 D / (n (n² - 1)) for n riders without ties, D being the sum of the squared
    differences (C. Spearman, American Journal of Psychology 15, 1904, pages 72-101). Its interval is that of a mean, within -1 and 1; None
    with one race. A rider alone has no correlation, and the table then no rows.
    """
    tally, riders = results.tally, len(results.question.lineup.riders)
    turns = np.flatnonzero(tally.place_races) if riders > 1 else np.zeros(0, int)
    races, shifts, squares = tally.place_races[turns], tally.place_shifts[turns], tally.place_shift_squares[turns]
    scale = 6 / (riders * (riders * riders - 1)) if riders > 1 else 0.0
    mean = 1 - scale * shifts / races
    low, high = mean_interval(mean, scale * _deviation(shifts, squares, races), races)
    return {
        **heading(results, len(turns)),
        "round": turns.tolist(),
        "races": races.tolist(),
        "rank_correlation": mean.tolist(),
        "rank_correlation_low": _known(np.maximum(low, -1.0)),
        "rank_correlation_high": _known(np.minimum(high, 1.0)),
    }


def _lengths(results: Results, name: str, counts: np.ndarray) -> Table:
    """A row for each of the values 0, 1, … to the largest that was seen."""
    races = counts[: last_index(counts) + 1]
    return {
        **heading(results, len(races)),
        name: list(range(len(races))),
        "races": races.tolist(),
        "share": (races / results.races).tolist(),
    }


def _interval(sums: np.ndarray, pairs: np.ndarray, races: int) -> tuple[list[float | None], list[float | None]]:
    """The 95 % interval of means per race, from the sums over races of x and of x (x - 1)."""
    if races < 2:
        return [None] * len(sums), [None] * len(sums)
    of_share = wilson(np.minimum(sums, races), races)
    of_mean = mean_interval(sums / races, _deviation(sums, pairs + sums, np.full(len(sums), races)), races)
    low, high = (np.where(pairs == 0, share, mean) for share, mean in zip(of_share, of_mean, strict=True))
    return np.maximum(low, 0.0).tolist(), high.tolist()


def _deviation(sums: np.ndarray, squares: np.ndarray, races: np.ndarray) -> np.ndarray:
    """The sample standard deviation of a number, from the sums over races of it and of its square; 0 with one race."""
    # Exact in whole numbers: no difference of two large floats. A number is small and races are few, so that nothing overflows.
    return np.sqrt((squares * races - sums * sums) / np.maximum(races * (races - 1), 1))


def _known(ends: np.ndarray) -> list[float | None]:
    return [None if np.isnan(end) else float(end) for end in ends]
