"""`fr-sim tour` as a user runs it."""

import json
import re
import signal
import subprocess
import sys
import time
from functools import partial
from pathlib import Path

import pytest

from tests.cli import commands
from tests.cli.commands import files_below, fr_sim, rows

DOCUMENT = Path(__file__).parents[2] / "docs/tour.md"
SMALL = ("six-base-stages", "-t", "drafter,random", "-n", "128")

tour = partial(commands.succeeded, "tour")
refused = partial(commands.refused, "tour")


@pytest.fixture(scope="module")
def example(tmp_path_factory):
    """The example of the document, with plots."""
    folder = tmp_path_factory.mktemp("example")
    (folder / "hills.toml").write_text(re.search(r"```toml\n(.*?)```", DOCUMENT.read_text(), re.DOTALL)[1])
    told = json.loads(tour("hills.toml", "--json", cwd=folder).stdout)
    return folder / "reports/tour-hills", told


def test_the_example_of_the_document_runs(example):
    directory, told = example
    assert (told["tour"], told["races"], told["seed"], told["carry"]) == ("Three days in the hills", 640, 7, ["half-up", "none"])
    record = json.loads((directory / "tour.json").read_text())
    assert record["digest"] == told["digest"]
    assert (
        [stage["name"] for stage in record["stages"]] == told["stage_names"] == ["La Haut Montagne", "Le Col du Ballon", "Firenze - Milano"]
    )
    assert record["rules"]["handicap"] == [1, 0, 0]


def test_the_document_names_every_file_and_column(example):
    directory, _ = example
    text = DOCUMENT.read_text()
    for path in directory.glob("*.csv"):
        assert f"`{path.name}`" in text
        for column in rows(path)[0]:
            named = {column, column.replace("_low", "_mean"), column.replace("_high", "_mean")}
            known = {
                "policy",
                "kind",
                "stage",
                "place",
                "share",
                "low",
                "high",
                "win_low",
                "win_high",
                "lead_low",
                "lead_high",
                "rounds_mean",
            }
            assert column in known or any(f"`{name}`" in text for name in named), (path.name, column)


def test_plots_and_page(example):
    directory, _ = example
    page = (directory / "report.html").read_text()
    names = {path.stem for path in (directory / "plots").glob("*.svg")}
    assert names == {"classification", "differences", "teams", "carried", "gaps", "gaps-by-stage", "points", "stage-wins"}
    assert all(f'id="plot-{name}"' in page for name in names)
    assert "Three days in the hills" in page
    assert not re.search(r"(src|href)=\"https?:", page)


def test_report_makes_all_of_it_again(example, tmp_path):
    directory, _ = example
    before = files_below(directory)
    for path in [*directory.glob("*.csv"), directory / "report.html"]:
        path.unlink()
    assert fr_sim("report", directory, cwd=tmp_path).returncode == 0
    assert files_below(directory) == before


def test_the_command_of_the_record_makes_it_again(example, tmp_path):
    directory, _ = example
    words = json.loads((directory / "tour.json").read_text())["command"].split(" ", 2)
    assert words[:2] == ["fr-sim", "tour"]
    done = subprocess.run(
        f"{sys.executable} -m fr_sim tour {words[2]} -o {tmp_path / 'again'} --no-plots --quiet", shell=True, cwd=directory.parents[1]
    )
    assert done.returncode == 0
    again = files_below(tmp_path / "again")
    assert again == {name: content for name, content in files_below(directory).items() if name in again}


@pytest.mark.parametrize(("name", "stages"), [("six-base-stages", 6), ("tour-de-france-2018", 20)])
def test_tours_ship(tmp_path, name, stages):
    told = json.loads(tour(name, "-t", "random,lowest", "-n", "64", "--no-plots", "--json", cwd=tmp_path).stdout)
    assert len(told["stage_names"]) == stages
    assert told["rules"] == "grand-tour-2016"
    assert (tmp_path / f"reports/tour-{name}/riders.csv").exists()


