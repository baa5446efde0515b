"""Results directories: whose they are, what survives an interruption, and what is refused."""

import json
import os
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
import time
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from fr_sim.arrays.counts import empty_tally
from fr_sim.files import load_edition, load_stage
from fr_sim.game.errors import BadInput
from fr_sim.policies.lineups import parse_lineup
from fr_sim.questions.checkpoint import save_arrays
from fr_sim.questions.directory import UNFINISHED, ResultsDirectory
from fr_sim.questions.run import answer
from fr_sim.simulate.question import ask
from tests.storing import load_results, load_tally, run_into


@pytest.fixture(scope="module")
def question():
    return ask(load_stage("avenue-corso-paseo"), parse_lineup("random,highest"), load_edition("gigamic-v2"), 2000)


@pytest.fixture(scope="module")
def whole(question):
    return answer(question)


class Pulled(BaseException):
    """The plug is pulled: nothing catches this."""


def pull_the_plug_at(races):
    def progress(tally):
        if tally.races[0] >= races:
            raise Pulled

    return progress


def named(path, force=False):
    return ResultsDirectory(path, named=True, force=force)


def test_a_run_leaves_its_files_and_nothing_else(tmp_path, question, whole):
    stored = run_into(named(tmp_path / "deep" / "results"), question, command="fr-sim run …")
    found = sorted(path.name for path in stored.directory.iterdir())
    tables = {"teams", "seats", "riders", "exhaustion", "cards", "rounds", "ranks", "profile", "weather"}
    tables |= {"road", "chains", "leads", "catch_up"}
    assert found == sorted(["run.json", "tally.npz", *(f"{name}.csv" for name in tables)])
    assert sorted(path.name for path in stored.files) == found
    assert stored.answer.digest == whole.digest == json.loads((stored.directory / "run.json").read_text())["digest"]
    assert load_results(stored.directory).digest == whole.digest


def test_two_runs_of_one_question_write_the_same_bytes(tmp_path, question):
    run_into(named(tmp_path / "one"), question, threads=1)
    run_into(named(tmp_path / "two"), question, threads=2)
    for path in (tmp_path / "one").iterdir():
        assert path.read_bytes() == (tmp_path / "two" / path.name).read_bytes(), path.name


def test_a_run_cut_off_goes_on_from_its_checkpoint(tmp_path, question, whole, monkeypatch):
    monkeypatch.setattr("fr_sim.questions.store.CHECKPOINT_SECONDS", 0)
    place = named(tmp_path / "results")
    with pytest.raises(Pulled):
        run_into(place, question, chunk_races=128, progress=pull_the_plug_at(640))
    assert load_tally(place.unfinished / "tally.npz").races[0] == 640
    assert not (place.path / "run.json").exists()
    with pytest.raises(BadInput, match=r"an unfinished run.*--resume.*--force"):
        run_into(place, question)
    stored = run_into(place, question, resume=True, chunk_races=192)
    assert stored.resumed_at == 640
    assert stored.answer.digest == whole.digest
    assert not place.unfinished.exists()


def test_resuming_where_nothing_is_begins_and_where_all_is_done_says_so(tmp_path, question, whole):
    place = named(tmp_path / "results")
    begun = run_into(place, question, resume=True)
    assert (begun.resumed_at, begun.was_done) == (0, False)
    written = (place.path / "run.json").stat().st_mtime_ns
    done = run_into(place, question, resume=True)
    assert done.was_done
    assert done.answer.digest == whole.digest
    assert (place.path / "run.json").stat().st_mtime_ns == written
    assert not place.unfinished.exists()


@pytest.mark.parametrize("finished", [False, True])
def test_resuming_with_other_options_is_refused(tmp_path, question, finished, monkeypatch):
    monkeypatch.setattr("fr_sim.questions.store.CHECKPOINT_SECONDS", 0)
    place = named(tmp_path / "results")
    if finished:
        run_into(place, question)
    else:
        with pytest.raises(Pulled):
            run_into(place, question, chunk_races=128, progress=pull_the_plug_at(640))
    before = {path: path.stat().st_mtime_ns for path in place.path.rglob("*") if path.is_file()}
    with pytest.raises(BadInput, match=r"another --seed, expected the options of the run that is there \(--seed 0\)"):
        run_into(place, replace(question, seed=1), resume=True)
    with pytest.raises(BadInput, match="--races"):
        run_into(place, replace(question, races=3000), resume=True)
    with pytest.raises(BadInput, match="--teams"):
        run_into(place, replace(question, lineup=parse_lineup("random,lowest")), resume=True)
    with pytest.raises(BadInput, match="--raw"):
        run_into(place, question, resume=True, raw=True)
    assert {path: path.stat().st_mtime_ns for path in place.path.rglob("*") if path.is_file() and path.name != "lock"} == {
        path: changed for path, changed in before.items() if path.name != "lock"
    }


