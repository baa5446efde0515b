"""How many races a second this machine plays: timed batches of a run with all its statistics, without files."""

import statistics
import time
from typing import TYPE_CHECKING, Any

from fr_sim.questions.executors import cores
from fr_sim.questions.run.asked import answer
from fr_sim.races.results import Question
from fr_sim.races.tables import rounds_mean
from fr_sim.simulate.batches import prepare
from fr_sim.simulate.plan import BLOCK, CHUNK_RACES

if TYPE_CHECKING:
    from fr_sim.policies.own_files import OwnPolicies

#: Batches timed, of which the median counts.
BATCHES = 7
#: Seconds that they take together, more or less.
SECONDS = 4.0


def bench(question: Question, own: "OwnPolicies | None" = None, threads: int | None = None, seconds: float = SECONDS) -> dict[str, Any]:
    """Races per second of `question`'s line-up on its stage, and what they are made of.

    Keys: `races_per_second`, the median of timed batches; `slowest` and `fastest`; `riders_rounds_per_second`, that many times a
    rider took its turn; `batch_races`, `batches`, `threads`; `compile_seconds` that this process spent on machine code, 0 if all of it
    was `cached`. The number of races asked for does not matter.
    """
    threads = cores() if threads is None else threads
    compile_seconds = prepare(question, own)
    races = _races_for(question, own, threads, seconds / BATCHES)
    rates, rounds = [], 0.0
    for number in range(BATCHES):
        # Another seed for each batch, since the profile is taken from the first races of a run only.
        results = answer(_again(question, races, question.seed + number), own, threads=threads)
        rates.append(results.races / results.seconds)
        rounds = rounds_mean(results)
    middle = statistics.median(rates)
    return {
        "races_per_second": middle,
        "riders_rounds_per_second": middle * rounds * len(question.lineup.riders),
        "slowest": min(rates),
        "fastest": max(rates),
        "batch_races": races,
        "batches": BATCHES,
        "threads": threads,
        "compile_seconds": compile_seconds,
        "cached": compile_seconds == 0,
    }


def _races_for(question: Question, own: "OwnPolicies | None", threads: int, batch_seconds: float) -> int:
    """Races that take about `batch_seconds`, found by doubling; whole chunks for every thread where there are many."""
    races = BLOCK
    while True:
        began = time.perf_counter()
        answer(_again(question, races, question.seed), own, threads=threads)
        seconds = time.perf_counter() - began
        if seconds >= batch_seconds / 4:
            wanted = int(races * batch_seconds / seconds)
            unit = CHUNK_RACES * threads if wanted > CHUNK_RACES * threads else BLOCK
            return max(BLOCK, wanted // unit * unit)
        races *= 2


def _again(question: Question, races: int, seed: int) -> Question:
    return Question(question.stage, question.lineup, question.edition, races, seed, question.seats, None, question.own_policies)
