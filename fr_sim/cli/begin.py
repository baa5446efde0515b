"""Where the console script and `python -m fr_sim` begin: from here on Ctrl-C ends the process without a traceback.

To import this module takes hold of Ctrl-C, so only those two do. Nothing slow comes before that, not even the module `signal` (5 ms);
`_signal` is part of the interpreter. What is earlier is the interpreter's own start, which no program can change.
"""

import _signal

# Between this line and the handler a Ctrl-C waits at the system's door; where it cannot, it is a matter of less than a millisecond.
_can_wait = hasattr(_signal, "pthread_sigmask")
if _can_wait:
    _held_before = _signal.pthread_sigmask(_signal.SIG_BLOCK, (_signal.SIGINT,))

from fr_sim.cli.leaving import leave_at_once  # noqa: E402 - not before Ctrl-C waits

# A shell that starts us in the background may have said to ignore Ctrl-C; then there is nothing to hear.
if _signal.getsignal(_signal.SIGINT) is _signal.default_int_handler:
    _signal.signal(_signal.SIGINT, leave_at_once)
if _can_wait:
    _signal.pthread_sigmask(_signal.SIG_SETMASK, _held_before)


def main() -> int:
    """Runs the process's command line and returns its exit status, as `fr_sim.cli.main.main` says."""
    from fr_sim.cli.main import main as run_command_line

    return run_command_line()
