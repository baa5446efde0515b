"""The record of a run, `run.json`: what was asked, by which program, and the digest of the answer; enough to run it again."""

import json
import platform
from collections.abc import Iterable
from dataclasses import asdict
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Any

from fr_sim.game.errors import BadInput, Words
from fr_sim.game.lineup import Lineup, Team
from fr_sim.game.riders import Kind, Specialist
from fr_sim.game.rules import Edition, rules_of_table
from fr_sim.game.stage import Square, Stage, Tile
from fr_sim.game.terrain import Terrain
from fr_sim.races.results import Question, Results

PROGRAM = "fr-sim"
RECORD = "run.json"

#: Keys of a record that decide the answer, with the words in which a user set them.
DECIDED_BY = {
    "version": "program version",
    "stage": "STAGE",
    "edition": "--rules",
    "rules": "--rules, --set",
    "teams": "--teams",
    "seed": "--seed",
    "seats": "--seats",
    "races_asked": "--races",
    "precision": "--precision",
    "own_policies": "--policy-file",
    "raw": "--raw",
}

#: What a record holds under each key, where it holds the key.
_HOLDS: dict[str, tuple[tuple[type, ...], str]] = {
    **dict.fromkeys(("stage", "rules", "own_policies", "versions"), ((dict,), "a table")),
    **dict.fromkeys(("edition", "edition_title", "edition_source", "lineup", "seats", "digest"), ((str,), "a string")),
    **dict.fromkeys(("edition_extends", "command", "road_digest"), ((str, type(None)), "a string or null")),
    **dict.fromkeys(("seed", "races_asked", "races", "draws", "profile_races", "chunks"), ((int,), "a whole number")),
    "teams": ((list,), "a list of tables"),
    "precision": ((int, float, type(None)), "a number or null"),
}


def program_version() -> str:
    """The installed version of this program, `0+unknown` where it runs without being installed."""
    return _version_of(PROGRAM)


def question_record(question: Question, raw: bool = False) -> dict[str, Any]:
    """`question` in plain JSON values: the part of a record that is known before the first race."""
    return {
        "program": PROGRAM,
        "version": program_version(),
        "stage": stage_record(question.stage),
        "edition": question.edition.name,
        "edition_title": question.edition.title,
        "edition_source": question.edition.source,
        "edition_extends": question.edition.extends,
        "rules": question.edition.rules.as_table(),
        "lineup": ",".join(team.label for team in question.lineup.teams),
        "teams": [_team_record(team) for team in question.lineup.teams],
        "seed": question.seed,
        "seats": question.seats,
        "races_asked": question.races,
        "precision": question.precision,
        "own_policies": dict(question.own_policies),
        "raw": raw,
    }


def run_findings(results: Results) -> dict[str, Any]:
    """What the record says of the answer: draws, the races that the race profile was taken from, the digest of what 0.1.0 did not count."""
    return {"draws": results.draws, "profile_races": results.profile_races, "road_digest": results.road_digest}


def versions() -> dict[str, str]:
    """The versions of what counts are made with."""
    return {"python": platform.python_version(), **{name: _version_of(name) for name in ("numpy", "numba")}}


def question_of_record(record: dict[str, Any]) -> Question:
    """The question that a record tells of. Raises KeyError, TypeError or ValueError for what is no record."""
    rules = rules_of_table(record["rules"])
    return Question(
        stage=stage_of_record(record["stage"]),
        lineup=Lineup(tuple(map(_team_of_record, record["teams"]))),
        edition=Edition(record["edition"], record["edition_title"], record["edition_source"], rules, record["edition_extends"]),
        races=record["races_asked"],
        seed=record["seed"],
        seats=record["seats"],
        precision=record["precision"],
        own_policies=record["own_policies"],
    )


def differences(record: dict[str, Any], other: dict[str, Any], keys: Iterable[str] = tuple(DECIDED_BY)) -> list[str]:
    """The `keys` in which two records of questions differ."""
    plain, other_plain = (json.loads(json.dumps(table)) for table in (record, other))
    return [key for key in keys if plain.get(key) != other_plain.get(key)]


