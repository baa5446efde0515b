"""Position files: what they may say, and what is said of those that say something else."""

import copy
import json

import pytest

from fr_sim.files import load_rider
from fr_sim.files.positions import load_position, position_from_table
from fr_sim.game.errors import BadInput
from fr_sim.game.riders import Kind

POSITION = {
    "stage": "avenue-corso-paseo",
    "rules": "base-2016",
    "round": 6,
    "team": 0,
    "rider": [
        {
            "team": 0,
            "kind": "rouleur",
            "place": [23, 0],
            "card": "5",
            "hand": ["3", "5", "6", "E"],
            "draw": {"4": 1, "7": 2},
            "recycled": {"3": 1},
            "fallen": False,
            "policy": "drafter",
        },
        {"team": 3, "kind": "sprinteur", "place": [22, 1]},
    ],
}
TOML = """
stage = "avenue-corso-paseo"
rules = "base-2016"
round = 6
team = 0
[[rider]]
team = 0
kind = "rouleur"
place = [23, 0]
card = "5"
hand = ["3", "5", "6", "E"]
draw = { "4" = 1, "7" = 2 }
recycled = { "3" = 1 }
fallen = false
policy = "drafter"
[[rider]]
team = 3
kind = "sprinteur"
place = [22, 1]
"""
ROAD = {"name": "Short", "players": [1, 2], "start": 5, "past_finish": 3, "stretch": [{"squares": 20, "terrain": "flat", "lanes": 3}]}


def test_everything_that_a_position_says():
    position = position_from_table(POSITION)
    rider, other = position.riders
    assert position.stage.name == "Avenue Corso Paseo"
    assert (position.rules.empty_hand, position.round, position.team) == ("stand", 6, 0)
    assert (rider.team, rider.kind, rider.place, rider.card, rider.policy) == (0, Kind.ROULEUR, (23, 0), "5", "drafter")
    assert (rider.hand, rider.draw, rider.recycled) == (("3", "5", "6", "E"), {"4": 1, "7": 2}, {"3": 1})
    assert (other.card, other.hand, other.draw, other.recycled, other.policy) == (None,) * 5


def test_toml_and_json_say_the_same(tmp_path):
    (tmp_path / "position.toml").write_text(TOML)
    (tmp_path / "position.json").write_text(json.dumps(POSITION))
    (tmp_path / "position").write_text(json.dumps(POSITION, indent=1))
    expected = position_from_table(POSITION)
    assert all(load_position(tmp_path / name) == expected for name in ("position.toml", "position.json", "position"))


def test_rules_of_the_command_line_come_last():
    table = {**POSITION, "rules": {"extends": "fatigue-fr", "ascent_cap": 3}}
    assert (position_from_table(table).rules.road_end, position_from_table(table).rules.ascent_cap) == ("open", 3)
    changed = position_from_table(table, overrides=["ascent_cap=4", "no_slipstream=[]"]).rules
    assert (changed.road_end, changed.ascent_cap, changed.no_slipstream) == ("open", 4, ())
    assert position_from_table(table, edition="gigamic-v2").rules.ascent_cap == 5
    assert position_from_table(POSITION, edition="gigamic-v2", overrides=["hand_size=3"]).rules.hand_size == 3


def test_a_road_of_its_own_and_files_beside_the_position(tmp_path):
    table = {"road": ROAD, "rider": [{"team": 0, "kind": "rouleur", "place": [8, 2]}]}
    assert len(position_from_table(table).stage.squares) == 20
    assert position_from_table(table).round == 1
    (tmp_path / "mine.toml").write_text('title = "Mine"\nhand_size = 3\n')
    (tmp_path / "position.json").write_text(json.dumps({**table, "rules": "mine.toml"}))
    assert load_position(tmp_path / "position.json").rules.hand_size == 3


def test_an_open_road_goes_on():
    table = {"road": ROAD, "rules": {"road_end": "open"}, "rider": [{"team": 0, "kind": "rouleur", "place": [40, 1]}]}
    assert position_from_table(table).riders[0].place == (40, 1)
    with pytest.raises(BadInput, match="2 lanes"):
        position_from_table({**table, "rider": [{"team": 0, "kind": "rouleur", "place": [40, 2]}]})


def changed(path, value):
    """POSITION with the value at a path of keys changed, or taken out where it is `del`."""
    table = copy.deepcopy(POSITION)
    part = table
    for key in path[:-1]:
        part = part[key]
    if value == "del":
        del part[path[-1]]
    else:
        part[path[-1]] = value
    return table


