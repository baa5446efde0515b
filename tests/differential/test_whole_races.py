"""Whole races: the kernel against the reference, every column of the finishes and every count of the tally, to the bit."""

from dataclasses import replace
from random import Random

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from fr_sim.files import edition_names, load_edition, load_stage, stage_names
from fr_sim.game.lineup import Lineup
from fr_sim.game.stage import MOST_SQUARES, Square, Stage
from fr_sim.game.terrain import Terrain
from fr_sim.game.weather import WEATHER_KINDS, token_places
from fr_sim.policies.catalogue import SHIPPED
from fr_sim.policies.lineups import parse_lineup
from tests.differential.kernel_runs import assert_engines_agree
from tests.property.race_strategies import lineups, rules, stages

#: Every rule key in a value of its own that no shipped edition has.
SETTINGS = [
    ["hand_size=1"],
    ["hand_size=8"],
    ["hand_size=6", "exhaustion_value=0"],
    ["empty_hand=stand", "max_rounds=100"],
    ["played_exhaustion=recycled"],
    ["exhaustion_supply=3"],
    ["exhaustion_supply=12", "exhaustion_when=lane-empty"],
    ["exhaustion_supply=1", "max_rounds=100", "played_cards=removed", "hand_size=2"],
    ["handicap=15"],
    ["handicap=[5,0,1]"],
    ["ascent_cap=3", "descent_min=7", "supply_min=6"],
    ["climb_entry=cap"],
    ["no_slipstream=[]"],
    ['no_slipstream=["flat", "descent"]'],
    ["slipstream_split=pack"],
    ["slipstream_split=pack", "slipstream_order=front-to-rear"],
    ["finish_slipstream=false", "finish_exhaustion=false"],
    ["race_end=at-once"],
    ["race_end=at-once", "road_end=open"],
    ["race_end=all"],
    ["race_end=all", "empty_hand=stand", "max_rounds=100"],
    ["race_end=all", "road_end=open", "finish_slipstream=false"],
    ["max_rounds=5"],
    ["max_rounds=1"],
    ['deck_rouleur={"1"=2, "2"=2, "3"=2, "4"=2, "5"=2, "6"=2, "20"=1}'],
    ['deck_sprinteur={"E"=2, "9"=4, "0"=1}', "empty_hand=stand"],
    ['deck_rouleur={"3"=20, "7"=20}'],
    ['deck_rouleur={"2"=3}', 'deck_sprinteur={"1"=4, "E"=1}', "exhaustion_supply=5"],
]
#: The same of the expansions, for line-ups with dummies on a wide start.
EXPANSIONS = [
    [],
    ["dummy_empty=0", "max_rounds=40", "race_end=all"],
    ["dummy_empty=9", 'deck_rouleur={"5"=2, "7"=1}', 'deck_sprinteur={"E"=2, "4"=3}', "played_cards=recycled"],
    ["breakaway=true"],
    ["breakaway=true", "breakaway_size=12", "hand_size=8"],
    ["breakaway=true", "breakaway_counts_dummies=false", "exhaustion_supply=2", "hand_size=1"],
    ["breakaway=true", 'deck_rouleur={"7"=1}', 'deck_sprinteur={"E"=2}', "breakaway_size=3", "played_exhaustion=recycled"],
    ["weather=random"],
    ["weather=random", "hand_size=3"],
    ["weather=random", "hand_size=8", "race_end=all"],
    ["weather=random", "race_end=at-once", "empty_hand=stand", 'deck_sprinteur={"3"=2, "9"=3}'],
    ["weather=random", "slipstream_split=pack"],
    ["weather=random", "slipstream_order=front-to-rear", "exhaustion_when=leaders"],
    ["solo_exhaustion=true", "handicap=[1,2,3,4]", "exhaustion_supply=9"],
]
STAGES_OF_ALL_SORTS = ("avenue-corso-paseo", "la-haut-montagne", "paris-roubaix", "ronde-van-wevelgem-5-6")


