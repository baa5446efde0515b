"""No interval leaves the range of what it is about, nor its own figure: every function with random counts, every table of small runs."""

from itertools import product

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from fr_sim.arrays.counts import ROAD_MEASURES
from fr_sim.files import load_edition, load_stage
from fr_sim.policies.lineups import parse_lineup
from fr_sim.questions.compare import ask_comparison
from fr_sim.questions.compare.counts import RACE_MEASURES, TEAM_MEASURES
from fr_sim.questions.compare.tables import comparison_tables
from fr_sim.questions.loop import play
from fr_sim.questions.run import simulate
from fr_sim.questions.tour import ask_tour
from fr_sim.questions.tour.tables import tour_tables
from fr_sim.races import possible
from fr_sim.races.possible import Range
from fr_sim.races.tables import tables
from fr_sim.statistics.intervals import furthest_reach, mean_interval, wilson
from fr_sim.statistics.paired_intervals import paired_mean_interval, paired_share_interval

STAGES = ("avenue-corso-paseo", "la-haut-montagne")
TEAMS = "drafter,saver/rouleur,random,highest"
RIDERS, TEAM_COUNT, ROUNDS = 7, 4, 60
#: Rounding of a mean and of the ends of its interval.
ROUNDING = 1e-9

few = st.integers(1, 12)
values = st.lists(st.integers(0, 5), min_size=2, max_size=12)
confidences = st.sampled_from([0.5, 0.95, 0.999])


@given(few, st.integers(0, 12), confidences)
def test_a_share(trials, successes, confidence):
    successes = min(successes, trials)
    low, high = wilson(successes, trials, confidence)
    assert 0 <= low <= successes / trials <= high <= 1
    assert 0 <= furthest_reach(np.array([successes]), trials, confidence) <= 1


@given(values, confidences)
def test_a_mean(found, confidence):
    low, high = mean_interval(np.mean(found), np.std(found, ddof=1), len(found), confidence, possible=(0, 5))
    assert 0 <= low <= np.mean(found) + ROUNDING
    assert np.mean(found) - ROUNDING <= high <= 5
    wide_low, wide_high = mean_interval(np.mean(found), np.std(found, ddof=1), len(found), confidence)
    # Only what cannot be is cut away.
    assert low in (wide_low, 0)
    assert high in (wide_high, 5)


@given(st.integers(0, 6), st.integers(0, 6), st.integers(0, 6), confidences)
def test_a_difference_of_shares(gained, lost, same, confidence):
    pairs = gained + lost + same
    low, high = paired_share_interval(gained, lost, pairs, confidence)
    assert -1 <= low <= high <= 1
    if pairs:
        assert low - ROUNDING <= (gained - lost) / pairs <= high + ROUNDING


@given(st.lists(st.integers(-5, 5), min_size=2, max_size=12), confidences)
def test_a_difference_of_means(found, confidence):
    sums = np.array(found)
    given_sums = (sums.sum(), (sums**2).sum(), np.count_nonzero(sums), len(sums))
    low, high = paired_mean_interval(*given_sums, confidence, possible=(-5, 5))
    assert -5 <= low <= sums.mean() + ROUNDING
    assert sums.mean() - ROUNDING <= high <= 5


def test_one_trial_tells_nothing_and_is_not_cut_to_something():
    assert np.isnan(mean_interval(3.0, 1.0, 1, possible=(0, 5))).all()
    assert np.isnan(paired_mean_interval(1, 1, 1, 1, possible=(-5, 5))).all()


@given(*[st.integers(-9, 9)] * 4)
def test_the_range_of_a_difference_holds_every_difference(first, second, third, fourth):
    here, there = Range(*sorted((first, second))), Range(*sorted((third, fourth)))
    apart = [one - other for one, other in product(here, there)]
    assert here.less(there) == (min(apart), max(apart))
    assert possible.hull([here, there]) == (min(*here, *there), max(*here, *there))


def check(table, name, value, ends, low, high):
    """Every row's figure and its interval lie in order between `low` and `high`; how many ends are cut there."""
    cut = 0
    for found, lower, upper in zip(table[value], table[f"{ends}low"], table[f"{ends}high"], strict=True):
        if lower is None:
            assert upper is None
            continue
        assert low <= lower <= found + ROUNDING, (name, value, lower, found)
        assert found - ROUNDING <= upper <= high, (name, value, found, upper)
        cut += (lower == low) + (upper == high)
    return cut


@pytest.mark.parametrize("races", [1, 2, 3, 5])
def test_the_tables_of_a_short_run(races):
    results = simulate(load_stage(STAGES[0]), parse_lineup(TEAMS), load_edition("meteo"), races, seed=races)
    found = tables(results)
    for name, table in found.items():
        if "win_low" in table:
            check(table, name, "win_rate", "win_", 0, 1)
    # A team of two has one behind its better rider.
    check(found["teams"], "teams", "mean_rank", "mean_rank_", 1, RIDERS)
    two = [size == 2 for size in (2, 1, 2, 2)]
    highs = [high for high, is_two in zip(found["teams"]["mean_rank_high"], two, strict=True) if is_two and high is not None]
    assert all(high <= RIDERS - 1 for high in highs)
    check(found["riders"], "riders", "mean_rank", "mean_rank_", 1, RIDERS)
    check(found["riders"], "riders", "best_card_held", "best_card_held_", 0, 1)
    for measure in ROAD_MEASURES:
        check(found["road"], "road", measure, f"{measure}_", 0, np.inf)
    check(found["catch_up"], "catch_up", "rank_correlation", "rank_correlation_", -1, 1)
    known = {column for table in found.values() for column in table if column.endswith("_low")}
    of_road = {f"{measure}_low" for measure in (*ROAD_MEASURES, "best_card_held", "rank_correlation")}
    assert known == {"win_low", "mean_rank_low"} | of_road, "a new interval needs its range here"


