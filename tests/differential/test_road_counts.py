"""What the kernel counts on single squares, beside what race logs say: on roads where much happens, under every rule that bears on it."""

import pytest

from fr_sim.files import load_edition
from fr_sim.game.stage import Square, Stage
from fr_sim.game.terrain import Terrain
from fr_sim.policies.lineups import parse_lineup
from tests.differential.kernel_runs import assert_engines_agree
from tests.differential.road_counts_of_logs import holds_its_best, lead_changes, longest_chain, on_squares, orders_by_round

#: Short roads, so that riders stay together: (squares, lanes, terrain).
ROADS = {
    "two lanes": [(60, 2, Terrain.FLAT)],
    "narrowing": [(8, 3, Terrain.FLAT), (9, 1, Terrain.FLAT), (6, 3, Terrain.FLAT), (7, 2, Terrain.COBBLES), (30, 1, Terrain.FLAT)],
    "three lanes": [(30, 3, Terrain.FLAT), (6, 3, Terrain.ASCENT), (6, 3, Terrain.DESCENT), (18, 3, Terrain.SUPPLY)],
    "one lane": [(6, 3, Terrain.FLAT), (44, 1, Terrain.FLAT), (10, 1, Terrain.COBBLES)],
}
CHANGES = [
    [],
    ["slipstream_order=front-to-rear"],
    ["slipstream_split=pack"],
    ["slipstream_split=pack", "slipstream_order=front-to-rear"],
    ["no_slipstream=[]"],
    ["no_slipstream=[]", "slipstream_order=front-to-rear", "finish_slipstream=false"],
    ["race_end=all"],
    ["race_end=all", "road_end=open"],
    ["race_end=at-once"],
    ["breakaway=true", "race_end=at-once", "slipstream_split=pack"],
    ["weather=random"],
    ["weather=random", "slipstream_order=front-to-rear"],
    ["weather=random", "slipstream_split=pack", "race_end=all"],
    ["weather=wet"],
    ["weather=wet", "slipstream_order=front-to-rear", "no_slipstream=[]"],
    ["exhaustion_when=lane-empty", "exhaustion_supply=6"],
    ["empty_hand=stand", 'deck_rouleur={"3"=4, "5"=2}', "max_rounds=30"],
    ["exhaustion_value=9", "handicap=1", "breakaway=true", "played_exhaustion=recycled"],
]


def _stage(name):
    return Stage(name, tuple(Square(lanes, terrain) for count, lanes, terrain in ROADS[name] for _ in range(count)), 6, 54)


@pytest.mark.parametrize("changes", CHANGES, ids=" ".join)
@pytest.mark.parametrize("road", ROADS)
def test_every_count(road, changes):
    places = 8  # tokens lie on each full run of six squares between the lines
    changes = [change.replace("weather=wet", "weather=[" + ",".join(['"wet"'] * places) + "]") for change in changes]
    lineup = parse_lineup("random,drafter,peloton,highest,muscle,random/rouleur")
    rules = load_edition("gigamic-v2", changes).rules
    logs = assert_engines_agree(_stage(road), rules, lineup, races=12)
    counted = {name for log in logs for name, _, _ in on_squares(log, rules)}
    assert counted == {"exhaustion", "blocked", "slipstream_taken", "slipstream_given", "ended_round"}
    assert len({lead_changes(log) for log in logs}) > 1


def test_the_same_square_again():
    """Cards that go nowhere: riders take cards, give slipstream, are blocked and end rounds on one square several times."""
    rules = load_edition("gigamic-v2", ['deck_sprinteur={"0"=7, "4"=4, "9"=3}', 'deck_rouleur={"0"=3, "2"=3, "6"=3}']).rules
    logs = assert_engines_agree(_stage("narrowing"), rules, parse_lineup("random,drafter,saver,random"), races=64)
    assert {name for log in logs for (name, _, _), number in on_squares(log, rules).items() if number > 1} == {
        *("exhaustion", "blocked", "slipstream_given", "ended_round")
    }


# --- the naive count, counted by hand -----------------------------------------------------------------------------------------------------

