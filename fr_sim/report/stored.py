"""The stored results of a run, read back: `run.json` and the tables, with errors that name file and column."""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from math import inf
from pathlib import Path
from typing import Any

import numpy as np

from fr_sim.arrays.counts import ROUNDS
from fr_sim.arrays.game import TABLE
from fr_sim.game.errors import BadInput, Words
from fr_sim.game.names import NAMED, fit, fit_all
from fr_sim.game.rules import Rules
from fr_sim.game.stage import Square
from fr_sim.game.terrain import Terrain
from fr_sim.races.record import check_record
from fr_sim.report.table import WORDS, Table, check_range, read_table, read_table_if_told

#: The tables a report is made of, with the columns it reads.
COLUMNS = {
    "teams": (
        "stage",
        "rules",
        "team",
        "policy",
        "races",
        "wins",
        "win_rate",
        "win_low",
        "win_high",
        "mean_rank",
        "mean_rank_low",
        "mean_rank_high",
    ),
    "seats": ("team", "policy", "seat", "races", "wins", "win_rate", "win_low", "win_high"),
    "riders": (
        *("team", "policy", "kind", "wins", "win_rate", "win_low", "win_high", "podiums", "mean_rank", "exhaustion_mean", "exhaustion_sd"),
        "mean_rank_low",
        "mean_rank_high",
        *("slipstream_mean", "blocked_mean", "ascent_lost_mean", "minimum_gained_mean"),
    ),
    "exhaustion": ("team", "policy", "kind", "cards", "races", "share"),
    "cards": ("team", "policy", "kind", "card", "round", "played", "share", "played_in_wins", "win_rate_when_played"),
    "rounds": ("rounds", "races", "share"),
    "ranks": ("team", "policy", "kind", "rider", "rank", "races", "share"),
    "profile": ("round", "team", "rider", "square", "races"),
}
_BY_SQUARE = ("exhaustion", "blocked", "slipstream_taken", "slipstream_given", "ended_round")
#: Tables that only some runs have: those of older versions lack what was not yet counted, and not every run has weather.
COLUMNS_OF_SOME = {
    "weather": ("weather", "tokens", "team", "policy", "races", "wins", "win_rate", "win_low", "win_high", "rounds_mean"),
    "road": ("team", "policy", "kind", "rider", "square", *(f"{name}{end}" for name in _BY_SQUARE for end in ("", "_low", "_high"))),
    "chains": ("chain", "races", "share"),
    "leads": ("lead_changes", "races", "share"),
    "catch_up": ("round", "races", "rank_correlation", "rank_correlation_low", "rank_correlation_high"),
}
EXPECTED_DIRECTORY = "the results directory of a run, with run.json in it"


@dataclass(frozen=True)
class Road:
    """The stage of a run as its record tells it: its squares and its two lines."""

    name: str
    start_line: int
    finish_line: int
    squares: tuple[Square, ...]


@dataclass(frozen=True)
class Team:
    """A team of the run: its number and the policy that rode for it."""

    team: int
    policy: str

    @property
    def name(self) -> str:
        """The team in a label: number first, as in the tables."""
        return f"{self.team} · {self.policy}"


@dataclass(frozen=True)
class Results:
    """All that a report needs of one run on one stage under one edition; every name in it is fit to be shown."""

    directory: Path
    record: Mapping[str, Any]  # run.json as it is
    road: Road
    edition: str
    races: int
    seed: int
    tables: Mapping[str, Table]

    @property
    def teams(self) -> list[Team]:
        """The teams in the order of the line-up."""
        return [Team(row.team, row.policy) for row in self.tables["teams"].rows()]

    @property
    def most_rounds(self) -> float:
        """The rounds after which a race ends as a draw (F3), infinite where the record does not say."""
        return self.record.get("rules", {}).get("max_rounds", inf)

    @property
    def rules_that_differ(self) -> dict[str, tuple[Any, Any]]:
        """Rule keys whose value is not the default edition's: key to (value, default)."""
        plain = Rules().as_table()
        given = self.record.get("rules", {})
        return {key: (value, plain.get(key)) for key, value in given.items() if value != plain.get(key)}


