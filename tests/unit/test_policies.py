"""What every shipped policy decides in positions made by hand, and that nothing hidden moves it (E6)."""

import json
import os
import subprocess
import sys
from collections import Counter
from pathlib import Path

import numpy as np
import pytest
from policy_positions import HILLS, card_of, decider_of, random_decisions, stage_of

from fr_sim.arrays.game import NO_CARD, NOWHERE
from fr_sim.policies import catalogue, registry
from fr_sim.policies.catalogue import SHIPPED, shipped_policies
from fr_sim.policies.view import Field, View
from fr_sim.rng.words import race_key

#: Ten squares up, then ten down, with room before.
HILL = stage_of("f" * 10 + "a" * 10 + "d" * 10 + "f" * 40)


def test_every_policy_file_is_in_the_catalogue():
    folder = Path(catalogue.__file__).parent
    riding = {path.stem for path in folder.glob("*.py") if "\ndef card(view)" in path.read_text()}
    assert riding == set(SHIPPED)


@pytest.mark.parametrize("name", SHIPPED)
def test_catalogue_says_what_the_file_says(name):
    module = getattr(registry, name)
    about = shipped_policies()[name]
    assert about.number == SHIPPED.index(name)
    assert about.description == module.__doc__.strip()
    assert {parameter.name: parameter.default for parameter in about.parameters} == {
        word: table["default"] for word, table in module.PARAMETERS.items()
    }
    assert len(about.description.split("\n\n")) > 1, "a policy says what it does and why somebody would ride so"


# --- the yardsticks -----------------------------------------------------------------------------------------------------------------------


def test_random_is_uniform_over_cards_not_kinds():
    decider = decider_of("random,random")
    played = Counter(
        decider.card(race_key(3, race), 2, [4, 4, 3, 3], [0, 1, 0, 1], [[0, 3, 3, 3, 3, 3]] * 4, [0] * 6, [0, 0, 3, 0, 1, 0], 0)
        for race in range(2000)
    )
    assert set(played) == {2, 4}
    assert abs(played[2] / 2000 - 0.75) < 0.04


def bid_of(policy, hand, stage=None, **rules):
    """The card code that the first team's rouleur bids from `hand`."""
    decider = decider_of(f"{policy},random", stage or stage_of("f" * 60), breakaway=True, **rules)
    codes = "E34567"
    kind = decider.bid((1, 2), 0, [4, 4, 3, 3], [0, 1, 0, 1], [[0, 3, 3, 3, 3, 3]] * 4, [0] * 6, [hand.count(code) for code in codes], 0)
    assert decider.bid_rider((1, 2), [4, 4, 3, 3], [0, 1, 0, 1], [[0, 3, 3, 3, 3, 3]] * 4, 0) is False
    return codes[kind]


@pytest.mark.parametrize(
    ("policy", "flat", "hill"), [("highest", "7", "7"), ("lowest", "3", "3"), ("drafter", "3", "5"), ("saver", "3", "5")]
)
def test_bids(policy, flat, hill):
    assert bid_of(policy, "3567") == flat
    assert bid_of(policy, "3567", HILL) == hill


def test_a_bid_ahead_of_a_climb_is_no_card_that_the_climb_would_cut():
    assert bid_of("steady", "677", HILL) == "6"
    assert bid_of("steady", "E67", HILL) == "E"
    assert bid_of("steady", "357", HILL, ascent_cap=4) == "3"


def test_random_bids_any_card():
    decider = decider_of("random,random", breakaway=True)
    deck, hand = [[0, 3, 3, 3, 3, 3]] * 4, [0, 0, 3, 0, 1, 0]
    bids = Counter(decider.bid(race_key(3, race), 1, [4, 4, 3, 3], [0, 1, 0, 1], deck, [0] * 6, hand, 0, 2) for race in range(600))
    assert set(bids) == {2, 4}
    assert abs(bids[2] / 600 - 0.75) < 0.08


def test_random_starts_as_far_forward_as_free():
    decider = decider_of("random,random,random")
    nobody = [NOWHERE] * 6
    assert decider.place((1, 2), nobody, nobody, 0) == 4
    assert decider.place((1, 2), [4, NOWHERE, NOWHERE, NOWHERE, NOWHERE, NOWHERE], nobody, 1) == 4
    assert decider.place((1, 2), [4, 4, 2, NOWHERE, NOWHERE, NOWHERE], nobody, 3) == 3
    assert decider.place((1, 2), [4, 4, 3, 3, 2, NOWHERE], nobody, 5) == 2


def test_random_puts_the_rouleur_first():
    decider = decider_of("random,random")
    assert not decider.first((1, 2), 0, [NOWHERE] * 4, [NOWHERE] * 4, [[0] * 6] * 4, 0)
    assert not decider.first((1, 2), 3, [4, 4, 3, 3], [0, 1, 0, 1], [[0, 3, 3, 3, 3, 3]] * 4, 2)


