"""Race logs as files: JSON lines, several races one after the other."""

import json
from collections.abc import Iterable, Iterator
from itertools import count
from pathlib import Path
from typing import NamedTuple, TextIO

from fr_sim.game.errors import BadInput, Words
from fr_sim.reference.records import Event

_EXPECTED = "a race log: one JSON object a line (fr-sim replay … --format jsonl)"

#: Characters; the first line of a race on the longest road has far fewer.
LONGEST_LINE = 1 << 20


class Line(NamedTuple):
    """One line of a log file, counted from 1."""

    number: int
    event: Event


def written(event: Event) -> str:
    """An event as its line of the file, without the line's end."""
    return json.dumps(event, ensure_ascii=False, separators=(",", ":"))


def read_races(path: str | Path) -> Iterator[list[Line]]:
    """The races of a log file, one at a time, each from its `race` line to its last.

    Raises BadInput for a file that cannot be read, is not made of JSON objects, does not begin with a race, or ends within one.
    """
    race: list[Line] = []
    for line in _read_lines(Path(path)):
        if line.event.get("event") == "race" and race:
            yield race
            race = []
        if not race and line.event.get("event") != "race":
            raise BadInput(f"{path}, line {line.number}", line.event.get("event"), "the event 'race' first")
        race.append(line)
    if not race:
        raise BadInput(str(path), Words("an empty file"), _EXPECTED)
    if race[-1].event.get("event") != "result":
        raise BadInput(f"{path}, line {race[-1].number}", Words("the end of the file within a race"), "every race to end with its 'result'")
    yield race


def _read_lines(path: Path) -> Iterator[Line]:
    try:
        with path.open(encoding="utf-8") as file:
            yield from parsed_lines(_lines_of(file, str(path)), str(path))
    except FileNotFoundError:
        raise BadInput(str(path), Words("no such file"), _EXPECTED) from None
    except IsADirectoryError:
        raise BadInput(str(path), Words("a folder"), _EXPECTED) from None
    except UnicodeDecodeError:
        raise BadInput(str(path), Words("bytes that are no text"), _EXPECTED) from None
    except OSError as trouble:
        raise BadInput(str(path), Words(trouble.strerror or trouble), _EXPECTED) from None


def _lines_of(file: TextIO, where: str) -> Iterator[str]:
    """The lines of `file`; one that does not end is no line of a log."""
    for number in count(1):
        text = file.readline(LONGEST_LINE)
        if not text:
            return
        if len(text) == LONGEST_LINE:
            raise BadInput(f"{where}, line {number}", Words("a line without end"), _EXPECTED)
        yield text


def parsed_lines(lines: Iterable[str], where: str) -> Iterator[Line]:
    """Every line that is not blank, parsed; `where` names their origin in messages."""
    for number, text in enumerate(lines, start=1):
        if not text.strip():
            continue
        try:
            event = json.loads(text)
        except (ValueError, RecursionError) as trouble:
            raise BadInput(f"{where}, line {number}", Words(f"no JSON ({trouble})"), _EXPECTED) from None
        if not isinstance(event, dict):
            raise BadInput(f"{where}, line {number}", event, _EXPECTED)
        yield Line(number, event)
