"""Users' policies in a simulation: they ride, and when they go wrong it is said where."""

import pytest

from fr_sim.files import load_edition, load_stage
from fr_sim.game.errors import BadInput
from fr_sim.policies.lineups import parse_lineup
from fr_sim.policies.own_files import load_policy_file
from fr_sim.questions.run import simulate

FILE = '''
"""A policy that plays its highest card, and some that go wrong."""

def boldest(view):
    """The highest card in hand."""
    best = 0
    for kind in range(view.kinds):
        if view.hand[kind] > 0:
            best = kind
    return best

def forgetful(view):
    """In round 3 it answers with a card that nobody has."""
    return 77 if view.turn == 3 else boldest(view)
'''


@pytest.fixture
def own(tmp_path):
    path = tmp_path / "mine.py"
    path.write_text(FILE)
    return load_policy_file(path)


@pytest.fixture
def game(own):
    return load_stage("avenue-corso-paseo"), load_edition("gigamic-v2"), own


def test_an_own_policy_rides_like_the_shipped_one_that_it_copies(game):
    stage, edition, own = game
    mine = simulate(stage, parse_lineup("boldest,random", own), edition, 320, own=own, threads=2, chunk_races=64)
    shipped = simulate(stage, parse_lineup("highest,random"), edition, 320)
    assert mine.digest == shipped.digest
    assert dict(mine.question.own_policies) == {str(own.path): FILE}


@pytest.mark.parametrize("threads", [1, 2])
def test_a_policy_that_goes_wrong_is_named_with_file_race_and_round(game, threads):
    stage, edition, own = game
    with pytest.raises(BadInput, match=r"mine\.py, policy 'forgetful', race 0, round 3, rider [01].*77") as wrong:
        simulate(stage, parse_lineup("forgetful,random", own), edition, 320, own=own, threads=threads, chunk_races=64)
    assert str(wrong.value).count("race 0") == 1
