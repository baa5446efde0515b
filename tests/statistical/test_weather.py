"""Weather tokens come as often as thirteen tokens in a bag do, on every place (W1)."""

from collections import Counter

import pytest

from fr_sim.game.rules import Rules
from fr_sim.game.stage import Square, Stage
from fr_sim.game.terrain import Terrain
from fr_sim.game.weather import TOKENS, WEATHER_KINDS
from fr_sim.reference.luck import Luck
from fr_sim.reference.weather import draw_tokens
from fr_sim.rng import words as rng

RACES = 4000
#: Seven places, as most stages have.
STAGE = Stage("Flat", (Square(2, Terrain.FLAT),) * 60, 5, 50)


@pytest.fixture(scope="module")
def drawn():
    """The kinds by place of many races."""
    rules = Rules(weather="random")
    return [[token.kind for token in draw_tokens(STAGE, rules, Luck(rng.race_key(11, race), False).token)] for race in range(RACES)]


def test_each_kind_on_each_place(drawn):
    for place in range(7):
        counts = Counter(kinds[place] for kinds in drawn)
        for kind in WEATHER_KINDS:
            share = TOKENS.count(kind) / len(TOKENS)
            # Five standard deviations, for 35 counts.
            assert abs(counts[kind] - RACES * share) < 5 * (RACES * share * (1 - share)) ** 0.5


def test_no_token_lies_twice(drawn):
    assert all(Counter(kinds)[kind] <= TOKENS.count(kind) for kinds in drawn for kind in WEATHER_KINDS)


def test_places_do_not_follow_each_other(drawn):
    """With wet on the first place the second is each other kind as often as twelve tokens say."""
    second = Counter(kinds[1] for kinds in drawn if kinds[0] == "wet")
    assert abs(second["fair"] / second.total() - 9 / 12) < 0.13
    assert second["wet"] == 0
