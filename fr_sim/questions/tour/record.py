"""The record of a tour, `tour.json`: every stage, who rides by which rules, the carry rules, and the digest of the answer."""

from collections.abc import Sequence
from typing import Any

from fr_sim.races.record import PROGRAM, question_record, stage_record
from fr_sim.races.results import Question

#: Its file.
TOUR_RECORD = "tour.json"
#: Keys of a record that decide the answer, with the words in which a user set them.
DECIDED_BY = {
    "version": "program version",
    "title": "title",
    "stages": "stages",
    "edition": "--rules",
    "rules": "--rules, --set",
    "teams": "--teams",
    "carry": "--carry",
    "seed": "--seed",
    "seats": "--seats",
    "races_asked": "--races",
    "own_policies": "--policy-file",
}


def tour_record(title: str, stages: Sequence[Question], carry: Sequence[str]) -> dict[str, Any]:
    """A tour in plain JSON values: the part of a record that is known before the first race."""
    common = {key: value for key, value in question_record(stages[0]).items() if key not in ("program", "stage", "precision", "raw")}
    roads = [stage_record(question.stage) for question in stages]
    return {"program": PROGRAM, "title": title, **common, "carry": list(carry), "stages": roads}