@pytest.mark.parametrize(
    ("policy", "rider", "hand", "card"),
    [
        ("highest", 0, "E467", "7"),
        ("highest", 1, "2239", "9"),
        ("highest", 1, "E22E", "2"),
        ("highest", 0, "EEEE", "E"),
        ("lowest", 0, "E467", "E"),
        ("lowest", 0, "4677", "4"),
        ("lowest", 1, "2E39", "E"),
        ("lowest", 1, "9999", "9"),
    ],
)
def test_highest_and_lowest(policy, rider, hand, card):
    assert card_of(policy, 12, hand, rider=rider) == card


@pytest.mark.parametrize(
    ("policy", "hand", "card"),
    [("highest", "E34", "E"), ("highest", "E56", "6"), ("lowest", "E34", "3"), ("lowest", "E67", "E"), ("lowest", "E577", "E")],
)
def test_exhaustion_is_ranked_by_its_value(policy, hand, card):
    """With exhaustion cards worth 5 (C2), they lie above the 4 and below the 5."""
    assert card_of(policy, 12, hand, exhaustion_value=5) == card


@pytest.mark.parametrize("policy", ["random", "highest", "lowest"])
def test_yardsticks_look_at_the_hand_alone(policy):
    flat = card_of(policy, 12, "3567", (14, 15))
    assert flat == card_of(policy, 12, "3567", (30, 31, 5), stage=HILL) == card_of(policy, 55, "3567", mate_card=2)


# --- steady -------------------------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("policy", "hand", "card"),
    [("steady", "E367", "6"), ("steady", "3346", "4"), ("steady:pace=7", "3456", "6"), ("steady:pace=2", "E457", "E")],
)
def test_steady_plays_the_nearest_card(policy, hand, card):
    assert card_of(policy, 40, hand) == card


def test_steady_wastes_nothing_on_a_climb():
    assert card_of("steady", 12, "3567", stage=HILL) == "5"
    assert card_of("steady", 12, "3677", stage=HILL) == "6"


def test_steady_plays_low_on_a_descent():
    assert card_of("steady", 20, "E457", stage=HILL) == "E"
    assert card_of("steady:pace=7", 20, "E457", stage=HILL) == "7"


# --- saver --------------------------------------------------------------------------------------------------------------------------------


def test_saver_keeps_its_best_cards():
    assert card_of("saver", 10, "4567") == "5", "it keeps 777666"
    assert card_of("saver:cards=4", 10, "4567") == "6", "it keeps 7776, which leaves two sixes to play"


def test_saver_plays_its_lowest_card_when_all_are_kept():
    assert card_of("saver", 10, "6777", left="6777") == "6"


def test_saver_spends_everything_once_the_best_cards_reach_the_line():
    left = "3344556777"
    assert card_of("saver:cards=4", 45, "3467", left=left) == "4", "28 squares to go, 27 of them in 7776"
    assert card_of("saver:cards=4", 46, "3467", left=left) == "7"


def test_saver_wastes_nothing_in_a_finale_that_climbs():
    stage = stage_of("f" * 20 + "a" * 40 + "f" * 6)
    assert card_of("saver", 45, "3567", stage=stage, left="3567") == "5"


# --- drafter ------------------------------------------------------------------------------------------------------------------------------


def test_drafter_looks_to_be_carried_before_sheltered():
    assert card_of("drafter", 10, "3456", (11,)) == "3", "the other is expected on 15 or 16: from 13 the slipstream carries"


def test_drafter_looks_for_shelter():
    assert card_of("drafter", 10, "67E", (12,)) == "6", "the other is expected on 16 or 17, so there is shelter on 16"


def test_drafter_rides_on_when_nobody_is_near():
    assert card_of("drafter", 10, "3457", (40,)) == "7"


def test_drafter_is_not_carried_on_a_climb():
    stage = stage_of("f" * 10 + "a" * 20 + "f" * 40)
    assert card_of("drafter", 12, "345", (13,), stage=stage) == "5", "shelter on the climb, but nothing for nothing"


def test_drafter_sprints_within_reach_of_the_line():
    assert card_of("drafter", 60, "3457", (61,)) == "7"
    assert card_of("drafter:sprint=5", 60, "3457", (61,)) == "3"


def test_drafter_plays_low_on_a_descent_and_on_a_climb():
    assert card_of("drafter", 20, "E457", (60,), stage=HILL, rider=0) == "E"
    assert card_of("drafter", 12, "5677", (60,), stage=HILL) == "5"


