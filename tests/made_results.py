"""Made-up results of a run, for tests of the report: a crude race, counted into the tables that a run writes."""

import json
from pathlib import Path

import numpy as np
import pandas as pd

#: Squares of a made-up stage: (squares, terrain, lanes).
STRETCHES = ((24, "flat", 2), (4, "ascent", 2), (5, "descent", 2), (12, "flat", 2), (3, "cobbles", 1), (5, "supply", 3), (25, "flat", 2))
DECKS = {"rouleur": [3, 4, 5, 6, 7], "sprinteur": [2, 3, 4, 5, 9]}


def wilson(wins: float, races: float) -> tuple[float, float]:
    """The 95 % Wilson interval of `wins` in `races`, (0, 1) of no race."""
    if not races:
        return 0.0, 1.0
    z = 1.959963984540054
    middle, spread = (wins + z * z / 2) / (races + z * z), z * (wins * (races - wins) / races + z * z / 4) ** 0.5 / (races + z * z)
    return max(0.0, middle - spread), min(1.0, middle + spread)


def make_results(directory: Path, policies: list[str], races: int = 2000, seed: int = 0, single: bool = False, form: str = "csv") -> Path:
    """Write `run.json` and the tables of a made-up run of `policies`, one team each, into `directory`."""
    directory.mkdir(parents=True, exist_ok=True)
    road = {
        "name": "Two walls",
        "tiles": None,
        "start_line": 5,
        "finish_line": 73,
        "lanes": [lanes for count, _, lanes in STRETCHES for _ in range(count)],
        "terrain": [terrain for count, terrain, _ in STRETCHES for _ in range(count)],
    }
    tables = _tables(policies, races, seed, single)
    for name, table in tables.items():
        table.insert(0, "stage", road["name"])
        table.insert(1, "rules", "gigamic-v2")
        if form == "csv":
            table.to_csv(directory / f"{name}.csv", index=False)
        else:
            table.to_parquet(directory / f"{name}.parquet", index=False)
    record = {
        "program": "fr-sim",
        "version": "0.1.0",
        "stage": road,
        "edition": "gigamic-v2",
        "rules": {"hand_size": 4, "exhaustion_supply": 12},
        "lineup": ",".join(policies),
        "seed": seed,
        "races": races,
        "seats": "rotate",
        "draws": 0,
        "chunks": 1,
        "versions": {"python": "3.12.1", "numpy": "2.0.0", "numba": "0.60.0"},
        "digest": "0123456789abcdef",
    }
    (directory / "run.json").write_text(json.dumps(record), encoding="utf-8")
    return directory


def _tables(policies: list[str], races: int, seed: int, single: bool) -> dict[str, pd.DataFrame]:
    luck = np.random.default_rng(seed)
    kinds = ["rouleur"] if single else ["rouleur", "sprinteur"]
    riders = [(team, policy, kind) for team, policy in enumerate(policies) for kind in kinds]
    count, teams = len(riders), len(policies)
    team_of = np.array([team for team, _, _ in riders])
    seat = np.array([luck.permutation(teams) for _ in range(races)])
    square = 4 - seat[:, team_of] // 2
    cards_taken = np.zeros((races, count), int)
    running, rounds = np.ones(races, bool), np.zeros(races, int)
    plays, profile = [], []
    while running.any():
        number = int(rounds.max()) + 1
        rounds[running] = number
        pick = luck.integers(0, 6, (races, count))
        for rider, (_, policy, kind) in enumerate(riders):
            values = np.array([2, *DECKS[kind]])
            chosen = np.where((pick[:, rider] == 0) & (cards_taken[:, rider] == 0), 3, pick[:, rider])
            if policy.startswith("drafter"):
                chosen = np.maximum(chosen, luck.integers(0, 6, races))
            square[:, rider] += np.where(running, values[chosen], 0)
            plays += [(number, rider, "E" if c == 0 else str(values[c]), np.flatnonzero(running & (chosen == c))) for c in range(6)]
        square = np.minimum(square, 77)
        cards_taken += running[:, None] & (luck.random((races, count)) < 0.35)
        for rider, (team, _, _) in enumerate(riders):
            places, how_many = np.unique(square[running, rider], return_counts=True)
            profile += [(number, team, rider, int(place), int(many)) for place, many in zip(places, how_many, strict=True)]
        running &= square.max(axis=1) < 73
    ranking = np.argsort(-(square + luck.random((races, count))), axis=1)
    rank = np.argsort(ranking, axis=1)
    won = rank == 0
    return _count(policies, riders, races, seat, won, rank, cards_taken, rounds, plays, profile)


