"""Rules of tours (chapter G): worked examples, named by the rule's id."""

from types import MappingProxyType

import pytest
from scripted import PAIR, Scripted, flat_stage, lineup

from fr_sim.game.cards import pile_order
from fr_sim.game.riders import Kind
from fr_sim.game.rules import Rules
from fr_sim.reference.tour import RiddenStage, carry, general_classification, play_tour, points_of, stage_times, team_standings

ROULEUR = (Kind.ROULEUR,)
FINISH = 35


def tour_rules(**keys):
    return Rules(race_end="all", finish_slipstream=False, **keys)


def ride(teams, rules, stages, **script):
    """A tour under scripted decisions."""
    return play_tour(stages, rules, teams, seed=0, race=0, seats="fixed", decider=Scripted(teams, rules, **script))


def ridden(ranking, times, points=(0, 0)):
    """A stage of which only the standings matter."""
    return RiddenStage([], 0, list(ranking), {}, [], list(times), list(points), [], [])


# --- G1  what is carried over -------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("rule", "cards"),
    [("half-up", [0, 1, 1, 2, 4]), ("half-down", [0, 0, 1, 1, 3]), ("all", [0, 1, 2, 3, 7]), ("none", [0] * 5)],
)
def test_g1_half_all_or_none_of_the_cards_left(rule, cards):
    assert [carry(rule, tired) for tired in (0, 1, 2, 3, 7)] == cards


def test_g1_a_deck_takes_over_no_more_than_a_hundred():
    assert carry("all", 240) == 100


def test_g1_cards_in_pile_and_recycled_cards_start_in_the_next_deck():
    # One rider alone takes a card a round; it never plays one, as its hand always has something better, until only they are left.
    teams, rules = lineup(ROULEUR), tour_rules(carry="all")
    tour = ride(teams, rules, [flat_stage(), flat_stage()])
    first, second = tour.stages
    assert first.carried == [0]
    assert first.tired == [first.rounds]
    assert second.carried == first.tired


def test_g1_handicap_cards_are_dealt_in_the_first_stage_only():
    teams, rules = lineup(ROULEUR, ROULEUR), tour_rules(handicap=(3, 0), carry="none")
    decider = Scripted(teams, rules)
    play_tour([flat_stage()] * 2, rules, teams, 0, 0, "fixed", decider=decider)
    begun = [sum(seen["left"][0]) for seen in decider.seen if seen["turn"] == 1 and seen["rider"] == 0]
    assert begun == [18, 15]


def test_g1_carried_cards_count_against_the_supply():
    # C2: four cards for all rouleurs. Each takes what it can; with "all" they hold them for ever, so that the second stage has none left.
    cards = MappingProxyType({"5": 15})
    teams, rules = lineup(ROULEUR), tour_rules(carry="all", exhaustion_supply=4, deck_rouleur=cards)
    first, second = ride(teams, rules, [flat_stage()] * 2).stages
    assert first.tired == second.carried == second.tired == [4]


def test_g1_dummies_carry_nothing():
    tour = ride(lineup(PAIR, "peloton", "muscle"), tour_rules(carry="all"), [flat_stage()] * 2)
    assert tour.stages[0].tired[:2] != [0, 0]
    assert tour.stages[0].tired[2:] == tour.stages[1].carried[2:] == [0] * 4


# --- G2  times ----------------------------------------------------------------------------------------------------------------------------


def times(crossed, squares, max_rounds=60):
    """Times of riders that crossed in `crossed` (0: never) and then stood on squares of lane 0; the ranking follows from them."""
    finished = {rider: turn for rider, turn in enumerate(crossed) if turn}
    ranked = sorted(range(len(crossed)), key=lambda rider: (finished.get(rider, 999), -squares[rider]))
    return stage_times(ranked, finished, squares, FINISH, max_rounds)


def test_g2_a_round_costs_a_minute_and_a_square_past_the_line_takes_off_ten_seconds():
    # Square 35 is the first past the line. A round later, two squares past; two rounds later, one past.
    assert times([10, 11, 12], [37, 36, 35]) == [-30, 40, 110]


