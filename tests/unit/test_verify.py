"""`verify`: every lawful log is accepted, and every log in which one field was changed into something unlawful is not."""

import copy
import json
from types import MappingProxyType

import pytest

from fr_sim.files import load_stage, stage_from_table
from fr_sim.game.cards import pile_order
from fr_sim.game.errors import BadInput
from fr_sim.game.lineup import Lineup, Team
from fr_sim.game.riders import Kind, Specialist
from fr_sim.game.rules import Rules
from fr_sim.reference.log_lines import Line, written
from fr_sim.reference.race import play_race
from fr_sim.reference.verify import verify, verify_race

PAIRS = Lineup((Team("one"), Team("two"), Team("three")))
SINGLES = Lineup((Team("one", (), (Kind.ROULEUR,)), Team("two", (), (Kind.SPRINTEUR,)), Team("three")))
SOLO = Lineup((Team("peloton"), Team("one"), Team("muscle")))
DUMMIES = Lineup((Team("one"), Team("muscle"), Team("two", (), (Kind.SPRINTEUR,)), Team("peloton")))
CLIMBER = Specialist("climber", Kind.ROULEUR, (("3", 2), ("5", 9), ("8", 1)))
JUMPER = Specialist("jumper", Kind.SPRINTEUR, (("E", 1), ("1", 4), ("20", 2)), dummy_cards=False)
SPECIALISTS = Lineup(
    (
        Team("one", specialists=(CLIMBER, None)),
        Team("muscle", specialists=(None, JUMPER)),
        Team("peloton", specialists=(CLIMBER, CLIMBER)),
        Team("two", (), (Kind.SPRINTEUR,), (JUMPER,)),
    )
)
#: Over a hill, and long enough for the recycled cards to be shuffled.
HILL = stage_from_table({"name": "Hill", "players": [2, 4], "tiles": ["a", "b", "L", "f", "c", "u"]}, "hill")
SHORT_DECK = MappingProxyType({"5": 3, "9": 2})