@pytest.mark.parametrize("edition", edition_names())
@pytest.mark.parametrize("stage", STAGES_OF_ALL_SORTS)
def test_editions(edition, stage):
    assert_engines_agree(load_stage(stage), load_edition(edition).rules, parse_lineup("drafter,random,saver,highest"), races=4)


@pytest.mark.parametrize("changes", SETTINGS, ids=", ".join)
def test_rule_keys(changes):
    stage = STAGES_OF_ALL_SORTS[SETTINGS.index(changes) % len(STAGES_OF_ALL_SORTS)]
    assert_engines_agree(load_stage(stage), load_edition("gigamic-v2", changes).rules, parse_lineup("steady,random,drafter"), races=4)


@pytest.mark.parametrize("changes", EXPANSIONS, ids=", ".join)
def test_expansions(changes):
    edition = load_edition("gigamic-v2", changes).rules
    lineup = parse_lineup("muscle,random,peloton,highest")
    for stage in ("la-classicissima-5-6", "ronde-van-wevelgem-5-6"):
        assert_engines_agree(load_stage(stage), edition, lineup, races=6)


@pytest.mark.parametrize("kind", WEATHER_KINDS)
@pytest.mark.parametrize("changes", [[], ["race_end=all", "road_end=open"]], ids=" ".join)
def test_one_kind_of_weather_everywhere(kind, changes):
    stage = load_stage("avenue-corso-paseo")
    weather = ",".join([f'"{kind}"'] * len(token_places(stage)))
    edition = load_edition("gigamic-v2", [f"weather=[{weather}]", *changes]).rules
    assert_engines_agree(stage, edition, parse_lineup("random,drafter,muscle"), races=6)


@pytest.mark.parametrize("teams", ["random,peloton,muscle", "peloton,saver/rouleur,muscle,muscle,drafter", "muscle,lowest"])
@pytest.mark.parametrize("seats", ["rotate", "random", "fixed"])
def test_dummies_in_any_seat(teams, seats):
    assert_engines_agree(load_stage("la-classicissima-5-6"), load_edition("gigamic-v2").rules, parse_lineup(teams), races=8, seats=seats)


#: Riders with decks of their own in every place where one may ride, among them eight kinds of card and piles of a dozen.
SPECIALISTS = [
    "drafter/grimpeur+sprinteur,random,saver/puncheur+super-sprinteur,highest/baroudeur+flahute",
    "weighted/squirrel,random/puncheur,drafter/sprinteur,saver/assistant,lowest/rouleur+polyvalent",
    "muscle/puncheur+sprinteur,random/rouleur+mountaineer,peloton/grimpeur,drafter",
    "muscle/bot-rouleur+bot-sprinteur,peloton/super-sprinteur,saver/grimpeur+polyvalent",
    "peloton/bot-rouleur,random,muscle/rouleur+flahute,muscle",
]


@pytest.mark.parametrize("teams", SPECIALISTS)
@pytest.mark.parametrize(
    "changes",
    [
        [],
        ["breakaway=true", "weather=random", "exhaustion_supply=9", "race_end=all", "handicap=2"],
        ["solo_exhaustion=true", "played_cards=recycled", "empty_hand=stand", "hand_size=8", "max_rounds=100"],
    ],
    ids=" ".join,
)
def test_specialists(teams, changes):
    assert_engines_agree(load_stage("la-classicissima-5-6"), load_edition("gigamic-v2", changes).rules, parse_lineup(teams), races=6)


@pytest.mark.parametrize("policy", SHIPPED)
def test_policies(policy):
    for stage in ("le-classicissima", "la-haut-montagne"):
        stage = stage if stage in stage_names() else "avenue-corso-paseo"
        assert_engines_agree(load_stage(stage), load_edition("gigamic-v2").rules, parse_lineup(f"{policy},random,{policy}"), races=6)