def test_options_go_before_the_file(tmp_path):
    words = ("--carry", "none", "--carry", "all", "--seed", "4", "--set", "max_rounds=3", "--seats", "fixed", "--no-plots", "--json")
    done = tour(*SMALL, *words, cwd=tmp_path)
    told = json.loads(done.stdout)
    assert (told["carry"], told["seed"], told["seats"], told["races"]) == (["none", "all"], 4, "fixed", 128)
    assert told["lineup"] == ["drafter", "random"]
    assert told["draws"] == [128 * 6, 128 * 6]
    assert "warning: carry none: 768 of 768 stages were a draw" in done.stderr


def test_text_says_who_wins(tmp_path):
    done = tour(*SMALL, "--carry", "half-up", "--carry", "none", "--no-plots", cwd=tmp_path)
    assert "Six base stages · 6 stages · grand-tour-2016 · 128 tours · seed 0" in done.stdout
    assert "carry none against half-up: another rider wins" in done.stdout
    assert "Results: reports/tour-six-base-stages" in done.stdout
    assert tour(*SMALL, "--no-plots", "--quiet", "--force", cwd=tmp_path).stdout == ""


def test_parquet(tmp_path):
    pytest.importorskip("pyarrow")
    tour(*SMALL, "--no-plots", "--quiet", "--format", "parquet", cwd=tmp_path)
    assert (tmp_path / "reports/tour-six-base-stages/gaps.parquet").exists()


def begin(*words, cwd):
    """A tour that is going on: it has written a checkpoint."""
    process = subprocess.Popen([sys.executable, "-m", "fr_sim", "tour", *words, "-o", "out"], cwd=cwd, stderr=subprocess.PIPE, text=True)
    first = None
    deadline = time.monotonic() + 300
    tally = cwd / "out/.unfinished/tally.npz"
    while time.monotonic() < deadline:
        assert process.poll() is None, process.stderr.read()
        if tally.exists():
            written = tally.stat().st_mtime_ns
            first = first or written
            if written != first:  # the first holds no race yet
                return process
        time.sleep(0.02)
    raise AssertionError("no checkpoint")


#: Long enough for a checkpoint on the way.
LONG = ("six-base-stages", "-t", "random,lowest", "-n", "150000", "--carry", "half-up", "--carry", "none", "--no-plots", "--quiet")


@pytest.mark.slow
def test_killed_and_interrupted_tours_go_on_to_the_same_bits(tmp_path):
    killed = begin(*LONG, cwd=tmp_path)
    killed.send_signal(signal.SIGSTOP)
    busy = refused(*LONG, "-o", "out", "--resume", cwd=tmp_path)
    killed.kill()
    killed.wait()
    assert f"process {killed.pid}" in busy
    assert "--resume to go on with it" in refused(*LONG, "-o", "out", cwd=tmp_path)
    assert "--resume with another --seed" in refused(*LONG, "-o", "out", "--resume", "--seed", "9", cwd=tmp_path)
    assert "what another command has begun" in fr_sim("run", "avenue-corso-paseo", "-o", "out", "--resume", cwd=tmp_path).stderr
    told = json.loads(tour(*LONG, "-o", "out", "--resume", "--json", "--threads", "1", cwd=tmp_path).stdout)
    assert 0 < told["resumed_at"] < 150_000
    assert json.loads(tour(*LONG, "-o", "whole", "--json", cwd=tmp_path).stdout)["digest"] == told["digest"]
    assert files_below(tmp_path / "whole") == files_below(tmp_path / "out")
    interrupted = begin(*LONG, "--force", cwd=tmp_path)
    interrupted.send_signal(signal.SIGINT)
    _, errors = interrupted.communicate(timeout=120)
    assert interrupted.returncode == 130
    assert "the same command with --resume goes on" in errors
    again = json.loads(tour(*LONG, "-o", "out", "--resume", "--json", cwd=tmp_path).stdout)
    assert again["digest"] == told["digest"]
    assert json.loads(tour(*LONG, "-o", "out", "--resume", "--json", cwd=tmp_path).stdout)["was_done"]


