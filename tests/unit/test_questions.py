"""The protocol of questions: every kind, and one made up here, is played, kept, interrupted, gone on with and read back alike."""

import json
import pickle
import subprocess
import sys
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from multiprocessing import get_context
from typing import ClassVar, NamedTuple

import numpy as np
import pytest

from fr_sim.cli.progress import Progress
from fr_sim.files import load_edition, load_stage
from fr_sim.game.errors import BadInput
from fr_sim.policies.lineups import parse_lineup
from fr_sim.policies.own_files import load_policy_file
from fr_sim.questions.compare import ask_comparison
from fr_sim.questions.directory import ResultsDirectory, files_of
from fr_sim.questions.loop import Stopped, play
from fr_sim.questions.protocol import Asked, Kind, Part
from fr_sim.questions.run import Run
from fr_sim.questions.store import answer_into, read_back
from fr_sim.questions.tour import ask_tour
from fr_sim.rng.words import race_key
from fr_sim.simulate.question import ask, sources_of

RACES = 640


# --- a new kind of question: what it counts, and nothing else ---


class Coins(NamedTuple):
    """Heads by the number of races."""

    races: np.ndarray
    heads: np.ndarray


@dataclass(frozen=True)
class Coin(Asked):
    """How often the first bit of a race's key is one."""

    seed: int
    tosses: int = RACES

    kind: ClassVar[Kind] = Kind(
        "toss",
        files_of("coin.json", ["heads"]),
        {"seed": "--seed", "tosses": "--races"},
        lambda told, _: Coin(told["seed"], told["tosses"]),
    )
    title: ClassVar[str] = "a coin"
    races = property(lambda self: self.tosses)

    def record(self):
        """Seed and tosses."""
        return {"program": "fr-sim", "seed": self.seed, "tosses": self.tosses}

    def empty(self):
        """No toss."""
        return Coins(np.zeros(1, np.int64), np.zeros(1, np.int64))

    def play(self, chunk):
        """The chunk's tosses."""
        heads = sum(race_key(self.seed, race)[0] & 1 for race in range(chunk.first, chunk.first + chunk.races))
        return Part(chunk, Coins(np.array([chunk.races]), np.array([heads])))

    def tables(self, answer):
        """One row."""
        return {"heads": {"races": [answer.races], "heads": answer.counts.heads.tolist()}}


# --- every kind ---


BOLDEST = """
def boldest(view):
    for kind in range(view.kinds - 1, -1, -1):
        if view.hand[kind] > 0:
            return kind
    return 0
"""


def _own(folder):
    path = folder / "mine.py"
    path.write_text(BOLDEST)
    return load_policy_file(path)


def asked_of(kind, folder):
    stage, edition = load_stage("avenue-corso-paseo"), load_edition("gigamic-v2")
    lineup = parse_lineup("random,highest")
    if kind == "run":
        return Run(ask(stage, lineup, edition, RACES))
    if kind == "run-own":
        own = _own(folder)
        return Run(ask(stage, parse_lineup("boldest,random", own), edition, RACES, own_policies=sources_of(own)), own)
    if kind == "run-raw":
        return Run(ask(stage, lineup, edition, RACES), raw=True)
    if kind == "compare":
        return ask_comparison(stage, [lineup], [edition, load_edition("grand-race")], RACES)
    if kind == "tour":
        stages = [stage, load_stage("la-haut-montagne")]
        return ask_tour(stages, lineup, load_edition("grand-tour-2016"), RACES, carry=("half-up", "none"))
    return Coin(7)


KINDS = ("run", "run-own", "run-raw", "compare", "tour", "coin")


@pytest.fixture(scope="module", params=KINDS)
def asked(request, tmp_path_factory):
    return asked_of(request.param, tmp_path_factory.mktemp("own"))


@pytest.fixture(scope="module")
def whole(asked):
    return play(asked, threads=1)


def place_of(asked, path, force=False):
    return ResultsDirectory(path, True, force, asked.kind.files)


@pytest.mark.parametrize(("threads", "chunk_races"), [(1, 64), (2, 64), (3, 192), (2, None)])
def test_threads_and_chunks_change_nothing(asked, whole, threads, chunk_races):
    again = play(asked, threads=threads, chunk_races=chunk_races)
    assert again.digest == whole.digest
    assert again.races == whole.races == asked.races


