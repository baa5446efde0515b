"""Single squares, chains, leads, best cards and places: the tables against race logs counted line by line."""

import numpy as np
import pandas as pd
import pytest

from fr_sim.arrays.counts import ADDED, PROFILE_RACES, ROAD_MEASURES, ROAD_RACES, empty_tally
from fr_sim.arrays.sums import add_counts
from fr_sim.files import load_edition, load_stage
from fr_sim.game.stage import Square, Stage
from fr_sim.game.terrain import Terrain
from fr_sim.policies.lineups import parse_lineup
from fr_sim.questions.run import simulate
from fr_sim.races.results import Results
from fr_sim.races.tables import frames, tables
from fr_sim.reference.race import races_of
from fr_sim.simulate.batches import Batches
from fr_sim.simulate.plan import Chunk
from fr_sim.statistics.intervals import wilson
from tests.differential.road_counts_of_logs import lead_changes, longest_chain, on_squares, orders_by_round

RACES = 150
LINEUP = "drafter,highest,random/sprinteur,saver"
RIDERS = 7
STAGE = load_stage("la-haut-montagne")
#: Some sprinteurs' cards go nowhere, so that they take cards, give slipstream and end rounds on one square again.
EDITION = load_edition("gigamic-v2", ['deck_sprinteur={"0"=7, "4"=4, "9"=3}'])


@pytest.fixture(scope="module")
def played():
    """Results, and the logs of the same races."""
    lineup = parse_lineup(LINEUP)
    logs = list(races_of(STAGE, EDITION.rules, lineup, 0, range(RACES)))
    return simulate(STAGE, lineup, EDITION, RACES), logs


@pytest.fixture(scope="module")
def made(played):
    return frames(played[0])


@pytest.fixture(scope="module")
def on_road(played):
    """By measure, what every race had, [race, rider, square]."""
    results, logs = played
    numbers = {name: np.zeros((RACES, RIDERS, len(results.question.stage.squares)), int) for name in ROAD_MEASURES}
    for race, log in enumerate(logs):
        for (name, rider, square), number in on_squares(log, results.question.edition.rules).items():
            numbers[name][race, rider, square] = number
    return numbers


def test_every_rider_has_every_square(played, made):
    stage, road = played[0].question.stage, made["road"]
    assert list(road.columns[:10]) == ["stage", "rules", "team", "policy", "kind", "rider", "square", "terrain", "lanes", "races"]
    assert list(road.columns[10:]) == [f"{name}{end}" for name in ROAD_MEASURES for end in ("", "_low", "_high")]
    assert road["rider"].tolist() == np.repeat(range(RIDERS), len(stage.squares)).tolist()
    assert road["square"].tolist() == list(range(len(stage.squares))) * RIDERS
    assert road["terrain"].tolist() == [square.terrain.value for square in stage.squares] * RIDERS
    assert road["lanes"].tolist() == [square.lanes for square in stage.squares] * RIDERS
    assert (road["races"] == RACES).all()
    assert road["kind"][road["rider"] == 4].unique() == ["sprinteur"]


@pytest.mark.parametrize("measure", ROAD_MEASURES)
def test_means_and_intervals_by_square(made, on_road, measure):
    numbers, road = on_road[measure].reshape(RACES, -1), made["road"]
    assert numbers.any()
    np.testing.assert_allclose(road[measure], numbers.mean(axis=0))
    low, high = wilson(np.minimum(numbers.sum(axis=0), RACES), RACES)
    reach = 1.959963984540054 * numbers.std(axis=0, ddof=1) / RACES**0.5
    is_share = numbers.max(axis=0) <= 1
    np.testing.assert_allclose(road[f"{measure}_low"], np.where(is_share, low, np.maximum(0, numbers.mean(axis=0) - reach)), atol=1e-15)
    np.testing.assert_allclose(road[f"{measure}_high"], np.where(is_share, high, numbers.mean(axis=0) + reach))


def test_some_numbers_are_larger_than_one(on_road):
    """So that the intervals above are of both kinds; who enters a square by slipstream does so once."""
    several = {name for name in ROAD_MEASURES if (on_road[name] > 1).any()}
    assert several | {"blocked"} == {"exhaustion", "blocked", "slipstream_given", "ended_round"}