def test_drafter_does_not_ride_behind_itself_or_the_absent():
    assert card_of("drafter", 10, "3457") == "7"


# --- weighted -----------------------------------------------------------------------------------------------------------------------------

_NOTHING = (
    "weighted:squares=0:finale=0:wasted=0:gained=0:sheltered=0:carried=0:crowded=0:alone=0:kept=0:exhaustion=0:crosses=0:best=4:pace=4"
)


def weighing(**weights):
    """The weighted policy with these weights only."""
    names = dict(setting.split("=") for setting in _NOTHING.split(":")[1:])
    names.update({name: str(weight) for name, weight in weights.items()})
    return "weighted:" + ":".join(f"{name}={weight}" for name, weight in names.items())


@pytest.mark.parametrize(
    ("weights", "place", "hand", "card"),
    [
        ({"squares": 1}, {"square": 30}, "3457", "7"),
        ({"squares": -1}, {"square": 30}, "3457", "3"),
        ({"finale": 1}, {"square": 30}, "4357", "3"),
        ({"finale": 1}, {"square": 60}, "4357", "7"),
        ({"wasted": -9, "squares": 1}, {"square": 12, "stage": HILL}, "4677", "4"),
        ({"gained": 1}, {"square": 20, "stage": HILL}, "5347", "3"),
        ({"sheltered": 1}, {"square": 10, "others": (12,)}, "3457", "5"),
        ({"carried": 1}, {"square": 10, "others": (12,)}, "3567", "3"),
        ({"carried": 1}, {"square": 10, "others": (12,)}, "4567", "4"),
        ({"crowded": 1}, {"square": 10, "others": (12,)}, "3457", "7"),
        ({"alone": 1}, {"square": 10, "others": (11,)}, "3467", "6"),
        ({"alone": -1}, {"square": 10, "others": (11,)}, "6734", "3"),
        ({"kept": -1, "squares": 0}, {"square": 10, "left": "55667"}, "677", "6"),
        ({"kept": -5, "squares": 1}, {"square": 10, "left": "3455667"}, "4567", "5"),
        ({"exhaustion": 1}, {"square": 10}, "345E", "E"),
        ({"exhaustion": -1}, {"square": 10}, "345E", "3"),
        ({"crosses": 1}, {"square": 68}, "3456", "5"),
    ],
)
def test_weighted_feature(weights, place, hand, card):
    place = dict(place)
    assert card_of(weighing(**weights), place.pop("square"), hand, place.pop("others", ()), **place) == card


def test_weighted_has_enough_features():
    assert len([about for about in shipped_policies()["weighted"].parameters if not about.meaning.startswith("no weight")]) >= 8


# --- what holds for all -------------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("policy", SHIPPED)
def test_decides_alike_whatever_is_hidden(policy):
    """E6: other hands and piles, the other riders' policies and their luck are no part of the question."""
    hidden = ("hands", "piles", "policy", "parameters", "keys", "recycled")
    assert not set(hidden) & (set(View._fields) - {"parameters"})
    assert not set(hidden) & set(Field._fields)
    question = {"turn": 4, "squares": [9, 12, 13, 8, 11, 30], "lanes": [0] * 6, "left": [[1, 3, 2, 3, 1, 2]] * 6}
    decisions = set()
    for others in ("random,random", "drafter,saver", "weighted:squares=9,steady:pace=2"):
        decider = decider_of(f"{policy},{others}", HILLS)
        decisions.add(decider.card((5, 6), *question.values(), [0, 1, 0, 1, 0, 0], [1, 0, 1, 1, 0, 1], 0))
    assert len(decisions) == 1


@pytest.mark.parametrize("policy", SHIPPED)
@pytest.mark.parametrize("hand", [[1, 0, 0, 0, 0, 0], [0, 0, 0, 0, 0, 2], [1, 1, 0, 1, 0, 1], [0, 0, 4, 0, 0, 0]])
def test_card_is_always_in_hand(policy, hand):
    decider = decider_of(policy, HILLS)
    for square in range(0, len(HILLS.squares), 3):
        for mate_card in (NO_CARD, 0, 5):
            for rider in (0, 1):
                chosen = decider.card((square, 9), 3, [square, square], [0, 1], [[1, 2, 2, 2, 2, 2]] * 2, [0] * 6, hand, rider, mate_card)
                assert hand[chosen]


def test_compiled_and_interpreted_decide_alike():
    script = Path(__file__).with_name("policy_positions.py")
    environment = {**os.environ, "NUMBA_DISABLE_JIT": "1"}
    interpreted = subprocess.run([sys.executable, script], env=environment, capture_output=True, text=True, check=True)
    compiled = random_decisions()
    assert json.loads(interpreted.stdout) == compiled
    assert len(np.unique([card for card, _, _ in compiled])) > 4