def test_a_named_directory_keeps_anothers_results_unless_forced(tmp_path, question):
    run_into(named(tmp_path), question)
    with pytest.raises(BadInput, match=r"another run's results.*--force"):
        run_into(named(tmp_path), replace(question, seed=1))
    forced = run_into(named(tmp_path, force=True), replace(question, seed=1))
    assert json.loads((tmp_path / "run.json").read_text())["digest"] == forced.answer.digest


def test_the_default_directory_is_replaced_and_loses_what_the_new_run_does_not_write(tmp_path, question):
    place = ResultsDirectory(tmp_path / "run-avenue", named=False)
    run_into(place, question, raw=True, table_format="parquet")
    (place.path / "plots").mkdir()
    (place.path / "plots" / "wins.svg").write_text("<svg/>")
    (place.path / "report.html").write_text("")
    run_into(place, replace(question, seed=1))
    names = {path.name for path in place.path.iterdir()}
    assert not {"races.parquet", "teams.parquet", "plots", "report.html"} & names
    assert "teams.csv" in names


@pytest.mark.parametrize("force", [False, True])
@pytest.mark.parametrize("name", ["diary.txt", "teams.csv", "run.json", "folder/", "plots/", ".unfinished"])
def test_foreign_files_are_never_touched(tmp_path, question, name, force):
    if name.endswith("/"):
        (tmp_path / name).mkdir()
    else:
        (tmp_path / name).write_text("mine")
    with pytest.raises(BadInput, match="files that no run wrote: " + name.rstrip("/")):
        run_into(named(tmp_path, force), question)
    assert [path.name for path in tmp_path.iterdir()] == [name.rstrip("/")]


def test_a_foreign_file_among_results_is_noticed(tmp_path, question):
    run_into(named(tmp_path), question)
    (tmp_path / "notes.md").write_text("mine")
    (tmp_path / "plots").mkdir()
    (tmp_path / "plots" / "mine.xcf").write_text("mine")
    with pytest.raises(BadInput, match=r"notes.md, plots/mine.xcf"):
        run_into(named(tmp_path, force=True), question)
    with pytest.raises(BadInput, match=r"notes.md, plots/mine.xcf"):
        run_into(ResultsDirectory(tmp_path, named=False), question)


def test_what_a_file_browser_leaves_is_nobodys(tmp_path, question):
    (tmp_path / ".DS_Store").write_text("")
    run_into(named(tmp_path), question)
    assert (tmp_path / "run.json").exists()


@pytest.mark.parametrize("path", ["file", "file/results", "file/deep/results"])
def test_a_path_that_cannot_be_a_directory(tmp_path, question, path):
    (tmp_path / "file").write_text("mine")
    with pytest.raises(BadInput, match="expected a directory"):
        run_into(named(tmp_path / path), question)
    assert (tmp_path / "file").read_text() == "mine"


@pytest.fixture
def closed_directory():
    """A directory that may be read but not written to, asked for by somebody who is not root."""
    path = Path(tempfile.mkdtemp())
    path.chmod(0o555)
    is_root = os.geteuid() == 0
    if is_root:
        os.seteuid(65534)
    yield path
    if is_root:
        os.seteuid(0)
    path.chmod(0o755)
    shutil.rmtree(path)


def test_without_permission_nothing_is_written(closed_directory):
    for path in (closed_directory, closed_directory / "results"):
        with pytest.raises(BadInput, match="Permission denied, expected a directory that can be written to"), named(path).claimed():
            pytest.fail("the directory was claimed")
    assert list(closed_directory.iterdir()) == []


