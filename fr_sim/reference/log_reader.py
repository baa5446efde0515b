"""The lines of one race of a log, read one after the other and compared with what the rules say."""

from collections import deque
from collections.abc import Iterable, Sequence
from typing import Any

from fr_sim.reference.log_lines import Line, written
from fr_sim.reference.logged_start import Departs, same, want, want_keys


class LogReader:
    """The lines of one race in order; `at` is the number of the line that is being judged."""

    def __init__(self, lines: Sequence[Line]):
        self._rest = deque(lines)
        self.at = lines[0].number

    def next(self, name: str) -> dict:
        """The next line's event, which must be called `name`."""
        event = self.any()
        want(same(event.get("event"), name), "log", f"the event {event.get('event')!r}, where '{name}' is due")
        return event

    def any(self) -> dict:
        """The next line's event."""
        if not self._rest:
            self.at += 1
            raise Departs("log", "the race breaks off")
        line = self._rest.popleft()
        self.at = line.number
        return line.event

    def next_is(self, name: str) -> bool:
        """Whether the next line's event is called `name`."""
        return self.peek().get("event") == name

    def peek(self) -> dict:
        """The next line's event, which stays the next; empty after the last line."""
        return self._rest[0].event if self._rest else {}

    def expect_end(self) -> None:
        """No line of this race is left."""
        if self._rest:
            line = self._rest[0]
            self.at = line.number
            raise Departs("F1", f"the event {line.event.get('event')!r} after the result")

    def expect(self, expected: dict, rule: str, why: Sequence[str] = ()) -> None:
        """The next line must be exactly `expected`; `why` says how the rules come to it."""
        event = self.next(expected["event"])
        want_keys(event, tuple(expected))
        different = [key for key, value in expected.items() if not same(event[key], value)]
        reasons = f" ({'; '.join(why)})" if why else ""
        want(not different, rule, f"{', '.join(different)} should read as in {written(expected)}{reasons}")


def is_card_of(card: Any, cards: Iterable[str]) -> bool:
    """Whether what a log calls a card is one of `cards`."""
    return isinstance(card, str) and card in cards