LOG = [
    {
        "event": "race",
        "terrain": ["flat"] * 30,
        "finish_line": 26,
        "riders": [{"rider": rider, "team": rider, "deck": {"E": 0, "4": 1, "7": 1}} for rider in range(4)],
        "teams": [{"team": rider, "policy": "random", "riders": [rider]} for rider in range(4)],
    },
    *({"event": "placement", "rider": rider, "place": [4 - rider // 2, rider % 2]} for rider in range(4)),
    *({"event": "energy", "round": 1, "rider": rider, "hand": ["4", "7"], "card": "74"[rider > 0]} for rider in range(4)),
    # Rider 0 goes to 11, rider 1 to 9, rider 2 to 7, rider 3 wants to 8 and is said to be two squares short.
    {"event": "move", "round": 1, "rider": 0, "card": "7", "value": 7, "from": [4, 0], "to": [11, 0], "limits": []},
    {"event": "move", "round": 1, "rider": 1, "card": "4", "value": 5, "from": [4, 1], "to": [9, 0], "limits": []},
    {"event": "move", "round": 1, "rider": 2, "card": "4", "value": 4, "from": [3, 0], "to": [7, 0], "limits": []},
    {"event": "move", "round": 1, "rider": 3, "card": "4", "value": 5, "from": [3, 1], "to": [6, 0], "limits": ["blocked"]},
    # Riders 2 and 3 close up to rider 1, then all three to rider 0.
    {"event": "slipstream", "round": 1, "riders": [2, 3], "from": [[7, 0], [6, 0]], "to": [[8, 0], [7, 0]]},
    {"event": "slipstream", "round": 1, "riders": [1, 2, 3], "from": [[9, 0], [8, 0], [7, 0]], "to": [[10, 0], [9, 0], [8, 0]]},
    {"event": "exhaustion", "round": 1, "riders": [0]},
    *({"event": "energy", "round": 2, "rider": rider, "hand": ["4"], "card": "4"} for rider in range(4)),
    {"event": "move", "round": 2, "rider": 0, "card": "4", "value": 1, "from": [11, 0], "to": [12, 0], "limits": []},
    {"event": "move", "round": 2, "rider": 1, "card": "4", "value": 16, "from": [10, 0], "to": [26, 0], "limits": []},
    {"event": "move", "round": 2, "rider": 2, "card": "4", "value": 0, "from": [9, 0], "to": [9, 0], "limits": []},
    {"event": "move", "round": 2, "rider": 3, "card": "4", "value": 0, "from": [8, 0], "to": [8, 0], "limits": []},
    {"event": "exhaustion", "round": 2, "riders": [1, 0]},
    {"event": "result", "rounds": 2, "winner": {"team": 1, "rider": 1}, "ranking": [1, 0, 2, 3]},
]


def test_the_naive_count():
    rules = load_edition("gigamic-v2").rules
    assert on_squares(LOG, rules) == {
        ("blocked", 3, 8): 2,
        ("slipstream_given", 1, 9): 1,
        ("slipstream_given", 0, 11): 1,
        ("slipstream_taken", 2, 8): 1,
        ("slipstream_taken", 3, 7): 1,
        ("slipstream_taken", 1, 10): 1,
        ("slipstream_taken", 2, 9): 1,
        ("slipstream_taken", 3, 8): 1,
        ("exhaustion", 0, 11): 1,
        ("exhaustion", 1, 26): 1,
        ("exhaustion", 0, 12): 1,
        ("ended_round", 0, 11): 1,
        ("ended_round", 1, 10): 1,
        ("ended_round", 2, 9): 2,
        ("ended_round", 3, 8): 2,
        ("ended_round", 0, 12): 1,
        ("ended_round", 1, 26): 1,
    }
    assert longest_chain(LOG) == 2
    assert orders_by_round(LOG) == [[0, 1, 2, 3], [1, 0, 2, 3]]
    assert lead_changes(LOG) == 1
    assert [holds_its_best(LOG, rider, 0, rules) for rider in range(4)] == [False, True, True, True]
