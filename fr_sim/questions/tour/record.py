"""The record of a tour, `tour.json`: every stage, who rides by which rules, the carry rules, and the digest of the answer."""

from dataclasses import replace
from typing import Any

from fr_sim.races.record import PROGRAM, question_of_record, question_record, stage_record, versions
from fr_sim.simulate.tours import ask_tour
from fr_sim.tours import Tour, TourResults

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


def tour_record(tour: Tour) -> dict[str, Any]:
    """`tour` in plain JSON values: the part of a record that is known before the first race."""
    common = {key: value for key, value in question_record(tour.first).items() if key not in ("program", "stage", "precision", "raw")}
    stages = [stage_record(question.stage) for question in tour.stages]
    return {"program": PROGRAM, "title": tour.title, **common, "carry": list(tour.carry), "stages": stages}


def ridden_record(results: TourResults, command: str | None = None) -> dict[str, Any]:
    """The whole record of a finished tour; nothing in it differs between two runs of one command."""
    return {
        **tour_record(results.tour),
        "command": command,
        "races": results.races,
        "draws": [int(draws) for draws in results.counts.stage_draws.sum(axis=1)],
        "chunks": results.chunks,
        "versions": versions(),
        "digest": results.digest,
    }


def tour_of_record(record: dict[str, Any]) -> Tour:
    """The tour that a record tells of. Raises KeyError, TypeError, ValueError or BadInput for what is no record of one."""
    questions = [question_of_record({**record, "stage": stage, "precision": None}) for stage in record["stages"]]
    first = questions[0]
    asked = (first.lineup, first.edition, first.races, first.seed, first.seats, record["carry"], record["title"])
    tour = ask_tour([question.stage for question in questions], *asked)
    return replace(tour, stages=tuple(replace(question, own_policies=first.own_policies) for question in tour.stages))
