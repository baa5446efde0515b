"""Tours by the thousand: what they share with runs, that chunks and threads change nothing, and that tables tell the counts."""

from dataclasses import replace

import numpy as np
import pytest

from fr_sim.arrays.counts import Finishes
from fr_sim.files import load_edition, load_stage
from fr_sim.game.errors import BadInput
from fr_sim.policies.lineups import parse_lineup
from fr_sim.questions.loop import play
from fr_sim.questions.run import answer
from fr_sim.questions.tour import ask_tour
from fr_sim.questions.tour.asked import Tour
from fr_sim.questions.tour.carry import CARRY_RULES
from fr_sim.questions.tour.counts import MEASURES, STAGE_MEASURES, TourResults
from fr_sim.questions.tour.rides import TourRides
from fr_sim.questions.tour.tables import difference, differences_table, riders_table, stages_table, teams_table, tour_tables
from fr_sim.rng.words import mix_seed, race_key, stage_seed
from fr_sim.simulate.plan import Chunk
from fr_sim.statistics.intervals import wilson

NAMES = ("avenue-corso-paseo", "la-haut-montagne", "firenze-milano")
LINEUP = "drafter,saver,random"


def tour_of(races=192, names=NAMES, carry=(), seed=3, changes=(), teams=LINEUP) -> Tour:
    edition = load_edition("grand-tour-2016", changes)
    return ask_tour([load_stage(name) for name in names], parse_lineup(teams), edition, races, seed, carry=carry, title="Test")


@pytest.fixture(scope="module")
def results() -> TourResults:
    return play(tour_of(carry=("half-up", "none", "all")))


def test_a_tour_of_one_stage_equals_a_run():
    tour = tour_of(races=320, names=NAMES[:1], changes=["handicap=[2, 0, 1]"])
    found = play(tour, chunk_races=64)
    columns: list[tuple[Chunk, Finishes]] = []
    run = answer(replace(tour.first), finishes=lambda chunk, finishes: columns.append((chunk, finishes)))
    riders = len(tour.lineup.riders)
    counts = found.counts
    assert counts.stage_sums[0, 0, STAGE_MEASURES.index("win_rate")].tolist() == run.tally.wins[:riders].sum(axis=1).tolist()
    taken = run.tally.exhaustion[:riders] @ np.arange(run.tally.exhaustion.shape[1])
    assert counts.stage_sums[0, 0, STAGE_MEASURES.index("taken")].tolist() == taken.tolist()
    assert counts.stage_rounds[0, 0] == run.tally.rounds @ np.arange(len(run.tally.rounds))
    (ridden,) = TourRides(tour).ride(Chunk(0, 320, False))
    for name in ("rounds", "rank", "seat"):
        expected = np.concatenate([getattr(finishes, name)[..., : chunk.races] for chunk, finishes in columns], axis=-1)
        found_columns = getattr(ridden.stages[0], name)
        assert np.array_equal(found_columns, expected[: len(found_columns)] if expected.ndim > 1 else expected)


def test_stages_have_random_words_of_their_own():
    assert stage_seed(12345, 0) == 12345
    seeds = [stage_seed(seed, stage) for seed in (0, 1, -1, 2**70) for stage in range(60)]
    assert len(set(map(mix_seed, seeds))) == len(seeds)
    assert len({race_key(seed, race) for seed in seeds for race in range(50)}) == 50 * len(seeds)


@pytest.mark.parametrize(("chunk_tours", "threads"), [(64, 2), (128, 1), (4096, 3)])
def test_chunks_and_threads_change_nothing(results, chunk_tours, threads):
    again = play(results.tour, threads=threads, chunk_races=chunk_tours)
    assert again.digest == results.digest


def test_a_side_is_the_tour_ridden_alone(results):
    for side, rule in enumerate(results.tour.carry):
        alone = play(tour_of(carry=(rule,)))
        for name in ("rider_sums", "team_squares", "places", "stage_sums", "stage_points", "gaps"):
            assert np.array_equal(getattr(alone.counts, name)[0], getattr(results.counts, name)[side]), (rule, name)


def test_carry_rules_share_their_luck_until_cards_are_carried(results):
    first = STAGE_MEASURES.index("taken")
    assert np.array_equal(results.counts.stage_sums[0, 0], results.counts.stage_sums[1, 0])
    assert not np.array_equal(results.counts.stage_sums[0, 1, first], results.counts.stage_sums[1, 1, first])


