"""Every position of rulings.jsonl, put to every engine."""

import json
from pathlib import Path

import pytest

from fr_sim.files.positions import position_from_table
from fr_sim.reference.judge import judge

RULINGS = [json.loads(line) for line in (Path(__file__).parent / "rulings.jsonl").read_text(encoding="utf-8").splitlines()]


@pytest.mark.parametrize("ruling", RULINGS, ids=lambda ruling: ruling["id"])
def test_ruling(ruling, engine):
    position = position_from_table(ruling["position"], ruling["id"], overrides=ruling.get("set", ()))
    answer = engine(position)
    expected = dict(ruling["expect"])
    moves = expected.pop("moves", {})
    assert {key: answer.get(key, value) for key, value in expected.items()} == expected
    moved = {str(move["rider"]): move for move in answer.get("moves", ())}
    for rider in moves.keys() & moved.keys():
        assert {key: moved[rider].get(key, value) for key, value in moves[rider].items()} == moves[rider]


def test_the_reference_answers_everything():
    for ruling in RULINGS:
        answer = judge(position_from_table(ruling["position"], overrides=ruling.get("set", ())))
        assert {"moves", "slipstream", "exhaustion", "places", "winner"} == answer.keys()
        assert {int(rider) for rider in ruling["expect"].get("moves", {})} <= {move["rider"] for move in answer["moves"]}
