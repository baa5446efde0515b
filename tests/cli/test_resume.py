"""`fr-sim run` killed, interrupted, and gone on with."""

import io
import json
import os
import pty
import signal
import subprocess
import sys
import time
import zipfile

import numpy as np
import pytest

from tests.cli.commands import apart as fr_sim

#: Long enough that a checkpoint is written on the way.
WORDS = ("run", "avenue-corso-paseo", "-t", "random,highest,lowest,random", "--no-plots", "--threads", "2")


def begin(*words, cwd, **options):
    return subprocess.Popen([sys.executable, "-m", "fr_sim", *words], cwd=cwd, stderr=subprocess.PIPE, text=True, **options)


def races_kept(directory):
    """Races of the last checkpoint, 0 before the first."""
    try:
        with zipfile.ZipFile(io.BytesIO((directory / ".unfinished/tally.npz").read_bytes())) as counts:
            return int(np.load(io.BytesIO(counts.read("races.npy")))[0])
    except FileNotFoundError:
        return 0


def wait_for_checkpoint(directory, process):
    deadline = time.monotonic() + 300
    while races_kept(directory) == 0:
        assert process.poll() is None, "the run was over before its first checkpoint"
        assert time.monotonic() < deadline
        time.sleep(0.02)


@pytest.fixture(scope="module")
def races(tmp_path_factory):
    """How many races take this machine some four seconds."""
    folder = tmp_path_factory.mktemp("speed")
    told = json.loads(fr_sim(*WORDS, "-n", "262144", "--json", cwd=folder).stdout)
    return str(max(500_000, int(4 * 262_144 / told["seconds"])))


@pytest.fixture(scope="module")
def whole(tmp_path_factory, races):
    """The digest of an uninterrupted run."""
    return json.loads(fr_sim(*WORDS, "-n", races, "--json", cwd=tmp_path_factory.mktemp("whole")).stdout)["digest"]


@pytest.mark.slow
def test_a_killed_run_goes_on_to_the_same_results(tmp_path, races, whole):
    words = (*WORDS, "-n", races, "-o", "out")
    process = begin(*words, cwd=tmp_path)
    wait_for_checkpoint(tmp_path / "out", process)
    process.kill()
    process.wait()
    assert {path.name for path in (tmp_path / "out").iterdir()} == {".unfinished"}
    kept = races_kept(tmp_path / "out")
    told = json.loads(fr_sim(*words[:-4], "--threads", "1", *words[-4:], "--resume", "--json", cwd=tmp_path).stdout)
    assert told["digest"] == whole
    assert told["resumed_at"] == kept > 0
    assert not (tmp_path / "out/.unfinished").exists()
    done = fr_sim(*words, "--resume", cwd=tmp_path)
    assert done.returncode == 0
    assert "Done before" in done.stdout


def test_only_the_same_run_may_go_on_and_only_once_the_first_is_dead(tmp_path):
    words = (*WORDS, "-n", "1000000000", "-o", "out")
    process = begin(*words, cwd=tmp_path)
    wait_for_checkpoint(tmp_path / "out", process)
    for more in ((), ("--resume",), ("--force",)):
        busy = fr_sim(*words, *more, cwd=tmp_path)
        assert (busy.returncode, busy.stdout) == (2, "")
        assert f"process {process.pid}" in busy.stderr
    process.kill()
    process.wait()
    other = fr_sim(*words, "--seed", "1", "--resume", cwd=tmp_path)
    assert other.returncode == 2
    assert "--seed" in other.stderr
    unasked = fr_sim(*words, cwd=tmp_path)
    assert unasked.returncode == 2
    assert "--resume" in unasked.stderr
    assert races_kept(tmp_path / "out") > 0
    assert fr_sim(*WORDS, "-n", "64", "-o", "out", "--force", cwd=tmp_path).returncode == 0


@pytest.mark.slow
def test_ctrl_c_ends_with_130_and_a_hint(tmp_path, races, whole):
    words = (*WORDS, "-n", races, "-o", "out")
    process = begin(*words, cwd=tmp_path)
    wait_for_checkpoint(tmp_path / "out", process)
    process.send_signal(signal.SIGINT)
    _, said = process.communicate(timeout=60)
    assert process.returncode == 130
    assert "--resume" in said
    assert "Traceback" not in said
    told = json.loads(fr_sim(*words, "--resume", "--json", cwd=tmp_path).stdout)
    assert told["digest"] == whole


@pytest.mark.slow
def test_a_killed_raw_run_leaves_no_broken_file_and_goes_on(tmp_path):
    parquet = pytest.importorskip("pyarrow.parquet")
    words = (*WORDS, "-n", "600000", "--raw", "-o", "out")
    process = begin(*words, cwd=tmp_path)
    wait_for_checkpoint(tmp_path / "out", process)
    process.kill()
    process.wait()
    assert not list((tmp_path / "out").glob("*.parquet"))
    assert fr_sim(*words, "--resume", cwd=tmp_path).returncode == 0
    rows = parquet.read_table(tmp_path / "out/races.parquet", columns=["race", "won"])
    assert np.array_equal(rows.column("race").to_numpy(), np.repeat(np.arange(600_000), 8))
    told = json.loads(fr_sim(*words, "--resume", "--json", cwd=tmp_path).stdout)
    assert rows.column("won").to_numpy().sum() == 600_000 - told["draws"]


def test_a_killed_run_in_the_default_directory_is_replaced_by_a_later_one(tmp_path):
    directory = tmp_path / "reports/run-avenue-corso-paseo"
    process = begin(*WORDS, "-n", "1000000000", cwd=tmp_path)
    wait_for_checkpoint(directory, process)
    process.kill()
    process.wait()
    assert fr_sim(*WORDS, "-n", "64", cwd=tmp_path).returncode == 0
    assert json.loads((directory / "run.json").read_text())["races"] == 64
    assert not (directory / ".unfinished").exists()


def test_a_terminal_sees_a_bar_with_speed_and_time_left(tmp_path):
    leader, follower = pty.openpty()
    with open(leader, "rb", buffering=0) as screen:
        process = subprocess.Popen(
            [sys.executable, "-m", "fr_sim", *WORDS, "-n", "1000000000"],
            cwd=tmp_path,
            stderr=follower,
            stdout=subprocess.DEVNULL,
            env={**os.environ, "TERM": "xterm", "COLUMNS": "120"},
        )
        os.close(follower)
        shown = b""
        deadline = time.monotonic() + 300
        while b"races/s" not in shown and time.monotonic() < deadline:
            shown += screen.read(4096)
        process.send_signal(signal.SIGINT)
        while True:
            try:
                more = screen.read(4096)
            except OSError:  # the terminal's other end is closed
                break
            if not more:
                break
            shown += more
        assert process.wait() == 130
    assert b"races/s" in shown
    assert b"Avenue Corso Paseo" in shown
