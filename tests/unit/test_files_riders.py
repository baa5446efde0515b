"""Rider files: the shipped ones, one's own, and what is wrong with them."""

import re

import pytest

from fr_sim.files import load_rider, rider_from_table, rider_names
from fr_sim.game.cards import MOST_CARDS, MOST_ENERGY_KINDS
from fr_sim.game.errors import BadInput
from fr_sim.game.riders import Kind
from fr_sim.game.rules import PLAIN_ROULEUR, PLAIN_SPRINTEUR


def test_the_plain_riders_are_those_of_the_rules():
    assert rider_names()[:2] == ["rouleur", "sprinteur"]
    assert dict(load_rider("rouleur").deck) == PLAIN_ROULEUR
    assert dict(load_rider("sprinteur").deck) == PLAIN_SPRINTEUR


@pytest.mark.parametrize("name", rider_names())
def test_a_shipped_rider(name):
    rider = load_rider(name)
    assert rider.name == name
    assert rider.title
    assert rider.source
    assert re.search(r"https?:|www\.", rider.source) is None
    assert 1 <= rider.cards <= MOST_CARDS
    assert len(rider.deck) <= MOST_ENERGY_KINDS


def test_specialists_of_both_kinds_ship():
    kinds = [load_rider(name).kind for name in rider_names()[2:]]
    assert set(kinds) == set(Kind)
    assert kinds == sorted(kinds)


def test_a_file_of_ones_own(tmp_path):
    path = tmp_path / "mine.toml"
    path.write_text('kind = "sprinteur"\n[deck]\n9 = 4\nE = 1\n2 = 0\n4 = 3\n')
    rider = load_rider(path)
    assert (rider.kind, rider.deck, rider.title) == (Kind.SPRINTEUR, (("E", 1), ("4", 3), ("9", 4)), str(path))
    assert rider.mean == (2 + 3 * 4 + 4 * 9) / 8
    assert load_rider("mine.toml", folder=tmp_path).deck == rider.deck


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("", "kind: found nothing, expected one of rouleur, sprinteur"),
        ('kind = "rouleur"', "deck: found nothing, expected a table of card code"),
        ('kind = "rouler"\n[deck]\n3 = 1', "kind: found 'rouler', expected one of rouleur, sprinteur; did you mean 'rouleur'?"),
        ("kind = 3\n[deck]\n3 = 1", "kind: found 3, expected a string"),
        ('kind = "rouleur"\ndek = 1\n[deck]\n3 = 1', "dek: found an unknown key, expected keys of a rider file"),
        ('kind = "rouleur"\ndek = 1\n[deck]\n3 = 1', "did you mean 'deck'?"),
        ('kind = "rouleur"\ntitle = 1\n[deck]\n3 = 1', "title: found 1, expected a string"),
        ('kind = "rouleur"\ndummy_cards = 1\n[deck]\n3 = 1', "dummy_cards: found 1, expected true or false"),
        ('kind = "rouleur"\ndeck = 3', "deck: found 3, expected a table of card code"),
        ('kind = "rouleur"\n[deck]', "deck: found 0 cards, expected a deck of 1 to 40 cards"),
        ('kind = "rouleur"\n[deck]\n21 = 1', "deck: found '21', expected card codes: a number from 0 to 20, or E"),
        ('kind = "rouleur"\n[deck]\nM = 1', "deck: found 'M', expected card codes"),
        ('kind = "rouleur"\n[deck]\n3 = 41', "deck.3: found 41, expected how many cards"),
        ('kind = "rouleur"\n[deck]\n3 = 21\n4 = 20', "deck: found 41 cards"),
        ('kind = "rouleur"\n[deck]\n0=1\n1=1\n2=1\n3=1\n4=1\n5=1\n6=1\n7=1', "deck: found 8 kinds of energy card, expected at most 7"),
        ('kind = "rouleur', "found broken TOML"),
    ],
)
def test_what_is_wrong_with_a_file(tmp_path, text, told):
    path = tmp_path / "mine.toml"
    path.write_text(text)
    with pytest.raises(BadInput) as caught:
        load_rider(path)
    assert str(caught.value).startswith(str(path))
    assert told in str(caught.value)


def test_names_and_files_that_nobody_has(tmp_path):
    with pytest.raises(BadInput, match=r"--teams: found 'baroudor', expected .*; did you mean 'baroudeur'\?"):
        load_rider("baroudor")
    with pytest.raises(BadInput, match="found no such file, expected a rider file"):
        load_rider(tmp_path / "missing.toml")
    with pytest.raises(BadInput, match="found a folder"):
        load_rider(tmp_path)


def test_a_table_as_a_file():
    rider = rider_from_table({"kind": "rouleur", "deck": {"3": 2}}, "somewhere", "mine")
    assert (rider.name, rider.kind, rider.deck, rider.dummy_cards) == ("mine", Kind.ROULEUR, (("3", 2),), True)
