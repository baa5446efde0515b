"""Edition files and single rules from the command line: what is read, and how what is wrong is said."""

import pytest

from fr_sim.files import load_edition, rules_from_table
from fr_sim.game.errors import BadInput
from fr_sim.game.rules import KEYS, Rules


def changed(overrides):
    """The rules that overrides of the default edition change."""
    table, default = load_edition("gigamic-v2", overrides).rules.as_table(), Rules().as_table()
    return {key: value for key, value in table.items() if value != default[key]}


def refusal(call, *arguments):
    with pytest.raises(BadInput) as refused:
        call(*arguments)
    return str(refused.value)


def test_an_edition_by_path(tmp_path):
    file = tmp_path / "house.toml"
    file.write_text('extends = "base-2016"\ntitle = "House"\nsource = "us"\nhand_size = 5\n[deck_sprinteur]\n9 = 4\n2 = 4\nE = 1\n')
    edition = load_edition(str(file))
    assert (edition.name, edition.title, edition.source, edition.extends) == ("house", "House", "us", "base-2016")
    assert edition.rules.hand_size == 5
    assert edition.rules.empty_hand == "stand"
    assert list(edition.rules.deck_sprinteur.items()) == [("E", 1), ("2", 4), ("9", 4)]


@pytest.mark.parametrize("spelling", ["parent.toml", "./parent.toml", "parent"])
def test_extends_is_seen_from_its_own_folder(tmp_path, monkeypatch, spelling):
    (tmp_path / "parent.toml").write_text("hand_size = 6\n")
    (tmp_path / "child.toml").write_text(f'extends = "{spelling}"\nascent_cap = 4\n')
    monkeypatch.chdir(tmp_path.parent)
    rules = load_edition(tmp_path / "child.toml").rules
    assert (rules.hand_size, rules.ascent_cap) == (6, 4)


def test_a_file_may_have_the_name_of_what_it_extends(tmp_path):
    file = tmp_path / "gigamic-v2.toml"
    file.write_text('extends = "gigamic-v2"\nhand_size = 2\n')
    assert load_edition(file).rules.hand_size == 2


def test_a_circle_of_editions(tmp_path):
    for name, parent in (("one", "two"), ("two", "three"), ("three", "two")):
        (tmp_path / f"{name}.toml").write_text(f'extends = "{parent}.toml"\n')
    said = refusal(load_edition, tmp_path / "one.toml")
    assert "three.toml: extends: found a circle, two → three → two" in said


def test_an_edition_that_extends_itself(tmp_path):
    file = tmp_path / "self.toml"
    file.write_text('extends = "self.toml"\n')
    assert "a circle, self → self" in refusal(load_edition, file)


def test_rules_from_a_table():
    assert rules_from_table({}, "position") == Rules()
    assert rules_from_table({"extends": "grand-race", "no_slipstream": []}, "position").no_slipstream == ()
    assert refusal(rules_from_table, [], "position.toml: rules").startswith("position.toml: rules: found []")


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("hand_siz = 3", "hand_siz: found an unknown key, expected a rule (fr-sim rules show lists them); did you mean 'hand_size'?"),
        ("extends = 3", "extends: found 3, expected a string"),
        ('extends = "gigamik-v2"', "did you mean 'gigamic-v2'?"),
        ('extends = "none.toml"', "mine.toml: extends: found 'none.toml', expected the name of a shipped edition"),
        ("title = 3", "title: found 3, expected a string"),
        ("hand_size = 0", "hand_size: found 0, expected a whole number from 1 to 8"),
        ("hand_size = true", "hand_size: found True"),
        ("hand_size = 3.0", "hand_size: found 3.0"),
        ('hand_size = "3"', "hand_size: found '3'"),
        ("max_rounds = 101", "max_rounds: found 101, expected a whole number from 1 to 100"),
        ("exhaustion_supply = 121", "expected a whole number from 0 to 120"),
        ('empty_hand = "stnd"', "empty_hand: found 'stnd', expected one of exhaustion, stand; did you mean 'stand'?"),
        ("finish_slipstream = 1", "finish_slipstream: found 1, expected true or false"),
        ('no_slipstream = "ascent"', "no_slipstream: found 'ascent', expected a list of terrains"),
        ('no_slipstream = ["ascnt"]', "no_slipstream: found 'ascnt'"),
        ("no_slipstream = [[]]", "no_slipstream: found []"),
        ("handicap = -1", "handicap: found -1, expected a whole number from 0 to 15, or a list of them by team"),
        ("handicap = [0, 16]", "handicap: found [0, 16]"),
        ("handicap = []", "handicap: found []"),
        ("deck_rouleur = 3", "deck_rouleur: found 3, expected a table of card code"),
        ("deck_rouleur = {}", "deck_rouleur: found 0 cards, expected a deck of 1 to 40 cards"),
        ("deck_rouleur = {3 = 41}", "deck_rouleur.3: found 41, expected how many cards"),
        ("deck_rouleur = {3 = 40, 4 = 1}", "deck_rouleur: found 41 cards"),
        ("deck_rouleur = {21 = 1}", "deck_rouleur: found '21', expected card codes"),
        ("deck_rouleur = {03 = 1}", "deck_rouleur: found '03'"),
        ("deck_rouleur = {A = 1}", "deck_rouleur: found 'A'"),
        ("deck_rouleur = {3 = true}", "deck_rouleur.3: found True"),
        ("deck_rouleur = {0=1,1=1,2=1,3=1,4=1,5=1,6=1,7=1}", "deck_rouleur: found 8 kinds of energy card, expected at most 7"),
        ("breakaway = 1", "breakaway: found 1, expected true or false"),
        ("breakaway_size = 0", "breakaway_size: found 0, expected auto, or a whole number from 1 to 12"),
        ('breakaway_size = "two"', "breakaway_size: found 'two', expected auto, or a whole number"),
        ("breakaway_size = true", "breakaway_size: found True"),
        ("breakaway_counts_dummies = 0", "breakaway_counts_dummies: found 0"),
        ('weather = "randon"', "did you mean 'random'?"),
        ('weather = "wet"', "weather: found 'wet', expected off, random, or a list"),
        ("weather = true", "weather: found True, expected off, random, or a list"),
        ('weather = ["wett"]', "did you mean 'wet'?"),
        ('weather = ["wet", 3]', "weather: found 3"),
        ("weather = [" + '"wet",' * 201 + "]", "weather: found 201 kinds"),
        ("dummy_empty = 10", "dummy_empty: found 10, expected a whole number from 0 to 9"),
        ('carry = "most"', "one of half-up, half-down, all, none"),
        ("solo_exhaustion = 0", "solo_exhaustion: found 0"),
        ("hand_size = ", "broken TOML"),
    ],
)
def test_errors_name_file_key_found_and_expected(tmp_path, text, words):
    file = tmp_path / "mine.toml"
    file.write_text(text)
    said = refusal(load_edition, file)
    assert words in said
    assert "mine.toml" in said or "none.toml" in said


