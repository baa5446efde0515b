"""Reading TOML: one file to one table, and one table key by key, noting everything that is wrong with it."""

import tomllib
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

from fr_sim.game.errors import BadInput, Words

#: More than anybody writes by hand; a device that never ends is found out by it.
MOST_BYTES = 1 << 24


def read_toml(path: Path, expected: str) -> dict[str, Any]:
    """The table of the TOML file at `path`; `expected` says what it should be, as in "a stage file".

    Raises BadInput for what `read_text` refuses, and broken TOML.
    """
    return _parse(read_text(path, expected), str(path), expected)


def read_text(path: Path, expected: str) -> str:
    """The text of a file that somebody wrote; `expected` says what it should be.

    Raises BadInput for a file that is missing, a folder, unreadable, binary, or endless.
    """
    try:
        with path.open("rb") as file:
            content = file.read(MOST_BYTES + 1)
        if len(content) <= MOST_BYTES:
            return content.decode("utf-8-sig").replace("\r\n", "\n")
        found = f"more than {MOST_BYTES >> 20} megabytes"
    except FileNotFoundError:
        found = "no such file"
    except IsADirectoryError:
        found = "a folder"
    except PermissionError:
        found = "a file that may not be read"
    except UnicodeDecodeError:
        found = "bytes that are no text"
    except (OSError, ValueError) as trouble:
        found = getattr(trouble, "strerror", None) or str(trouble)
    raise BadInput(str(path), Words(found), expected)


def _parse(text: str, where: str, expected: str) -> dict[str, Any]:
    try:
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError as trouble:
        found = f"broken TOML ({trouble})"
    except (ValueError, RecursionError):
        found = "TOML with a number or a nesting beyond all measure"
    raise BadInput(where, Words(found), expected)


class TableReader:
    """Reads one TOML table key by key.

    What is wrong goes to `problems` and reading goes on, so that everything is said at once; a key that is missing or
    wrong reads as its `default`. `where` names the file and the table.
    """

    def __init__(self, table: dict[str, Any], where: str, problems: list[BadInput]):
        self.table, self.where, self.problems = table, where, problems

    def wrong(self, key: str, found: object, expected: str, known: Iterable[str] = ()) -> None:
        """Notes that `key` is wrong; an empty key means the table as a whole."""
        self.problems.append(BadInput(f"{self.where}: {key}" if key else self.where, found, expected, known))

    def refuse_unknown(self, known: Sequence[str], what: str) -> None:
        """Notes every key that is none of `known`."""
        for key in self.table:
            if key not in known:
                self.wrong(key, Words("an unknown key"), f"keys of {what}: {', '.join(known)}{_near(key, known)}")

    def text(self, key: str, default: str = "", choices: Sequence[str] = ()) -> str:
        """A string, one of `choices` if there are any."""
        found = self.table.get(key, default)
        if not isinstance(found, str):
            self.wrong(key, found, "a string")
        elif choices and found not in choices:
            self.wrong(key, found, f"one of {', '.join(choices)}", choices)
        else:
            return found
        return default

    def whole(self, key: str, low: int, high: int, default: int | None = None) -> int | None:
        """A whole number from `low` to `high`."""
        if key not in self.table or is_whole(self.table[key], low, high):
            return self.table.get(key, default)
        self.wrong(key, self.table[key], f"a whole number from {low} to {high}")
        return default

    def texts(self, key: str) -> tuple[str, ...]:
        """A list of strings."""
        found = self.table.get(key, [])
        if isinstance(found, list) and all(isinstance(entry, str) for entry in found):
            return tuple(found)
        self.wrong(key, found, "a list of strings")
        return ()


def _near(key: str, known: Sequence[str]) -> str:
    """The hint that BadInput would give if the key itself were what was found."""
    nearest = BadInput("", key, "", known).nearest
    return f"; did you mean '{nearest}'?" if nearest else ""


def is_whole(found: object, low: int, high: int) -> bool:
    """Whether `found` is a whole number from `low` to `high`; true and false are none."""
    return isinstance(found, int) and not isinstance(found, bool) and low <= found <= high