@pytest.fixture
def living_run(tmp_path):
    """A directory, and another process that holds it."""
    place = named(tmp_path / "busy")
    place.unfinished.mkdir(parents=True)
    hold = (
        "import pathlib, sys, fr_sim.questions.lock as here; lock = here.Lock(pathlib.Path(sys.argv[1])); lock.acquire(); input('held\\n')"
    )
    process = subprocess.Popen(
        [sys.executable, "-u", "-c", hold, place.unfinished / "lock"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    )
    assert process.stdout.readline() == "held\n"
    yield place, process
    process.kill()
    process.communicate()


def test_a_living_runs_directory_is_refused_and_a_dead_ones_is_not(living_run, question):
    place, process = living_run
    for resume, force in ((False, False), (True, False), (False, True)):
        with pytest.raises(BadInput, match=rf"a run that is going on \(process {process.pid}, since "):
            run_into(named(place.path, force), question, resume=resume)
    process.kill()
    process.wait()
    assert (place.unfinished / "lock").exists()
    assert run_into(place, question).answer.races == 2000


def test_a_lock_without_a_process_is_none(tmp_path, question):
    place = named(tmp_path)
    place.unfinished.mkdir()
    (place.unfinished / "lock").write_text(json.dumps({"process": os.getpid(), "started": "2020-01-01 00:00:00"}))
    assert run_into(place, question).answer.races == 2000


def test_results_stay_when_a_replacing_run_fails(tmp_path, question, whole, monkeypatch):
    run_into(named(tmp_path), question)
    with pytest.raises(Pulled):
        run_into(named(tmp_path, force=True), replace(question, seed=1), progress=pull_the_plug_at(1))
    assert load_results(tmp_path).digest == whole.digest
    assert not (tmp_path / UNFINISHED).exists()  # it had kept no race yet


def test_a_failing_report_loses_nothing(tmp_path, question, whole):
    def draw(directory, answer):
        raise Pulled

    with pytest.raises(Pulled):
        run_into(named(tmp_path), question, afterwards=draw)
    assert load_results(tmp_path).digest == whole.digest
    drawn = []
    run_into(named(tmp_path), question, resume=True, afterwards=lambda directory, _: drawn.append(directory))
    assert drawn == [tmp_path]


def test_a_policy_that_goes_wrong_leaves_nothing_behind(tmp_path, question):
    def play_badly(tally):
        raise BadInput("mine.py", "77", "a card in hand")

    for path in (tmp_path / "deep" / "results", tmp_path / "kept"):
        (tmp_path / "kept").mkdir(exist_ok=True)
        with pytest.raises(BadInput, match=r"mine\.py"):
            run_into(named(path), question, progress=play_badly)
    assert [entry.name for entry in tmp_path.iterdir()] == ["kept"]
    assert list((tmp_path / "kept").iterdir()) == []


def test_ctrl_c_keeps_every_chunk_that_was_merged(tmp_path, question, whole):
    place = named(tmp_path / "results")

    def press(tally):
        if tally.races[0] == 512:
            signal.raise_signal(signal.SIGINT)

    handler = signal.getsignal(signal.SIGINT)
    with pytest.raises(KeyboardInterrupt):
        run_into(place, question, chunk_races=128, progress=press)
    assert signal.getsignal(signal.SIGINT) is handler
    assert load_tally(place.unfinished / "tally.npz").races[0] == 512
    assert run_into(place, question, resume=True).answer.digest == whole.digest


def test_a_run_in_another_thread_leaves_signals_alone(tmp_path, question, whole):
    digests = []
    thread = threading.Thread(target=lambda: digests.append(run_into(named(tmp_path), question).answer.digest))
    thread.start()
    thread.join()
    assert digests == [whole.digest]


def test_a_full_disk_is_told_in_one_message_and_loses_nothing(tmp_path, question, whole, monkeypatch):
    place = named(tmp_path / "results")
    monkeypatch.setattr("fr_sim.questions.store.CHECKPOINT_SECONDS", 0)
    calls = iter(range(100))

    def full_at_the_fourth(path, counts, compressed=False):
        if next(calls) == 3:
            raise OSError(28, "No space left on device", str(path))
        save_arrays(path, counts, compressed)

    monkeypatch.setattr("fr_sim.questions.store.save_arrays", full_at_the_fourth)
    with pytest.raises(BadInput, match=r"No space left on device, expected room on the disk.*--resume"):
        run_into(place, question, chunk_races=128)
    assert load_tally(place.unfinished / "tally.npz").races[0] == 256
    assert run_into(place, question, resume=True).answer.digest == whole.digest


def test_counts_survive_the_disk_and_broken_files_are_told(tmp_path):
    tally = empty_tally()
    tally.wins[3, 2] = 2**62
    path = tmp_path / "tally.npz"
    for compressed in (False, True):
        save_arrays(path, tally._asdict(), compressed)
        assert all(np.array_equal(one, other) for one, other in zip(load_tally(path), tally, strict=True))
    assert [entry.name for entry in tmp_path.iterdir()] == ["tally.npz"]
    for content in (b"", b"PK\x03\x04 broken", path.read_bytes()[:-200]):
        path.write_bytes(content)
        with pytest.raises(BadInput, match=r"tally\.npz"):
            load_tally(path)
    np.savez(path, **(tally._asdict() | {"wins": np.zeros((3, 3), np.int64)}))
    with pytest.raises(BadInput, match="another shape"):
        load_tally(path)
    with pytest.raises(BadInput, match=r"tally\.npz"):
        load_tally(tmp_path / "nowhere" / "tally.npz")


def test_a_broken_checkpoint_is_told(tmp_path, question, monkeypatch):
    monkeypatch.setattr("fr_sim.questions.store.CHECKPOINT_SECONDS", 0)
    place = named(tmp_path)
    with pytest.raises(Pulled):
        run_into(place, question, chunk_races=128, progress=pull_the_plug_at(640))
    (place.unfinished / "tally.npz").write_bytes(b"half a fi")
    with pytest.raises(BadInput, match="broken file"):
        run_into(place, question, resume=True)


def test_checkpoints_are_about_a_second_apart(tmp_path, question, monkeypatch):
    saved = []

    def counted(path, counts, compressed=False):
        saved.append(int(counts["races"][0]))
        save_arrays(path, counts, compressed)

    monkeypatch.setattr("fr_sim.questions.store.save_arrays", counted)
    monkeypatch.setattr("fr_sim.questions.store.CHECKPOINT_SECONDS", 0.05)
    run_into(named(tmp_path), question, chunk_races=64, progress=lambda _: time.sleep(0.01))
    assert 4 <= len(saved) <= 25
    assert saved[0] == 0
    assert saved[-1] == saved[-2] == 2000