def test_a_stop_loses_nothing(asked, whole):
    calls = iter(range(100))
    with pytest.raises(Stopped) as stopped:
        play(asked, threads=2, chunk_races=128, stop=lambda: next(calls) == 2)
    begun = asked.counts_of(stopped.value.answer)
    assert asked.races_in(begun) == 384
    assert play(asked, threads=1, begun=begun).digest == whole.digest


def test_a_pickled_question_plays_the_same_bits_in_another_process(asked, whole, tmp_path):
    """The file of a user's policy may be gone by then: its text travels along."""
    copy = pickle.loads(pickle.dumps(asked))
    assert copy == asked
    with ProcessPoolExecutor(1, get_context("spawn")) as pool:
        assert pool.submit(_digest_elsewhere, pickle.dumps(asked)).result() == whole.digest


def _digest_elsewhere(pickled):
    return play(pickle.loads(pickled), threads=1, chunk_races=128).digest


class Pulled(BaseException):
    """The plug is pulled: nothing catches this."""


def test_a_plug_pulled_loses_nothing(asked, whole, tmp_path, monkeypatch):
    monkeypatch.setattr("fr_sim.questions.store.CHECKPOINT_SECONDS", 0)
    place = place_of(asked, tmp_path / "results")

    def pull(counts):
        if asked.races_in(counts) >= 256:
            raise Pulled

    with pytest.raises(Pulled):
        answer_into(place, asked, chunk_races=64, progress=pull)
    with pytest.raises(BadInput, match=r"an unfinished run.*--resume"):
        answer_into(place, asked)
    stored = answer_into(place, asked, resume=True, chunk_races=128, command="again")
    assert stored.resumed_at == 256
    assert stored.answer.digest == whole.digest
    assert answer_into(place, asked, resume=True).was_done
    again, answer = read_back(place.path, asked.kind)
    assert again == asked
    assert answer.digest == whole.digest
    record = json.loads((place.path / asked.kind.files.record).read_text())
    assert (record["digest"], record["races"], record["command"]) == (whole.digest, RACES, "again")
    assert {path.name for path in stored.files} <= asked.kind.files.all
    assert {f"{name}.csv" for name in asked.tables(whole)} <= {path.name for path in stored.files}


def test_results_do_not_tell_how_they_came_about(asked, tmp_path):
    answer_into(place_of(asked, tmp_path / "one"), asked, threads=1, chunk_races=128)
    answer_into(place_of(asked, tmp_path / "two"), asked, threads=2, chunk_races=128)
    for path in (tmp_path / "one").iterdir():
        assert path.read_bytes() == (tmp_path / "two" / path.name).read_bytes(), path.name


def test_broken_counts_are_told(asked, tmp_path):
    place = place_of(asked, tmp_path)
    answer_into(place, asked)
    record = json.loads((tmp_path / asked.kind.files.record).read_text())
    (tmp_path / asked.kind.files.record).write_text(json.dumps(record | {"digest": "0" * 64}))
    with pytest.raises(BadInput, match="other counts"):
        read_back(tmp_path, asked.kind)


HOLD = """
import pathlib, sys
from fr_sim.questions.directory import Files, ResultsDirectory
place = ResultsDirectory(pathlib.Path(sys.argv[1]), True, True, Files(sys.argv[2], frozenset(sys.argv[3:])))
with place.claimed(True):
    input("held\\n")
"""


def test_a_directory_in_use_is_named_as_such_before_anything_else(asked, tmp_path):
    """Whatever else is wrong with it: earlier results, foreign files, another command's."""
    place = place_of(asked, tmp_path)
    answer_into(place, asked)
    words = [sys.executable, "-c", HOLD, str(tmp_path), asked.kind.files.record, *asked.kind.files.all]
    with subprocess.Popen(words, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as other:
        assert other.stdout.readline() == "held\n"
        (tmp_path / "letter.txt").write_text("not ours")
        with pytest.raises(BadInput, match="a run that is going on"):
            place_of(asked, tmp_path).check()
        other.communicate("\n")
    with pytest.raises(BadInput, match=r"letter\.txt"):
        place_of(asked, tmp_path).check()


def test_a_new_kind_has_a_bar(capsys):
    """It needs no words of its own."""
    with Progress(Coin(1), shown=True) as progress:
        progress._draws_bar, progress._told_at = True, 0.0
        progress(Coins(np.array([64]), np.array([30])))
    assert capsys.readouterr().out == ""
