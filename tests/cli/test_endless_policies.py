"""Ctrl-C ends every command within two seconds, whatever a user's policy does; what was counted is kept."""

import json
import os
import signal
import statistics
import subprocess
import sys
import time
from pathlib import Path

import pytest

from tests.cli.test_resume import races_kept

pytestmark = pytest.mark.skipif(os.name == "nt", reason="signals")

STAGE = "avenue-corso-paseo"
#: The most that may pass from Ctrl-C to the end.
SECONDS = 2.0

#: Each says that it loops before it does; with LOOPS=0 in the environment none loops, though the file is the same.
ENDLESS = """
import os

LOOPS = os.environ.get("LOOPS", "1") == "1"

def any_card(view):
    for kind in range(view.kinds):
        if view.hand[kind] > 0:
            return kind
    return 0

def _stay(view):
    if LOOPS:
        print("looping")
    while LOOPS and view.riders > 0:
        pass

def never(view):
    _stay(view)
    return any_card(view)

def placing(view):
    return any_card(view)

def placing_place(view):
    _stay(view)
    return 0

def drawing(view):
    return any_card(view)

def drawing_first(view):
    if view.turn > 0:
        _stay(view)
    return 0

def bidding(view):
    return any_card(view)

def bidding_bid(view):
    _stay(view)
    return any_card(view)

def late(view):
    if view.luck < 400:
        _stay(view)
    return any_card(view)

def in_python(view):
    number = 4611686018427387904 * (view.turn + 1)
    if number > 0 and view.turn == 1:
        _stay(view)
    return 99
"""
TOUR = f'stages = ["{STAGE}", "la-haut-montagne"]\nteams = "never,random"\nraces = 640\npolicy_file = "mine.py"\n'
BATCH = f'stages = ["{STAGE}"]\nteams = ["never,random"]\nraces = 640\npolicy_file = "mine.py"\n'
RUN = ("run", STAGE, "--no-plots", "-n", "10000000", "-t")


def begin(*words, cwd, **environment):
    """The command, with what it prints as it comes."""
    variables = {**os.environ, "PYTHONUNBUFFERED": "1", **environment}
    command = [sys.executable, "-m", "fr_sim", *words]
    return subprocess.Popen(command, cwd=cwd, env=variables, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)


def interrupted(process):
    """Wait until a policy loops, press Ctrl-C, and see the command end: what it said."""
    said = ""
    while "looping" not in said:
        line = process.stdout.readline()
        assert line, f"it ended by itself: {said}"
        said += line
    began = time.monotonic()
    process.send_signal(signal.SIGINT)
    rest, _ = process.communicate(timeout=60)
    took = time.monotonic() - began
    assert process.returncode == 130
    assert took <= SECONDS
    assert "Traceback" not in rest
    assert rest.endswith("interrupted\n")
    return rest


@pytest.fixture
def folder(tmp_path):
    (tmp_path / "mine.py").write_text(ENDLESS)
    (tmp_path / "tour.toml").write_text(TOUR)
    (tmp_path / "batch.toml").write_text(BATCH)
    return tmp_path


MINE = ("--policy-file", "mine.py")


@pytest.mark.slow
@pytest.mark.parametrize(
    ("words", "function"),
    [
        ((*RUN, "never,random", "--threads", "1", *MINE), "policy 'never': never"),
        ((*RUN, "placing,random", "--threads", "2", *MINE), "policy 'placing': placing_place"),
        ((*RUN, "drawing,random", *MINE), "policy 'drawing': drawing_first"),
        ((*RUN, "bidding,random", "-r", "peloton", *MINE), "policy 'bidding': bidding_bid"),
        ((*RUN, "in_python,random", *MINE), "policy 'in_python': in_python"),
        (("compare", STAGE, "-t", "never,random", "-t", "random,random", "--no-plots", *MINE), "policy 'never': never"),
        (("tour", "tour.toml", "--no-plots"), "policy 'never': never"),
        (("batch", "batch.toml", "--no-plots"), "policy 'never': never"),
        (("replay", STAGE, "-t", "random,never", *MINE), "policy 'never': never"),
        (("bench", STAGE, "-t", "random,never", *MINE), "policy 'never': never"),
    ],
)
def test_ctrl_c_ends_a_command_whose_policy_never_answers(folder, words, function):
    said = interrupted(begin(*words, cwd=folder))
    assert f"mine.py, {function} was being asked (" in said
    if words[0] == "run":
        # With nothing counted there is nothing to keep, and nothing in the way of the next run.
        assert not (folder / "reports").exists()


