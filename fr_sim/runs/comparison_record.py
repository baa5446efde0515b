"""The record of a comparison, `run.json`: all sides, what they have in common, and the digest of the answer."""

from typing import Any

from fr_sim.comparison import RULES, TEAMS, Compared, Comparison, comparison_of
from fr_sim.races.record import PROGRAM, question_of_record, question_record, versions

#: What marks a record as that of a comparison.
MARK = "compares"

#: Keys of a record that decide the answer, with the words in which a user set them.
DECIDED_BY = {
    MARK: "command",
    "version": "program version",
    "stage": "STAGE",
    "sides": "--rules, --set, --teams",
    "seed": "--seed",
    "seats": "--seats",
    "races_asked": "--races",
    "precision": "--precision",
    "own_policies": "--policy-file",
}

_OF_A_SIDE = ("edition", "edition_title", "edition_source", "edition_extends", "rules", "lineup", "teams")


def comparison_record(comparison: Comparison) -> dict[str, Any]:
    """`comparison` in plain JSON values: the part of a record that is known before the first race."""
    whole = [question_record(side) for side in comparison.sides]
    common = {key: value for key, value in whole[0].items() if key not in (*_OF_A_SIDE, "raw", "program")}
    sides = [{"label": label, **{key: record[key] for key in _OF_A_SIDE}} for label, record in zip(comparison.labels, whole, strict=True)]
    return {"program": PROGRAM, MARK: comparison.varies, **common, "sides": sides}


def compared_record(compared: Compared, command: str | None = None) -> dict[str, Any]:
    """The whole record of a finished comparison; nothing in it differs between two runs of one command."""
    return {
        **comparison_record(compared.comparison),
        "command": command,
        "races": compared.races,
        "draws_by_side": [int(tally.draws[0]) for tally in compared.counts.tallies],
        "chunks": compared.chunks,
        "versions": versions(),
        "digest": compared.digest,
        "road_digest": compared.road_digest,
    }


def comparison_of_record(record: dict[str, Any]) -> Comparison:
    """The comparison that a record tells of. Raises KeyError, TypeError, ValueError or BadInput for what is no record of one."""
    if record[MARK] not in (RULES, TEAMS):
        raise ValueError(f"{MARK} {record[MARK]!r}")
    return comparison_of([question_of_record({**record, **side}) for side in record["sides"]], record[MARK])