def test_sums_over_the_road_are_those_of_the_riders(made):
    by_rider = made["road"].groupby("rider")[list(ROAD_MEASURES)].sum()
    riders = made["riders"]
    for measure, column in (("exhaustion", "exhaustion_mean"), ("blocked", "blocked_mean"), ("slipstream_taken", "slipstream_mean")):
        assert by_rider[measure].tolist() == pytest.approx(riders[column].tolist()), measure
    mean_rounds = (made["rounds"]["rounds"] * made["rounds"]["share"]).sum()
    assert by_rider["ended_round"].tolist() == pytest.approx([mean_rounds] * RIDERS)


@pytest.mark.parametrize(("name", "column", "count"), [("chains", "chain", longest_chain), ("leads", "lead_changes", lead_changes)])
def test_chains_and_leads(played, made, name, column, count):
    table, naive = made[name], [count(log) for log in played[1]]
    assert list(table.columns) == ["stage", "rules", column, "races", "share"]
    assert table[column].tolist() == list(range(max(naive) + 1))
    assert table["races"].tolist() == np.bincount(naive).tolist()
    assert table["share"].tolist() == [races / RACES for races in table["races"]]


def test_catching_up(played, made):
    correlations: dict[int, list[float]] = {}
    for log in played[1]:
        final = log[-1]["ranking"]
        for number, order in enumerate(orders_by_round(log)):
            places = [[ranking.index(rider) for rider in range(RIDERS)] for ranking in (order, final)]
            correlations.setdefault(number + 1, []).append(np.corrcoef(*places)[0, 1])
    table = made["catch_up"]
    assert list(table.columns) == ["stage", "rules", "round", "races", "rank_correlation", "rank_correlation_low", "rank_correlation_high"]
    assert table["round"].tolist() == list(correlations)
    for row in table.itertuples():
        found = np.array(correlations[row.round])
        assert row.races == len(found)
        assert row.rank_correlation == pytest.approx(found.mean())
        if len(found) > 1:
            reach = 1.959963984540054 * found.std(ddof=1) / len(found) ** 0.5
            assert row.rank_correlation_low == pytest.approx(max(-1, found.mean() - reach))
            assert row.rank_correlation_high == pytest.approx(min(1, found.mean() + reach))
        else:
            assert np.isnan([row.rank_correlation_low, row.rank_correlation_high]).all()


def test_best_cards(played, made):
    """A rouleur has three sevens, a sprinteur three nines; nothing but playing takes them out of the game."""
    riders = made["riders"]
    held = np.zeros(RIDERS, int)
    for log in played[1]:
        for rider, kind in enumerate(riders["kind"]):
            best = "7" if kind == "rouleur" else "9"
            held[rider] += sum(event["event"] == "energy" and event["rider"] == rider and event["card"] == best for event in log) < 3
    assert (riders["best_card_held"] * RACES).round().astype(int).tolist() == held.tolist()
    assert len(set(held)) > 2
    low, high = wilson(held, RACES)
    assert riders["best_card_held_low"].tolist() == low.tolist()
    assert riders["best_card_held_high"].tolist() == high.tolist()


# --- edges --------------------------------------------------------------------------------------------------------------------------------


def test_one_race_has_no_intervals():
    made = tables(simulate(load_stage("avenue-corso-paseo"), parse_lineup("random,random"), load_edition("gigamic-v2"), 1))
    for name in ROAD_MEASURES:
        assert set(made["road"][f"{name}_low"]) == set(made["road"][f"{name}_high"]) == {None}
    assert set(made["catch_up"]["rank_correlation_low"]) == {None}
    assert made["catch_up"]["rank_correlation"][-1] == 1
    assert sum(made["chains"]["races"]) == sum(made["leads"]["races"]) == 1


def test_a_rider_alone():
    made = tables(simulate(load_stage("avenue-corso-paseo"), parse_lineup("random/rouleur"), load_edition("gigamic-v2"), 70))
    assert made["chains"]["races"] == made["leads"]["races"] == [70]
    assert made["catch_up"]["round"] == []
    assert sum(made["road"]["slipstream_given"]) == sum(made["road"]["blocked"]) == 0
    assert sum(made["road"]["ended_round"]) == pytest.approx(np.dot(made["rounds"]["rounds"], made["rounds"]["share"]))


