"""The record of a comparison, `run.json`: all sides, what they have in common, and the digest of the answer."""

from collections.abc import Sequence
from typing import Any

from fr_sim.races.record import PROGRAM, question_record
from fr_sim.races.results import Question

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


def comparison_record(sides: Sequence[Question], varies: str, labels: Sequence[str]) -> dict[str, Any]:
    """A comparison in plain JSON values: the part of a record that is known before the first race."""
    whole = [question_record(side) for side in sides]
    common = {key: value for key, value in whole[0].items() if key not in (*_OF_A_SIDE, "raw", "program")}
    told = [{"label": label, **{key: record[key] for key in _OF_A_SIDE}} for label, record in zip(labels, whole, strict=True)]
    return {"program": PROGRAM, MARK: varies, **common, "sides": told}