@pytest.mark.parametrize("teams", range(1, 7))
@pytest.mark.parametrize("seats", ["rotate", "random", "fixed"])
def test_numbers_of_teams(teams, seats):
    lineup = parse_lineup(",".join(SHIPPED[number] for number in range(teams)))
    assert_engines_agree(load_stage("ronde-van-wevelgem-5-6"), load_edition("gigamic-v2").rules, lineup, first_race=640, seats=seats)


@pytest.mark.parametrize("riders", [1, 3, 7, 11, 12])
def test_single_riders(riders):
    words = ",".join(f"{SHIPPED[number % len(SHIPPED)]}/{('rouleur', 'sprinteur')[number % 2]}" for number in range(riders))
    assert_engines_agree(load_stage("ronde-van-wevelgem-5-6"), load_edition("gigamic-v2").rules, parse_lineup(words), races=4)


@pytest.mark.parametrize("changes", [[], ["race_end=all"], ["road_end=open", "race_end=all", "slipstream_split=pack"]], ids=" ".join)
def test_the_longest_road(changes):
    """Two hundred squares, one to three lanes, every terrain, and so many rounds that the decks run out."""
    stretches = [(5, 3, Terrain.FLAT), (40, 2, Terrain.FLAT), (30, 1, Terrain.ASCENT), (35, 3, Terrain.DESCENT), (40, 1, Terrain.COBBLES)]
    stretches += [(20, 3, Terrain.SUPPLY), (25, 2, Terrain.ASCENT), (5, 1, Terrain.FLAT)]
    squares = tuple(Square(lanes, terrain) for count, lanes, terrain in stretches for _ in range(count))
    assert len(squares) == MOST_SQUARES
    stage = Stage("Longest", squares, 5, 197)
    lineup = parse_lineup("random,drafter,highest,saver/rouleur")
    logs = assert_engines_agree(stage, load_edition("gigamic-v2", ["max_rounds=100", *changes]).rules, lineup, races=4)
    assert max(log[-1]["rounds"] for log in logs) > 40


def test_finished_races_rest_while_others_go_on():
    """Where the road narrows, a slipstream can leave a rider alone in a left lane (D5); when the race ends so, it stays there."""
    lanes = [3, 3, 3, 3, 1, 1, 1, 1, 1, 2, 2]
    stage = Stage("Narrow", tuple(Square(number, Terrain.FLAT) for number in lanes), 4, 10)
    lineup = parse_lineup(",".join(["random"] * 6))
    assert_engines_agree(stage, load_edition("gigamic-v2", ["max_rounds=15"]).rules, lineup, races=64)


def test_teams_of_one_and_two():
    lineup = parse_lineup("random,steady/sprinteur,drafter,saver/rouleur")
    assert_engines_agree(load_stage("la-haut-montagne"), load_edition("base-2016").rules, lineup, races=70)


def test_every_stage():
    for number, stage in enumerate(stage_names()):
        assert_engines_agree(load_stage(stage), load_edition("gigamic-v2").rules, parse_lineup("random,drafter"), seed=number, races=1)


@settings(max_examples=40, deadline=None, suppress_health_check=list(HealthCheck))
@given(st.data())
def test_anything(data):
    lineup = data.draw(lineups())
    policies = Random(data.draw(st.integers(0, 2**32)))
    lineup = Lineup(tuple(team if team.dummy else replace(team, policy=policies.choice(SHIPPED)) for team in lineup.teams))
    plain = Lineup(tuple(replace(team, specialists=()) for team in lineup.teams))
    assert parse_lineup(",".join(team.label for team in plain.teams)) == plain
    stage = data.draw(stages(places=len(lineup.riders)))
    edition = data.draw(rules(teams=len(lineup.teams), stage=stage))
    seats = data.draw(st.sampled_from(["rotate", "random", "fixed"]))
    seed, block = data.draw(st.integers(-(2**70), 2**70)), data.draw(st.sampled_from([0, 1, 1023, 1024, 2**30]))
    races = data.draw(st.sampled_from([2, 2, 2, 30]))  # side by side, some of them over before the others
    assert_engines_agree(stage, edition, lineup, seed, first_race=64 * block, races=races, seats=seats)
