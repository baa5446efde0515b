"""`fr-sim batch` as a user runs it."""

import json
import re
import shutil
import signal
import subprocess
import sys
import time
from functools import partial
from pathlib import Path

import pytest

from tests.cli import commands
from tests.cli.commands import files_below, fr_sim, rows

GRID = """
stages = ["avenue-corso-paseo", "la-haut-montagne"]
rules = ["gigamic-v2", "grand-race"]
teams = ["random,highest", "random,random,lowest"]
seeds = [0, 7]
races = 320
"""
DOCUMENT = Path(__file__).parents[2] / "docs/batch.md"

batch = partial(commands.succeeded, "batch")
refused = partial(commands.refused, "batch")


@pytest.fixture(scope="module")
def plain(tmp_path_factory):
    folder = tmp_path_factory.mktemp("plain")
    (folder / "grid.toml").write_text(GRID)
    batch("grid.toml", "--no-plots", "--quiet", cwd=folder)
    return folder


def test_every_combination_is_a_run_and_all_are_in_one_table(plain):
    directory = plain / "reports/batch-grid"
    assert {path.name for path in directory.iterdir()} == {"batch.csv", "batch.json", "cells", "index.html"}
    table = rows(directory / "batch.csv")
    assert len({row["cell"] for row in table}) == 16
    assert len(table) == 8 * 2 + 8 * 3
    assert len({(row["stage"], row["rules"], row["lineup"], row["seed"]) for row in table}) == 16
    for row in table:
        run = rows(directory / "cells" / row["cell"] / "teams.csv")[int(row["team"])]
        assert {name: row[name] for name in run} == run
        record = json.loads((directory / "cells" / row["cell"] / "run.json").read_text())
        assert (record["edition"], record["lineup"], str(record["seed"])) == (row["rules"], row["lineup"], row["seed"])
    page = (directory / "index.html").read_text()
    assert all(f"cells/{row['cell']}/" in page for row in table)


def test_a_cell_is_the_run_that_its_command_makes(plain, tmp_path):
    cell = sorted((plain / "reports/batch-grid/cells").iterdir())[-1]
    words = json.loads((cell / "run.json").read_text())["command"].split()
    assert fr_sim(*words[1:], "--no-plots", "-o", "alone", cwd=tmp_path).returncode == 0
    assert files_below(cell) == files_below(tmp_path / "alone")


def test_the_example_of_the_document_runs(tmp_path):
    (tmp_path / "example.toml").write_text(re.search(r"```toml\n(.*?)```", DOCUMENT.read_text(), re.DOTALL)[1])
    told = json.loads(batch("example.toml", "--no-plots", "--json", cwd=tmp_path).stdout)
    assert len(told["cells"]) == 8
    assert not any("failed" in cell for cell in told["cells"])


def test_plots_and_pages(tmp_path):
    (tmp_path / "small.toml").write_text('stages = ["avenue-corso-paseo"]\nteams = ["random,random"]\nraces = 64\n')
    batch("small.toml", cwd=tmp_path)
    directory = tmp_path / "reports/batch-small"
    assert (directory / "plots/win-rates.svg").exists()
    cell = next((directory / "cells").iterdir())
    assert f"cells/{cell.name}/report.html" in (directory / "index.html").read_text()
    assert (cell / "report.html").exists()


def test_a_cell_that_fails_does_not_stop_the_others(tmp_path):
    (tmp_path / "mine.py").write_text("def forgetful(view):\n    return 77\n")
    (tmp_path / "grid.toml").write_text(
        'stages = ["avenue-corso-paseo"]\nteams = ["random,forgetful", "random,random,random,random,random,random", "random,random"]\n'
        'races = 64\npolicy_file = "mine.py"\n'
    )
    done = batch("grid.toml", "--no-plots", "--json", cwd=tmp_path, status=1)
    told = json.loads(done.stdout)["cells"]
    assert ["failed" in cell for cell in told] == [True, True, False]
    assert "forgetful" in told[0]["failed"]
    assert "12 riders" in told[1]["failed"]
    assert [line.startswith("failed: ") for line in done.stderr.splitlines() if "failed" in line] == [True, True]
    directory = tmp_path / "reports/batch-grid"
    assert len(rows(directory / "batch.csv")) == 2
    assert "12 riders" in (directory / "index.html").read_text()
    again = json.loads(batch("grid.toml", "--no-plots", "--json", "--resume", cwd=tmp_path, status=1).stdout)["cells"]
    assert again[2]["was_done"]


def test_a_killed_batch_goes_on_to_the_same_bits(tmp_path):
    grid = 'stages = ["avenue-corso-paseo"]\nteams = ["random,random", "random,highest"]\nseeds = [1, 2]\nraces = 1000000\n'
    (tmp_path / "grid.toml").write_text(grid)
    words = ("batch", "grid.toml", "--no-plots", "--quiet")
    process = subprocess.Popen([sys.executable, "-m", "fr_sim", *words, "-o", "out"], cwd=tmp_path)
    deadline = time.monotonic() + 300
    while process.poll() is None and time.monotonic() < deadline:
        finished = {path.parent for path in tmp_path.glob("out/cells/*/run.json")}
        begun = {path.parents[1] for path in tmp_path.glob("out/cells/*/.unfinished/tally.npz")}
        if finished and begun - finished:
            break
        time.sleep(0.01)
    process.send_signal(signal.SIGSTOP)
    assert process.poll() is None
    busy = refused("grid.toml", "-o", "out", "--resume", cwd=tmp_path)
    process.kill()
    process.wait()
    assert f"process {process.pid}" in busy
    told = json.loads(batch("grid.toml", "--no-plots", "-o", "out", "--resume", "--json", "--threads", "1", cwd=tmp_path).stdout)
    assert told["cells"][0]["was_done"]
    assert not told["cells"][3]["was_done"]
    batch("grid.toml", "--no-plots", "--quiet", "-o", "whole", cwd=tmp_path)
    assert files_below(tmp_path / "out") == files_below(tmp_path / "whole")


