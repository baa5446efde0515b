"""The shipped editions: what each one changes, and that each says where it comes from."""

from fr_sim.files import differences, edition_names, load_edition
from fr_sim.game.rules import Rules

CHANGES = {
    "gigamic-v2": {},
    "base-2016": {"empty_hand": "stand"},
    "fatigue-fr": {"road_end": "open", "climb_entry": "cap", "played_exhaustion": "recycled"},
    "grand-race": {"hand_size": 3},
    "grand-tour-2016": {"race_end": "all", "finish_slipstream": False},
    "meteo": {"weather": "random"},
    "mistake-climb-start-only": {"climb_entry": "start-only"},
    "mistake-front-to-rear": {"slipstream_order": "front-to-rear"},
    "mistake-lane-exhaustion": {"exhaustion_when": "lane-empty"},
    "mistake-leaders-only": {"exhaustion_when": "leaders"},
    "mistake-recycle-played": {"played_cards": "recycled"},
    "peloton": {"breakaway": True},
}


def test_what_each_edition_changes():
    found = {name: {key: new for key, (_, new) in differences(Rules(), load_edition(name).rules).items()} for name in edition_names()}
    assert found == CHANGES


def test_each_edition_has_a_title_and_a_source():
    for name in edition_names():
        edition = load_edition(name)
        assert edition.name == name
        assert edition.title != name
        assert edition.source


def test_all_but_the_default_extend_it():
    assert {name for name in edition_names() if load_edition(name).extends != "gigamic-v2"} == {"gigamic-v2"}
    assert edition_names()[0] == "gigamic-v2"
