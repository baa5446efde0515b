"""`fr-sim replay` as a user runs it."""

import json
import os
import pty
import subprocess
import sys

import pytest

from fr_sim.cli.main import main

TEAMS = ("-t", "random,highest")


def replay(capsys, *words):
    status = main(["replay", *words])
    captured = capsys.readouterr()
    return status, captured.out, captured.err


def test_a_race_as_text(capsys):
    status, told, warned = replay(capsys, "avenue-corso-paseo", *TEAMS, "--race", "17", "--seed", "5")
    assert (status, warned) == (0, "")
    assert told.startswith("Avenue Corso Paseo: race 17 of seed 5\n")
    assert "\x1b" not in told
    assert "Round 1\n" in told
    assert " wins after " in told


def test_several_races_as_logs(capsys):
    status, told, _ = replay(capsys, "avenue-corso-paseo", *TEAMS, "--race", "3-5", "--format", "jsonl")
    events = [json.loads(line) for line in told.splitlines()]
    assert status == 0
    assert [event["race"] for event in events if event["event"] == "race"] == [3, 4, 5]
    assert [event["teams"][0]["seat"] for event in events if event["event"] == "race"] == [1, 0, 1]
    assert events[0]["rules"]["hand_size"] == 4
    alone = replay(capsys, "avenue-corso-paseo", *TEAMS, "--race", "4", "--format", "jsonl")[1]
    assert alone in told


def test_options_reach_the_race(capsys):
    words = ("la-haut-montagne", "-t", "steady:pace=4,random/rouleur", "--seats", "fixed", "-r", "base-2016", "--set", "hand_size=3")
    race = json.loads(replay(capsys, *words, "--format", "jsonl")[1].splitlines()[0])
    assert race["stage"] == "La Haut Montagne"
    assert (race["rules"]["hand_size"], race["rules"]["empty_hand"]) == (3, "stand")
    assert [team["policy"] for team in race["teams"]] == ["steady:pace=4", "random"]
    assert [rider["kind"] for rider in race["riders"]] == ["rouleur", "sprinteur", "rouleur"]


@pytest.mark.parametrize(
    "edition", ["gigamic-v2", "base-2016", "fatigue-fr", "grand-race", "mistake-front-to-rear", "mistake-recycle-played"]
)
def test_what_replay_writes_verifies(edition, capsys, tmp_path):
    log = tmp_path / "log.jsonl"
    assert replay(capsys, "stage-7-2-4-players", *TEAMS, "--race", "0-4", "-r", edition, "--format", "jsonl", "-o", str(log))[:2] == (0, "")
    assert replay(capsys, "--verify", str(log)) == (0, f"{log}: 5 races, all by the rules\n", "")


def test_a_log_that_departs(capsys, tmp_path):
    lines = replay(capsys, "avenue-corso-paseo", *TEAMS, "--format", "jsonl")[1].splitlines()
    number, event = next((number, json.loads(line)) for number, line in enumerate(lines) if '"move"' in line)
    event["value"] += 1
    log = tmp_path / "log.jsonl"
    log.write_text("\n".join([*lines[:number], json.dumps(event), *lines[number + 1 :]]))
    status, told, _ = replay(capsys, "--verify", str(log))
    assert status == 1
    assert f"line {number + 1} departs from rule M2: value should read as in" in told


def test_a_file_is_written_whole_or_not_at_all(capsys, tmp_path):
    out = tmp_path / "race.txt"
    out.write_text("what was here")
    assert replay(capsys, "avenue-corso-paseo", "-t", "nobody", "-o", str(out))[0] == 2
    assert out.read_text() == "what was here"
    assert replay(capsys, "avenue-corso-paseo", *TEAMS, "-o", str(out))[:2] == (0, "")
    assert out.read_text().startswith("Avenue Corso Paseo")
    assert [path.name for path in tmp_path.iterdir()] == ["race.txt"]


def test_too_many_teams_for_the_stage_are_warned_of(capsys):
    status, _, warned = replay(capsys, "avenue-corso-paseo", "-t", "random")
    assert (status, warned) == (0, "warning: Avenue Corso Paseo is meant for 2 to 4 teams; 1 start.\n")