def test_g2_an_unbroken_line_has_the_time_of_its_first():
    assert times([10] * 4, [39, 38, 38, 37]) == [-50] * 4


def test_g2_an_empty_square_breaks_the_line():
    assert times([10] * 4, [40, 38, 37, 35]) == [-60, -40, -40, -10]


def test_g2_a_line_is_of_one_round():
    assert times([10, 11, 11], [36, 37, 36]) == [-20, 30, 30]


def test_g2_who_has_not_finished_gets_the_last_rounds_time():
    assert times([10, 12, 0], [35, 35, 30], max_rounds=15) == [-10, 110, 300]
    assert times([0, 0], [30, 20], max_rounds=15) == [0, 0]


def test_g2_times_add_up():
    tour = ride(lineup(PAIR, PAIR), tour_rules(), [flat_stage(), flat_stage(squares=60, finish_line=50)])
    first, second = (stage.times for stage in tour.stages)
    assert tour.times == [one + other for one, other in zip(first, second, strict=True)]


# --- G3  points and standings -------------------------------------------------------------------------------------------------------------


def test_g3_three_two_and_one_points_to_the_teams_of_the_first_three():
    assert points_of(lineup(PAIR, PAIR, PAIR), [3, 2, 4, 0, 1, 5]) == [0, 5, 1]
    assert points_of(lineup(ROULEUR, ROULEUR), [1, 0]) == [2, 3]


def test_g3_who_has_not_finished_earns_no_points_in_the_stage():
    tour = ride(lineup(ROULEUR, ROULEUR), tour_rules(max_rounds=2), [flat_stage()])
    assert tour.stages[0].points == [0, 0]
    assert sum(tour.points) == 5


def test_g3_the_final_standings_give_points_again():
    tour = ride(lineup(PAIR, PAIR), tour_rules(), [flat_stage()] * 3)
    stages = [sum(points) for points in zip(*(stage.points for stage in tour.stages), strict=True)]
    final = points_of(lineup(PAIR, PAIR), tour.riders)
    assert sum(stages) == 3 * 6
    assert tour.points == [one + other for one, other in zip(stages, final, strict=True)]


def test_g3_equal_points_are_told_apart_by_the_better_riders_time():
    teams = lineup(PAIR, PAIR)
    # Rider 2 has the shortest time of all, rider 0 the next.
    assert general_classification([ridden([0, 1, 2, 3], [0, 60, -20, 500])]) == [2, 0, 1, 3]
    assert team_standings(teams, [4, 4], [2, 0, 1, 3]) == [1, 0]
    assert team_standings(teams, [5, 4], [2, 0, 1, 3]) == [0, 1]


def test_g3_equal_times_are_told_apart_by_places_then_by_the_last_stage():
    first, second = ridden([0, 1, 2], [0, 0, 0]), ridden([2, 0, 1], [0, 0, 0])
    # Sums of places 1, 3, 2.
    assert general_classification([first, second]) == [0, 2, 1]
    assert general_classification([ridden([0, 1], [0, 0]), ridden([1, 0], [0, 0])]) == [1, 0]


def test_g3_from_the_second_stage_on_teams_place_in_reverse_order_of_points():
    # The first team plays its highest cards and wins, the second its lowest.
    teams = lineup(ROULEUR, ROULEUR, "muscle")
    rules = tour_rules(deck_rouleur=MappingProxyType({"9": 15}))
    tour = ride(teams, rules, [flat_stage()] * 2, choose=lambda hand: max(hand, key=pile_order), place={0: 3, 1: 0})
    first, second = tour.stages
    assert first.order == [0, 1, 2]
    assert first.points[0] > first.points[1]
    assert second.order == [1, 0, 2]


# --- G4  until all have finished ----------------------------------------------------------------------------------------------------------


def test_g4_a_stage_goes_on_until_all_have_finished():
    tour = ride(lineup(PAIR, PAIR), tour_rules(), [flat_stage()])
    stage = tour.stages[0]
    assert set(stage.crossed) == {0, 1, 2, 3}
    assert stage.rounds == max(stage.crossed.values())
    assert all(square >= FINISH for square in stage.squares)