def stage_record(stage: Stage) -> dict[str, Any]:
    """`stage` in plain values: lanes and terrain by square as in a race log, and of each tile what a drawing needs."""
    return {
        "name": stage.name,
        "set": stage.set,
        "players": list(stage.players),
        "start_line": stage.start_line,
        "finish_line": stage.finish_line,
        "lanes": [square.lanes for square in stage.squares],
        "terrain": [square.terrain.value for square in stage.squares],
        "tiles": None if stage.tiles is None else [tile.name for tile in stage.tiles],
        "tile_faces": None if stage.tiles is None else [_face_record(tile) for tile in stage.tiles],
        "also": list(stage.also),
    }


def stage_of_record(record: dict[str, Any]) -> Stage:
    """The stage that `stage_record` wrote down."""
    squares = tuple(map(Square, record["lanes"], map(Terrain, record["terrain"])))
    tiles = None
    if record["tiles"] is not None:
        tiles = tuple(_face_of_record(name, face) for name, face in zip(record["tiles"], record["tile_faces"], strict=True))
    return Stage(
        name=record["name"],
        squares=squares,
        start_line=record["start_line"],
        finish_line=record["finish_line"],
        players=tuple(record["players"]),
        tiles=tiles,
        set=record["set"],
        also=tuple(record["also"]),
    )


def read_record(directory: Path, name: str = RECORD) -> dict[str, Any] | None:
    """The record in `directory`, None where there is none that this program wrote. Raises BadInput when it cannot be read."""
    path = directory / name
    try:
        record = json.loads(path.read_text(encoding="utf-8"))
    except FileNotFoundError:
        return None
    except (ValueError, RecursionError):  # wrong bytes and wrong JSON alike
        return None
    except OSError as error:
        raise BadInput(str(path), Words(error.strerror or "an unreadable file"), "a file that can be read") from None
    return record if isinstance(record, dict) and record.get("program") == PROGRAM else None


def check_record(record: dict[str, Any], where: str) -> None:
    """Raises BadInput for the first key of a record under which something else stands than what a run writes there."""
    for key, (types, expected) in _HOLDS.items():
        if key in record and (not isinstance(record[key], types) or isinstance(record[key], bool)):
            raise BadInput(f"{where}: {key}", record[key], expected)


def _team_record(team: Team) -> dict[str, Any]:
    """A team in plain values; with `riders`, their decks and whence they are, only where one is a specialist."""
    record = {"policy": team.policy, "parameters": dict(team.parameters), "kinds": [kind.value for kind in team.kinds]}
    if team.specialists:
        record["riders"] = [one and {**asdict(one), "kind": one.kind.value, "deck": dict(one.deck)} for one in team.specialists]
    return record


def _team_of_record(record: dict[str, Any]) -> Team:
    riders = tuple(one and _specialist_of_record(one) for one in record.get("riders", ()))
    return Team(record["policy"], tuple(record["parameters"].items()), tuple(map(Kind, record["kinds"])), riders)


def _specialist_of_record(record: dict[str, Any]) -> Specialist:
    return Specialist(**{**record, "kind": Kind(record["kind"]), "deck": tuple(record["deck"].items())})


def _face_record(tile: Tile) -> dict[str, Any]:
    return {
        "lanes": [square.lanes for square in tile.squares],
        "terrain": [square.terrain.value for square in tile.squares],
        "geometry": tile.geometry,
        "start_after": tile.start_after,
        "finish_after": tile.finish_after,
        "set": tile.set,
    }


def _face_of_record(name: str, face: dict[str, Any]) -> Tile:
    squares = tuple(map(Square, face["lanes"], map(Terrain, face["terrain"])))
    return Tile(name, squares, face["geometry"], face["start_after"], face["finish_after"], face["set"])


def _version_of(package: str) -> str:
    try:
        return version(package)
    except PackageNotFoundError:
        return "0+unknown"
