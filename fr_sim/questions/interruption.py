"""Ctrl-C heard between two chunks, so that counts are never left half added."""

import signal
import threading


class Interruption:
    """While entered: the first Ctrl-C is noted once `listen` was called, and raised as ever before that; a second one is raised.

    Only the main thread hears signals; elsewhere this does nothing.
    """

    def __init__(self) -> None:
        self.happened = False
        self._listening = False
        self._handler_before = None

    def __enter__(self) -> "Interruption":
        if threading.current_thread() is threading.main_thread():
            self._handler_before = signal.signal(signal.SIGINT, self._hear)
        return self

    def __exit__(self, *_: object) -> None:
        if self._handler_before is not None:
            signal.signal(signal.SIGINT, self._handler_before)

    def listen(self) -> None:
        """From now on somebody looks at `happened` regularly."""
        self._listening = True

    def _hear(self, *given: object) -> None:
        if self.happened or not self._listening:
            if callable(self._handler_before):
                self._handler_before(*given)  # the program's own keeps it from being lost, see `fr_sim.apart`
            raise KeyboardInterrupt
        self.happened = True
