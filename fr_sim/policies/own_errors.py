"""Errors of users' files in the words that Python has for them, and the line they came from."""

from pathlib import Path


def described(error: BaseException) -> str:
    """An error in the words that Python ends a traceback with."""
    text = str(error)
    return f"{type(error).__name__}: {text}" if text else type(error).__name__


def line_of(error: BaseException, path: Path) -> str:
    """`, line 7` for the innermost line of the user's file that an error passed through."""
    trace, line = error.__traceback__, ""
    while trace is not None:
        if trace.tb_frame.f_code.co_filename == str(path):
            line = f", line {trace.tb_lineno}"
        trace = trace.tb_next
    return line
