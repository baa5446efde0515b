"""Weather: the kinds of token, where they lie on a stage (W1), and what of it is one race's."""

from typing import NamedTuple

from fr_sim.game.stage import Stage

FAIR, CROSSWIND, TAILWIND, HEADWIND, WET = "fair", "crosswind", "tailwind", "headwind", "wet"
#: Kinds of token; their numbers in arrays are their places here.
WEATHER_KINDS = (FAIR, CROSSWIND, TAILWIND, HEADWIND, WET)
#: W1: the tokens of the game, in the order in which "the n-th token that is left" counts them.
TOKENS = (CROSSWIND, TAILWIND, HEADWIND, WET, *(FAIR,) * 9)
#: W1: squares of one token on a road without tiles.
TOKEN_SQUARES = 6


class TokenPlace(NamedTuple):
    """Squares that one token covers, `square` the first of them."""

    square: int
    length: int


class Token(NamedTuple):
    """A token on the road: its weather is that of `length` squares from `square` on."""

    square: int
    length: int
    kind: str


def token_places(stage: Stage) -> list[TokenPlace]:
    """W1: where tokens lie, in riding order.

    That is on each straight tile but those with squares behind the start line or past the finish line; on a road without tiles on each
    full run of six squares from the start line to the finish line.
    """
    if stage.tiles is None:
        runs = (stage.finish_line - stage.start_line) // TOKEN_SQUARES
        return [TokenPlace(stage.start_line + run * TOKEN_SQUARES, TOKEN_SQUARES) for run in range(runs)]
    places, square = [], 0
    for tile in stage.tiles:
        end = square + len(tile.squares)
        if tile.geometry == "straight" and square >= stage.start_line and end <= stage.finish_line:
            places.append(TokenPlace(square, len(tile.squares)))
        square = end
    return places