def test_an_open_road_has_no_rows_past_the_last_square():
    stage = Stage("Short", tuple(Square(2, Terrain.FLAT) for _ in range(30)), 5, 26)
    edition = load_edition("gigamic-v2", ["road_end=open", "race_end=all"])
    results = simulate(stage, parse_lineup("highest,random,highest"), edition, 100)
    past = results.tally.profile[:, :, 30:].sum()
    assert past > 0
    ended = sum(tables(results)["road"]["ended_round"]) * 100
    assert ended == pytest.approx(results.tally.profile.sum() - past)
    assert not results.tally.road_sums[:, :, 30:].any()


def test_the_pelotons_riders_share_their_best_card():
    made = frames(simulate(load_stage("la-classicissima-5-6"), parse_lineup("highest,peloton,muscle"), load_edition("peloton"), 300))
    held = made["riders"]["best_card_held"]
    assert held[2] == held[3]
    assert 0 < held[2] < 1
    assert held[4] != held[5]


def test_draws_are_counted_like_other_races():
    results = simulate(load_stage("la-haut-montagne"), parse_lineup("random,random"), load_edition("gigamic-v2", ["max_rounds=3"]), 80)
    made = tables(results)
    assert results.draws == 80
    assert made["catch_up"]["round"] == [1, 2, 3]
    assert made["catch_up"]["rank_correlation"][2] == made["catch_up"]["rank_correlation_low"][2] == 1
    assert sum(made["leads"]["races"]) == sum(made["chains"]["races"]) == 80
    assert max(made["leads"]["lead_changes"]) <= 2


# --- which races, and in what pieces ------------------------------------------------------------------------------------------------------


def _part(first, races):
    question = simulate(load_stage("la-haut-montagne"), parse_lineup("random,highest"), load_edition("gigamic-v2"), 1).question
    return Batches(question).play(Chunk(first, races, False))[1]


def test_single_squares_are_of_the_first_races_only():
    tally = _part(ROAD_RACES - 64, 128)
    early = _part(ROAD_RACES - 64, 64)
    assert tally.place_races[1] == 64
    for name in ("road_sums", "road_pairs", "place_races", "place_shifts", "place_shift_squares"):
        assert np.array_equal(getattr(tally, name), getattr(early, name)), name
    assert tally.chains.sum() == tally.lead_changes.sum() == 128
    assert tally.profile[1, 0].sum() == 128


def test_later_races_add_what_they_have():
    total = empty_tally()
    first, later = _part(0, 64), _part(PROFILE_RACES, 64)
    add_counts(total._asdict(), first._asdict())
    add_counts(total._asdict(), later._asdict())
    assert later.road_sums.size == later.profile.size == 0
    assert total.chains.sum() == total.races[0] == 128
    assert np.array_equal(total.road_sums, first.road_sums)
    assert np.array_equal(total.place_shifts, first.place_shifts)


def test_pieces_do_not_matter():
    asked = (STAGE, parse_lineup(LINEUP), EDITION, 1_000)
    whole = simulate(*asked, threads=1)
    pieces = simulate(*asked, threads=2, chunk_races=64)
    assert whole.road_digest == pieces.road_digest
    assert whole.digest == pieces.digest
    assert simulate(*asked, seed=1).road_digest != whole.road_digest


def test_results_that_lack_the_counts(played):
    """Those of version 0.1.0: no rows, empty columns, and no digest of what is not there."""
    results = played[0]
    old = results.tally._replace(**{name: np.zeros((0,) * getattr(results.tally, name).ndim, np.int64) for name in ADDED})
    made, complete = tables(Results(results.question, old)), tables(results)
    for name in ("road", "chains", "leads", "catch_up"):
        assert {column: [] for column in complete[name]} == made[name]
    for name in ("best_card_held", "best_card_held_low", "best_card_held_high"):
        assert made["riders"].pop(name) == [None] * RIDERS
    assert made["riders"].items() <= complete["riders"].items()
    assert Results(results.question, old).road_digest is None
    assert Results(results.question, old).digest == results.digest
    assert pd.DataFrame(made["riders"]).shape[0] == RIDERS
