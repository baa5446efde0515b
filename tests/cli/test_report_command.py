"""`fr-sim report` as a user runs it, on a real run."""

import errno
import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from fr_sim.cli.main import main

PLOTS = ("win-rate", "seats", "race-profile", "ranks", "exhaustion", "cards", "rounds")


@pytest.fixture(scope="module")
def finished(tmp_path_factory) -> Path:
    """The results directory of a run with plots and page."""
    directory = tmp_path_factory.mktemp("finished") / "run"
    words = ("run", "la-haut-montagne", "-t", "saver,random,steady:pace=5/rouleur", "-n", "256", "--set", "hand_size=3", "-o", directory)
    ended = subprocess.run([sys.executable, "-m", "fr_sim", *map(str, words)], capture_output=True, text=True, timeout=300, check=False)
    assert ended.returncode == 0, ended.stderr
    return directory


@pytest.fixture
def run(finished, tmp_path) -> Path:
    """A copy of the finished run, to be spoilt."""
    return Path(shutil.copytree(finished, tmp_path / "run"))


def contents(directory: Path) -> dict[str, bytes]:
    return {str(path.relative_to(directory)): path.read_bytes() for path in directory.rglob("*") if path.is_file()}


def refused(capsys, *words) -> str:
    """The one message of a `fr-sim report` that must be refused."""
    assert main(["report", *map(str, words)]) == 2
    said = capsys.readouterr()
    assert said.out == ""
    assert len(said.err.splitlines()) == 1
    return said.err


def test_a_run_leaves_plots_and_page(finished):
    assert {f"plots/{name}.{kind}" for name in PLOTS for kind in ("svg", "png")} | {"report.html"} <= set(contents(finished))
    page = (finished / "report.html").read_text(encoding="utf-8")
    assert "fr-sim run la-haut-montagne -t saver,random,steady:pace=5/rouleur" in page
    assert "hand_size" in page


def test_everything_is_made_again_to_the_byte(run, capsys):
    before = contents(run)
    for path in run.rglob("*"):
        if path.is_file() and path.name not in ("run.json", "tally.npz"):
            path.unlink()
    assert main(["report", str(run)]) == 0
    assert contents(run) == before
    assert {str(Path(line).relative_to(run)) for line in capsys.readouterr().out.splitlines()} == set(before) - {"run.json", "tally.npz"}


def test_tables_alone(run, capsys):
    before = contents(run)
    shutil.rmtree(run / "plots")
    (run / "report.html").unlink()
    (run / "teams.csv").write_text("spoilt")
    assert main(["report", str(run), "--no-plots", "--quiet"]) == 0
    assert contents(run) == {name: words for name, words in before.items() if name.endswith((".csv", ".json", ".npz"))}
    assert capsys.readouterr().out == ""


def test_without_counts_the_tables_that_are_there_are_shown(run):
    (run / "tally.npz").unlink()
    (run / "report.html").unlink()
    assert main(["report", str(run), "-q"]) == 0
    assert (run / "report.html").exists()


def test_parquet_stays_parquet(run):
    for table in run.glob("*.csv"):
        table.unlink()
    (run / "teams.parquet").write_bytes(b"")
    assert main(["report", str(run), "-q"]) == 0
    assert not list(run.glob("*.csv"))
    assert len(list(run.glob("*.parquet"))) == 13


def test_no_numba_and_no_pandas(run):
    script = "import sys; from fr_sim.cli.main import main; main(sys.argv[1:]); print(*{'numba', 'pandas'} & set(sys.modules))"
    ended = subprocess.run([sys.executable, "-c", script, "report", str(run), "-q"], capture_output=True, text=True, timeout=60, check=True)
    assert ended.stdout.split() == []


def test_no_run(tmp_path, capsys):
    assert "found no run.json, expected the results directory of a run" in refused(capsys, tmp_path)
    assert "found no such directory" in refused(capsys, tmp_path / "nowhere")
    (tmp_path / "file").write_text("")
    assert "found a file" in refused(capsys, tmp_path / "file")


def test_no_directory_at_all(capsys):
    assert "DIR" in refused(capsys)


def test_broken_record(run, capsys):
    (run / "run.json").write_text("{")
    assert "run.json: found" in refused(capsys, run)


@pytest.mark.parametrize("key", ["rules", "teams", "digest", "stage", "seats", "chunks"])
def test_record_without_a_key(run, capsys, key):
    record = json.loads((run / "run.json").read_text())
    del record[key]
    (run / "run.json").write_text(json.dumps(record))
    assert f"found no {key}" in refused(capsys, run)


def test_counts_of_another_run(run, capsys):
    record = json.loads((run / "run.json").read_text())
    (run / "run.json").write_text(json.dumps({**record, "digest": "0" * 64}))
    before = contents(run)
    assert "tally.npz: found other counts" in refused(capsys, run)
    assert contents(run) == before


def test_broken_counts(run, capsys):
    (run / "tally.npz").write_bytes(b"PK nothing")
    assert "tally.npz: found a broken file" in refused(capsys, run)


def test_no_counts_and_no_tables(run, capsys):
    (run / "tally.npz").unlink()
    (run / "cards.csv").unlink()
    assert "cards.csv: found no such file" in refused(capsys, run)
    assert "tally.npz: found no such file" in refused(capsys, run, "--no-plots")


def test_directory_that_cannot_be_written_to(run, capsys, monkeypatch):
    def refuse(*_):
        raise PermissionError(errno.EACCES, "Permission denied", str(run))

    monkeypatch.setattr(os, "replace", refuse)
    before = contents(run)
    assert "found Permission denied, expected a directory that can be written to" in refused(capsys, run)
    assert contents(run) == before


def test_plots_in_the_way(run, capsys):
    shutil.rmtree(run / "plots")
    (run / "plots").write_text("a file")
    assert "plots" in refused(capsys, run)