def test_every_key_takes_its_own_default():
    assert rules_from_table(Rules().as_table(), "mine.toml") == Rules()


@pytest.mark.parametrize("key", [key for key, about in KEYS.items() if about.metadata["low"] is not None])
def test_ranges_are_those_of_the_rules(key):
    about = KEYS[key].metadata
    for value in (about["low"], about["high"]):
        assert getattr(rules_from_table({key: value}, "mine.toml"), key) == value
    for value in (about["low"] - 1, about["high"] + 1):
        assert f"found {value}, expected" in refusal(rules_from_table, {key: value}, "mine.toml")


@pytest.mark.parametrize(
    ("override", "rules"),
    [
        ("hand_size=3", {"hand_size": 3}),
        (" hand_size = 3 ", {"hand_size": 3}),
        ("empty_hand=stand", {"empty_hand": "stand"}),
        ('empty_hand="stand"', {"empty_hand": "stand"}),
        ("exhaustion_when=lane-empty", {"exhaustion_when": "lane-empty"}),
        ("no_slipstream=[]", {"no_slipstream": []}),
        ('no_slipstream=["flat", "flat", "cobbles"]', {"no_slipstream": ["flat", "cobbles"]}),
        ("handicap=[1, 2]", {"handicap": [1, 2]}),
        ("finish_exhaustion=false", {"finish_exhaustion": False}),
        ("deck_rouleur={3=3,E=1}", {"deck_rouleur": {"E": 1, "3": 3}}),
        ("deck_rouleur.9=3", {"deck_rouleur": {"3": 3, "4": 3, "5": 3, "6": 3, "7": 3, "9": 3}}),
        ("deck_rouleur.3=0", {"deck_rouleur": {"4": 3, "5": 3, "6": 3, "7": 3}}),
        ("breakaway=false", {}),
        ("breakaway_size=auto", {}),
        ("breakaway_size=3", {"breakaway_size": 3}),
        ("weather=random", {"weather": "random"}),
        ('weather=["wet", "fair"]', {"weather": ["wet", "fair"]}),
        ("weather=[]", {"weather": []}),
        ("carry=half-up", {}),
        ("carry=all", {"carry": "all"}),
    ],
)
def test_overrides(override, rules):
    assert changed([override]) == rules


def test_later_overrides_see_earlier_ones():
    assert changed(["deck_rouleur={3=1}", "deck_rouleur.4=2", "hand_size=2", "hand_size=3"]) == {
        "deck_rouleur": {"3": 1, "4": 2},
        "hand_size": 3,
    }


def test_overrides_lie_on_top_of_the_edition_and_leave_it_as_it_was():
    assert load_edition("base-2016", ["hand_size=3"]).rules.empty_hand == "stand"
    assert load_edition("base-2016").rules.hand_size == 4


@pytest.mark.parametrize(
    ("override", "words"),
    [
        ("hand_size", "--set: found 'hand_size', expected KEY=VALUE"),
        ("=3", "--set: found '=3'"),
        ("hand_size=", "--set hand_size: found '', expected a value in TOML"),
        ("hand_size=[", "--set hand_size: found '['"),
        ("hand_size=3\nmax_rounds=2", "--set hand_size: found '3\\nmax_rounds=2'"),
        ("hand_size=three", "--set hand_size: found 'three', expected a whole number from 1 to 8"),
        ("hand_siz=3", "--set hand_siz: found an unknown key"),
        ("title=x", "--set title: found an unknown key"),
        ("extends=base-2016", "--set extends: found an unknown key"),
        ("hand_size.x=3", "--set hand_size.x: found an unknown key"),
        ("deck_rouleur.X=3", "--set deck_rouleur: found 'X'"),
        ("carry=half", "--set carry: found 'half', expected one of half-up, half-down, all, none; did you mean 'half-up'?"),
    ],
)
def test_overrides_that_are_refused(override, words):
    assert words in refusal(load_edition, "gigamic-v2", [override])


@pytest.mark.parametrize("name", ["gigamic-2", "", "base", "no/such.toml", "/"])
def test_names_that_nobody_has(name):
    assert "expected" in refusal(load_edition, name)
