"""The scores of many tours at once (chapter G): times, points, standings and placing orders, the last axis of every array the tours."""

from collections.abc import Sequence

import numpy as np

from fr_sim.arrays.counts import Finishes
from fr_sim.game.lineup import Lineup
from fr_sim.questions.tour.carry import MOST_CARRIED, POINTS, ROUND_SECONDS, SQUARE_SECONDS

#: Sort keys put a time in front of a sum of places in front of a place; each part has so many bits.
_PLACE_BITS, _PLACES_BITS = 4, 12
#: More than any summed time can lie below zero.
_TIME_ABOVE_ZERO = 1 << 24


def carry_over(rule: str, tired: np.ndarray) -> np.ndarray:
    """G1: exhaustion cards that start in the decks at the next stage, uint8 as `tired` [rider, tour]."""
    if rule == "none":
        return np.zeros_like(tired)
    share = {"all": tired, "half-down": tired >> 1, "half-up": (tired >> 1) + (tired & 1)}[rule]
    return np.minimum(share, MOST_CARRIED).astype(np.uint8)


def by_rank(rank: np.ndarray) -> np.ndarray:
    """The riders in the order of their ranks, [place, tour], from `rank` [rider, tour]."""
    return np.argsort(rank, axis=0)


def stage_times(finishes: Finishes, riders: int, finish_line: int, max_rounds: int) -> np.ndarray:
    """G2: seconds from the round in which the first rider crossed, int64 [rider, tour]; everybody's 0 where nobody did."""
    crossed = finishes.crossed_round[:riders].astype(np.int64)
    square = finishes.square[:riders].astype(np.int64)
    first = np.where(crossed > 0, crossed, max_rounds).min(axis=0)
    ranked = by_rank(finishes.rank[:riders])
    crossed, square = (np.take_along_axis(values, ranked, axis=0) for values in (crossed, square))
    # In the order of the ranking the first of an unbroken line comes before the others of it, square by square.
    head = square.copy()
    for place in range(1, riders):
        in_line = (crossed[place] == crossed[place - 1]) & (square[place - 1] - square[place] <= 1)
        head[place] = np.where(in_line, head[place - 1], head[place])
    finished = ROUND_SECONDS * (crossed - first) - SQUARE_SECONDS * (head - finish_line + 1)
    ordered = np.where(crossed > 0, finished, ROUND_SECONDS * (max_rounds - first))
    times = np.empty_like(ordered)
    np.put_along_axis(times, ranked, ordered, axis=0)
    return times


def rider_points(place: np.ndarray, counts: np.ndarray | bool = True) -> np.ndarray:
    """G3: points of riders by their `place`, 0 the first, where it `counts`; int64 [rider, tour]."""
    points = np.zeros(place.shape, np.int64)
    for rank, earned in enumerate(POINTS):
        points[(place == rank) & counts] = earned
    return points


def of_teams(lineup: Lineup, by_rider: np.ndarray) -> np.ndarray:
    """Sums over the riders of each team, [team, tour] from [rider, tour]."""
    sums = np.zeros((len(lineup.teams), *by_rider.shape[1:]), by_rider.dtype)
    for rider in lineup.riders:
        sums[rider.team] += by_rider[rider.rider]
    return sums


def best_of_teams(lineup: Lineup, by_rider: np.ndarray) -> np.ndarray:
    """The smallest number of each team's riders, [team, tour] from [rider, tour]."""
    return np.stack([by_rider[[rider.rider for rider in lineup.riders_of(team)]].min(axis=0) for team in range(len(lineup.teams))])


def rider_places(times: np.ndarray, ranks: Sequence[np.ndarray]) -> np.ndarray:
    """Places in the general classification, 0 the first, int64 [rider, tour].

    By summed `times` [rider, tour]; of equals by the sum of their `ranks` in the stages so far, then by the rank in the last of them.
    """
    summed = sum(rank.astype(np.int64) for rank in ranks)
    key = ((times + _TIME_ABOVE_ZERO) << (_PLACES_BITS + _PLACE_BITS)) | (summed << _PLACE_BITS) | ranks[-1]
    return _places(key)


def team_places(lineup: Lineup, points: np.ndarray, place_of_riders: np.ndarray) -> np.ndarray:
    """G3: places of the teams, 0 the first, int64 [team, tour]: by `points`, of equals by the better rider's place."""
    return _places((-points << _PLACE_BITS) + best_of_teams(lineup, place_of_riders))


def placing_orders(lineup: Lineup, place_of_teams: np.ndarray) -> np.ndarray:
    """G3: teams by seat in reverse order of their places, dummies in the seats after all others (S2); uint8 [tour, seat]."""
    players = np.array(lineup.players)
    backwards = np.argsort(-place_of_teams[players], axis=0)
    dummies = np.broadcast_to(np.array(lineup.dummies, np.int64), (place_of_teams.shape[1], len(lineup.dummies)))
    return np.concatenate([players[backwards].T, dummies], axis=1).astype(np.uint8)


def _places(key: np.ndarray) -> np.ndarray:
    """The place of each row's key within its column, 0 the smallest; no two keys of a column are alike."""
    places = np.empty(key.shape, np.int64)
    np.put_along_axis(places, np.argsort(key, axis=0), np.arange(len(key))[:, None], axis=0)
    return places