def read_results(directory: Path) -> Results:
    """The run stored in `directory`.

    Raises `BadInput` for a directory that is missing or holds no run, a broken `run.json`, and a table that is missing,
    unreadable, lacks a column or speaks of what cannot be.
    """
    record = read_record(directory)
    tables = {name: read_table(directory, name, columns) for name, columns in COLUMNS.items()}
    told = {name: read_table_if_told(directory, name, columns) for name, columns in COLUMNS_OF_SOME.items()}
    tables |= {name: table for name, table in told.items() if table is not None}
    settings = {column: sorted(set(map(str, tables["teams"][column]))) for column in ("stage", "rules")}
    for column, values in settings.items():
        if len(values) != 1:
            raise BadInput(f"{directory}/teams.csv: {column}", Words(", ".join(values) or "no row"), f"one {column}: a run on one stage")
    _check_numbers(tables)
    tables = _fit_to_be_shown(tables)
    return Results(
        directory=directory,
        record=record,
        road=_road(directory, record),
        edition=fit(settings["rules"][0], NAMED),
        races=int(tables["teams"]["races"][0]),
        seed=_whole(directory, record, "seed"),
        tables=tables,
    )


def read_record(directory: Path) -> dict[str, Any]:
    """`run.json` of `directory` as a table of its keys."""
    if not directory.is_dir():
        found = "a file" if directory.exists() else "no such directory"
        raise BadInput(str(directory), Words(found), EXPECTED_DIRECTORY)
    path = directory / "run.json"
    if not path.is_file():
        raise BadInput(str(directory), Words("no run.json"), EXPECTED_DIRECTORY)
    try:
        record = json.loads(path.read_text(encoding="utf-8"))
    except UnicodeDecodeError:
        raise BadInput(str(path), Words("bytes that are no text"), "JSON as a run writes it") from None
    except json.JSONDecodeError as error:
        found = Words(f"{error.msg} in line {error.lineno}")
        raise BadInput(str(path), found, "JSON as a run writes it") from None
    except (ValueError, RecursionError):
        raise BadInput(str(path), Words("JSON beyond all measure"), "JSON as a run writes it") from None
    except OSError as error:
        raise BadInput(str(path), Words(error.strerror or "an unreadable file"), "a file that can be read") from None
    if not isinstance(record, dict):
        raise BadInput(str(path), record, "one JSON object")
    check_record(record, str(path))
    return record


def _check_numbers(tables: Mapping[str, Table]) -> None:
    """Every team, rider, seat, rank, round and square must be one that there can be."""
    teams, riders = len(tables["teams"]), len(tables["riders"])
    most = {"team": teams - 1, "rider": riders - 1, "seat": teams - 1, "rank": riders, "round": ROUNDS - 1, "rounds": ROUNDS - 1}
    for table in tables.values():
        for column in most.keys() & table.columns.keys():
            check_range(table, column, 0 if column in ("team", "rider", "seat") else 1, most[column])
    for name in ("profile", "road"):
        if name in tables:
            check_range(tables[name], "square", 0, TABLE - 1)
    if tables["teams"]["team"].tolist() != list(range(teams)):
        raise BadInput(f"{tables['teams'].source}: team", Words(", ".join(map(str, tables["teams"]["team"]))), f"0 to {teams - 1} in order")


def _fit_to_be_shown(tables: Mapping[str, Table]) -> dict[str, Table]:
    """The tables with names that can be shown; what was told apart in the files stays apart."""
    for column in WORDS:
        having = [table for table in tables.values() if column in table.columns]
        shown = fit_all((word for table in having for word in dict.fromkeys(table[column].tolist())), NAMED)
        for table in having:
            table.columns[column] = np.array([shown[word] if word else "" for word in table[column].tolist()], object)
    return dict(tables)


def _road(directory: Path, record: Mapping[str, Any]) -> Road:
    where = f"{directory / 'run.json'}: stage"
    stage = record.get("stage")
    expected = "a table with name, start_line, finish_line, lanes and terrain"
    if not isinstance(stage, dict):
        raise BadInput(where, stage, expected)
    try:
        return Road(
            name=fit(str(stage["name"]), NAMED),
            start_line=int(stage["start_line"]),
            finish_line=int(stage["finish_line"]),
            squares=tuple(Square(int(lanes), Terrain(word)) for lanes, word in zip(stage["lanes"], stage["terrain"], strict=True)),
        )
    except KeyError as error:
        raise BadInput(where, Words(f"no {error.args[0]}"), expected) from None
    except (TypeError, ValueError) as error:
        raise BadInput(where, Words(str(error)), expected) from None


def _whole(directory: Path, record: Mapping[str, Any], key: str) -> int:
    value = record.get(key)
    if not isinstance(value, int) or isinstance(value, bool):
        raise BadInput(f"{directory / 'run.json'}: {key}", value, "a whole number")
    return value
