"""Where chunks are played: on threads of this process, their counts handed back in the order of the chunks."""

import os
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from typing import TypeVar

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
        """Compile here, in the calling thread, where an interruption is heard."""
        asked.prepare()

    def in_order(self, asked: Asked, chunks: Iterator[Chunk]) -> Iterator[Part]:
        """What comes of the chunks, in their order."""
        return in_order(chunks, asked.play, self._threads)


def in_order(tasks: Iterable[Task], work: Callable[[Task], Done], threads: int) -> Iterator[Done]:
    """`work` of every task, in the order of `tasks`, whichever thread is done first; an error of `work` is raised here.

    Two tasks a thread are under way at most, so memory does not grow with their number. Closing the iterator early waits for
    those that have begun and forgets the others.
    """
    if threads == 1:
        yield from map(work, tasks)
        return
    with ThreadPoolExecutor(threads, "races") as pool:
        under_way: deque[Future[Done]] = deque()
        try:
            for task in tasks:
                under_way.append(pool.submit(work, task))
                if len(under_way) == 2 * threads:
                    yield under_way.popleft().result()
            while under_way:
                yield under_way.popleft().result()
        finally:
            for future in under_way:
                future.cancel()
