"""Where chunks are played: on threads of this process, their counts handed back in the order of the chunks."""

import os
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from typing import TypeVar

from fr_sim.apart import Crew, Errand, apart
from fr_sim.questions.protocol import Asked, Part
from fr_sim.simulate.plan import Chunk
from fr_sim.simulate.question import MOST_THREADS, check_whole

Task = TypeVar("Task")
Done = TypeVar("Done")


def cores() -> int:
    """Processor cores that this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


class Threads:
    """Plays chunks on `threads` threads of this process (default: one a core); the kernel runs without the interpreter's lock."""

    def __init__(self, threads: int | None = None):
        self._threads = check_whole("--threads", cores() if threads is None else threads, 1, MOST_THREADS)

    def prepare(self, asked: Asked) -> None:
        """Compile, while the calling thread hears Ctrl-C."""
        apart(asked.prepare)

    def in_order(self, asked: Asked, chunks: Iterator[Chunk], stop: Callable[[], bool] = lambda: False) -> Iterator[Part]:
        """What comes of the chunks, in their order; it ends early where `stop` says so and the next does not come."""
        return in_order(chunks, asked.play, self._threads, stop)


def in_order(tasks: Iterable[Task], work: Callable[[Task], Done], threads: int, stop: Callable[[], bool] = lambda: False) -> Iterator[Done]:
    """`work` of every task, in the order of `tasks`, whichever thread is done first; an error of `work` is raised here.

    Two tasks a thread are under way at most, so memory does not grow with their number. The calling thread does none of the work itself,
    so that it hears Ctrl-C. Once `stop` says so and the next result does not come within `fr_sim.apart.PATIENCE`, the iterator ends early;
    closing it forgets what has not begun, and waits no longer than that for what has.
    """
    crew = Crew(threads, work)
    under_way: deque[Errand[Done]] = deque()
    try:
        for task in tasks:
            under_way.append(crew.give(task))
            if len(under_way) == 2 * threads:
                if not crew.wait_for(under_way[0], stop):
                    return
                yield under_way.popleft().result()
        while under_way:
            if not crew.wait_for(under_way[0], stop):
                return
            yield under_way.popleft().result()
    finally:
        crew.disband()