def test_the_editions_carry_rule_is_taken_where_none_is_named():
    assert tour_of().carry == ("half-up",)
    assert tour_of(changes=["carry=all"]).carry == ("all",)
    named = play(tour_of(races=64, carry=("all",)))
    assert np.array_equal(named.counts.rider_sums, play(tour_of(races=64, changes=["carry=all"])).counts.rider_sums)


def test_counts_add_up(results):
    counts, races = results.counts, results.races
    assert races == 192
    assert (counts.places.sum(axis=2) == races).all()
    assert (counts.places.sum(axis=1) == races).all()
    assert (counts.team_places.sum(axis=1) == races).all()
    assert (counts.gaps.sum(axis=2) == races).all()
    assert (counts.stage_sums[:, :, STAGE_MEASURES.index("win_rate")].sum(axis=2) == races).all()
    assert (counts.stage_sums[:, :, STAGE_MEASURES.index("leads")].sum(axis=2) == races).all()
    assert (counts.rider_sums[:, MEASURES.index("points")].sum(axis=1) == races * 6 * 4).all()
    assert (counts.stage_points[:, -1].sum(axis=1) == races * 6 * 3).all()
    left, carried = STAGE_MEASURES.index("left"), STAGE_MEASURES.index("carried")
    # "all": what is left is what is brought along.
    assert np.array_equal(counts.stage_sums[2, :-1, left], counts.stage_sums[2, 1:, carried])
    assert not counts.stage_sums[1, :, carried].any()


def test_a_difference_is_that_of_the_sides_and_its_interval_holds_it(results):
    for measure in MEASURES:
        one = difference(results, "rider", measure, 1, 0)
        assert one.difference == pytest.approx(one.value - one.value_against)
        assert one.low <= one.difference <= one.high
    assert difference(results, "rider", "win_rate", 0, 0).changed == 0


def test_tables(results):
    tables = tour_tables(results)
    assert set(tables) == {"riders", "teams", "stages", "points", "places", "gaps", "differences"}
    assert all(len({len(column) for column in table.values()}) == 1 for table in tables.values())
    assert all(list(table)[:3] == ["tour", "rules", "carry"] for table in tables.values())
    riders, teams, stages = riders_table(results), teams_table(results), stages_table(results)
    assert len(riders["rider"]) == 3 * 6
    assert len(teams["team"]) == 3 * 3
    assert len(stages["stage"]) == 3 * 3 * 6
    assert sum(riders["wins"][:6]) == sum(teams["wins"][:3]) == results.races
    low, high = wilson(riders["wins"][0], results.races)
    assert (riders["win_low"][0], riders["win_high"][0]) == (float(low), float(high))
    assert all(low <= mean <= high for mean, low, high in zip(riders["gap_mean"], riders["gap_low"], riders["gap_high"], strict=True))
    different = differences_table(results)
    assert len(different["measure"]) == 2 * (7 + 3 * len(MEASURES) + 6 * len(MEASURES))
    assert "differences" not in tour_tables(play(tour_of(races=64)))


def test_one_tour_alone_has_no_intervals_of_means():
    riders = riders_table(play(tour_of(races=1)))
    assert riders["gap_low"] == [None] * 6
    assert all(high is not None for high in riders["win_high"])


def test_draws_are_counted():
    found = play(tour_of(races=64, changes=["max_rounds=2"]))
    assert found.counts.stage_draws.tolist() == [[64, 64, 64]]
    assert found.counts.rider_sums[0, MEASURES.index("stage_wins")].sum() == 0


@pytest.mark.parametrize(
    ("asked", "message"),
    [
        ({"changes": ["race_end=round"]}, "race_end: found 'round', expected all in a tour"),
        ({"carry": ("half",)}, "carry: found 'half', expected one of half-up, half-down, all, none; did you mean 'half-up'?"),
        ({"carry": ("all", "all")}, "carry: found 'all', expected each carry rule once"),
        ({"names": ()}, "stages: found 0 stages"),
        ({"names": NAMES * 21}, "stages: found 63 stages, expected from 1 to 60"),
        ({"races": 0}, "--races"),
        ({"changes": ["handicap=[1, 2]"]}, "handicap"),
    ],
)
def test_what_cannot_be_asked(asked, message):
    with pytest.raises(BadInput) as refused:
        tour_of(**asked)
    assert message in str(refused.value)


def test_every_carry_rule_of_the_key_is_one():
    assert CARRY_RULES == ("half-up", "half-down", "all", "none")
