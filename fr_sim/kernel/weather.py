"""Weather: which tokens lie on the road of each race, and who lies there (rules W1, W3)."""

from fr_sim.arrays.game import DRAWN
from fr_sim.game.weather import CROSSWIND, TOKENS, WEATHER_KINDS
from fr_sim.jit import phase
from fr_sim.kernel.hands import one_less
from fr_sim.kernel.state import (
    CROSSWIND_BEGIN,
    CROSSWIND_LENGTH,
    FROM_THE_START,
    NO_TOKEN,
    TOKEN,
    TOKEN_BEGIN_TABLE,
    TOKEN_LENGTH_TABLE,
)
from fr_sim.lanes import lanes8, lanes32, load, store, to8, where
from fr_sim.rng.lanes import below, counter, word
from fr_sim.rng.words import RACE_RIDER, WEATHER

_TOKENS = len(TOKENS)
_KINDS = len(WEATHER_KINDS)
_CROSSWIND = WEATHER_KINDS.index(CROSSWIND)


@phase
def token_on(road, start, place):
    """The token that lies on a place in all races, DRAWN where each draws its own."""
    return road.tokens[place] if start.tokens[place] == DRAWN else start.tokens[place]


@phase
def lay_tokens(block, road, course, start):
    """W1: `block.weather`, and where each kind is to be found by the other phases."""
    for kind in range(_KINDS):
        store(block.rows, TOKEN + kind, lanes8(NO_TOKEN if course.tokens_drawn else kind))
    store(block.rows, CROSSWIND_BEGIN, lanes8(255))
    store(block.rows, CROSSWIND_LENGTH, lanes8(0))
    if course.tokens_drawn:
        draw_tokens(block, road.token_places)
    else:
        for place in range(road.token_places):
            store(block.weather, place, lanes8(token_on(road, start, place)))


@phase
def draw_tokens(block, places):
    """W1: a token for each place while there are any, the rest fair."""
    # How many of the tokens that are left are crosswinds, crosswinds or tailwinds, … : as in a deck.
    one, two, three, four = lanes8(1), lanes8(2), lanes8(3), lanes8(4)
    for place in range(places):
        kind = lanes8(0)
        if place < _TOKENS:
            luck = word(load(block.keys, 0), load(block.keys, 1), counter(0, RACE_RIDER, WEATHER + place))
            drawn = to8(below(luck, lanes32(_TOKENS - place)))
            kind = 1 + to8(one <= drawn) + to8(two <= drawn) + to8(three <= drawn)
            kind = where(four <= drawn, 0, kind)
            one, two, three, four = one_less(one, drawn), one_less(two, drawn), one_less(three, drawn), one_less(four, drawn)
        store(block.weather, place, kind)
        for special in range(1, _KINDS):
            store(block.rows, TOKEN + special, where(kind == special, place, load(block.rows, TOKEN + special)))
        is_crosswind = kind == _CROSSWIND
        begin, length = block.tables[TOKEN_BEGIN_TABLE, place], block.tables[TOKEN_LENGTH_TABLE, place]
        store(block.rows, CROSSWIND_BEGIN, where(is_crosswind, lanes8(begin), load(block.rows, CROSSWIND_BEGIN)))
        store(block.rows, CROSSWIND_LENGTH, where(is_crosswind, lanes8(length), load(block.rows, CROSSWIND_LENGTH)))


@phase
def lay_fallen(block, course, riders, start):
    """W3: who lies on the road already."""
    if course.has_wet:
        for rider in range(riders):
            store(block.fallen, rider, lanes8(0 if start.turn == FROM_THE_START else start.fallen[rider]))
