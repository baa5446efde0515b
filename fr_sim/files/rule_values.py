"""The value of one rule key: its type and its range."""

from types import MappingProxyType
from typing import Any

from fr_sim.files.reading import is_whole
from fr_sim.game.cards import EXHAUSTION, HIGHEST_CODE, MOST_CARDS, MOST_ENERGY_KINDS, pile_order
from fr_sim.game.errors import BadInput, Words
from fr_sim.game.riders import MOST_RIDERS
from fr_sim.game.rules import KEYS, Rules
from fr_sim.game.stage import MOST_SQUARES
from fr_sim.game.weather import WEATHER_KINDS

_CODES = {EXHAUSTION, *map(str, range(HIGHEST_CODE + 1))}


def read_rule(key: str, found: Any, where: str) -> Any:
    """The value of rule `key` as `Rules` holds it, from what TOML says; `where` names the key in errors.

    Raises BadInput for an unknown key, and for a value of the wrong type or out of its range.
    """
    if key not in KEYS:
        nearest = BadInput("", key, "", KEYS).nearest
        hint = f"; did you mean '{nearest}'?" if nearest else ""
        raise BadInput(where, Words("an unknown key"), f"a rule (fr-sim rules show lists them){hint}")
    if key in ("deck_rouleur", "deck_sprinteur"):
        return read_deck(found, where)
    if key == "handicap" and isinstance(found, list):
        return _handicaps(found, where)
    if key == "no_slipstream":
        return _terrains(found, where)
    if key == "weather" and isinstance(found, list):
        return _weather(found, where)
    return _scalar(key, found, where)


def default_of(key: str) -> Any:
    """The default edition's value of rule `key`."""
    return getattr(Rules(), key)


def describe(key: str) -> str:
    """What rule `key` may be, in words."""
    about, default = KEYS[key].metadata, default_of(key)
    if key in ("deck_rouleur", "deck_sprinteur"):
        limits = f"at most {MOST_ENERGY_KINDS} kinds beside E and {MOST_CARDS} cards"
        return f"a table of card code (0 to {HIGHEST_CODE}, or E) to how many, {limits}"
    if key == "no_slipstream":
        return f"a list of terrains: {', '.join(about['choices'])}"
    if key == "weather":
        return f"off, random, or a list with one of {', '.join(WEATHER_KINDS)} for each place of a token"
    if key == "breakaway_size":
        return f"auto, or a whole number from {about['low']} to {about['high']}"
    if isinstance(default, bool):
        return "true or false"
    if isinstance(default, str):
        return f"one of {', '.join(about['choices'])}"
    by_team = ", or a list of them by team" if key == "handicap" else ""
    return f"a whole number from {about['low']} to {about['high']}{by_team}"


def _scalar(key: str, found: Any, where: str) -> Any:
    about, default = KEYS[key].metadata, default_of(key)
    if isinstance(default, bool):
        fits = isinstance(found, bool)
    elif key == "breakaway_size" and not isinstance(found, str):
        fits = is_whole(found, about["low"], about["high"])
    elif isinstance(default, str):
        fits = isinstance(found, str) and found in about["choices"]
    else:
        fits = is_whole(found, about["low"], about["high"])
    if not fits:
        raise BadInput(where, found, describe(key), about["choices"])
    return found


def read_deck(found: Any, where: str) -> MappingProxyType:
    """C1: a deck, in pile order and without the cards that it has none of.

    Raises BadInput for what is no table, unknown card codes, counts out of range, and too few or too many cards or kinds.
    """
    if not isinstance(found, dict):
        raise BadInput(where, found, describe("deck_rouleur"))
    for card, count in found.items():
        if card not in _CODES:
            raise BadInput(where, card, f"card codes: a number from 0 to {HIGHEST_CODE}, or E")
        if not is_whole(count, 0, MOST_CARDS):
            raise BadInput(f"{where}.{card}", count, f"how many cards, from 0 to {MOST_CARDS}")
    deck = {card: found[card] for card in sorted(found, key=pile_order) if found[card]}
    if not 1 <= sum(deck.values()) <= MOST_CARDS:
        raise BadInput(where, Words(f"{sum(deck.values())} cards"), f"a deck of 1 to {MOST_CARDS} cards")
    kinds = len(deck.keys() - {EXHAUSTION})
    if kinds > MOST_ENERGY_KINDS:
        raise BadInput(where, Words(f"{kinds} kinds of energy card"), f"at most {MOST_ENERGY_KINDS}")
    return MappingProxyType(deck)


def _handicaps(found: list, where: str) -> tuple[int, ...]:
    """C3: a handicap for each team."""
    about = KEYS["handicap"].metadata
    if not 1 <= len(found) <= MOST_RIDERS or not all(is_whole(cards, about["low"], about["high"]) for cards in found):
        raise BadInput(where, found, describe("handicap"))
    return tuple(found)


def _terrains(found: Any, where: str) -> tuple[str, ...]:
    """T5: terrains without slipstream, each once, in the order of the terrains."""
    choices = KEYS["no_slipstream"].metadata["choices"]
    if not isinstance(found, list):
        raise BadInput(where, found, describe("no_slipstream"))
    for terrain in found:
        if terrain not in choices:
            raise BadInput(where, terrain, describe("no_slipstream"), choices)
    return tuple(terrain for terrain in choices if terrain in found)


def _weather(found: list, where: str) -> tuple[str, ...]:
    """W1: a kind for each place; how many there are is the stage's matter."""
    if len(found) > MOST_SQUARES:
        raise BadInput(where, Words(f"{len(found)} kinds"), "no more than a road has squares")
    for kind in found:
        if kind not in WEATHER_KINDS:
            raise BadInput(where, kind, describe("weather"), WEATHER_KINDS)
    return tuple(found)
