"""`fr-sim policy` as a user runs it."""

import json
import subprocess
import sys

import pytest

from fr_sim.cli.main import main
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
    assert [line.split()[0] for line in out.splitlines()[1:]] == list(SHIPPED)
    assert "pace=5" in next(line for line in out.splitlines() if line.startswith("steady"))


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
    assert [line.split()[0] for line in out.splitlines()[-2:]] == ["sitter", "plain"]
    assert "Sits behind" in out
    assert "A policy of mine.py" in out
    _, out, _ = run("policy", "show", "sitter", "--policy-file", own_file)
    assert "sitter:gap=VALUE" in out


def test_bad_input(run, own_file):
    status, out, err = run("policy", "show", "draftr")
    assert (status, out) == (2, "")
    assert "did you mean 'drafter'" in err
    assert run("policy", "show", "sitte", "--policy-file", own_file)[2].rstrip().endswith("did you mean 'sitter'?")
    assert run("policy", "list", "--policy-file", own_file.with_name("missing.py"))[0] == 2


def test_nothing_slow_is_imported():
    code = "import sys; from fr_sim.cli.main import main; main(['policy', 'list']); print({'numba', 'pandas'} & set(sys.modules))"
    said = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert said.stdout.endswith("set()\n")
