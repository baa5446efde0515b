"""Runs into results directories, for tests."""

from fr_sim.arrays.counts import ADDED, Tally, empty_tally
from fr_sim.questions.checkpoint import load_arrays
from fr_sim.questions.run import Run
from fr_sim.questions.store import answer_into, read_back


def run_into(directory, question, own=None, raw=False, **keeping):
    """The run of `question`, stored in `directory`."""
    return answer_into(directory, Run(question, own, raw), **keeping)


def load_results(path):
    """The results that a finished run left at `path`."""
    return read_back(path, Run.kind)[1]


def load_tally(path):
    """The tally of a run at `path`."""
    arrays = load_arrays(path, empty_tally()._asdict(), "the counts of a run", ADDED)
    return Tally(**arrays)
