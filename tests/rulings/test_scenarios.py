"""Rules that need a deck or a whole race, one scenario or more for each, named by the rule's id."""

from types import MappingProxyType

import pytest
from scripted import PAIR, events, flat_stage, lineup, ride

from fr_sim.arrays.game import NO_CARD
from fr_sim.game.errors import BadInput
from fr_sim.game.riders import Kind
from fr_sim.game.rules import Rules
from fr_sim.reference.deck import RiderDeck

ROULEUR, SPRINTEUR = (Kind.ROULEUR,), (Kind.SPRINTEUR,)


def first_of_the_pile(size):
    return 0


def deck(cards, recycled=()):
    made = RiderDeck(MappingProxyType(cards))
    made.recycled = list(recycled)
    return made


def own_deck(**keys):
    """Rules with the same own deck for both kinds of rider."""
    cards = MappingProxyType(keys.pop("cards"))
    return Rules(deck_rouleur=cards, deck_sprinteur=cards, **keys)


def test_c1_the_plain_decks():
    log, _ = ride(lineup(PAIR))
    rouleur, sprinteur = log[0]["riders"]
    assert rouleur["deck"] == {"3": 3, "4": 3, "5": 3, "6": 3, "7": 3}
    assert sprinteur["deck"] == {"2": 3, "3": 3, "4": 3, "5": 3, "9": 3}


def test_c1_own_decks_may_have_other_codes():
    log, _ = ride(lineup(ROULEUR), own_deck(cards={"0": 1, "20": 2}))
    assert sorted(events(log, "energy")[0]["hand"]) == ["0", "20", "20"]
    assert events(log, "move")[0]["value"] == 20


def test_c2_supply_is_handed_out_from_the_front_backwards():
    rules = own_deck(cards={"2": 9}, exhaustion_supply=1)
    log, _ = ride(lineup(ROULEUR, ROULEUR, SPRINTEUR), rules, place={0: 0, 1: 4, 2: 2})
    # Rider 1 leads, rider 2 closes up behind it and rider 0 behind rider 2; one card is there for each kind.
    assert events(log, "exhaustion")[0]["riders"] == [1]
    log, _ = ride(lineup(ROULEUR, ROULEUR, SPRINTEUR), rules, place={0: 0, 1: 4, 2: 1})
    assert events(log, "exhaustion")[0]["riders"] == [1, 2]
    assert events(log, "exhaustion")[1]["riders"] == []


def test_c2_exhaustion_in_starting_decks_counts_against_the_supply():
    rules = Rules(exhaustion_supply=2, handicap=1)
    log, _ = ride(lineup(PAIR, PAIR), rules)
    assert all(event["riders"] == [] for event in events(log, "exhaustion"))


def test_c2_an_empty_supply_makes_a_rider_without_cards_stand():
    log, _ = ride(lineup(ROULEUR), own_deck(cards={"1": 1}, exhaustion_supply=1, exhaustion_when="leaders", max_rounds=5))
    # The only card of the supply is taken in round 1, played in round 2, and never comes back.
    assert [event["card"] for event in events(log, "energy")] == ["1", "E", None, None, None]
    assert [event["riders"] for event in events(log, "exhaustion")] == [[0], [], [], [], []]


def test_c3_handicap_by_team():
    log, _ = ride(lineup(PAIR, SPRINTEUR), Rules(handicap=(0, 2)))
    assert [rider["deck"].get("E", 0) for rider in log[0]["riders"]] == [0, 0, 2]


def test_c3_a_handicap_for_each_team_or_none():
    with pytest.raises(BadInput, match="handicap"):
        ride(lineup(PAIR, SPRINTEUR), Rules(handicap=(0, 2, 1)))