@pytest.mark.parametrize(
    ("words", "told"),
    [
        ([], "--verify"),
        (["avenue-corso-pasio"], "avenue-corso-paseo"),
        (["avenue-corso-paseo", "--race", "x"], "--race"),
        (["avenue-corso-paseo", "--race", "-1"], "--race"),
        (["avenue-corso-paseo", "--race", "9-3"], "--race"),
        (["avenue-corso-paseo", "--race", "0-99999999"], "1,000,000"),
        (["avenue-corso-paseo", "--format", "page"], "--format"),
        (["avenue-corso-paseo", "--seats", "rotated"], "did you mean 'rotate'"),
        (["avenue-corso-paseo", "--seed", "x"], "--seed"),
        (["avenue-corso-paseo", "-t", "drafted"], "did you mean 'drafter'"),
        (["avenue-corso-paseo", "-t", "peloton"], "nobody but dummies"),
        (["avenue-corso-paseo", "-t", "random,peloton,peloton"], "only one Peloton team"),
        (["avenue-corso-paseo", "-t", "random,muscle/rouleur"], "'muscle' alone"),
        (["avenue-corso-paseo", "-t", "random,muscle,peloton,muscle,muscle,muscle"], "12 riders"),
        (["avenue-corso-paseo", "-t", ",".join(["random"] * 6)], "12 riders"),
        (["avenue-corso-paseo", "-r", "gigamic"], "gigamic-v2"),
        (["avenue-corso-paseo", "--set", "handicap=[1,2,3]", "-t", "random,random"], "handicap"),
        (["avenue-corso-paseo", "--set", "breakaway=yes"], "breakaway"),
        (["avenue-corso-paseo", "--set", "breakaway_size=13"], "1 to 12"),
        (["avenue-corso-paseo", "--set", 'weather=["wet"]'], "one kind for each of the 7 places"),
        (["avenue-corso-paseo", "--set", "weather=rain"], "off, random, or a list"),
        (["avenue-corso-paseo", "--set", "handicap=[1,2]", "-t", "random,random,muscle"], "dummies counted"),
        (["avenue-corso-paseo", "-o", "no/such/folder/race.txt"], "--out"),
        (["avenue-corso-paseo", "-o", "."], "--out"),
        (["avenue-corso-paseo", "--verify", "log.jsonl"], "--verify"),
        (["--verify", "nowhere.jsonl"], "no such file"),
        (["--verify", "."], "a folder"),
    ],
)
def test_bad_input(words, told, capsys):
    status, out, warned = replay(capsys, *words)
    assert (status, out) == (2, "")
    assert told in warned
    assert "Traceback" not in warned


def in_a_terminal(**environment):
    """What `fr-sim replay` writes to a terminal."""
    main_end, terminal = pty.openpty()
    command = [sys.executable, "-m", "fr_sim", "replay", "avenue-corso-paseo", "-t", "random,random"]
    variables = {key: value for key, value in os.environ.items() if key != "NO_COLOR"} | {"TERM": "xterm"} | environment
    with subprocess.Popen(command, stdout=terminal, stderr=subprocess.DEVNULL, env=variables) as process:
        os.close(terminal)
        told = b""
        while True:
            try:
                part = os.read(main_end, 65536)
            except OSError:  # the terminal is closed
                break
            if not part:
                break
            told += part
    os.close(main_end)
    assert process.returncode == 0
    return told.decode()


def test_teams_are_coloured_in_a_terminal_only():
    assert "\x1b[48;2;" in in_a_terminal()
    assert "\x1b" not in in_a_terminal(NO_COLOR="1")
    assert "\x1b" not in in_a_terminal(TERM="dumb")


def test_an_own_policy_that_fails_is_named_with_race_and_round(capsys, tmp_path):
    policy = tmp_path / "own.py"
    policy.write_text(
        "def late(view):\n"
        "    if view.turn == 3:\n"
        "        return 99\n"
        "    kind = 0\n"
        "    while view.hand[kind] == 0:\n"
        "        kind += 1\n"
        "    return kind\n"
    )
    status, out, warned = replay(capsys, "avenue-corso-paseo", "-t", "late,random", "--race", "5", "--policy-file", str(policy))
    assert (status, out) == (2, "")
    assert f"{policy}, policy 'late', race 5, round 3, rider 0: found late answered 99" in warned
