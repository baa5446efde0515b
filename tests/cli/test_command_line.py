"""`fr-sim` itself: help, version, statuses, and what it leaves unimported."""

import os
import signal
import subprocess
import sys

import pytest

from fr_sim import __version__
from fr_sim.cli import main as command_line
from fr_sim.cli.options import precision_of
from fr_sim.game.errors import BadInput

SLOW = ("numba", "numpy", "pandas", "matplotlib", "jinja2")


def shell(*arguments, **settings):
    return subprocess.run([sys.executable, "-m", "fr_sim", *arguments], capture_output=True, text=True, timeout=60, check=False, **settings)


def test_version(capsys):
    assert command_line.main(["--version"]) == 0
    assert capsys.readouterr().out == f"fr-sim {__version__}\n"


def test_help_lists_the_commands_that_exist():
    ended = shell("--help")
    assert ended.returncode == 0
    assert "stage" in ended.stdout
    assert "rules" in ended.stdout
    assert "league" not in ended.stdout
    assert "tune" not in ended.stdout


def test_nothing_asked_shows_the_help():
    ended = shell()
    assert ended.returncode == 2
    assert "Usage" in ended.stdout + ended.stderr


@pytest.mark.parametrize(
    "arguments", ["--help", "--version", "stage list", "stage show avenue-corso-paseo", "stage check la-doyenne", "rules show"]
)
def test_what_is_slow_to_import_is_left_alone(arguments):
    program = (
        "import sys; from fr_sim.cli.main import main; status = main(sys.argv[1:]); "
        f"print([name for name in {SLOW} if name in sys.modules], file=sys.stderr); sys.exit(status)"
    )
    ended = subprocess.run([sys.executable, "-c", program, *arguments.split()], capture_output=True, text=True, timeout=60, check=False)
    assert (ended.returncode, ended.stderr.strip()) == (0, "[]")


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["stag"], "command: found 'stag', expected one of"),
        (["stage", "lst"], "lst"),
        (["stage", "list", "--jsn"], "--json"),
        (["stage", "show"], "STAGE"),
        (["--nonsense"], "--nonsense"),
    ],
)
def test_usage_errors_are_one_line(capsys, arguments, words):
    assert command_line.main(arguments) == 2
    said = capsys.readouterr()
    assert (said.out, len(said.err.splitlines())) == ("", 1)
    assert words in said.err


def test_a_reader_that_leaves_is_no_error():
    command = [sys.executable, "-m", "fr_sim", "stage", "list", "--json"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as running:
        running.stdout.close()
        assert running.stderr.read() == ""


@pytest.mark.skipif(os.name == "nt", reason="signals")
def test_an_interrupted_command_ends_with_130(monkeypatch, capsys):
    def interrupted(**_):
        os.kill(os.getpid(), signal.SIGINT)

    monkeypatch.setattr(command_line, "app", interrupted)
    assert command_line.main([]) == 130
    assert capsys.readouterr().err == "interrupted\n"


@pytest.mark.parametrize(("text", "fraction"), [("0.5%", 0.005), ("0.005", 0.005), (" 1 % ", 0.01), ("1e-3", 0.001)])
def test_precision(text, fraction):
    assert precision_of(text) == pytest.approx(fraction)


@pytest.mark.parametrize("text", ["", "0", "-1%", "50%", "0.5", "nan", "inf", "x", "0.5%%", "1 2"])
def test_precision_that_is_none(text):
    with pytest.raises(BadInput, match="--precision"):
        precision_of(text)
