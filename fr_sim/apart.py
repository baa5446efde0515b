"""Work done in threads of its own, so that whoever waits for it hears Ctrl-C, and leaves it behind if it does not end.

Only the main thread hears signals, and only between two instructions of Python: inside machine code, such as the kernel, the compiler or a
user's policy that never answers, it would hear nothing. So the main thread does none of that itself; it waits, and listens. A thread
that is left behind cannot be ended, only the process: `somebody_is_left` says when that is needed.
"""

import queue
import threading
import time
from collections.abc import Callable
from typing import Any, Generic, TypeVar

Done = TypeVar("Done")

#: Seconds that work under way is given to end once nobody wants its result any more.
PATIENCE = 0.8
#: Seconds between two looks at whether somebody wants to stop, where nothing else wakes the waiting thread.
_LISTENING = 0.05

_left_behind: set[threading.Thread] = set()
_pressed = threading.Event()


def interrupt(*_: object) -> None:
    """A handler of Ctrl-C that raises KeyboardInterrupt like Python's own, and sees to it that it is not lost.

    Whatever swallows the exception, as some imports do, the next wait of the main thread raises it again.
    """
    _pressed.set()
    raise KeyboardInterrupt


def is_interrupted() -> bool:
    """Whether `interrupt` has heard a Ctrl-C."""
    return _pressed.is_set()


def _raise_again() -> None:
    if _pressed.is_set():
        raise KeyboardInterrupt


def apart(work: Callable[..., Done], *given: Any) -> Done:
    """`work(*given)`, done in a thread of its own if the calling one is the main thread, which hears Ctrl-C meanwhile.

    Raises what `work` raises, and KeyboardInterrupt at once, with the work left behind.
    """
    if threading.current_thread() is not threading.main_thread():
        return work(*given)
    _raise_again()
    errand = Errand(work, given)
    thread = threading.Thread(target=errand.do, name="apart", daemon=True)
    thread.start()
    try:
        while not errand.is_done(_LISTENING):
            _raise_again()
    except KeyboardInterrupt:
        _left_behind.add(thread)
        raise
    return errand.result()


def somebody_is_left() -> bool:
    """Whether a thread that was left behind is still at work, so that the interpreter cannot end in good order."""
    return any(thread.is_alive() for thread in _left_behind)


class Errand(Generic[Done]):
    """One piece of work, done once by whichever thread takes it."""

    def __init__(self, work: Callable[..., Done], given: tuple[Any, ...]):
        self._work, self._given = work, given
        self._done = threading.Event()
        self._result: Any = None
        self._error: BaseException | None = None

    def do(self) -> None:
        """Do the work; whoever asks for the result gets it, or its error."""
        try:
            self._result = self._work(*self._given)
        except BaseException as error:
            self._error = error
        self._done.set()

    def is_done(self, seconds: float) -> bool:
        """Whether the work is done; waits for it as long as `seconds`."""
        return self._done.wait(seconds)

    def result(self) -> Done:
        """What the work returned; raises what it raised."""
        if self._error is not None:
            try:
                raise self._error
            finally:
                self._error = None  # the error holds this frame, and this frame would hold the error
        return self._result


class Crew(Generic[Done]):
    """Some threads that do one kind of work, in the order in which it is given to them."""

    def __init__(self, threads: int, work: Callable[..., Done]):
        self._work = work
        self._errands: queue.SimpleQueue[Errand[Done] | None] = queue.SimpleQueue()
        self._given_up = False
        self._patient_until: float | None = None
        self._threads = [threading.Thread(target=self._labour, name=f"crew-{number}", daemon=True) for number in range(threads)]
        for thread in self._threads:
            thread.start()

    def give(self, *given: Any) -> Errand[Done]:
        """Have `work(*given)` done by the next thread that is free."""
        errand = Errand(self._work, given)
        self._errands.put(errand)
        return errand

    def wait_for(self, errand: Errand[Done], stop: Callable[[], bool]) -> bool:
        """Whether `errand` was done; gives up PATIENCE seconds after `stop` first said so."""
        _raise_again()
        while not errand.is_done(_LISTENING):
            if stop() and self._is_out_of_patience():
                return False
        return True

    def disband(self) -> None:
        """Forget what nobody has begun, and give what is under way PATIENCE to end; threads that do not are left behind."""
        self._given_up = True
        for _ in self._threads:
            self._errands.put(None)
        try:
            for thread in self._threads:
                while thread.is_alive() and not self._is_out_of_patience():
                    thread.join(_LISTENING)
        finally:
            _left_behind.update(thread for thread in self._threads if thread.is_alive())

    def _is_out_of_patience(self) -> bool:
        now = time.monotonic()
        if self._patient_until is None:
            self._patient_until = now + PATIENCE
        return now >= self._patient_until

    def _labour(self) -> None:
        while (errand := self._errands.get()) is not None:
            if not self._given_up:
                errand.do()
