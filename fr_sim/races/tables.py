"""From counts to the tables of a run: shares, means and their intervals, unrounded.

A `Table` is columns by name, lists of equal length; `as_frame` makes a pandas DataFrame of one. None stands where a figure does not
exist, as the win rate of a card that nobody played.
"""

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import numpy as np

from fr_sim.arrays.game import card_codes
from fr_sim.files.tables import Table
from fr_sim.game.weather import WEATHER_KINDS
from fr_sim.races.results import Results
from fr_sim.statistics.intervals import mean_interval, wilson

if TYPE_CHECKING:
    import pandas as pd

#: Riders on the podium.
PODIUM = 3


def tables(results: Results) -> dict[str, Table]:
    """Every table of a run by the name of its file."""
    return {name: table(results) for name, table in TABLES.items()}


def frames(results: Results) -> "dict[str, pd.DataFrame]":
    """Every table of a run as a DataFrame."""
    return {name: as_frame(table) for name, table in tables(results).items()}


def as_frame(table: Table) -> "pd.DataFrame":
    """`table` as a DataFrame; a figure that does not exist is NaN there."""
    import pandas as pd

    return pd.DataFrame(table)


def teams_table(results: Results) -> Table:
    """One row a team: stage, rules, team, policy, races, wins, the win rate and its interval, and so the mean rank of its better rider."""
    teams = range(len(results.question.lineup.teams))
    ranks = results.tally.team_ranks[: len(teams)]
    return {
        **_heading(results, len(teams)),
        "team": list(teams),
        "policy": [_policy(results, team) for team in teams],
        **_wins(results.team_wins, results.races),
        **_mean_rank(ranks),
        **_mean_rank_interval(ranks),
    }


def seats_table(results: Results) -> Table:
    """One row a team and seat that it sat in: …, team, policy, seat, races, wins, win_rate, win_low, win_high.

    Dummies are left out: they place before all others, whatever their seats (S2).
    """
    lineup, tally = results.question.lineup, results.tally
    wins = np.zeros_like(tally.seat_races)
    for rider in lineup.riders:
        wins[rider.team] += tally.wins[rider.rider]
    sat = [(team, seat) for team in lineup.players for seat in range(len(lineup.teams)) if tally.seat_races[team, seat]]
    team_of, seat_of = np.array(sat, int).reshape(-1, 2).T
    return {
        **_heading(results, len(sat)),
        "team": team_of.tolist(),
        "policy": [_policy(results, team) for team in team_of],
        "seat": seat_of.tolist(),
        **_wins(wins[team_of, seat_of], tally.seat_races[team_of, seat_of]),
    }


def riders_table(results: Results) -> Table:
    """One row a rider: …, races, wins, win_rate, win_low, win_high, podiums, mean_rank, and means per race of what befell it.

    `exhaustion_sd` is the sample standard deviation, None with one race.
    """
    tally, races, count = results.tally, results.races, len(results.question.lineup.riders)
    ranks = tally.ranks[:count]
    exhaustion = [_mean_and_deviation(counts) for counts in tally.exhaustion[:count]]
    return {
        **_rider_columns(results, range(count)),
        **_wins(tally.wins[:count].sum(axis=1), races),
        "podiums": ranks[:, :PODIUM].sum(axis=1).tolist(),
        **_mean_rank(ranks),
        "exhaustion_mean": [mean for mean, _ in exhaustion],
        "exhaustion_sd": [deviation for _, deviation in exhaustion],
        **{
            f"{name}_mean": (getattr(tally, name)[:count] / races).tolist()
            for name in ("slipstream", "blocked", "ascent_lost", "minimum_gained")
        },
        **_mean_rank_interval(ranks),
    }


def exhaustion_table(results: Results) -> Table:
    """One row a rider and number of exhaustion cards taken, from 0 to the most that anybody took: …, cards, races, share."""
    count = len(results.question.lineup.riders)
    taken = results.tally.exhaustion[:count]
    numbers = range(_last(taken.sum(axis=0)) + 1)
    return _by_rider_and(results, "cards", numbers, taken[:, : len(numbers)])


def ranks_table(results: Results) -> Table:
    """One row a rider and rank, from 1: …, rank, races, share."""
    count = len(results.question.lineup.riders)
    return _by_rider_and(results, "rank", range(1, count + 1), results.tally.ranks[:count, :count])


def rounds_table(results: Results) -> Table:
    """One row a number of rounds, from the shortest race's to the longest's: …, rounds, races, share."""
    counts = results.tally.rounds
    first, last = int((counts > 0).argmax()), _last(counts)
    races = counts[first : last + 1]
    return {
        **_heading(results, len(races)),
        "rounds": list(range(first, last + 1)),
        "races": races.tolist(),
        "share": (races / results.races).tolist(),
    }


def cards_table(results: Results) -> Table:
    """One row a rider, round and card of its deck: …, card, round, played, share, played_in_wins, win_rate_when_played.

    All rounds in which the rider moved, whether or not the card was played. A turn without any card is the card "", last of its
    round, with a row where it happened.
    """
    lineup, tally = results.question.lineup, results.tally
    rows: list[tuple] = []
    for rider, codes in enumerate(card_codes(lineup, results.question.edition.rules)):
        by_round, won_by_round = tally.played[:, rider], tally.played_won[:, rider]
        for turn in range(1, _last(by_round.sum(axis=1)) + 1):
            total = int(by_round[turn].sum())
            for kind, code in (*enumerate(codes), (by_round.shape[1] - 1, "")):
                played, won = int(by_round[turn, kind]), int(won_by_round[turn, kind])
                if code or played:
                    rows.append((rider, code, turn, played, played / total if total else None, won, won / played if played else None))
    columns = [list(column) for column in zip(*rows, strict=True)] if rows else [[] for _ in range(7)]
    names = ("card", "round", "played", "share", "played_in_wins", "win_rate_when_played")
    return {**_rider_columns(results, columns[0]), **dict(zip(names, columns[1:], strict=True))}