RIDER = ("rider", 0)


@pytest.mark.parametrize(
    ("path", "value", "words"),
    [
        (("stage",), "avenue-corso-pasio", "avenue-corso-paseo"),
        (("stage",), 5, "stage"),
        (("stage",), "del", "neither stage nor"),
        (("road",), ROAD, "both stage and"),
        (("rules",), "gigamic", "gigamic-v2"),
        (("rules",), 3, "edition"),
        (("rules",), {"hand_sise": 3}, "hand_size"),
        (("rules",), {"hand_size": 0}, "hand_size"),
        (("round",), 0, "1 to 60"),
        (("round",), 61, "1 to 60"),
        (("round",), "6", "whole number"),
        (("round",), True, "whole number"),
        (("team",), 1, "0, 3"),
        (("team",), "0", "team"),
        (("ridder",), [], "rider"),
        (("weather",), {"square": 12, "length": 6, "kind": "wet"}, r"\[\[weather\]\]"),
        (("weather",), ["wet"], "square, length and kind"),
        (("weather",), [{"square": 12, "length": 6}], "weather 0, kind"),
        (("weather",), [{"square": 12, "length": 6, "kind": "wett"}], "did you mean 'wet'"),
        (("weather",), [{"square": 12, "length": 6, "kind": ["wet"]}], "weather 0, kind"),
        (("weather",), [{"square": 78, "length": 1, "kind": "wet"}], "0 to 77"),
        (("weather",), [{"square": 77, "length": 2, "kind": "wet"}], "1 to 1"),
        (("weather",), [{"square": 12, "length": 0, "kind": "wet"}], "length"),
        (("weather",), [{"square": "12", "length": 6, "kind": "wet"}], "whole number"),
        (("weather",), [{"square": 12, "length": 6, "kind": "wet", "lane": 0}], "lane"),
        (("weather",), [{"square": square, "length": 6, "kind": "wet"} for square in (12, 17)], "token 0 lies there"),
        (("rider",), [], "no riders"),
        (("rider",), "del", "no riders"),
        (("rider",), {"team": 0}, "at least one"),
        (("rider",), [5], "team, kind and place"),
        (("rider",), [POSITION["rider"][0]] * 13, "13 riders"),
        ((*RIDER, "team"), "del", "team"),
        ((*RIDER, "team"), 12, "0 to 11"),
        ((*RIDER, "team"), -1, "0 to 11"),
        ((*RIDER, "team"), False, "0 to 11"),
        ((*RIDER, "kind"), "del", "kind"),
        ((*RIDER, "kind"), "rolleur", "did you mean 'rouleur'"),
        ((*RIDER, "kind"), ["rouleur"], "rouleur or sprinteur"),
        ((*RIDER, "place"), "del", "place"),
        ((*RIDER, "place"), 23, r"\[square, lane\]"),
        ((*RIDER, "place"), [23], r"\[square, lane\]"),
        ((*RIDER, "place"), [23, 0.0], r"\[square, lane\]"),
        ((*RIDER, "place"), [78, 0], "0 to 77"),
        ((*RIDER, "place"), [-1, 0], "0 to 77"),
        ((*RIDER, "place"), [23, 2], "2 lanes"),
        ((*RIDER, "place"), [23, -1], "2 lanes"),
        ((*RIDER, "place"), [22, 1], "a place of its own"),
        ((*RIDER, "card"), 5, "in quotes"),
        ((*RIDER, "card"), "21", "in quotes"),
        ((*RIDER, "card"), "05", "in quotes"),
        ((*RIDER, "card"), "A", "dummies"),
        ((*RIDER, "hand"), ["M"], "dummies"),
        ((*RIDER, "card"), ["5"], "in quotes"),
        ((*RIDER, "hand"), "3", "list of card codes"),
        ((*RIDER, "hand"), ["3", "x"], "in quotes"),
        ((*RIDER, "draw"), ["3"], "how many"),
        ((*RIDER, "draw"), {"3": -1}, "0 to 40"),
        ((*RIDER, "draw"), {"3": 40, "4": 40, "5": 1}, "81 cards"),
        ((*RIDER, "recycled"), {"x": 1}, "in quotes"),
        ((*RIDER, "fallen"), 1, "true or false"),
        ((*RIDER, "fallen"), "yes", "true or false"),
        (("rider", 1), {"team": 0, "kind": "sprinteur", "place": [20, 0], "policy": "muscle"}, "dummies are whole teams"),
        ((*RIDER, "policy"), 1, "policy"),
        ((*RIDER, "cart"), "5", "did you mean 'card'"),
        (("rider", 1), {"team": 0, "kind": "rouleur", "place": [20, 0]}, "one rouleur a team"),
    ],
)
def test_what_a_position_may_not_say(path, value, words):
    with pytest.raises(BadInput, match=words):
        position_from_table(changed(path, value))