def test_directories_are_not_written_over(tmp_path):
    words = (*SMALL, "--no-plots", "--quiet", "-o", "out")
    tour(*words, cwd=tmp_path)
    assert "another run's results" in refused(*words, cwd=tmp_path)
    tour(*words, "--force", cwd=tmp_path)
    (tmp_path / "out/notes.txt").write_text("mine")
    assert "notes.txt" in refused(*words, "--force", cwd=tmp_path)
    (tmp_path / "out/notes.txt").unlink()
    run = fr_sim("run", "avenue-corso-paseo", "-n", "64", "-o", "out", "--force", "--no-plots", cwd=tmp_path)
    assert run.returncode == 2
    assert "files that no run wrote" in run.stderr


def test_a_policy_that_goes_wrong_is_named(tmp_path):
    (tmp_path / "mine.py").write_text("def forgetful(view):\n    return 77\n")
    told = refused("six-base-stages", "-t", "random,forgetful", "--policy-file", "mine.py", "--no-plots", "-n", "64", cwd=tmp_path)
    assert "forgetful" in told
    assert "race 0" in told


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "stages: found nothing, expected a list of the stages"),
        ("stages = []", "stages: found [], expected a list of the stages"),
        ('stages = "avenue-corso-paseo"', "stages: found 'avenue-corso-paseo', expected a list"),
        ('stages = ["firenze-milan"]', "'firenze-milan' is part of firenze-milano, firenze-milano-5-6"),
        ('stages = ["there.toml"]', "no such file"),
        ('stages = ["firenze-milano"]\nstage = 3', "an unknown key"),
        ('stages = ["firenze-milano"]\ncarry = "hlaf-up"', "did you mean 'half-up'"),
        ('stages = ["firenze-milano"]\ncarry = 2', "carry: found 2, expected a list of strings"),
        ('stages = ["firenze-milano"]\ncarry = ["all", "all"]', "each carry rule once"),
        ('stages = ["firenze-milano"]\nrules = "gigamic-v2"', "race_end: found 'round', expected all in a tour"),
        ('stages = ["firenze-milano"]\nrules = "gran-tour"', "did you mean 'grand-tour-2016'"),
        ('stages = ["firenze-milano"]\nraces = 0', "races: found 0, expected a whole number"),
        ('stages = ["firenze-milano"]\nseed = "x"', "seed: found 'x', expected a whole number"),
        ('stages = ["firenze-milano"]\nteams = "draftr"', "did you mean 'drafter'"),
        ('stages = ["firenze-milano"]\nteams = "random,random,random,random,random,random"', "12 riders"),
        ('stages = ["firenze-milano"]\nseats = "any"', "one of rotate, random, fixed"),
        ('stages = ["firenze-milano"]\nset = ["hand_size=x"]', "hand_size"),
        ('stages = ["firenze-milano"]\npolicy_file = "gone.py"', "gone.py"),
        ("stages = [", "broken TOML"),
    ],
)
def test_bad_files(tmp_path, text, message):
    (tmp_path / "bad.toml").write_text(text)
    assert message in refused("bad.toml", cwd=tmp_path)
    assert not (tmp_path / "reports").exists()


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["six-base-stage"], "did you mean 'six-base-stages'"),
        (["gone.toml"], "no such file"),
        (["six-base-stages", "--carry", "some"], "carry: found 'some'"),
        (["six-base-stages", "--set", "race_end=round"], "race_end"),
        (["six-base-stages", "-n", "many"], "--races: found 'many'"),
        (["six-base-stages", "--format", "xml"], "--format"),
        (["six-base-stages", "--stages", "x"], "--stages"),
        ([], "FILE.toml"),
    ],
)
def test_bad_options(tmp_path, words, message):
    assert message in refused(*words, cwd=tmp_path)
