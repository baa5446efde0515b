"""`fr-sim policy` as a user runs it."""

import json
import subprocess
import sys

import pytest

from fr_sim.cli.main import main
from fr_sim.files import rider_names
from fr_sim.policies.catalogue import SHIPPED


@pytest.fixture
def run(capsys):
    def call(*arguments):
        status = main([str(argument) for argument in arguments])
        said = capsys.readouterr()
        return status, said.out, said.err

    return call


@pytest.fixture
def own_file(tmp_path):
    path = tmp_path / "mine.py"
    path.write_text('def sitter(view, gap=2):\n    """Sits behind. Always."""\n    return 0\n\n\ndef plain(view):\n    return 0\n')
    return path


def test_list(run):
    status, out, _ = run("policy", "list")
    assert status == 0
    assert [line.split()[0] for line in out.split("\n\n")[0].splitlines()[1:]] == list(SHIPPED)
    assert "pace=5" in next(line for line in out.splitlines() if line.startswith("steady"))


def test_list_shows_the_riders(run):
    lines = run("policy", "list")[1].split("\n\n")[2].splitlines()
    assert lines[0].split() == ["rider", "kind", "cards", "mean", "deck", "source"]
    assert [line.split()[0] for line in lines[1:]] == rider_names()
    puncheur = next(line.split() for line in lines if line.startswith("puncheur"))
    assert puncheur[1:10] == ["rouleur", "14", "5.2", "3×3", "2×4", "3×5", "2×6", "3×7", "1×8"]
    riders = json.loads(run("policy", "list", "--json")[1])["riders"]
    assert [rider["name"] for rider in riders] == rider_names()
    assert next(rider for rider in riders if rider["name"] == "polyvalent")["deck"] == {"2": 3, "3": 4, "5": 3, "6": 2, "9": 3}


def test_show_a_rider(run, tmp_path):
    status, out, _ = run("policy", "show", "grimpeur")
    assert status == 0
    assert out.startswith("Grimpeur, in the place of a rouleur: 15 cards, 5.0 squares on average\n\ncard")
    assert ["5", "7"] in [line.split() for line in out.splitlines()]
    assert "Source: Nouvelle Équipe" in out
    mine = tmp_path / "mine.toml"
    mine.write_text('kind = "sprinteur"\ndummy_cards = false\n[deck]\nE = 1\n4 = 1\n')
    _, out, _ = run("policy", "show", mine)
    assert "2 cards, 3.0 squares on average" in out
    assert "no card is added" in out
    assert json.loads(run("policy", "show", mine, "--json")[1])["deck"] == {"E": 1, "4": 1}


def test_list_as_json(run):
    policies = json.loads(run("policy", "list", "--json")[1])["policies"]
    assert [policy["name"] for policy in policies] == list(SHIPPED)
    assert all(policy["summary"] and policy["description"] for policy in policies)


def test_show(run):
    status, out, _ = run("policy", "show", "saver")
    assert status == 0
    assert out.startswith("saver\n\nKeeps its `cards` best cards")
    assert out.splitlines()[-1].split()[:5] == ["cards", "6", "0", "to", "15"]


def test_show_as_json(run):
    assert json.loads(run("policy", "show", "steady", "--json")[1])["parameters"]["pace"]["default"] == 5


def test_own_policies(run, own_file):
    _, out, _ = run("policy", "list", "--policy-file", own_file)
    assert [line.split()[0] for line in out.split("\n\n")[0].splitlines()[-2:]] == ["sitter", "plain"]
    assert "Sits behind" in out
    assert "A policy of mine.py" in out
    _, out, _ = run("policy", "show", "sitter", "--policy-file", own_file)
    assert "sitter:gap=VALUE" in out


def test_bad_input(run, own_file):
    status, out, err = run("policy", "show", "draftr")
    assert (status, out) == (2, "")
    assert "did you mean 'drafter'" in err
    assert "did you mean 'puncheur'" in run("policy", "show", "punchuer")[2]
    assert run("policy", "show", "sitte", "--policy-file", own_file)[2].rstrip().endswith("did you mean 'sitter'?")
    assert run("policy", "list", "--policy-file", own_file.with_name("missing.py"))[0] == 2


def test_nothing_slow_is_imported():
    code = "import sys; from fr_sim.cli.main import main; main(['policy', 'list']); print({'numba', 'pandas'} & set(sys.modules))"
    said = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert said.stdout.endswith("set()\n")
