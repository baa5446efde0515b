"""The weather: which tokens lie on the road, and what they do to hands (chapter W)."""

from collections.abc import Callable, Sequence

from fr_sim.game.rules import Rules
from fr_sim.game.stage import Stage
from fr_sim.game.weather import FAIR, HEADWIND, TAILWIND, TOKENS, Token, token_places
from fr_sim.reference.field import Field, RoadRider
from fr_sim.reference.records import Event


def draw_tokens(stage: Stage, rules: Rules, pick: Callable[[int, int], int]) -> list[Token]:
    """W1: the tokens of a race; `pick(place, size)` is a random number below `size` for a place, that token of those left lies there."""
    if rules.weather == "off":
        return []
    places = token_places(stage)
    if isinstance(rules.weather, tuple):
        return [Token(*place, kind) for place, kind in zip(places, rules.weather, strict=True)]
    left, tokens = list(TOKENS), []
    for number, place in enumerate(places):
        tokens.append(Token(*place, left.pop(pick(number, len(left))) if left else FAIR))
    return tokens


def token_events(tokens: Sequence[Token]) -> list[Event]:
    """The `weather` lines of the race log."""
    return [{"event": "weather", "square": token.square, "length": token.length, "kind": token.kind} for token in tokens]


def hand_size(field: Field, rider: RoadRider) -> int:
    """E2, W2: how many cards a rider draws, by the weather where it starts the round."""
    weather, plain = field.course.weather(rider.square), field.course.rules.hand_size
    if weather == TAILWIND:
        return plain + 1
    return max(1, plain - 1) if weather == HEADWIND else plain
