"""From a question to its answer: the kernel over chunks of races, merged in the order of race numbers."""

import time
from collections.abc import Callable
from contextlib import closing
from typing import TYPE_CHECKING

from fr_sim.apart import apart
from fr_sim.arrays.counts import Finishes, Tally, empty_tally
from fr_sim.game.lineup import Lineup
from fr_sim.game.rules import Edition
from fr_sim.game.stage import Stage
from fr_sim.races.results import Question, Results, add_tally, team_wins
from fr_sim.simulate.batches import Batches
from fr_sim.simulate.plan import CHUNK_RACES, Chunk, chunks, looks
from fr_sim.simulate.question import MOST_THREADS, ask, check_chunk, check_whole, sources_of
from fr_sim.simulate.workers import cores, in_order
from fr_sim.statistics.intervals import furthest_reach

if TYPE_CHECKING:
    from fr_sim.policies.own_files import OwnPolicies

#: Called with the chunk and its races' finishes (columns past the chunk's last race are meaningless), in order.
FinishesSink = Callable[[Chunk, Finishes], None]


class Stopped(Exception):  # noqa: N818 - nothing went wrong: somebody asked for it
    """The simulation was asked to stop; `results` holds the races played until then, all races below their number."""

    def __init__(self, results: Results):
        super().__init__(f"stopped after {results.races:,} races")
        self.results = results


def simulate(
    stage: Stage,
    lineup: Lineup,
    edition: Edition,
    races: int,
    seed: int = 0,
    seats: str = "rotate",
    *,
    precision: float | None = None,
    own: "OwnPolicies | None" = None,
    threads: int | None = None,
    chunk_races: int = CHUNK_RACES,
    finishes: FinishesSink | None = None,
    progress: Callable[[Tally], None] | None = None,
) -> Results:
    """Play `races` races of `lineup` on `stage` under `edition` and count how they ended.

    The counts are the same to the bit for any `threads` (default: all cores) and any `chunk_races` (a multiple of 64). With
    `precision` (a fraction) the run ends as soon as no team's 95 % interval of the win rate reaches further from the rate than
    that, looked at after fixed numbers of races (`plan.looks`); `races` is then the most. To look often makes an interval cover
    the truth slightly less often than 95 %, since lucky counts stop earlier.

    `finishes` and `progress` are called after each chunk, in the order of races, in the calling thread; `progress` gets the
    counts so far, to read only. Raises BadInput for what cannot be asked, and when a user's own policy fails.
    """
    question = ask(stage, lineup, edition, races, seed, seats, precision, sources_of(own))
    return answer(question, own, threads=threads, chunk_races=chunk_races, finishes=finishes, progress=progress)


def answer(
    question: Question,
    own: "OwnPolicies | None" = None,
    *,
    threads: int | None = None,
    chunk_races: int = CHUNK_RACES,
    finishes: FinishesSink | None = None,
    progress: Callable[[Tally], None] | None = None,
    begun: Tally | None = None,
    stop: Callable[[], bool] = lambda: False,
) -> Results:
    """Like `simulate`, for a question already checked.

    `begun` goes on from the counts of the races 0 … n-1, n a multiple of 64, and adds to them in place. As soon as `stop` says
    so, between two chunks or while one does not end, Stopped is raised with what was counted.
    """
    threads = check_whole("--threads", cores() if threads is None else threads, 1, MOST_THREADS)
    check_chunk(chunk_races)
    batches = Batches(question, own, with_finishes=finishes is not None)
    apart(batches.prepare)
    began = time.perf_counter()
    total = empty_tally() if begun is None else begun

    def results() -> Results:
        return Results(question, total, _chunks_of(question, total, chunk_races), time.perf_counter() - began)

    done = int(total.races[0])
    if done and done in looks(question.races) and precise_enough(question, total):
        return results()  # it had only been kept from saying so
    plan = chunks(done, question.races, chunk_races, question.precision is not None)
    with closing(in_order(plan, batches.play, threads, stop)) as played:
        for chunk, tally, columns in played:
            add_tally(total, tally)
            if finishes is not None:
                finishes(chunk, columns)
            if progress is not None:
                progress(total)
            if chunk.look and precise_enough(question, total):
                break
            if stop() and chunk.first + chunk.races < question.races:
                raise Stopped(results())
        else:
            if total.races[0] < question.races:
                raise Stopped(results())  # the next chunk did not come in time
    return results()


def precise_enough(question: Question, tally: Tally) -> bool:
    """Whether the counts of a look are as precise as `question` asks; never, where it does not ask."""
    if question.precision is None or tally.races[0] == 0:
        return False
    return furthest_reach(team_wins(question.lineup, tally), int(tally.races[0])) <= question.precision


def _chunks_of(question: Question, tally: Tally, chunk_races: int) -> int:
    """In how many chunks an uninterrupted run plays as many races; so the number is a property of the run, not of its luck."""
    return sum(1 for _ in chunks(0, int(tally.races[0]), chunk_races, question.precision is not None))