def test_directories_are_guarded(plain, tmp_path):
    (tmp_path / "grid.toml").write_text('stages = ["avenue-corso-paseo"]\nteams = ["random,random"]\nraces = 64\n')
    words = ("grid.toml", "--no-plots", "--quiet", "-o", "out")
    batch(*words, cwd=tmp_path)
    before = files_below(tmp_path / "out")
    assert "--force" in refused(*words, cwd=tmp_path)
    (tmp_path / "other.toml").write_text('stages = ["avenue-corso-paseo"]\nteams = ["random,random"]\nraces = 128\n')
    assert "another batch file" in refused("other.toml", "-o", "out", "--resume", cwd=tmp_path)
    batch(*words, "--resume", cwd=tmp_path)
    assert files_below(tmp_path / "out") == before
    diary = next((tmp_path / "out/cells").iterdir()) / "diary.txt"
    diary.write_text("mine")
    assert "diary.txt" in refused(*words, "--force", cwd=tmp_path)
    assert diary.read_text() == "mine"
    diary.unlink()
    batch("other.toml", "--no-plots", "--quiet", "-o", "out", "--force", cwd=tmp_path)
    assert rows(tmp_path / "out/batch.csv")[0]["races"] == "128"
    (tmp_path / "foreign").mkdir()
    (tmp_path / "foreign/diary.txt").write_text("mine")
    assert "diary.txt" in refused("grid.toml", "-o", "foreign", "--force", cwd=tmp_path)


S = 'stages = ["avenue-corso-paseo"]\n'


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("", "stages"),
        ("stages = []", "stages"),
        ('stages = "avenue-corso-paseo"', "stages"),
        ("stages = [3]", "stages"),
        ('stages = [""]', "stages"),
        ('stages = ["avenue-corso-paso"]', "did you mean 'avenue-corso-paseo'"),
        ('stages = ["avenue-corso-paseo", "avenue-corso-paseo"]', "each entry once"),
        ('stages = ["nowhere.toml"]', "nowhere.toml"),
        (S + 'rules = "gigamic-v2"', "rules"),
        (S + 'rules = ["gigamic-v3"]', ".toml: rules: found 'gigamic-v3'"),
        (S + "rules = []", "rules"),
        (S + 'teams = "random,random"', "teams"),
        (S + 'teams = ["randum"]', ".toml: teams, team 0: found 'randum'"),
        (S + "seeds = 3", "seeds"),
        (S + "seeds = [1.5]", "seeds"),
        (S + "seeds = [1, 1]", "each entry once"),
        (S + "races = 0", "races"),
        (S + 'races = "many"', "races"),
        (S + "precision = 2", "precision"),
        (S + 'precision = "fine"', "precision"),
        (S + 'seats = "rotat"', "did you mean 'rotate'"),
        (S + 'set = "hand_size=3"', "set"),
        (S + 'set = ["hand_size=0"]', "hand_size"),
        (S + 'policy_file = "none.py"', "none.py"),
        (S + "title = 3", "title"),
        (S + "race = 3", "did you mean 'races'"),
        (S + "seeds = [" + ",".join(map(str, range(10_001))) + "]", "10,001 runs"),
        ("stages = [", "broken TOML"),
    ],
)
def test_bad_files_are_told_in_one_line_and_write_nothing(tmp_path, text, told):
    (tmp_path / "grid.toml").write_text(text)
    assert told in refused("grid.toml", cwd=tmp_path)
    assert [path.name for path in tmp_path.iterdir()] == ["grid.toml"]


def test_no_file_and_no_text(tmp_path):
    assert "no such file" in refused("nothing.toml", cwd=tmp_path)
    (tmp_path / "bytes.toml").write_bytes(b"\xff\xfe\x00")
    assert "bytes.toml" in refused("bytes.toml", cwd=tmp_path)
    assert "a folder" in refused(".", cwd=tmp_path)


def test_report_makes_table_and_pages_again(plain, tmp_path):
    """Index, table and every run's tables come from what is stored; a run that failed is told as it was."""
    here = tmp_path / "again"
    shutil.copytree(plain / "reports/batch-grid", here)
    before = files_below(here)
    for path in (here / "index.html", here / "batch.csv", *here.glob("cells/*/teams.csv")):
        path.unlink()
    missing = next((here / "cells").iterdir())
    done = fr_sim("report", here, "--no-plots", cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    assert f"{here / 'index.html'}" in done.stdout.splitlines()
    assert files_below(here) == before
    shutil.rmtree(missing)
    assert fr_sim("report", here, "--no-plots", cwd=tmp_path).returncode == 0
    assert "not played to its end" in (here / "index.html").read_text()