def _count(policies, riders, races, seat, won, rank, cards_taken, rounds, plays, profile) -> dict[str, pd.DataFrame]:
    def rate(wins: int, of: int) -> tuple:
        return int(wins), wins / of if of else float("nan"), *wilson(wins, of)

    names = ("wins", "win_rate", "win_low", "win_high")
    team_of = np.array([team for team, _, _ in riders])
    team_won = np.array([won[:, team_of == team].any(axis=1) for team in range(len(policies))]).T

    def mean_rank_of(ranks: np.ndarray) -> tuple:
        deviation = ranks.std(ddof=1) if races > 1 else np.nan
        reach = 1.959964 * deviation / races**0.5
        return ranks.mean() + 1, ranks.mean() + 1 - reach, ranks.mean() + 1 + reach

    team_rank = [mean_rank_of(rank[:, team_of == team].min(axis=1)) for team in range(len(policies))]
    team_rows = [(t, p, races, *rate(team_won[:, t].sum(), races), *team_rank[t]) for t, p in enumerate(policies)]
    seat_rows = [
        (t, p, s, int((seat[:, t] == s).sum()), *rate((team_won[:, t] & (seat[:, t] == s)).sum(), (seat[:, t] == s).sum()))
        for t, p in enumerate(policies)
        for s in range(len(policies))
    ]
    rider_rows, exhaustion_rows, rank_rows = [], [], []
    for rider, (team, policy, kind) in enumerate(riders):
        who = (team, rider, policy, kind)
        taken = cards_taken[:, rider]
        podiums, (mean_rank, *ends) = int((rank[:, rider] < 3).sum()), mean_rank_of(rank[:, rider])
        means = (taken.mean(), taken.std(), 3.1, 1.2, 0.8, 0.3)
        rider_rows.append((*who, races, *rate(won[:, rider].sum(), races), podiums, mean_rank, *means, *ends))
        exhaustion_rows += [(*who, c, int(n), n / races) for c, n in enumerate(np.bincount(taken)) if n]
        rank_rows += [
            (team, policy, kind, rider, place + 1, int(n), n / races)
            for place, n in enumerate(np.bincount(rank[:, rider], minlength=len(riders)))
        ]
    card_rows = []
    for number, rider, card, which in plays:
        team, policy, kind = riders[rider]
        if len(which):
            of_round = sum(len(other[3]) for other in plays if other[:2] == (number, rider))
            wins = int(won[which, rider].sum())
            card_rows.append((team, rider, policy, kind, card, number, len(which), len(which) / of_round, wins, wins / len(which)))
    round_rows = [(number, int(n), n / races) for number, n in enumerate(np.bincount(rounds)) if n]
    rider_names = ("team", "rider", "policy", "kind")
    means = ("exhaustion_mean", "exhaustion_sd", "slipstream_mean", "blocked_mean", "ascent_lost_mean", "minimum_gained_mean")
    rank_ends = ("mean_rank_low", "mean_rank_high")
    card_columns = (*rider_names, "card", "round", "played", "share", "played_in_wins", "win_rate_when_played")
    return {
        "teams": pd.DataFrame(team_rows, columns=["team", "policy", "races", *names, "mean_rank", *rank_ends]),
        "seats": pd.DataFrame(seat_rows, columns=["team", "policy", "seat", "races", *names]),
        "riders": pd.DataFrame(rider_rows, columns=[*rider_names, "races", *names, "podiums", "mean_rank", *means, *rank_ends]),
        "exhaustion": pd.DataFrame(exhaustion_rows, columns=[*rider_names, "cards", "races", "share"]),
        "cards": pd.DataFrame(card_rows, columns=list(card_columns)),
        "rounds": pd.DataFrame(round_rows, columns=["rounds", "races", "share"]),
        "ranks": pd.DataFrame(rank_rows, columns=["team", "policy", "kind", "rider", "rank", "races", "share"]),
        "profile": pd.DataFrame(profile, columns=["round", "team", "rider", "square", "races"]),
    }
