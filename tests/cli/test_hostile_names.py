"""A stage, an edition, a policy, a tour and a batch with hostile names, as a user runs them: terminal, pages, batch index, files."""

import csv
import json
import re
from pathlib import Path

import pytest

from tests.cli.commands import succeeded as fr_sim
from tests.hostile_names import LONG, NAMES, unfit

STAGE = """name = {name}
also = [{name}]
set = {name}
players = [3, 4]
start = 5
past_finish = 5
lanes = 2
[[stretch]]
squares = 40
terrain = "flat"
"""
EDITION = 'extends = "gigamic-v2"\ntitle = {name}\nsource = {name}\nhand_size = 3\n'
POLICY = "p" * 4000
MOST = 700  # columns of a line: a sentence with a few names in it, or a table


def shown(done) -> str:
    """All that the terminal got; nothing in it may be unseen or endless."""
    words = done.stdout + done.stderr
    assert not unfit(words)
    assert max(map(len, words.split("\n"))) < MOST
    return words


@pytest.fixture(scope="module")
def place(tmp_path_factory) -> Path:
    """A directory with a hostile stage, a hostile edition, a policy with a long name, a tour and a batch."""
    place = tmp_path_factory.mktemp("hostile")
    name = json.dumps(NAMES["all at once"] + NAMES["control characters"]).replace("\\u007f", "\x7f").replace("\x7f", "\\u007F")
    (place / "stage.toml").write_text(STAGE.format(name=name), encoding="utf-8")
    (place / "long.toml").write_text(STAGE.format(name=json.dumps(LONG)), encoding="utf-8")
    (place / "house.toml").write_text(EDITION.format(name=name), encoding="utf-8")
    (place / "own.py").write_text(f"def {POLICY}(view):\n    return 0\n", encoding="utf-8")
    (place / "tour.toml").write_text(f'title = {name}\nstages = ["stage.toml", "long.toml"]\nteams = "random,highest"\n', encoding="utf-8")
    grid = 'stages = ["stage.toml", "long.toml"]\nrules = ["house.toml"]\nteams = ["random,highest"]\nraces = 20\n'
    (place / "grid.toml").write_text(f"title = {name}\n{grid}", encoding="utf-8")
    return place


def page(path: Path) -> str:
    words = re.sub(r"base64,[A-Za-z0-9+/=]+", "", path.read_text(encoding="utf-8"))
    assert not unfit(words)
    assert max(map(len, re.sub(r"<[^>]*>", "\n", words).split("\n"))) < 2 * MOST
    return words


@pytest.mark.parametrize("stage", ["stage.toml", "long.toml"])
def test_stage_commands(place, stage):
    shown(fr_sim("stage", "show", stage, cwd=place))
    shown(fr_sim("stage", "check", stage, cwd=place))
    assert "wrote" in shown(fr_sim("stage", "draw", stage, cwd=place))
    name = json.loads(fr_sim("stage", "show", stage, "--json", cwd=place).stdout)["name"]
    assert name in (LONG, NAMES["all at once"] + NAMES["control characters"])


def test_rules_and_policies(place):
    shown(fr_sim("rules", "show", "house.toml", cwd=place))
    shown(fr_sim("rules", "diff", "gigamic-v2", "house.toml", cwd=place))
    assert "pppp…" in shown(fr_sim("policy", "list", "--policy-file", "own.py", cwd=place))
    shown(fr_sim("policy", "show", POLICY, "--policy-file", "own.py", cwd=place))
    assert len(shown(fr_sim("policy", "show", POLICY + "q", "--policy-file", "own.py", cwd=place, status=2)).splitlines()) == 1


def test_replay_and_a_run_with_its_page(place):
    given = ("stage.toml", "-t", "random,highest", "-r", "house.toml")
    assert "warning" in shown(fr_sim("replay", *given, cwd=place))
    assert "is meant for 3 to 4 teams" in shown(fr_sim("run", *given, "-n", 20, "-o", "run", cwd=place))
    page(place / "run/report.html")
    with open(place / "run/teams.csv", encoding="utf-8", newline="") as file:
        assert next(csv.DictReader(file))["stage"].endswith(NAMES["control characters"])
    shown(fr_sim("report", "run", cwd=place))


def test_comparison_tour_and_batch(place):
    sides = ("--rules", "gigamic-v2", "--rules", "house.toml", "-t", "random,highest", "-n", 20)
    shown(fr_sim("compare", "long.toml", *sides, "-o", "compared", cwd=place))
    page(place / "compared/report.html")
    shown(fr_sim("tour", "tour.toml", "-n", 20, "-o", "toured", cwd=place))
    page(place / "toured/report.html")
    shown(fr_sim("batch", "grid.toml", "-o", "batched", cwd=place))
    page(place / "batched/index.html")
