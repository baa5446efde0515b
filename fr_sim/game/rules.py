"""Every rule that an edition may change, as one frozen record of numbers and switches."""

from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from types import MappingProxyType
from typing import Any

from fr_sim.game.cards import Deck

PLAIN_ROULEUR = MappingProxyType({"3": 3, "4": 3, "5": 3, "6": 3, "7": 3})
PLAIN_SPRINTEUR = MappingProxyType({"2": 3, "3": 3, "4": 3, "5": 3, "9": 3})


def _key(default: Any, rule: str, meaning: str, *, low: int | None = None, high: int | None = None, choices: tuple = ()) -> Any:
    """A rule key: its default, the rule id it belongs to, what it means, and what it may be."""
    about = {"rule": rule, "meaning": meaning, "low": low, "high": high, "choices": choices}
    if isinstance(default, Mapping):
        return field(default_factory=lambda: default, metadata=about)
    return field(default=default, metadata=about)


@dataclass(frozen=True)
class Rules:
    """The resolved rules of an edition; the defaults are those of the French rules v2.0 (`gigamic-v2`).

    Each field's metadata names its rule id, meaning, range or choices.
    """

    # C  Material
    deck_rouleur: Deck = _key(PLAIN_ROULEUR, "C1", "the Rouleur's deck: card code to how many")
    deck_sprinteur: Deck = _key(PLAIN_SPRINTEUR, "C1", "the Sprinteur's deck: card code to how many")
    exhaustion_value: int = _key(2, "C2", "squares an exhaustion card moves", low=0, high=9)
    exhaustion_supply: int = _key(0, "C2", "exhaustion cards of each kind for all teams together, 0 for no limit", low=0, high=120)
    handicap: int | tuple[int, ...] = _key(
        0, "C3", "exhaustion cards shuffled into each deck at the start, one number or a list by team", low=0, high=15
    )
    # E  Energy phase
    hand_size: int = _key(4, "E2", "cards drawn to choose from", low=1, high=8)
    empty_hand: str = _key("exhaustion", "E5", "what a rider without any card does", choices=("exhaustion", "stand"))
    played_cards: str = _key("removed", "E7", "where a played energy card goes", choices=("removed", "recycled"))
    played_exhaustion: str = _key("removed", "E7", "where a played exhaustion card goes", choices=("removed", "recycled"))
    # M  Movement phase
    road_end: str = _key("last-square", "M6", "whether the road stops or goes on, flat and two lanes wide", choices=("last-square", "open"))
    # T  Terrain
    ascent_cap: int = _key(5, "T1", "the most squares a move on or into an ascent may have", low=0, high=9)
    climb_entry: str = _key("stop-before", "T1", "what a climb ahead does to a move", choices=("stop-before", "cap", "start-only"))
    descent_min: int = _key(5, "T2", "the fewest squares of a move that starts on a descent", low=0, high=9)
    supply_min: int = _key(4, "T3", "the fewest squares of a move that starts in a supply zone", low=0, high=9)
    no_slipstream: tuple[str, ...] = _key(
        ("ascent", "cobbles"), "T5", "terrains without slipstream", choices=("flat", "ascent", "descent", "cobbles", "supply")
    )
    # D  Slipstream
    slipstream_order: str = _key("rear-to-front", "D2", "the order in which packs close up", choices=("rear-to-front", "front-to-rear"))
    slipstream_split: str = _key(
        "riders", "D4", "whether riders or whole packs are held where no slipstream is", choices=("riders", "pack")
    )
    finish_slipstream: bool = _key(True, "D6", "whether riders past the line give and take slipstream")
    # X  Exhaustion
    exhaustion_when: str = _key("square-empty", "X1", "who takes an exhaustion card", choices=("square-empty", "lane-empty", "leaders"))
    finish_exhaustion: bool = _key(True, "X3", "whether riders past the line take exhaustion")
    # F  Finish
    race_end: str = _key("round", "F1", "when a race ends", choices=("round", "at-once", "all"))
    max_rounds: int = _key(60, "F3", "rounds after which a race that nobody finished is a draw", low=1, high=100)
    # P  Peloton
    dummy_empty: int = _key(2, "P6", "squares a dummy with an empty deck moves", low=0, high=9)
    solo_exhaustion: bool = _key(False, "P8", "whether a lone player starts with three exhaustion cards")
    # B  Break-away
    breakaway: bool = _key(False, "B1", "whether teams bid for a break-away")
    breakaway_size: int | str = _key("auto", "B3", "riders in the break-away", low=1, high=12, choices=("auto",))
    breakaway_counts_dummies: bool = _key(True, "B3", "whether dummies count as teams")
    # W  Weather
    weather: str | tuple[str, ...] = _key(
        "off", "W1", "weather tokens: none, drawn for each race, or a list with one kind for each place", choices=("off", "random")
    )
    # G  Tours
    carry: str = _key("half-up", "G1", "exhaustion cards carried to the next stage", choices=("half-up", "half-down", "all", "none"))

    def as_table(self) -> dict[str, Any]:
        """Every key with its value, plain enough for TOML and JSON."""
        return {key.name: _plain(getattr(self, key.name)) for key in fields(self)}

    def __reduce__(self) -> tuple:
        return rules_of_table, (self.as_table(),)


def rules_of_table(table: Mapping[str, Any]) -> Rules:
    """The rules whose `as_table` is `table`."""
    return Rules(**{name: _frozen(value) for name, value in table.items()})


def _frozen(value: Any) -> Any:
    if isinstance(value, dict):
        return MappingProxyType(value)
    return tuple(value) if isinstance(value, list) else value


def _plain(value: Any) -> Any:
    if isinstance(value, Mapping):
        return dict(value)
    return list(value) if isinstance(value, tuple) else value


#: Rule keys in the order of the rulebook, each with its metadata.
KEYS = {key.name: key for key in fields(Rules)}


@dataclass(frozen=True)
class Edition:
    """A named set of rules: what a file of `editions/` says."""

    name: str
    title: str
    source: str
    rules: Rules
    extends: str | None = None