def test_ends_are_really_cut():
    """Without the ranges some interval of these runs would leave them."""
    cut = 0
    for seed in range(6):
        found = tables(simulate(load_stage(STAGES[0]), parse_lineup(TEAMS), load_edition("gigamic-v2"), 2, seed=seed))
        cut += check(found["riders"], "riders", "mean_rank", "mean_rank_", 1, RIDERS)
    assert cut > 0


@pytest.mark.parametrize("races", [1, 2, 3, 5])
@pytest.mark.parametrize("varies", ["rules", "teams"])
def test_the_tables_of_a_short_comparison(races, varies):
    lineups = [parse_lineup(TEAMS)] + ([parse_lineup("lowest,highest/sprinteur,random,drafter")] if varies == "teams" else [])
    editions = [load_edition("gigamic-v2")] + ([load_edition("gigamic-v2", ["max_rounds=9"])] if varies == "rules" else [])
    found = comparison_tables(play(ask_comparison(load_stage(STAGES[0]), lineups, editions, races, seed=races)))
    widest = {
        "win_rate": 1,
        "draws": 1,
        "mean_rank": RIDERS - 1,
        "rounds": ROUNDS - 1,
        "exhaustion": RIDERS * ROUNDS,
        "slipstream": RIDERS * (RIDERS - 1) * ROUNDS,
        "winner_changed": 1,
        "winning_team_changed": 1,
    }
    assert set(widest) >= {*TEAM_MEASURES, *RACE_MEASURES}
    for name in ("differences", "differences_by_seat"):
        table = found[name]
        for measure in set(table["measure"]):
            rows = [row for row, other in enumerate(table["measure"]) if other == measure]
            part = {column: [values[row] for row in rows] for column, values in table.items()}
            check(part, name, "difference", "", -widest[measure], widest[measure])


def test_a_difference_stays_between_what_both_sides_can_be():
    """A race of nine rounds at most and one of sixty: rounds differ by no more than 8 down and 59 up."""
    comparison = ask_comparison(
        load_stage(STAGES[0]), [parse_lineup(TEAMS)], [load_edition("gigamic-v2"), load_edition("gigamic-v2", ["max_rounds=9"])], 64
    )
    here, there = (possible.of_race(side, "rounds") for side in reversed(comparison.sides))
    assert here.less(there) == (1 - ROUNDS, 8)
    assert possible.of_team(comparison.first, "mean_rank", 0) == (1, RIDERS - 1)
    assert possible.of_team(comparison.first, "mean_rank", 1) == (1, RIDERS)
    assert possible.of_team(comparison.first, "exhaustion", None) == (0, 2 * ROUNDS)


@pytest.mark.parametrize("tours", [1, 2, 3, 5])
def test_the_tables_of_a_short_tour(tours):
    edition = load_edition("grand-tour-2016")
    stages = [load_stage(name) for name in STAGES]
    found = tour_tables(play(ask_tour(stages, parse_lineup(TEAMS), edition, tours, tours, carry=("half-up", "none"))))
    infinite = float("inf")
    rounds, cards = len(stages) * edition.rules.max_rounds, 100 * (len(stages) - 1)
    ranges = {
        "riders": {"win": 1, "points": 3 * 3, "stage_wins": 2, "gap": infinite, "carried": cards, "taken": rounds},
        "teams": {"win": 1, "points": 5 * 3, "stage_wins": 2, "gap": infinite, "carried": 2 * cards, "taken": 2 * rounds},
        "stages": {"win": 1, "lead": 1, "gap": infinite, "carried": 100, "taken": rounds / 2, "left": infinite},
        "points": {"points": 5 * 2},
    }
    for name, of_columns in ranges.items():
        table = found[name]
        with_places = {"place": None, **of_columns} if name in ("riders", "teams") else of_columns
        known = {column.removesuffix("_low") for column in table if column.endswith("_low")}
        assert known == set(with_places), "a new interval needs its range here"
        for column, high in with_places.items():
            value = f"{column}_rate" if column in ("win", "lead") else f"{column}_mean"
            if column == "place":
                check(table, name, value, "place_", 1, RIDERS if name == "riders" else TEAM_COUNT)
            else:
                check(table, name, value, f"{column}_", 0, high)
    table = found["differences"]
    for measure in ("win_rate", "winner_changed", "winning_team_changed"):
        rows = [row for row, other in enumerate(table["measure"]) if other == measure]
        check({column: [values[row] for row in rows] for column, values in table.items()}, "differences", "difference", "", -1, 1)
    rows = [row for row, other in enumerate(table["measure"]) if other == "place"]
    check({column: [values[row] for row in rows] for column, values in table.items()}, "differences", "difference", "", -RIDERS, RIDERS)