class MiddleCard:
    """Plays the middle card of the hand, and starts as far forward as it can."""

    def look(self, weather, fallen):
        pass

    def place(self, key, squares, lanes, rider):
        return next(square for square in range(4, -1, -1) if squares.count(square) < 2)

    def first(self, key, turn, squares, lanes, left, rider):
        return turn % 2 == 1

    def card(self, key, turn, squares, lanes, left, pile, hand, rider, mate_card):
        kinds = [kind for kind, count in enumerate(hand) for _ in range(count)]
        return kinds[len(kinds) // 2]

    def bid_rider(self, key, squares, lanes, left, rider):
        return rider % 4 == 0

    def bid(self, key, step, squares, lanes, left, pile, hand, rider, bid_card):
        return self.card(key, 0, squares, lanes, left, pile, hand, rider, None)


def log_of(rules, lineup=PAIRS, stage=HILL, race=1):
    events = play_race(stage, rules, lineup, 7, race, decider=MiddleCard())
    return [json.loads(written(event)) for event in events]


LOGS = {
    "default": log_of(Rules()),
    "cards run out": log_of(
        Rules(deck_rouleur=SHORT_DECK, deck_sprinteur=SHORT_DECK, empty_hand="stand", finish_exhaustion=False, exhaustion_supply=1), SINGLES
    ),
    "at-once": log_of(Rules(race_end="at-once", handicap=(0, 1, 2), exhaustion_supply=20)),
    "all": log_of(Rules(race_end="all", finish_slipstream=False, played_exhaustion="recycled")),
    "draw": log_of(Rules(max_rounds=3)),
    "dummies": log_of(Rules(dummy_empty=4, deck_rouleur=SHORT_DECK, solo_exhaustion=True, race_end="all"), SOLO),
    # Race 0: who is put down last does not win the break-away, so that its first place matters.
    "break-away": log_of(Rules(breakaway=True, breakaway_size=1, exhaustion_supply=3, handicap=1), DUMMIES, race=0),
    "specialists": log_of(Rules(breakaway=True, handicap=1), SPECIALISTS, race=4),
    "weather": log_of(Rules(weather=("wet", "tailwind", "crosswind", "headwind")), PAIRS, HILL),
    "everything": log_of(Rules(breakaway=True, weather="random", race_end="all"), DUMMIES, load_stage("avenue-corso-paseo"), race=0),
}
LONG_LOGS = {
    "default": log_of(Rules(), stage=load_stage("avenue-corso-paseo")),
    "hills": log_of(Rules(race_end="all"), stage=load_stage("la-haut-montagne")),
    "cards run out": log_of(Rules(deck_rouleur=MappingProxyType({"3": 1}), empty_hand="stand", exhaustion_when="leaders"), SINGLES),
}


def departure(log):
    return verify_race([Line(number, event) for number, event in enumerate(log, start=1)])


@pytest.mark.parametrize("log", LOGS.values(), ids=LOGS)
def test_lawful_logs_are_accepted(log):
    assert departure(log) is None


def test_stages_with_tiles_of_their_own():
    """What a log cannot know, where tiles of the stage's own begin and end, is believed; all the rest is judged."""
    own = {"mine": {"squares": 4, "terrain": "flat"}, "bend": {"squares": 2, "terrain": "flat", "geometry": "soft-left"}}
    tables = [["a", "mine", "bend", "b", "u"], ["a", "b", "c", "mine", "u"]]
    for tiles in tables:
        stage = stage_from_table({"name": "Own", "tiles": tiles, "tile": own}, "own")
        for weather in ("random", ("wet", "tailwind", "wet")[: len(tiles) - 2 - ("bend" in tiles)]):
            log = log_of(Rules(weather=weather, breakaway=True), PAIRS, stage)
            assert departure(log) is None
            for index in [index for index, event in enumerate(log) if event["event"] in ("weather", "breakaway")]:
                assert departure([*log[:index], *log[index + 1 :]]) is not None or log[index].get("length") == 4
    start = {"start": {"squares": 7, "terrain": "flat", "start": 5}}
    stage = stage_from_table({"name": "Own", "tiles": ["start", "b", "c", "u"], "tile": start}, "own")
    log = log_of(Rules(weather="random", breakaway=True), PAIRS, stage)
    assert departure(log) is None
    winner = next(index for index, event in enumerate(log) if event["event"] == "breakaway")
    assert log[winner]["place"] == [10, 0]
    assert departure([*log[:winner], {**log[winner], "place": [10, 1]}, *log[winner + 1 :]]) is not None


def other_values(value, inside=False):
    """Values of the same and of other types that differ from `value`, as JSON; fewer of them for what is inside lists and objects."""
    strange = [None, True, -1, "other", []] if inside else [None, True, False, 0, 1, -1, 4000, 0.5, "", "other", [], [0], {}, {"E": 1}]
    near = []
    if isinstance(value, int) and not isinstance(value, bool):
        near = [value + 1, value - 1, float(value), str(value), [value]]
    if isinstance(value, list) and value:
        near = [value[:-1], [*value, value[-1]], value[::-1]]
        near += [[*value[:at], other, *value[at + 1 :]] for at in {0, len(value) - 1} for other in other_values(value[at], inside=True)]
    if isinstance(value, dict):
        near = [{key: value[key] for key in value if key != left_out} for left_out in value]
        near += [{**value, key: other} for key in list(value)[:4] for other in other_values(value[key], inside=True)]
    return [other for other in [*near, *strange] if json.dumps(other) != json.dumps(value)]


def is_lawful_change(event, key, other):
    """Changes after which the log is still a lawful one, of another race or of another run."""
    name = event["event"]
    if name == "race":
        if key == "stage":
            return isinstance(other, str)
        if key in ("seed", "race"):
            return type(other) is int and (key == "seed" or other >= 0)
        if key == "tiles":
            # No tiles, the same road; or a tile of the stage's own in place of the first or last.
            return other is None or (isinstance(other, list) and "other" in other[:1] + other[-1:] and len(other) == len(event["tiles"]))
        if key == "teams":
            # Another policy's name.
            return json.dumps([{**team, "policy": ""} for team in event["teams"]]) == json.dumps(
                [{**team, "policy": ""} if isinstance(team, dict) and team.get("policy") else team for team in other]
                if isinstance(other, list)
                else other
            )
    # Cards of a hand in another order.
    return name in ("energy", "bid") and key == "hand" and isinstance(other, list) and sorted(map(str, other)) == sorted(event["hand"])


def some_of_each_kind(log):
    """The first and the last event of each kind, by their index."""
    for name in dict.fromkeys(event["event"] for event in log):
        chosen = [index for index, event in enumerate(log) if event["event"] == name]
        yield from sorted({chosen[0], chosen[-1]})


@pytest.mark.parametrize("name", LOGS)
def test_one_changed_field_is_found(name):
    log = LOGS[name]
    for index in some_of_each_kind(log):
        event = log[index]
        for key in event:
            if key == "rules":
                continue
            without = [*log[:index], {field: value for field, value in event.items() if field != key}, *log[index + 1 :]]
            assert departure(without) is not None, (index, key, "left out")
            for other in other_values(event[key]):
                if not is_lawful_change(event, key, other):
                    changed = [*log[:index], {**event, key: other}, *log[index + 1 :]]
                    found = departure(changed)
                    assert found is not None, (index, key, other)
                    assert found.line >= index + 1
        assert departure([*log[:index], {**event, "more": 1}, *log[index + 1 :]]) is not None


@pytest.mark.parametrize("key", LOGS["default"][0]["rules"])
def test_rules_must_be_rules(key):
    log = LOGS["default"]
    value = log[0]["rules"][key]
    for other in (None, 0.5, "other", [["E"]], {"x": 1}, -1, 4000):
        rules = {**log[0]["rules"], key: other}
        assert departure([{**log[0], "rules": rules}, *log[1:]]) is not None, other
    left_out = {name: value for name, value in log[0]["rules"].items() if name != key}
    assert departure([{**log[0], "rules": left_out}, *log[1:]]) is not None
    assert log[0]["rules"][key] == value


@pytest.mark.parametrize(
    ("rider", "specialist", "rule"),
    [
        (0, {"deck": {"3": 2, "5": 9, "8": 2}}, "C1"),
        (0, {"deck": {"3": 2, "5": 9, "21": 1}}, "C1"),
        (0, {"deck": {}}, "C1"),
        (0, {"deck": None}, "C1"),
        (0, {"deck": {"3": 41}}, "C1"),
        (0, {"name": ""}, "log"),
        (0, {"name": 5}, "log"),
        (0, {"dummy_cards": True}, "C1"),
        # Nothing depends on it where no dummy rides.
        (0, {"dummy_cards": False}, None),
        (0, {"more": 1}, "log"),
        (3, {"dummy_cards": 0}, "C1"),
        (4, {"deck": {"3": 2, "5": 9, "8": 1, "9": 0}}, "P2"),
        (5, {"name": "other"}, "P2"),
        (6, {"name": "other"}, None),
    ],
)
def test_what_a_specialist_says_of_itself(rider, specialist, rule):
    """Its name is anything, its deck one that may be played, and what it starts with follows from it."""
    log = copy.deepcopy(LOGS["specialists"])
    log[0]["riders"][rider]["specialist"] |= specialist
    found = departure(log)
    assert (found and (found.line, found.rule)) == (rule and (1, rule))


def test_a_specialist_that_is_none():
    for other in (None, 5, "climber", [], {"name": "climber"}):
        log = copy.deepcopy(LOGS["specialists"])
        log[0]["riders"][0]["specialist"] = other
        assert departure(log).line == 1
    # A plain rider that says it is a specialist with the edition's own deck is one.
    log = copy.deepcopy(LOGS["default"])
    log[0]["riders"][0]["specialist"] = {"name": "plain", "deck": dict(Rules().deck_rouleur)}
    assert departure(log) is None


@pytest.mark.parametrize(
    ("name", "key", "value"),
    [
        ("default", "hand_size", 3),
        ("default", "exhaustion_value", 3),
        ("default", "exhaustion_supply", 1),
        ("default", "handicap", 1),
        ("default", "played_cards", "recycled"),
        ("default", "slipstream_order", "front-to-rear"),
        ("default", "exhaustion_when", "lane-empty"),
        ("default", "no_slipstream", ["flat"]),
        ("default", "race_end", "at-once"),
        ("default", "max_rounds", 3),
        ("hills", "climb_entry", "start-only"),
        ("hills", "descent_min", 9),
        ("hills", "ascent_cap", 2),
        ("hills", "race_end", "round"),
        ("cards run out", "empty_hand", "exhaustion"),
    ],
)
def test_a_race_under_other_rules_is_found(name, key, value):
    log = LONG_LOGS[name]
    assert departure([{**log[0], "rules": {**log[0]["rules"], key: value}}, *log[1:]]) is not None


def test_one_card_too_many_of_a_kind():
    """A hand whose cards are all of the deck, but one of them more often than the deck holds it."""
    log = copy.deepcopy(LOGS["default"])
    energy = next(event for event in log if event["event"] == "energy")
    energy["hand"] = [energy["card"]] * 4
    found = departure(log)
    assert (found.line, found.rule) == (log.index(energy) + 1, "E2")


def test_a_recycled_card_before_the_shuffle():
    log = copy.deepcopy(LOGS["default"])
    energy = next(event for event in log if event["event"] == "energy" and event["reshuffled"])
    energy["hand"].sort(key=pile_order)
    energy["hand"].reverse()
    assert departure(log).rule == "E3"


@pytest.mark.parametrize("name", LOGS)
def test_a_line_less_or_twice(name):
    log = LOGS[name]
    for index in some_of_each_kind(log):
        assert departure([*log[:index], *log[index + 1 :]] or log) is not None or len(log) == 1, index
        assert departure([*log[: index + 1], *log[index:]]) is not None, index


def write(path, lines):
    path.write_text("".join(f"{line}\n" for line in lines))
    return path


def test_files_with_several_races(tmp_path):
    lines = [written(event) for log in LOGS.values() for event in log]
    verdict = verify(write(tmp_path / "log.jsonl", lines))
    assert (verdict.races, verdict.departure) == (len(LOGS), None)
    changed = [*lines, *(written(event) for event in LOGS["draw"][:-1]), written({**LOGS["draw"][-1], "rounds": 2})]
    verdict = verify(write(tmp_path / "log.jsonl", changed))
    assert verdict.races == len(LOGS)
    assert verdict.departure.line == len(changed)


def broken(lines):
    whole = [written(event) for event in LOGS["draw"]]
    return {
        "empty": b"",
        "blank": b"\n\n",
        "binary": bytes(range(256)),
        "no JSON": b"a race\n",
        "a number": b"5\n",
        "no race first": whole[1].encode(),
        "cut in a line": "\n".join(whole).encode()[:-5],
        "cut after a line": "\n".join(whole[:-1]).encode(),
        "deep": b"[" * 100_000,
    }[lines]


@pytest.mark.parametrize(
    "kind", ["empty", "blank", "binary", "no JSON", "a number", "no race first", "cut in a line", "cut after a line", "deep"]
)
def test_files_that_are_no_logs(kind, tmp_path):
    path = tmp_path / "log.jsonl"
    path.write_bytes(broken(kind))
    with pytest.raises(BadInput, match=r"log\.jsonl"):
        verify(path)


@pytest.mark.parametrize("name", ["nowhere.jsonl", "."])
def test_no_file(name, tmp_path):
    with pytest.raises(BadInput):
        verify(tmp_path / name)
