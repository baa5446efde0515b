"""Made-up tables along the road and of the weather, laid beside those of `made_results`: crude, but of the shape that a run writes."""

import json
from pathlib import Path

import numpy as np
import pandas as pd

from tests.made_results import wilson

MEASURES = ("exhaustion", "blocked", "slipstream_taken", "slipstream_given", "ended_round")
KINDS = ("fair", "headwind", "wet")


def make_road(directory: Path, seed: int = 0, weather: bool = True) -> Path:
    """Add road, chains, leads, catch_up, weather and the column best_card_held to the made-up run in `directory`."""
    luck = np.random.default_rng(seed)
    record = json.loads((directory / "run.json").read_text(encoding="utf-8"))
    riders, races = pd.read_csv(directory / "riders.csv"), record["races"]
    _write(directory, "road", _road(luck, riders, record["stage"]), races)
    _write(directory, "chains", _counted(luck.binomial(9, 0.3, races), "chain"), races)
    _write(directory, "leads", _counted(luck.poisson(4, races), "lead_changes"), races)
    _write(directory, "catch_up", _catch_up(int(pd.read_csv(directory / "rounds.csv")["rounds"].max()), races), races)
    held = luck.binomial(races, 0.2, len(riders))
    ends = np.array([wilson(count, races) for count in held])
    riders = riders.assign(best_card_held=held / races, best_card_held_low=ends[:, 0], best_card_held_high=ends[:, 1])
    riders.to_csv(directory / "riders.csv", index=False)
    if weather:
        _write(directory, "weather", _weather(luck, pd.read_csv(directory / "teams.csv"), races), races)
    return directory


def _write(directory: Path, name: str, rows: list[dict], races: int) -> None:
    start = {"stage": "Two walls", "rules": "gigamic-v2"}
    pd.DataFrame([{**start, **row, "races": row.get("races", races)} for row in rows]).to_csv(directory / f"{name}.csv", index=False)


def _road(luck: np.random.Generator, riders: pd.DataFrame, stage: dict) -> list[dict]:
    rows = []
    for row in riders.itertuples():
        for square, terrain in enumerate(stage["terrain"]):
            steep = 4.0 if terrain == "ascent" else 1.0
            means = {name: max(0.0, steep * (0.03 + 0.01 * luck.normal())) for name in MEASURES}
            ends = {f"{name}_{end}": mean * (1 + sign * 0.1) for name, mean in means.items() for end, sign in (("low", -1), ("high", 1))}
            who = {"team": row.team, "policy": row.policy, "kind": row.kind, "rider": row.rider}
            rows.append({**who, "square": square, "terrain": terrain, "lanes": stage["lanes"][square], **means, **ends})
    return rows


def _counted(numbers: np.ndarray, name: str) -> list[dict]:
    return [
        {name: number, "races": int(count), "share": count / len(numbers)} for number, count in enumerate(np.bincount(numbers)) if count
    ]


def _catch_up(rounds: int, races: int) -> list[dict]:
    rows = []
    for number in range(1, rounds + 1):
        value = min(1.0, 0.1 + 0.9 * number / rounds)
        ends = {"rank_correlation_low": value - 0.02, "rank_correlation_high": min(1.0, value + 0.02)}
        rows.append({"round": number, "races": races, "rank_correlation": value, **ends})
    return rows


def _weather(luck: np.random.Generator, teams: pd.DataFrame, races: int) -> list[dict]:
    rows = []
    for kind in KINDS:
        split = np.bincount(luck.integers(0, 3, races), minlength=3)
        for tokens, of_them in enumerate(split.tolist()):
            for row in teams.itertuples():
                wins = int(of_them / len(teams))
                low, high = wilson(wins, of_them)
                rate = wins / of_them if of_them else float("nan")
                figures = {"wins": wins, "win_rate": rate, "win_low": low, "win_high": high, "rounds_mean": 13.5 + tokens}
                rows.append({"weather": kind, "tokens": tokens, "team": row.team, "policy": row.policy, "races": of_them, **figures})
    return [row for row in rows if row["races"]]