@pytest.mark.slow
def test_what_was_counted_is_kept_and_gone_on_with(folder):
    words = ("run", STAGE, "--no-plots", "-n", "2000000", "-t", "late,random", "-o", "out", *MINE)
    said = interrupted(begin(*words, cwd=folder))
    assert "policy 'late': late was being asked (round" in said
    assert "--resume" in said
    kept = races_kept(folder / "out")
    assert kept > 0
    told = []
    for more in (("--resume",), ("--force",)):
        process = begin(*words, *more, "--json", cwd=folder, LOOPS="0")
        told.append(json.loads(process.communicate(timeout=300)[0].splitlines()[-1]))
        assert process.returncode == 0
    assert told[0]["resumed_at"] == kept
    assert told[0]["digest"] == told[1]["digest"]


@pytest.mark.parametrize(
    "body", ["while True:\n    pass", "import time\nwhile True:\n    try:\n        time.sleep(9)\n    except BaseException:\n        pass"]
)
def test_ctrl_c_ends_a_file_that_is_never_read_to_its_end(folder, body):
    (folder / "mine.py").write_text(f"print('looping')\n{body}\n")
    said = interrupted(begin("policy", "list", "--policy-file", "mine.py", cwd=folder))
    assert said == "fr-sim: mine.py was under way\ninterrupted\n"


def test_ctrl_c_ends_a_policy_that_sleeps_where_nothing_is_compiled(folder):
    (folder / "mine.py").write_text(
        "import time\n\ndef sleeper(view):\n    print('looping')\n    try:\n        time.sleep(60)\n    except BaseException:\n"
        "        time.sleep(60)\n    return 0\n"
    )
    said = interrupted(begin(*RUN, "sleeper,random", *MINE, "-o", "out", cwd=folder, NUMBA_DISABLE_JIT="1"))
    assert "mine.py, policy 'sleeper': sleeper was being asked (round 1, rider 0) and had not answered" in said
    assert not (folder / "out").exists()


def _start_of_python():
    """Seconds until the interpreter runs its first line and ends: the median of five."""
    times = []
    for _ in range(5):
        began = time.monotonic()
        subprocess.run([sys.executable, "-c", "import re, runpy"], check=True)
        times.append(time.monotonic() - began)
    return statistics.median(times)


@pytest.mark.parametrize("program", [[str(Path(sys.executable).with_name("fr-sim"))], [sys.executable, "-m", "fr_sim"]])
def test_ctrl_c_in_the_first_half_second_shows_no_traceback(tmp_path, program):
    """Before the interpreter has started Ctrl-C is its own affair, and no program's: those moments are left out."""
    if not Path(program[0]).exists():
        pytest.skip("the console script is not installed")
    limit = 3 * _start_of_python()
    for milliseconds in range(0, 501, 10):
        words = [*program, "run", STAGE, "-n", "1000000000", "--no-plots", "-q", "-o", "out"]
        began = time.monotonic()
        process = subprocess.Popen(words, cwd=tmp_path, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        time.sleep(milliseconds / 1000)
        waited = time.monotonic() - began
        process.send_signal(signal.SIGINT)
        _, said = process.communicate(timeout=60)
        if waited >= limit:
            assert process.returncode == 130, (milliseconds, said)
            assert "Traceback" not in said
            assert said.endswith("interrupted\n")
        else:
            assert "fr_sim/cli" not in said, "a traceback through our own files"
