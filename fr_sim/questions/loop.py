"""The loop that plays any question: chunks to the executor, counts merged in the order of races, looks, progress, and stops."""

import time
from collections.abc import Callable
from contextlib import closing
from typing import Any

from fr_sim.arrays.sums import add_counts
from fr_sim.questions.executors import Threads
from fr_sim.questions.protocol import Asked, Executor
from fr_sim.simulate.plan import Chunk, chunks, looks
from fr_sim.simulate.question import check_chunk


class Stopped(Exception):  # noqa: N818 - nothing went wrong: somebody asked for it
    """The loop was asked to stop; `answer` holds the races played until then, all races below their number."""

    def __init__(self, answer: Any, unit: str):
        super().__init__(f"stopped after {answer.races:,} {unit}")
        self.answer = answer


def play(
    asked: Asked,
    *,
    threads: int | None = None,
    chunk_races: int | None = None,
    executor: Executor | None = None,
    rows: Callable[[Chunk, Any], None] | None = None,
    progress: Callable[[Any], None] | None = None,
    begun: Any = None,
    stop: Callable[[], bool] = lambda: False,
) -> Any:
    """Play the races of `asked` and count them; the answer, as `asked.answer` makes it.

    Counts are the same to the bit for any `threads` (default: all cores), any `chunk_races` (a multiple of 64), any `executor` (default:
    threads of this process) and any interruption. With a precision it ends as soon as the counts are precise enough, looked at after the
    numbers of races of `plan.looks`; to look often makes an interval cover the truth slightly less often than it says, since lucky counts
    stop earlier.

    `rows` and `progress` are called after each chunk, in the order of races, in the calling thread; `progress` gets the counts so far, to
    read only. `begun` are the counts of races 0 … n-1, n a multiple of 64, to go on from; they are added to in place. As soon as `stop`
    says so, between two chunks or while one does not end, Stopped is raised with what was counted. Raises BadInput when a user's own
    policy fails.
    """
    chunk_races = check_chunk(asked.chunk_races if chunk_races is None else chunk_races)
    executor = Threads(threads) if executor is None else executor
    executor.prepare(asked)
    began = time.perf_counter()
    total = asked.empty() if begun is None else begun
    named, most, looking = asked.named(total), asked.races, asked.precision is not None

    def answer() -> Any:
        # As many chunks as an uninterrupted run plays: a property of the question, not of how it went.
        played = sum(1 for _ in chunks(0, asked.races_in(total), chunk_races, looking))
        return asked.answer(total, played, time.perf_counter() - began)

    done = asked.races_in(total)
    if looking and done and done in looks(most) and asked.precise_enough(total):
        return answer()  # it had only been kept from saying so
    with closing(executor.in_order(asked, chunks(done, most, chunk_races, looking), stop)) as played:
        for part in played:
            add_counts(named, asked.named(part.counts))
            if rows is not None:
                rows(part.chunk, part.rows)
            if progress is not None:
                progress(total)
            if part.chunk.look and asked.precise_enough(total):
                break
            if stop() and part.chunk.first + part.chunk.races < most:
                raise Stopped(answer(), asked.unit)
        else:
            if asked.races_in(total) < most:
                raise Stopped(answer(), asked.unit)  # the next chunk did not come in time
    return answer()