def test_c4_twelve_riders_and_no_more():
    log, _ = ride(lineup(*[ROULEUR] * 12), stage=flat_stage(start_line=6), place={rider: rider // 2 for rider in range(12)})
    assert len(events(log, "placement")) == 12
    with pytest.raises(BadInput, match="13 riders"):
        ride(lineup(*[ROULEUR] * 13), stage=flat_stage(start_line=7))


def test_s1_teams_place_in_seat_order_both_riders_at_once():
    log, _ = ride(lineup(PAIR, PAIR, PAIR), seats="rotate", race=3)
    # Order number 3 of the dictionary 012 021 102 120 201 210.
    assert [team["seat"] for team in log[0]["teams"]] == [2, 0, 1]
    assert [event["rider"] for event in events(log, "placement")] == [2, 3, 4, 5, 0, 1]


def test_s1_any_square_behind_the_line_filled_from_the_right():
    log, _ = ride(lineup(PAIR, ROULEUR), place={0: 2, 1: 0, 2: 2}, sprinteur_first=True)
    assert [(event["rider"], event["place"]) for event in events(log, "placement")] == [(1, [0, 0]), (0, [2, 0]), (2, [2, 1])]


@pytest.mark.parametrize("squares", [{0: 5}, {0: 0, 1: 0, 2: 0}])
def test_s1_neither_past_the_line_nor_on_a_full_square(squares):
    with pytest.raises(BadInput, match="behind the start line"):
        ride(lineup(PAIR, ROULEUR), place=squares)


def test_e1_the_second_hand_is_seen_after_the_first_card_is_chosen():
    log, decider = ride(lineup(PAIR), sprinteur_first=True)
    sprinteur, rouleur = decider.seen[:2]
    assert [event["rider"] for event in events(log, "energy", round=1)] == [1, 0]
    assert sprinteur["mate_card"] == NO_CARD
    chosen = events(log, "energy", round=1, rider=1)[0]["card"]
    assert decider.codes[1][rouleur["mate_card"]] == chosen


def test_e2_four_are_drawn_one_is_played_the_others_are_recycled():
    cards = deck({"3": 3, "4": 3})
    assert cards.draw(4, first_of_the_pile) is False
    assert cards.hand == ["3", "3", "3", "4"]
    cards.choose("3")
    assert (cards.pile, cards.recycled, cards.hand) == (["4", "4"], ["3", "3", "4"], [])


def test_e2_hand_size_of_the_edition():
    log, _ = ride(lineup(PAIR), Rules(hand_size=8))
    assert len(events(log, "energy")[0]["hand"]) == 8


def test_e3_what_is_left_is_taken_then_the_recycled_cards_are_shuffled():
    cards = deck({"9": 2}, recycled=["5", "3", "4"])
    assert cards.draw(4, first_of_the_pile) is True
    assert cards.hand == ["9", "9", "3", "4"]
    assert (cards.pile, cards.recycled) == (["5"], [])


def test_e3_no_shuffle_where_the_pile_is_just_enough():
    cards = deck({"9": 4}, recycled=["5"])
    assert cards.draw(4, first_of_the_pile) is False
    assert (cards.pile, cards.recycled) == ([], ["5"])


def test_e4_fewer_than_a_hand_in_all():
    cards = deck({"9": 1}, recycled=["5"])
    assert cards.draw(4, first_of_the_pile) is True
    assert cards.hand == ["9", "5"]


def test_e5_without_a_card_exhaustion_is_taken_and_played():
    log, _ = ride(lineup(ROULEUR), own_deck(cards={"6": 1}, finish_exhaustion=False, exhaustion_supply=2))
    assert [(event["hand"], event["card"]) for event in events(log, "energy")][:3] == [(["6"], "6"), (["E"], "E"), (["E"], "E")]
    log, _ = ride(lineup(ROULEUR, ROULEUR), own_deck(cards={"6": 1}), place={0: 3, 1: 4})
    second = events(log, "energy", round=2, rider=0)[0]
    assert (second["hand"], second["card"], second["reshuffled"]) == ([], "E", False)


def test_e5_stand():
    log, _ = ride(lineup(ROULEUR, ROULEUR), own_deck(cards={"6": 1}, empty_hand="stand", max_rounds=3), place={0: 3, 1: 4})
    assert events(log, "energy", round=2, rider=0)[0]["card"] is None
    stands = events(log, "move", round=2, rider=0)[0]
    assert (stands["card"], stands["value"], stands["limits"]) == (None, 0, [])
    assert stands["from"] == stands["to"]


def test_e6_choices_are_hidden_until_all_have_chosen():
    _, decider = ride(lineup(PAIR, PAIR))
    for turn in (1, 2):
        public = [seen["left"] for seen in decider.seen if seen["turn"] == turn]
        assert len(public) == 4
        assert all(left == public[0] for left in public)
        # Exhaustion aside, every deck has lost the cards of the rounds before, and none of this round.
        assert [sum(left[1:]) for left in public[0]] == [16 - turn] * 4


def test_e7_played_cards_leave_the_game():
    _, decider = ride(lineup(ROULEUR, ROULEUR), place={0: 3, 1: 4})
    held = [sum(seen["left"][0][1:]) for seen in decider.seen if seen["rider"] == 0]
    assert held[:3] == [15, 14, 13]


def test_e7_played_cards_recycled():
    log, _ = ride(lineup(ROULEUR, ROULEUR), own_deck(cards={"2": 1, "3": 1}, played_cards="recycled", hand_size=8, max_rounds=5))
    hands = [event["hand"] for event in events(log, "energy", rider=0)]
    assert all(sorted(hand)[:2] == ["2", "3"] for hand in hands)


def test_e7_played_exhaustion_recycled():
    rules = own_deck(cards={"E": 1}, played_exhaustion="recycled", exhaustion_supply=2)
    log, _ = ride(lineup(ROULEUR), rules)
    # One E to start with, one from the supply in the first round; neither leaves the game.
    assert [event["hand"] for event in events(log, "energy")][1:3] == [["E", "E"], ["E", "E"]]


def test_x1_goes_to_the_recycled_cards():
    log, _ = ride(lineup(ROULEUR), own_deck(cards={"2": 2}))
    assert events(log, "exhaustion")[0]["riders"] == [0]
    assert sorted(events(log, "energy", round=2)[0]["hand"]) == ["2", "E"]


def test_x2_not_drawn_before_the_recycled_cards_are_shuffled():
    log, _ = ride(lineup(ROULEUR))
    for event in events(log, "energy"):
        if event["reshuffled"]:
            break
        assert "E" not in event["hand"]
    assert event["round"] == 4


def test_x2_played_it_leaves_the_game():
    log, _ = ride(lineup(ROULEUR), own_deck(cards={"9": 1}))
    assert [event["hand"] for event in events(log, "energy")] == [["9"], *[["E"]] * (len(events(log, "energy")) - 1)]


def test_f1_at_once_the_log_ends_with_the_move():
    log, _ = ride(lineup(ROULEUR, ROULEUR), own_deck(cards={"9": 9}, race_end="at-once"), place={0: 3, 1: 4})
    assert [event["event"] for event in log[-2:]] == ["move", "result"]
    assert log[-2]["rider"] == 1
    assert log[-1]["winner"] == {"team": 1, "rider": 1}
    assert log[-1]["ranking"] == [1, 0]


def test_f1_round_is_completed():
    log, _ = ride(lineup(ROULEUR, ROULEUR), own_deck(cards={"9": 9}), place={0: 3, 1: 4})
    rounds = log[-1]["rounds"]
    assert len(events(log, "move", round=rounds)) == 2
    assert len(events(log, "exhaustion", round=rounds)) == 1


def test_f1_all_finished_riders_leave_the_road():
    def choose(hand):
        return min(hand, key=lambda code: 2 if code == "E" else int(code))

    log, _ = ride(lineup(PAIR), Rules(race_end="all", finish_slipstream=False), choose=choose)
    moves = events(log, "move")
    left = {}
    for move in moves:
        if move["to"][0] >= 35:
            left[move["rider"]] = move["round"]
    assert sorted(left) == [0, 1]
    assert left[0] != left[1]
    assert all(move["round"] <= left[move["rider"]] for move in moves)
    assert log[-1]["rounds"] == max(left.values())
    assert log[-1]["ranking"] == sorted(left, key=left.get)


def test_f2_ranking_by_square_then_lane():
    log, _ = ride(lineup(ROULEUR, ROULEUR, ROULEUR), own_deck(cards={"5": 12}), place={0: 0, 1: 4, 2: 4})
    places = {}
    for event in log:
        if event["event"] == "move":
            places[event["rider"]] = event["to"]
        if event["event"] == "slipstream":
            places |= dict(zip(event["riders"], event["to"], strict=True))
    assert log[-1]["ranking"] == sorted(places, key=lambda rider: (-places[rider][0], places[rider][1]))
    assert log[-1]["winner"]["rider"] == log[-1]["ranking"][0]


def test_f3_a_draw_after_max_rounds():
    log, _ = ride(lineup(PAIR, PAIR), Rules(max_rounds=2))
    assert log[-1]["rounds"] == 2
    assert log[-1]["winner"] is None
    assert sorted(log[-1]["ranking"]) == [0, 1, 2, 3]
