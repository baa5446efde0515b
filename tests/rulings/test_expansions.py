"""Rules of the expansions that need a deck or a whole race: dummies, break-away and weather, named by the rule's id."""

from collections import Counter
from types import MappingProxyType

import pytest
from scripted import PAIR, events, flat_stage, lineup, ride

from fr_sim.arrays.game import NO_CARD
from fr_sim.files import load_stage, stage_from_table
from fr_sim.game.errors import BadInput
from fr_sim.game.riders import Kind
from fr_sim.game.rules import Rules
from fr_sim.game.stage import Square, Stage
from fr_sim.game.terrain import Terrain
from fr_sim.game.weather import token_places

ROULEUR, SPRINTEUR = (Kind.ROULEUR,), (Kind.SPRINTEUR,)
#: A start three lanes wide.
WIDE = flat_stage(lanes=3)


def own_deck(**keys):
    """Rules with the same own deck for both kinds of rider."""
    cards = MappingProxyType(keys.pop("cards"))
    return Rules(deck_rouleur=cards, deck_sprinteur=cards, **keys)


def placements(log):
    return [(event["rider"], event["place"]) for event in events(log, "placement")]


def bid_events(log):
    return [(event["step"], event["rider"], event["card"]) for event in events(log, "bid")]


# --- P  Peloton ---------------------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["avenue-corso-paseo-5-6", "la-classicissima-5-6"])
def test_p1_six_teams_start_from_a_tile_of_three_lanes(name):
    stage = load_stage(name)
    assert stage.tiles[0].name in ("1", "1B")
    assert {square.lanes for square in stage.squares[: stage.start_line]} == {3}
    log, _ = ride(lineup(*[PAIR] * 6), stage=stage, place={rider: rider // 3 for rider in range(12)})
    assert len(events(log, "placement")) == 12


def test_p1_there_is_one_peloton():
    with pytest.raises(BadInput, match="2 Peloton teams"):
        ride(lineup("peloton", PAIR, "peloton"), stage=WIDE)


def test_p2_one_deck_for_both_riders():
    log, _ = ride(lineup(PAIR, "peloton"))
    deck = {"A": 2, "3": 3, "4": 3, "5": 3, "6": 3, "7": 3}
    assert [rider["deck"] for rider in log[0]["riders"][2:]] == [deck, deck]
    first, second = ([event["card"] for event in events(log, "energy", rider=rider)] for rider in (2, 3))
    assert first == second
    assert not Counter(first) - Counter(deck)


def test_p2_turned_over_after_all_others_have_chosen():
    log, decider = ride(lineup("peloton", PAIR, "muscle", ROULEUR))
    for turn in (1, 2):
        drawn = events(log, "energy", round=turn)
        assert [event["rider"] for event in drawn] == [2, 3, 6, 0, 1, 4, 5]
        assert all(event["hand"] == [event["card"]] and event["reshuffled"] is False for event in drawn[3:])
    # E6: what the Peloton's deck can still hold is public, and is shown once.
    left = decider.seen[0]["left"]
    assert (sum(left[0]), sum(left[1]), sum(left[4]), sum(left[5])) == (17, 0, 15, 16)


def test_p2_attack_when_one_is_left():
    rules = Rules(race_end="all", deck_rouleur=MappingProxyType({"9": 1}), max_rounds=8, dummy_empty=9)
    log, _ = ride(lineup("peloton", ROULEUR), rules, stage=flat_stage(squares=30, finish_line=23))
    moves = [move for move in events(log, "move") if move["card"] == "A"]
    assert moves
    for move in moves:
        mates = [other for other in events(log, "move", round=move["round"]) if other["rider"] in (0, 1)]
        ahead = mates[0]["rider"] == move["rider"]
        assert move["value"] == (2 if ahead and len(mates) == 2 else 9)


def test_p3_places_first_in_the_right_lanes_and_takes_no_exhaustion():
    log, _ = ride(lineup(PAIR, "peloton", PAIR), stage=WIDE)
    assert placements(log)[:2] == [(2, [4, 0]), (3, [3, 0])]
    assert not {2, 3} & {rider for event in events(log, "exhaustion") for rider in event["riders"]}


def test_p4_both_decks_with_one_more_five():
    log, _ = ride(lineup(PAIR, "muscle"))
    assert log[0]["riders"][2]["deck"] == {"3": 3, "4": 3, "5": 3, "6": 3, "7": 3}
    assert log[0]["riders"][3]["deck"] == {"M": 1, "2": 3, "3": 3, "4": 3, "5": 3, "9": 3}
    for rider in (2, 3):
        cards = Counter(event["card"] for event in events(log, "energy", rider=rider))
        assert not cards - Counter(log[0]["riders"][rider]["deck"])


def test_p5_after_the_peloton_the_sprinteur_ahead():
    log, _ = ride(lineup("muscle", PAIR, "peloton", "muscle"), stage=WIDE)
    dummies = [(4, [4, 0]), (5, [3, 0]), (1, [4, 1]), (0, [4, 2]), (7, [3, 1]), (6, [3, 2])]
    assert placements(log)[:6] == dummies


def test_p6_an_empty_deck_and_no_card_returns():
    rules = own_deck(cards={"1": 1}, dummy_empty=3, played_cards="recycled", max_rounds=4)
    log, _ = ride(lineup(PAIR, "muscle"), rules)
    rouleur = events(log, "energy", rider=2)
    assert [(event["hand"], event["card"]) for event in rouleur] == [(["1"], "1"), ([], None), ([], None), ([], None)]
    assert [event["value"] for event in events(log, "move", rider=2)] == [1, 3, 3, 3]


def test_p7_twelve_single_riders():
    log, _ = ride(lineup(*[ROULEUR, SPRINTEUR] * 6), stage=flat_stage(lanes=3), place={rider: rider // 3 for rider in range(12)})
    assert [len(team["riders"]) for team in log[0]["teams"]] == [1] * 12


@pytest.mark.parametrize(
    ("teams", "cards"),
    [
        ((PAIR, "peloton", "muscle"), [2, 1]),
        (("muscle", "peloton", PAIR), [2, 1]),
        ((SPRINTEUR, "peloton", "muscle"), [1]),
        ((PAIR, "peloton"), [0, 0]),
        ((PAIR, "peloton", "muscle", "muscle"), [0, 0]),
        ((PAIR, "muscle", "muscle"), [0, 0]),
        ((ROULEUR, SPRINTEUR, "peloton", "muscle"), [0, 0]),
    ],
)
def test_p8_a_lone_player_starts_tired(teams, cards):
    log, _ = ride(lineup(*teams), Rules(solo_exhaustion=True), stage=WIDE)
    dummies = {rider for team in log[0]["teams"] if team["policy"] in ("peloton", "muscle") for rider in team["riders"]}
    assert [rider["deck"].get("E", 0) for rider in log[0]["riders"] if rider["rider"] not in dummies] == cards
    assert all("E" not in log[0]["riders"][rider]["deck"] for rider in dummies)


def test_p8_counts_against_the_supply():
    log, _ = ride(lineup(PAIR, "peloton", "muscle"), Rules(solo_exhaustion=True, exhaustion_supply=1), stage=WIDE)
    assert all(event["riders"] == [] for event in events(log, "exhaustion"))


def test_c3_the_list_counts_dummies_which_get_none():
    log, _ = ride(lineup(PAIR, "muscle", PAIR), Rules(handicap=(1, 5, 2)), stage=WIDE)
    assert [rider["deck"].get("E", 0) for rider in log[0]["riders"]] == [1, 1, 0, 0, 2, 2]
    with pytest.raises(BadInput, match="handicap"):
        ride(lineup(PAIR, "muscle", PAIR), Rules(handicap=(1, 5, 2, 0)), stage=WIDE)


def test_s2_dummies_place_first_and_have_the_last_seats():
    log, _ = ride(lineup("muscle", PAIR, "peloton", ROULEUR), stage=WIDE, seats="rotate", race=1)
    assert [team["seat"] for team in log[0]["teams"]] == [2, 1, 3, 0]
    assert [event["rider"] for event in events(log, "placement")] == [4, 5, 1, 0, 6, 2, 3]


# --- B  Break-away ------------------------------------------------------------------------------------------------------------------------

BREAKAWAY = Rules(breakaway=True, hand_size=8)


def test_b1_each_team_names_one_rider_and_dummies_none():
    log, _ = ride(lineup(PAIR, "peloton", SPRINTEUR, "muscle"), BREAKAWAY, stage=WIDE, sprinteur_bids=True)
    assert [rider for _, rider, _ in bid_events(log)] == [1, 4, 1, 4]


def test_b2_twice_all_together():
    rules = own_deck(cards={"3": 4, "4": 4, "6": 4}, breakaway=True, hand_size=8)
    log, decider = ride(lineup(PAIR, PAIR), rules, bids={0: ["6", "4"], 2: ["3", "3"]})
    assert bid_events(log) == [(1, 0, "6"), (1, 2, "3"), (2, 0, "4"), (2, 2, "3")]
    assert [len(event["hand"]) for event in events(log, "bid")] == [8] * 4
    # What one has bid itself is known to it at the second bid, and the first bids lie aside.
    assert [asked["bid_card"] for asked in decider.asked] == [NO_CARD, NO_CARD, 3, 1]
    assert [sum(asked["left"][0]) for asked in decider.asked] == [12, 12, 11, 11]
    # E6: nobody sees the others' first bids before all are revealed.
    assert decider.asked[0]["left"] == decider.asked[1]["left"]


def test_b2_without_a_card_the_bid_is_nothing():
    rules = own_deck(cards={"7": 1}, breakaway=True)
    log, _ = ride(lineup(ROULEUR), rules)
    assert [(event["hand"], event["card"]) for event in events(log, "bid")] == [(["7"], "7"), ([], None)]
    assert events(log, "breakaway")[0]["total"] == 7


def test_b3_exhaustion_counts_its_value():
    rules = own_deck(cards={"E": 2}, breakaway=True, exhaustion_value=6)
    log, _ = ride(lineup(ROULEUR), rules)
    assert events(log, "breakaway")[0]["total"] == 12


@pytest.mark.parametrize(
    ("teams", "keys", "winners"),
    [
        ([PAIR] * 4, {}, 1),
        ([PAIR] * 5, {}, 2),
        ([PAIR] * 3 + ["peloton", "muscle"], {}, 2),
        ([PAIR] * 3 + ["peloton", "muscle"], {"breakaway_counts_dummies": False}, 1),
        ([PAIR, "peloton", "muscle", "muscle", "muscle"], {}, 1),
        ([ROULEUR] * 5, {}, 2),
        ([PAIR] * 4, {"breakaway_size": 3}, 3),
        ([PAIR] * 2 + ["peloton"], {"breakaway_size": 12}, 2),
    ],
)
def test_b3_how_many_enter(teams, keys, winners):
    log, _ = ride(lineup(*teams), Rules(breakaway=True, **keys), stage=WIDE)
    assert len(events(log, "breakaway")) == winners


def test_b3_ties_go_to_the_rider_further_back_then_to_the_left_lane():
    rules = own_deck(cards={"4": 9}, breakaway=True, breakaway_size=4)
    log, _ = ride(lineup(*[ROULEUR] * 4), rules, stage=flat_stage(lanes=3), place={0: 4, 1: 3, 2: 3, 3: 4})
    assert [event["rider"] for event in events(log, "breakaway")] == [2, 1, 3, 0]


def test_b4_the_space_is_the_fourth_square_after_the_start_tile():
    assert flat_stage(start_line=5).breakaway_square == 9
    assert load_stage("avenue-corso-paseo").breakaway_square == 9
    # Tile A has its start line one square earlier, and ends where tile a does.
    assert (load_stage("la-classicissima").start_line, load_stage("la-classicissima").breakaway_square) == (4, 9)
    # Nobody starts past the line.
    assert Stage("Short", (Square(2, Terrain.FLAT),) * 12, 5, 7).breakaway_square == 6


def test_b4_the_highest_sum_in_the_right_lane_and_one_square_back_where_it_is_full():
    rules = own_deck(cards={"3": 3, "4": 3, "5": 3}, breakaway=True, breakaway_size=3, hand_size=8)
    bids = {0: ["3", "3"], 1: ["5", "5"], 2: ["4", "4"]}
    log, _ = ride(lineup(*[ROULEUR] * 3), rules, bids=bids)
    winners = [(event["rider"], event["place"], event["total"]) for event in events(log, "breakaway")]
    assert winners == [(1, [9, 0], 10), (2, [9, 1], 8), (0, [8, 0], 6)]


def test_b4_bids_leave_the_game_and_exhaustion_comes():
    rules = own_deck(cards={"3": 4, "5": 4}, breakaway=True, hand_size=8)
    log, decider = ride(lineup(ROULEUR, ROULEUR), rules, bids={0: ["5", "5"], 1: ["3", "3"]})
    assert [event["rider"] for event in events(log, "breakaway")] == [0]
    first_round = decider.seen[0]["left"]
    assert first_round == [[2, 4, 2], [0, 4, 4]]
    # All is shuffled back: a hand of eight is drawn from the pile without another shuffle.
    assert [event["reshuffled"] for event in events(log, "energy", round=1)] == [False, False]


def test_b4_takes_from_the_supply():
    rules = own_deck(cards={"3": 4, "5": 4}, breakaway=True, hand_size=8, breakaway_size=2, exhaustion_supply=3)
    _, decider = ride(lineup(ROULEUR, ROULEUR), rules, bids={0: ["3", "3"], 1: ["5", "5"]})
    # The winner of the right lane is served first.
    assert [left[0] for left in decider.seen[0]["left"]] == [1, 2]


# --- W  Weather ---------------------------------------------------------------------------------------------------------------------------


def test_w1_a_token_on_each_straight_tile_but_start_and_finish():
    stage = stage_from_table({"name": "Half", "tiles": ["1B", "2", "3", "d", "9", "u"]}, "half")
    squares = [len(tile.squares) for tile in stage.tiles]
    shapes = [tile.geometry == "straight" for tile in stage.tiles]
    expected = [(sum(squares[:number]), squares[number]) for number in range(1, 5) if shapes[number]]
    assert [tuple(place) for place in token_places(stage)] == expected
    assert expected[-1][1] == 3


def test_w1_on_a_road_without_tiles_each_full_run_of_six():
    stage = flat_stage(squares=40, start_line=5, finish_line=34)
    assert [tuple(place) for place in token_places(stage)] == [(5, 6), (11, 6), (17, 6), (23, 6)]


def test_w1_thirteen_tokens_then_fair():
    stage = flat_stage(squares=110, start_line=5, finish_line=100)
    log, _ = ride(lineup(ROULEUR), Rules(weather="random"), stage=stage)
    kinds = [event["kind"] for event in events(log, "weather")]
    assert Counter(kinds[:13]) == {"fair": 9, "crosswind": 1, "tailwind": 1, "headwind": 1, "wet": 1}
    assert kinds[13:] == ["fair", "fair"]


def test_w1_a_list_names_every_place():
    log, decider = ride(lineup(ROULEUR), Rules(weather=("wet", "wet", "fair", "tailwind", "wet")))
    assert [event["kind"] for event in events(log, "weather")] == ["wet", "wet", "fair", "tailwind", "wet"]
    assert decider.shown[0][0] == [4, 4, 0, 2, 4]
    with pytest.raises(BadInput, match="5 places"):
        ride(lineup(ROULEUR), Rules(weather=("wet",)))


def test_w1_off():
    log, _ = ride(lineup(ROULEUR))
    assert events(log, "weather") == []


@pytest.mark.parametrize(("kind", "hand_size", "drawn"), [("tailwind", 4, 5), ("headwind", 4, 3), ("headwind", 1, 1), ("tailwind", 8, 9)])
def test_w2_hands(kind, hand_size, drawn):
    rules = own_deck(cards={"2": 20}, weather=(kind, "fair", "fair", "fair", "fair"), hand_size=hand_size, max_rounds=2)
    log, _ = ride(lineup(ROULEUR, "muscle"), rules, place={0: 3})
    # The first round starts before the token, the second on it.
    assert [len(event["hand"]) for event in events(log, "energy", rider=0)] == [hand_size, drawn]
    assert [len(event["hand"]) for event in events(log, "energy", rider=1)] == [1, 1]


def test_w2_bids_are_not_affected():
    rules = Rules(weather=("tailwind",) * 5, breakaway=True)
    log, _ = ride(lineup(ROULEUR), rules)
    assert [len(event["hand"]) for event in events(log, "bid")] == [4, 4]
    # The winner starts on the token.
    assert len(events(log, "energy", round=1)[0]["hand"]) == 5


def test_w3_fallen_in_one_round_slow_in_the_next():
    rules = Rules(
        deck_rouleur=MappingProxyType({"2": 20}),
        deck_sprinteur=MappingProxyType({"3": 20}),
        weather=("wet", "fair", "fair", "fair", "fair"),
        max_rounds=2,
    )
    log, decider = ride(lineup(ROULEUR, ROULEUR, SPRINTEUR), rules, place={0: 4, 1: 4, 2: 3})
    moves = [(move["value"], move["from"], move["to"], move["limits"]) for move in events(log, "move", rider=2)]
    assert moves == [(3, [3, 0], [5, 0], ["blocked"]), (1, [5, 0], [6, 0], ["fallen"])]
    # Everybody sees it lie there, and up again it takes slipstream.
    assert [fallen for _, fallen in decider.shown[-2:]] == [[0, 0, 0], [0, 0, 1]]
    assert events(log, "slipstream", round=2)[0]["riders"] == [2]
