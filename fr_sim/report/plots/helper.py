"""A second process that draws half of the plots, where a copy of this one can be made safely; without it they are drawn here."""

import os
import signal
import sys
import threading
import time
import warnings
from collections.abc import Callable, Iterator
from contextlib import contextmanager

#: Seconds that the helper may take longer than this process does; then its work is done here.
PATIENCE = 60.0


def can_help() -> bool:
    """Whether there is a core for a helper and nothing in this process that a copy would lack: no other thread of Python's."""
    return sys.platform == "linux" and threading.active_count() == 1 and len(os.sched_getaffinity(0)) > 1


@contextmanager
def helped(job: Callable[[], None]) -> Iterator[None]:
    """Do `job` in a helper while the block runs; once both are through it is done, here if the helper was not allowed or failed.

    The helper is a copy of this process. It only writes files and ends, so that a failure of any kind costs time and nothing else.
    """
    helper = _begin(job) if can_help() else None
    try:
        yield
        is_done = helper is not None and _ends_well(helper)
    except BaseException:
        if helper is not None:
            _stop(helper)
        raise
    if not is_done:
        job()


def _begin(job: Callable[[], None]) -> int | None:
    """Start the helper; its process id, None where the system has no room for one."""
    with warnings.catch_warnings():
        # Newer Pythons warn of threads that libraries keep; none of them draws, and a helper that hangs is given up.
        warnings.simplefilter("ignore", DeprecationWarning)
        try:
            process = os.fork()
        except OSError:
            return None
    if process:
        return process
    # In the helper: nothing may get out of here, and Ctrl-C is for the other process to hear.
    status = 1
    try:
        signal.signal(signal.SIGINT, signal.SIG_IGN)
        job()
        status = 0
    finally:
        os._exit(status)


def _ends_well(helper: int) -> bool:
    until = time.monotonic() + PATIENCE
    while True:
        ended, status = os.waitpid(helper, os.WNOHANG)
        if ended:
            return os.waitstatus_to_exitcode(status) == 0
        if time.monotonic() > until:
            _stop(helper)
            return False
        time.sleep(0.002)


def _stop(helper: int) -> None:
    os.kill(helper, signal.SIGKILL)
    os.waitpid(helper, 0)