def profile_table(results: Results) -> Table:
    """One row a round, rider and square where it stood after the round in some race: …, round, team, rider, square, races.

    From the first `profile_races` races of the run.
    """
    riders = results.question.lineup.riders
    counts = results.tally.profile[:, : len(riders)]
    turns, numbers, squares = np.nonzero(counts)
    return {
        **_heading(results, len(turns)),
        "round": turns.tolist(),
        "team": [riders[number].team for number in numbers],
        "rider": numbers.tolist(),
        "square": squares.tolist(),
        "races": counts[turns, numbers, squares].tolist(),
    }


def weather_table(results: Results) -> Table:
    """One row a kind of weather, number of its tokens that lay on the road, and team, over the races in which as many did (W1).

    …, weather, tokens, team, policy, races, wins, win_rate, win_low, win_high, rounds_mean. No rows without weather.
    """
    tally, teams = results.tally, len(results.question.lineup.teams)
    seen = [(kind, tokens, team) for kind, tokens in np.argwhere(tally.weather_races).tolist() for team in range(teams)]
    kinds, tokens, team_of = np.array(seen, int).reshape(-1, 3).T
    races = tally.weather_races[kinds, tokens]
    return {
        **_heading(results, len(seen)),
        "weather": [WEATHER_KINDS[kind] for kind in kinds],
        "tokens": tokens.tolist(),
        "team": team_of.tolist(),
        "policy": [_policy(results, team) for team in team_of],
        **_wins(tally.weather_wins[kinds, tokens, team_of], races),
        "rounds_mean": (tally.weather_rounds[kinds, tokens] / races).tolist(),
    }


#: Every table of a run, by the name of its file.
TABLES: dict[str, Callable[[Results], Table]] = {
    "teams": teams_table,
    "seats": seats_table,
    "riders": riders_table,
    "exhaustion": exhaustion_table,
    "cards": cards_table,
    "rounds": rounds_table,
    "ranks": ranks_table,
    "profile": profile_table,
    "weather": weather_table,
}


def exhaustion_mean(results: Results) -> float:
    """Exhaustion cards that all riders together take in a race, on average (X1)."""
    taken = results.tally.exhaustion.sum(axis=0)
    return float(taken @ np.arange(len(taken)) / results.races)


def rounds_mean(results: Results) -> float:
    """Rounds of a race, on average."""
    return float(results.tally.rounds @ np.arange(len(results.tally.rounds)) / results.races)


def _heading(results: Results, rows: int) -> Table:
    return {"stage": [results.question.stage.name] * rows, "rules": [results.question.edition.name] * rows}


def _rider_columns(results: Results, numbers: Any) -> Table:
    riders = [results.question.lineup.riders[number] for number in numbers]
    return {
        **_heading(results, len(riders)),
        "team": [rider.team for rider in riders],
        "policy": [_policy(results, rider.team) for rider in riders],
        "kind": [rider.kind.value for rider in riders],
        "rider": [rider.rider for rider in riders],
    }


def _by_rider_and(results: Results, name: str, values: range, races: np.ndarray) -> Table:
    """A row for each rider and each of `values`, with the races [rider, value] in which it was so."""
    numbers = [number for number in range(len(races)) for _ in values]
    return {
        **_rider_columns(results, numbers),
        name: list(values) * len(races),
        "races": races.ravel().tolist(),
        "share": (races / results.races).ravel().tolist(),
    }


def _policy(results: Results, team: int) -> str:
    """The policy with its parameters, as in a line-up, and its specialists; of which kind a rider is, is another column."""
    return results.question.lineup.teams[team].known_as


def _wins(wins: np.ndarray, races: Any) -> Table:
    races = np.broadcast_to(races, wins.shape)
    low, high = wilson(wins, races)
    return {
        "races": races.tolist(),
        "wins": wins.tolist(),
        "win_rate": (wins / races).tolist(),
        "win_low": low.tolist(),
        "win_high": high.tolist(),
    }


def _mean_rank(counts: np.ndarray) -> Table:
    return {"mean_rank": [1 + _mean_and_deviation(row)[0] for row in counts]}


def _mean_rank_interval(counts: np.ndarray) -> Table:
    """The interval of a mean rank, None with one race."""
    ends: list[tuple] = []
    for row in counts:
        mean, deviation = _mean_and_deviation(row)
        if deviation is None:
            ends.append((None, None))
        else:
            low, high = mean_interval(1 + mean, deviation, int(row.sum()))
            ends.append((float(low), float(high)))
    return {"mean_rank_low": [low for low, _ in ends], "mean_rank_high": [high for _, high in ends]}


def _mean_and_deviation(counts: np.ndarray) -> tuple[float, float | None]:
    """Mean and sample standard deviation of a number from how often each of its values 0, 1, … was seen."""
    total, values = int(counts.sum()), np.arange(len(counts))
    first, second = int(counts @ values), int(counts @ values**2)
    mean = first / total
    # Exact in whole numbers: no difference of two large floats.
    return mean, ((second * total - first * first) / (total * (total - 1))) ** 0.5 if total > 1 else None


def _last(counts: np.ndarray) -> int:
    """The last index with a count, 0 with none."""
    return int(np.nonzero(counts)[0].max(initial=0))