@pytest.mark.parametrize(
    ("content", "words"),
    [
        (b"", "empty file"),
        (b"\x00\xff\xfe", "no text"),
        (b"stage = ", "TOML"),
        (b"{", "JSON"),
        (b"{}", "neither stage nor"),
        (b'{"a": ' + b"[" * 100_000, "JSON"),
    ],
)
def test_files_that_are_no_positions(tmp_path, content, words):
    path = tmp_path / "position.toml"
    path.write_bytes(content)
    with pytest.raises(BadInput, match=words):
        load_position(path)


def test_a_json_list_is_no_position(tmp_path):
    (tmp_path / "position.json").write_text("[1]")
    with pytest.raises(BadInput, match="a JSON list"):
        load_position(tmp_path / "position.json")


def test_no_file(tmp_path):
    for name, words in (("nowhere.toml", "no such file"), (".", "a folder")):
        with pytest.raises(BadInput, match=words):
            load_position(tmp_path / name)


def test_dummies_weather_and_falls():
    riders = [
        {"team": 0, "kind": "rouleur", "place": [23, 0], "card": "A", "policy": "peloton"},
        {"team": 0, "kind": "sprinteur", "place": [22, 0], "card": "A", "policy": "peloton"},
        {"team": 1, "kind": "sprinteur", "place": [21, 0], "card": "M", "policy": "muscle", "fallen": True},
    ]
    tokens = [{"square": 18, "length": 6, "kind": "wet"}, {"square": 12, "length": 6, "kind": "tailwind"}]
    position = position_from_table({"stage": "avenue-corso-paseo", "rider": riders, "weather": tokens})
    assert [rider.dummy for rider in position.riders] == ["peloton", "peloton", "muscle"]
    assert [rider.fallen for rider in position.riders] == [False, False, True]
    assert position.weather == ((18, 6, "wet"), (12, 6, "tailwind"))


@pytest.mark.parametrize(("card", "policy"), [("A", "muscle"), ("M", "peloton"), ("A", "drafter"), ("M", None)])
def test_special_cards_belong_to_their_dummies(card, policy):
    rider = {"team": 0, "kind": "sprinteur", "place": [23, 0], "card": card} | ({"policy": policy} if policy else {})
    with pytest.raises(BadInput, match="only riders with policy"):
        position_from_table({"stage": "avenue-corso-paseo", "rider": [rider]})


@pytest.mark.parametrize(
    ("kind", "policy", "cards", "where", "found"),
    [
        ("rouleur", None, {"card": "9"}, "card", "the card '9'"),
        ("sprinteur", None, {"card": "7"}, "card", "the card '7'"),
        ("rouleur", None, {"hand": ["3", "3", "3", "3"]}, "hand", "4 cards '3'"),
        ("rouleur", None, {"hand": ["3", "2"]}, "hand", "the card '2'"),
        ("sprinteur", None, {"draw": {"9": 4}}, "draw", "4 cards '9'"),
        ("sprinteur", None, {"recycled": {"8": 1}}, "recycled", "the card '8'"),
        ("rouleur", None, {"card": "4", "draw": {"4": 3}}, "draw", "4 cards '4', taken together with the piles before"),
        ("rouleur", None, {"card": "4", "hand": ["4", "4"], "recycled": {"4": 2}}, "recycled", "4 cards '4', taken together"),
        ("rouleur", None, {"hand": ["4"], "draw": {"4": 2}, "recycled": {"4": 1}}, "recycled", "4 cards '4', taken together"),
        ("sprinteur", "peloton", {"card": "9"}, "card", "the card '9'"),
        ("rouleur", "peloton", {"draw": {"A": 3}}, "draw", "3 cards 'A'"),
        ("sprinteur", "muscle", {"draw": {"M": 2}}, "draw", "2 cards 'M'"),
        ("rouleur", "muscle", {"card": "M"}, "card", "the card 'M'"),
        ("rouleur", "muscle", {"card": "E"}, "card", "the card 'E'"),
    ],
)
def test_cards_that_no_deck_of_the_rider_holds(kind, policy, cards, where, found):
    rider = {"team": 0, "kind": kind, "place": [23, 0], **cards} | ({"policy": policy} if policy else {})
    with pytest.raises(BadInput, match=r"cards of the rider's deck \(C1\)") as wrong:
        position_from_table({"stage": "avenue-corso-paseo", "rider": [rider]})
    assert f"position, rider 0, {where}: found {found}" in str(wrong.value)


