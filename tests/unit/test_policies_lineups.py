"""From the words of a line-up to teams."""

import pytest

from fr_sim.files import load_edition
from fr_sim.game.errors import BadInput
from fr_sim.game.lineup import starting_decks
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


def decks_of(words, changes=()):
    return starting_decks(load_edition("gigamic-v2", changes).rules, parse_lineup(words))


def test_specialists():
    words = "drafter/grimpeur,steady:pace=7/sprinteur+puncheur,muscle/bot-sprinteur+bot-rouleur,random/rouleur+sprinteur"
    lineup = parse_lineup(words)
    names = [[one and one.name for one in team.specialists] for team in lineup.teams]
    assert names == [["grimpeur"], ["puncheur", None], ["bot-rouleur", "bot-sprinteur"], []]
    assert [len(team.kinds) for team in lineup.teams] == [1, 2, 2, 2]
    assert lineup.teams[3] == parse_lineup("random").teams[0]
    assert lineup.teams[0].label == "drafter/grimpeur"
    assert lineup.teams[1].label == lineup.teams[1].known_as == "steady:pace=7/puncheur+sprinteur"
    assert lineup.teams[1].rides == "steady:pace=7"
    assert parse_lineup(",".join(team.label for team in lineup.teams)) == lineup


def test_decks_of_specialists():
    plain = {"2": 3, "3": 3, "4": 3, "5": 3, "9": 3}
    puncheur = {"3": 3, "4": 2, "5": 3, "6": 2, "7": 3, "8": 1}
    assert decks_of("drafter/puncheur+sprinteur,random/puncheur", ["handicap=2"]) == [
        {"E": 2} | puncheur,
        {"E": 2} | plain,
        {"E": 2} | puncheur,
    ]
    # The plain one's deck is the edition's.
    assert decks_of("drafter/puncheur+sprinteur", ['deck_sprinteur={"7"=2}'])[1] == {"7": 2}


def test_decks_of_dummies():
    puncheur = {"3": 3, "4": 2, "5": 3, "6": 2, "7": 3, "8": 1}
    # P2: one deck for both, with two Attack! cards; P4: one more 5 for the sprinteur.
    assert decks_of("peloton/puncheur,random")[:2] == [{"A": 2} | puncheur] * 2
    assert decks_of("muscle/puncheur+flahute,random")[:2] == [puncheur, {"M": 1, "2": 3, "3": 3, "4": 2, "5": 4, "9": 3}]
    # Decks that say so get nothing.
    assert decks_of("muscle/rouleur+bot-sprinteur,random")[1] == {"2": 2, "3": 3, "4": 3, "5": 3, "9": 4}
    assert decks_of("peloton/bot-rouleur,random")[:2] == [{"3": 2, "4": 3, "5": 3, "6": 3, "7": 3}] * 2


def test_exhaustion_in_a_deck_of_ones_own(tmp_path):
    path = tmp_path / "tired.toml"
    path.write_text('kind = "rouleur"\n[deck]\nE = 2\n3 = 4\n')
    assert decks_of(f"random/{path}+sprinteur", ["handicap=1"])[0] == {"E": 3, "3": 4}
    # P3, P4: dummies never have exhaustion cards.
    assert decks_of(f"random,peloton/{path}")[2] == {"A": 2, "3": 4}
    assert decks_of(f"random,muscle/{path}+sprinteur")[2] == {"3": 4}


def test_a_path_seen_from_a_folder(tmp_path):
    (tmp_path / "mine.toml").write_text('kind = "sprinteur"\n[deck]\n4 = 4\n')
    lineup = parse_lineup("random/grimpeur + mine.toml", folder=tmp_path)
    assert lineup.teams[0].label == "random/grimpeur+mine.toml"
    assert lineup.teams[0].specialists[1].deck == (("4", 4),)


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
        ("drafter/grimper", "did you mean '/grimpeur'"),
        ("drafter/grimpeur+sprintur", "did you mean '/sprinteur'"),
        ("drafter/grimpeur+", "found '/', expected /rouleur"),
        ("drafter/grimpeur+puncheur", "both are of kind rouleur"),
        ("drafter/sprinteur+flahute", "both are of kind sprinteur"),
        ("drafter/grimpeur+sprinteur+flahute", "expected one rider, or two joined by +"),
        ("random,drafter/missing.toml", "missing.toml: found no such file, expected a rider file"),
        ("random,peloton/grimpeur+sprinteur", "'peloton' alone or peloton/RIDER, whose deck both its riders share"),
        ("random,peloton/grimper", "did you mean '/grimpeur'"),
        ("random,muscle/puncheur", "'muscle' alone or muscle/RIDER+RIDER with both its riders"),
        ("random,muscle/puncheur+baroudeur", "both are of kind rouleur"),
        ("random,muscle:pace=3/puncheur+sprinteur", "a dummy team has no parameters"),
        ("random,peloton,peloton/grimpeur", "only one Peloton team"),
        (",".join(["random"] * 7), "found 14 riders, expected at most 12"),
    ],
)
def test_bad_words(words, told):
    with pytest.raises(BadInput) as caught:
        parse_lineup(words)
    assert told in str(caught.value)
    assert str(caught.value).startswith(("--teams", "missing.toml"))
