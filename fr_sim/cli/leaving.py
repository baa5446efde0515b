"""The end of the process after a Ctrl-C at which nothing is at stake. Imports nothing that is slow: `begin` needs it first of all."""

import os

#: The exit status after a Ctrl-C.
INTERRUPTED = 130


def leave_at_once(*_: object) -> None:
    """End the process here and now; fit to be a signal's handler."""
    try:  # noqa: SIM105 - any import, that of contextlib too, may be half done when this is called
        os.write(2, b"interrupted\n")
    except OSError:
        pass  # nobody is there to read it
    os._exit(INTERRUPTED)