@pytest.mark.parametrize(
    ("kind", "policy", "cards", "rules"),
    [
        ("rouleur", None, {"card": "4", "hand": ["4", "4", "5", "E"], "draw": {"4": 1, "E": 30}, "recycled": {"E": 9}}, {}),
        ("rouleur", None, {"card": "E", "draw": {"9": 0}}, {}),
        ("sprinteur", "peloton", {"card": "7", "draw": {"A": 2}}, {}),
        ("sprinteur", "muscle", {"card": "M", "draw": {"5": 3}}, {}),
        ("rouleur", None, {"card": "9", "draw": {"0": 2}}, {"deck_rouleur": {"9": 1, "0": 2, "3": 1}}),
    ],
)
def test_cards_that_its_deck_holds(kind, policy, cards, rules):
    rider = {"team": 0, "kind": kind, "place": [23, 0], **cards} | ({"policy": policy} if policy else {})
    assert position_from_table({"stage": "avenue-corso-paseo", "rider": [rider], "rules": rules}).riders[0].card == cards["card"]


def test_the_deck_is_that_of_the_rules_the_position_is_judged_by():
    table = {"stage": "avenue-corso-paseo", "rider": [{"team": 0, "kind": "rouleur", "place": [23, 0], "card": "9"}]}
    assert position_from_table(table, overrides=['deck_rouleur={"9"=2, "3"=13}']).riders[0].card == "9"
    table["rules"] = {"deck_rouleur": {"9": 2, "3": 13}}
    with pytest.raises(BadInput, match="the card '9'"):
        position_from_table(table, edition="gigamic-v2")


def test_one_peloton():
    riders = [{"team": team, "kind": "rouleur", "place": [20 + team, 0], "policy": "peloton"} for team in (0, 1)]
    with pytest.raises(BadInput, match="one Peloton team"):
        position_from_table({"stage": "avenue-corso-paseo", "rider": riders})


def riders_with(**keys):
    return {**POSITION, "rider": [{**POSITION["rider"][0], **keys}, POSITION["rider"][1]]}


def test_riders_with_decks_of_their_own(tmp_path):
    bare = {"card": "E", "hand": ["E"], "draw": {}, "recycled": {}}  # what any deck can hold
    assert position_from_table(POSITION).riders[0].specialist is None
    assert position_from_table(riders_with(rider="rouleur")).riders[0].specialist is None
    assert position_from_table(riders_with(rider="puncheur", **bare)).riders[0].specialist == load_rider("puncheur")
    assert position_from_table(riders_with(deck={"8": 2, "E": 1}, **bare)).riders[0].specialist.deck == (("E", 1), ("8", 2))
    # A rider file is looked for beside the position.
    (tmp_path / "mine.toml").write_text('kind = "rouleur"\n[deck]\n4 = 9\n')
    path = tmp_path / "position.json"
    path.write_text(json.dumps(riders_with(rider="mine.toml", **bare)))
    assert load_position(path).riders[0].specialist.deck == (("4", 9),)


@pytest.mark.parametrize(
    ("keys", "told"),
    [
        ({"rider": "puncher"}, "rider 0, rider: found 'puncher', expected the name of a rider .*; did you mean 'puncheur'"),
        ({"rider": 5}, "rider 0, rider: found 5, expected the name of a rider"),
        ({"rider": "flahute"}, "rider 0, kind: found 'rouleur', expected sprinteur, as the Flahute is"),
        ({"rider": "sprinteur"}, "rider 0, kind: found 'rouleur', expected sprinteur"),
        ({"rider": "missing.toml"}, "missing.toml: found no such file"),
        ({"deck": {"X": 1}}, "rider 0, deck: found 'X', expected card codes"),
        ({"deck": 5}, "rider 0, deck: found 5, expected a table of card code"),
        ({"deck": {}}, "rider 0, deck: found 0 cards"),
        ({"deck": {"3": 1}, "rider": "puncheur"}, "rider 0: found both rider and deck"),
    ],
)
def test_decks_that_no_rider_has(keys, told):
    with pytest.raises(BadInput, match=told):
        position_from_table(riders_with(**keys))
