"""From the words of a line-up to teams."""

import pytest

from fr_sim.game.errors import BadInput
from fr_sim.game.riders import Kind
from fr_sim.policies.catalogue import NOBODY
from fr_sim.policies.lineups import DEFAULT_LINEUP, parse_lineup, policies_of


def test_words():
    lineup = parse_lineup("drafter, random,steady:pace=7 ,drafter:sprint=9:pace=3/rouleur")
    assert [team.policy for team in lineup.teams] == ["drafter", "random", "steady", "drafter"]
    assert [team.label for team in lineup.teams] == ["drafter", "random", "steady:pace=7", "drafter:sprint=9:pace=3/rouleur"]
    assert lineup.teams[3].kinds == (Kind.ROULEUR,)
    assert len(lineup.riders) == 7


def test_parameters_that_are_not_set_keep_their_defaults():
    numbers = policies_of(parse_lineup("steady,steady:pace=7,drafter:sprint=9"))
    assert numbers == [(3, [5]), (3, [7]), (5, [4, 9])]


def test_default_lineup():
    assert len(parse_lineup(DEFAULT_LINEUP).teams) == 4


def test_dummies():
    lineup = parse_lineup("muscle,random,peloton,muscle")
    assert [team.dummy for team in lineup.teams] == ["muscle", None, "peloton", "muscle"]
    assert (lineup.players, lineup.dummies) == ((1,), (0, 2, 3))
    assert [number for number, _ in policies_of(lineup)] == [NOBODY, 0, NOBODY, NOBODY]


def test_twelve_single_riders():
    assert len(parse_lineup(",".join(["random/sprinteur"] * 12)).riders) == 12


@pytest.mark.parametrize(
    ("words", "told"),
    [
        ("", "team 0: found nothing"),
        ("random,,drafter", "team 1: found nothing"),
        ("random,", "team 1: found nothing"),
        ("draftr", "did you mean 'drafter'"),
        ("random,Steady", "did you mean 'steady'"),
        ("peloton,random,peloton", "team 2: found 'peloton', expected only one Peloton team"),
        ("random,peloton/rouleur", "'peloton' alone"),
        ("random,muscle:pace=3", "'muscle' alone"),
        ("random,pelotn", "did you mean 'peloton'"),
        ("random:pace=5", "'random' has none"),
        ("steady:pac=5", "did you mean 'pace'"),
        ("steady:pace", "expected pace=VALUE with a whole number from 0 to 20"),
        ("steady:pace=", "expected pace=VALUE"),
        ("steady:pace=fast", "expected pace=VALUE"),
        ("steady:pace=5.5", "expected pace=VALUE"),
        ("steady:pace=21", "from 0 to 20"),
        ("steady:pace=-1", "from 0 to 20"),
        ("steady:pace=99999999999999999999", "from 0 to 20"),
        ("steady:pace=5:pace=6", "'pace' once only"),
        ("steady:", "expected a parameter"),
        ("drafter/rouler", "did you mean '/rouleur'"),
        ("drafter/", "expected /rouleur or /sprinteur"),
        (",".join(["random"] * 7), "found 14 riders, expected at most 12"),
    ],
)
def test_bad_words(words, told):
    with pytest.raises(BadInput) as caught:
        parse_lineup(words)
    assert told in str(caught.value)
    assert str(caught.value).startswith("--teams")
