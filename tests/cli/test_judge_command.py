"""`fr-sim judge` as a user runs it."""

import json
import subprocess
import sys

import pytest

from fr_sim.cli.main import main

POSITION = """
stage = "la-haut-montagne"
round = 6
[[rider]]
team = 0
kind = "sprinteur"
place = [31, 0]
card = "9"
[[rider]]
team = 1
kind = "sprinteur"
place = [30, 0]
card = "9"
[[rider]]
team = 2
kind = "rouleur"
place = [45, 0]
"""


@pytest.fixture
def position(tmp_path):
    path = tmp_path / "position.toml"
    path.write_text(POSITION)
    return path


def test_reasons_with_rule_ids(position, capsys):
    assert main(["judge", str(position)]) == 0
    told = capsys.readouterr()
    assert told.err == ""
    assert "rider 0 AS plays 9, moves 5: square 31 lane 0 to square 36 lane 0" in told.out
    assert "T1: the climb begins 5 ahead, so the move has at most 5" in told.out
    assert "T1: the climb begins 6 ahead, out of reach of 5: stop before it" in told.out
    assert "E5: without a card it stands" in told.out
    assert "X1" in told.out


def test_json_and_nothing_else(position, capsys):
    assert main(["judge", str(position), "--json"]) == 0
    answer = json.loads(capsys.readouterr().out)
    assert list(answer) == ["moves", "slipstream", "exhaustion", "places", "winner"]
    assert answer["places"] == {"0": [36, 0], "1": [35, 0], "2": [45, 0]}
    assert answer["exhaustion"] == [0, 2]
    assert answer["moves"][0] == {
        "event": "move",
        "round": 6,
        "rider": 2,
        "card": None,
        "value": 0,
        "from": [45, 0],
        "to": [45, 0],
        "limits": [],
    }


def test_rules_of_the_command_line(position, capsys):
    assert main(["judge", str(position), "--json", "-r", "mistake-climb-start-only", "--set", "exhaustion_when=leaders"]) == 0
    answer = json.loads(capsys.readouterr().out)
    assert answer["places"]["1"] == [39, 0]
    assert answer["exhaustion"] == [2]


def test_an_edition_file(position, tmp_path, capsys):
    (tmp_path / "own.toml").write_text('extends = "gigamic-v2"\ntitle = "Own"\nascent_cap = 2\n')
    assert main(["judge", str(position), "--json", "-r", str(tmp_path / "own.toml")]) == 0
    assert json.loads(capsys.readouterr().out)["places"]["0"] == [35, 0]


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["judge"], "POSITION"),
        (["judge", "nowhere.toml"], "nowhere.toml: found no such file"),
        (["judge", "."], "a folder"),
        (["judge", "{position}", "-r", "gigamic"], "did you mean 'gigamic-v2'"),
        (["judge", "{position}", "--set", "ascend_cap=3"], "ascent_cap"),
        (["judge", "{position}", "--set", "ascent_cap=99"], "0 to 9"),
        (["judge", "{position}", "--set", "ascent_cap"], "KEY=VALUE"),
        (["judge", "{position}", "--jason"], "--jason"),
    ],
)
def test_bad_input(words, told, position, capsys):
    assert main([word.format(position=position) for word in words]) == 2
    captured = capsys.readouterr()
    assert captured.out == ""
    assert told in captured.err
    assert captured.err.count("\n") == 1


def test_a_wrong_position_names_file_rider_and_key(position, capsys):
    position.write_text(POSITION.replace("[30, 0]", "[31, 0]"))
    assert main(["judge", str(position)]) == 2
    told = capsys.readouterr().err
    assert "position.toml, rider 1, place: found [31, 0], expected a place of its own: rider 0 stands there" in told


def test_nothing_slow_is_imported(position):
    program = (
        "import sys; from fr_sim.cli.main import main; main(sys.argv[1:]); "
        "print([name for name in ('numba', 'numpy', 'pandas', 'matplotlib') if name in sys.modules], file=sys.stderr)"
    )
    done = subprocess.run([sys.executable, "-c", program, "judge", str(position)], capture_output=True, text=True, timeout=60, check=False)
    assert done.stderr == "[]\n"
    assert "AS plays 9" in done.stdout
