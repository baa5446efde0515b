"""What happens in a round, as records: each turns into its line of the race log and says why it happened."""

from dataclasses import dataclass
from typing import Any

from fr_sim.game.cards import Deck
from fr_sim.game.lineup import Rider
from fr_sim.reference.field import Place

#: One line of a race log.
Event = dict[str, Any]


def rider_record(rider: Rider, deck: Deck) -> dict[str, Any]:
    """A rider in the `race` line: `deck` is what it starts with; of a specialist also its own deck (C1), from which that comes."""
    record: dict[str, Any] = {"rider": rider.rider, "team": rider.team, "kind": rider.kind.value, "deck": dict(deck)}
    if rider.specialist is not None:
        record["specialist"] = {"name": rider.specialist.name, "deck": dict(rider.specialist.deck)}
        if not rider.specialist.dummy_cards:
            record["specialist"]["dummy_cards"] = False
    return record


@dataclass(frozen=True)
class Move:
    """One rider's move. `value` is the number after T0; `why` gives a sentence with its rule id for all that changed it."""

    rider: int
    card: str | None
    value: int
    start: Place
    end: Place
    limits: tuple[str, ...]
    why: tuple[str, ...]

    def event(self, turn: int) -> Event:
        """The `move` line of round `turn`."""
        return {
            "event": "move",
            "round": turn,
            "rider": self.rider,
            "card": self.card,
            "value": self.value,
            "from": list(self.start),
            "to": list(self.end),
            "limits": list(self.limits),
        }


@dataclass(frozen=True)
class PackMove:
    """A pack, or the part of it that may, closes up by one square; riders from the front backwards."""

    riders: tuple[int, ...]
    starts: tuple[Place, ...]
    ends: tuple[Place, ...]
    why: tuple[str, ...]

    def event(self, turn: int) -> Event:
        """The `slipstream` line of round `turn`."""
        return {
            "event": "slipstream",
            "round": turn,
            "riders": list(self.riders),
            "from": [list(place) for place in self.starts],
            "to": [list(place) for place in self.ends],
        }


@dataclass(frozen=True)
class Held:
    """A pack with exactly one empty square ahead that may not close up; the log has no line for it."""

    why: tuple[str, ...]


@dataclass(frozen=True)
class Exhaustion:
    """The riders that took a card, by number, and for every rider on the road why it did or did not."""

    riders: tuple[int, ...]
    why: tuple[str, ...]

    def event(self, turn: int) -> Event:
        """The `exhaustion` line of round `turn`."""
        return {"event": "exhaustion", "round": turn, "riders": list(self.riders)}
