"""Which of a user's functions is being asked, for the message after a Ctrl-C: a thread notes it before it calls one.

Machine code notes it in a cell of its thread's own, three numbers of 8 bytes: the function's key, the round and the rider, once for the
kernel's 64 races. The key is what stands for the function in the table of addresses; 0 says that none is asked.
"""

import threading
from collections.abc import Iterator
from contextlib import contextmanager

import numpy as np

#: Numbers of a cell.
CELL_NUMBERS = 3

_of_thread = threading.local()
#: Every cell ever made: machine code may hold its address as long as the process lives. One a thread.
_cells: list[np.ndarray] = []
_names: dict[int, str] = {}
_notes: dict[int, tuple[str, int | None, int | None]] = {}


def cell_address() -> int:
    """The address of the calling thread's cell."""
    if not hasattr(_of_thread, "cell"):
        _of_thread.cell = np.zeros(CELL_NUMBERS, np.int64)
        _cells.append(_of_thread.cell)
    return _of_thread.cell.ctypes.data


def name_function(key: int, name: str) -> None:
    """Say whose function `key` stands for, as `mine.py, policy 'bold': bold_place`."""
    _names[key] = name


def function_name(key: int) -> str:
    """What `name_function` said of a key."""
    return _names.get(key, "a policy")


@contextmanager
def noted(what: str, turn: int | None = None, rider: int | None = None) -> Iterator[None]:
    """While entered: the calling thread is busy with `what`, for `rider` in round `turn` where it is a decision in a race."""
    thread = threading.get_ident()
    before = _notes.get(thread)
    _notes[thread] = (what, turn, rider)
    try:
        yield
    finally:
        if before is None:
            _notes.pop(thread, None)
        else:
            _notes[thread] = before


def being_asked() -> list[str]:
    """What users' functions are at just now, one sentence each, every one once."""
    found = [(function_name(key), turn, rider) for key, turn, rider in (cell.tolist() for cell in _cells) if key]
    return list(dict.fromkeys(_sentence(*note) for note in (*found, *list(_notes.values()))))


def _sentence(what: str, turn: int | None, rider: int | None) -> str:
    if turn is None:
        return f"{what} was under way"
    moment = f"round {turn}" if turn else "before the start"
    return f"{what} was being asked ({moment}, rider {rider}) and had not answered"
