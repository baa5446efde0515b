"""A run's record says enough to run it again."""

import json

import pytest

from fr_sim.files import load_edition, load_stage
from fr_sim.policies.lineups import parse_lineup
from fr_sim.questions.run import Run, answer
from fr_sim.races.record import differences, question_of_record, question_record, read_record
from fr_sim.simulate.question import ask


def question(**changes):
    asked = {"races": 200, "seed": 3} | changes
    stage = load_stage(asked.pop("stage", "la-haut-montagne"))
    lineup = parse_lineup(asked.pop("teams", "steady:pace=4,random/sprinteur,highest"))
    edition = load_edition(asked.pop("rules", "mistake-recycle-played"), asked.pop("overrides", ["handicap=[0, 2, 1]"]))
    return ask(stage, lineup, edition, **asked)


def through_json(record):
    return json.loads(json.dumps(record))


def test_a_record_runs_again_to_the_same_digest():
    results = answer(question(seats="fixed"))
    record = through_json(Run(results.question).whole_record(results, "fr-sim run la-haut-montagne"))
    again = answer(question_of_record(record))
    assert again.digest == results.digest == record["digest"]


SPECIALISTS = "steady:pace=4/puncheur+sprinteur,muscle/bot-rouleur+bot-sprinteur,highest/flahute"


def test_a_record_holds_the_decks_of_specialists(tmp_path):
    mine = tmp_path / "mine.toml"
    mine.write_text('kind = "rouleur"\n[deck]\n4 = 9\nE = 1\n')
    asked = question(teams=f"{SPECIALISTS},random/{mine}", overrides=[], rules="gigamic-v2")
    record = through_json(question_record(asked))
    mine.unlink()
    assert question_of_record(record) == asked
    assert answer(question_of_record(record)).digest == answer(asked).digest
    assert record["teams"][3]["riders"][0]["deck"] == {"E": 1, "4": 9}
    assert record["teams"][0]["riders"][1] is None


def test_a_record_without_specialists_is_as_it_was():
    assert question_record(question())["teams"] == [
        {"policy": "steady", "parameters": {"pace": 4}, "kinds": ["rouleur", "sprinteur"]},
        {"policy": "random", "parameters": {}, "kinds": ["sprinteur"]},
        {"policy": "highest", "parameters": {}, "kinds": ["rouleur", "sprinteur"]},
    ]


@pytest.mark.parametrize("stage", ["avenue-corso-paseo", "la-haut-montagne"])
def test_a_question_survives_its_record(stage):
    asked = question(stage=stage, precision=0.01)
    told = question_of_record(through_json(question_record(asked)))
    assert told == asked
    assert told.stage.tiles == asked.stage.tiles


def test_a_record_names_versions_counts_and_rules():
    record = Run(question()).whole_record(answer(question()), "fr-sim run …")
    assert set(record["versions"]) == {"python", "numpy", "numba"}
    assert record["program"] == "fr-sim"
    assert (record["races"], record["seed"], record["chunks"]) == (200, 3, 1)
    assert record["rules"]["played_cards"] == "recycled"
    assert record["rules"]["handicap"] == [0, 2, 1]
    assert record["lineup"] == "steady:pace=4,random/sprinteur,highest"
    assert record["stage"]["lanes"].count(2) > 10


@pytest.mark.parametrize(
    ("changes", "keys"),
    [
        ({}, []),
        ({"seed": 4}, ["seed"]),
        ({"races": 201}, ["races_asked"]),
        ({"seats": "random"}, ["seats"]),
        ({"precision": 0.1}, ["precision"]),
        ({"stage": "avenue-corso-paseo"}, ["stage"]),
        ({"teams": "random,random,random"}, ["teams"]),
        ({"overrides": ["handicap=[0, 2, 1]", "hand_size=3"]}, ["rules"]),
    ],
)
def test_differences_are_found_key_by_key(changes, keys):
    assert differences(through_json(question_record(question())), question_record(question(**changes))) == keys


def test_what_no_run_wrote_is_no_record(tmp_path):
    assert read_record(tmp_path) is None
    for text in ("{", "[]", '{"program": "another"}', "\x00"):
        (tmp_path / "run.json").write_text(text)
        assert read_record(tmp_path) is None
