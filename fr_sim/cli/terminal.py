"""What the process of a command owes to its terminal: every character in some spelling, and every Ctrl-C heard."""

import _thread
import codecs
import gc
import json
import logging
import os
import signal
import sys
import threading
from contextlib import suppress
from typing import Any

from fr_sim.apart import interrupt, is_interrupted, somebody_is_left
from fr_sim.cli.leaving import INTERRUPTED, leave_at_once

#: How many objects are made between two searches for circles among them, and how much rarer those among old objects are.
RARELY = (100_000, 20, 20)


def get_ready() -> None:
    """Make what follows fit for streams that are closed or speak another encoding, and for a home that cannot be written to."""
    # A command is short-lived and makes few circles; looking for them all the time costs a tenth of the drawing and the imports.
    gc.set_threshold(*RARELY)
    for stream in ("stdout", "stderr"):
        if getattr(sys, stream) is None:
            setattr(sys, stream, open(os.devnull, "w", encoding="utf-8"))  # noqa: SIM115 - as long as the process
    encoding = getattr(sys.stdout, "encoding", None) or "utf-8"
    if codecs.lookup(encoding).name != "utf-8" and hasattr(sys.stdout, "reconfigure"):
        # JSON's escape stands for a character that the encoding lacks, so that JSON stays what it was.
        codecs.register_error("json", lambda error: (json.dumps(error.object[error.start : error.end])[1:-1], error.end))
        sys.stdout.reconfigure(errors="json")
    # Matplotlib would speak of the home in every run.
    logging.getLogger("matplotlib").setLevel(logging.ERROR)


def give_up_stdout(status: int) -> int:
    """Nobody takes what is written any more (`fr-sim … | head`), and the interpreter must not try to; `status` as it is."""
    with suppress(ValueError):  # a stream in memory has no file
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    return status


def hear_every_interruption() -> None:
    """From here on Ctrl-C raises KeyboardInterrupt, and no traceback is shown of what it leads to.

    One that came while C code called back into Python, as the compiler does, is heard again: exceptions are lost there.
    """

    def again(lost: Any) -> None:
        if issubclass(lost.exc_type, KeyboardInterrupt):
            soon = threading.Timer(0.05, _interrupt)
            soon.daemon = True
            soon.start()
        else:
            sys.__unraisablehook__(lost)

    def uncaught(kind: type[BaseException], error: BaseException, trace: Any) -> None:
        if issubclass(kind, KeyboardInterrupt) or is_interrupted():
            leave_at_once()
        sys.__excepthook__(kind, error, trace)

    sys.unraisablehook = again
    sys.excepthook = uncaught
    if signal.getsignal(signal.SIGINT) is leave_at_once:
        signal.signal(signal.SIGINT, interrupt)


def _interrupt() -> None:
    """Ctrl-C from within; a real signal where there are such, since it wakes a main thread that waits."""
    if hasattr(signal, "pthread_kill"):
        signal.pthread_kill(threading.main_thread().ident, signal.SIGINT)
    else:
        _thread.interrupt_main()


def leave(status: int) -> int:
    """Nothing is at stake any more: pass over another Ctrl-C. Returns `status`, or ends the process with it: after a Ctrl-C, when things
    were left half-way, and where a thread was left behind, without which the interpreter would not end."""
    with suppress(ValueError):  # not the main thread
        signal.signal(signal.SIGINT, signal.SIG_IGN)
    if status != INTERRUPTED and not somebody_is_left():
        return status
    for stream in (sys.stdout, sys.stderr):
        with suppress(OSError, ValueError):
            stream.flush()
    os._exit(status)
