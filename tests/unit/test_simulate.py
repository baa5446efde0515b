"""One question, one answer, whatever the threads, chunks and interruptions."""

import numpy as np
import pytest

from fr_sim.arrays.counts import empty_tally
from fr_sim.files import load_edition, load_stage
from fr_sim.game.errors import BadInput
from fr_sim.game.lineup import Lineup, Team
from fr_sim.game.riders import Kind
from fr_sim.policies.lineups import parse_lineup
from fr_sim.questions.loop import Stopped
from fr_sim.questions.run import answer, simulate
from fr_sim.races.results import team_wins
from fr_sim.simulate.plan import looks
from fr_sim.simulate.question import advice, ask
from fr_sim.statistics.intervals import furthest_reach


@pytest.fixture(scope="module")
def stage():
    return load_stage("avenue-corso-paseo")


@pytest.fixture(scope="module")
def edition():
    return load_edition("gigamic-v2")


@pytest.fixture(scope="module")
def lineup():
    return parse_lineup("random,highest,lowest,random")


@pytest.fixture(scope="module")
def plain(stage, lineup, edition):
    return simulate(stage, lineup, edition, 3000, threads=1)


@pytest.mark.parametrize(("threads", "chunk_races"), [(1, 64), (2, 64), (2, 640), (3, 1024), (7, 16_384)])
def test_threads_and_chunks_change_nothing(stage, lineup, edition, plain, threads, chunk_races):
    again = simulate(stage, lineup, edition, 3000, threads=threads, chunk_races=chunk_races)
    assert again.digest == plain.digest
    for name, counts in plain.tally._asdict().items():
        assert np.array_equal(counts, getattr(again.tally, name)), name


def test_seed_changes_the_answer_and_the_first_races_of_a_longer_run_are_those_of_a_shorter(stage, lineup, edition, plain):
    assert simulate(stage, lineup, edition, 3000, seed=1).digest != plain.digest
    shorter = simulate(stage, lineup, edition, 1000)
    assert (shorter.tally.wins <= plain.tally.wins).all()
    assert (shorter.tally.played <= plain.tally.played).all()


def test_counts_add_up(plain):
    tally = plain.tally
    assert plain.races == tally.rounds.sum() == 3000
    assert plain.team_wins.sum() + plain.draws == 3000
    assert (tally.seat_races[:4, :4] == 750).all()
    assert (tally.ranks[:8].sum(axis=1) == 3000).all()
    assert (tally.exhaustion[:8].sum(axis=1) == 3000).all()


@pytest.mark.parametrize(("threads", "chunk_races"), [(1, 16_384), (2, 64), (3, 4096)])
def test_precision_stops_at_the_same_race(stage, lineup, edition, threads, chunk_races):
    asked = 0.02
    results = simulate(stage, lineup, edition, 100_000, precision=asked, threads=threads, chunk_races=chunk_races)
    reference = simulate(stage, lineup, edition, results.races)
    assert results.digest == reference.digest
    grid = list(looks(100_000))
    assert results.races in grid
    assert furthest_reach(results.team_wins, results.races) <= asked
    before = grid[grid.index(results.races) - 1]
    earlier = simulate(stage, lineup, edition, before)
    assert furthest_reach(earlier.team_wins, before) > asked


def test_races_are_the_most_that_precision_plays(stage, lineup, edition):
    results = simulate(stage, lineup, edition, 1500, precision=0.0001)
    assert results.races == 1500


@pytest.mark.parametrize("precision", [None, 0.02])
def test_a_stopped_run_goes_on_to_the_same_answer(stage, lineup, edition, precision):
    question = ask(stage, lineup, edition, 3000, precision=precision)
    whole = answer(question)
    calls = iter(range(100))
    with pytest.raises(Stopped) as stopped:
        answer(question, threads=2, chunk_races=128, stop=lambda: next(calls) == 3)
    begun = stopped.value.answer.tally
    assert begun.races[0] == 512
    gone_on = answer(question, threads=1, chunk_races=640, begun=begun)
    assert gone_on.digest == whole.digest


def test_going_on_after_the_last_look_plays_no_further_race(stage, lineup, edition):
    question = ask(stage, lineup, edition, 100_000, precision=0.02)
    whole = answer(question)
    assert answer(question, begun=whole.tally).races == whole.races


def test_finishes_come_in_order_and_agree_with_the_counts(stage, lineup, edition, plain):
    seen, wins, rounds = [], np.zeros(12, int), []

    def take(chunk, finishes):
        seen.append(chunk.first)
        winners = finishes.winner[: chunk.races]
        wins[:] += np.bincount(winners[winners < 12], minlength=12)
        rounds.extend(finishes.rounds[: chunk.races].tolist())

    results = simulate(stage, lineup, edition, 3000, threads=2, chunk_races=256, finishes=take)
    assert results.digest == plain.digest
    assert seen == sorted(seen)
    assert wins.tolist() == plain.tally.wins.sum(axis=1).tolist()
    assert np.bincount(rounds, minlength=101).tolist() == plain.tally.rounds.tolist()


def test_progress_sees_the_counts_grow(stage, lineup, edition):
    seen = []
    simulate(stage, lineup, edition, 1000, chunk_races=256, progress=lambda tally: seen.append(int(tally.races[0])))
    assert seen == [256, 512, 768, 1000]


def test_the_profile_is_of_the_first_races_only(stage, edition):
    lineup = parse_lineup("random/rouleur,random/rouleur")
    results = simulate(stage, lineup, edition, 66_000, chunk_races=6400, threads=2)
    in_first_round = results.tally.profile[1].sum(axis=1)
    assert in_first_round[:2].tolist() == [65_536, 65_536]
    assert results.profile_races == 65_536
    assert results.digest == simulate(stage, lineup, edition, 66_000, threads=1).digest


@pytest.mark.parametrize(
    ("asked", "where"),
    [
        ({"races": 0}, "--races"),
        ({"races": -5}, "--races"),
        ({"races": 10**18}, "--races"),
        ({"races": 2.5}, "--races"),
        ({"races": True}, "--races"),
        ({"races": 10, "seed": 1.5}, "--seed"),
        ({"races": 10, "seats": "rotat"}, "--seats"),
        ({"races": 10, "precision": float("nan")}, "--precision"),
        ({"races": 10, "precision": 0.0}, "--precision"),
        ({"races": 10, "precision": -0.1}, "--precision"),
        ({"races": 10, "precision": float("inf")}, "--precision"),
        ({"races": 10, "threads": 0}, "--threads"),
        ({"races": 10, "threads": -1}, "--threads"),
        ({"races": 10, "threads": 10**9}, "--threads"),
        ({"races": 10, "chunk_races": 100}, "chunk_races"),
        ({"races": 10, "chunk_races": 0}, "chunk_races"),
    ],
)
def test_absurd_numbers_are_refused(stage, lineup, edition, asked, where):
    with pytest.raises(BadInput, match=where):
        simulate(stage, lineup, edition, **asked)


def test_a_misspelt_seating_suggests_the_right_one(stage, lineup, edition):
    with pytest.raises(BadInput, match="did you mean 'rotate'"):
        ask(stage, lineup, edition, 10, seats="rotat")


def test_more_riders_than_places_are_refused(lineup, edition):
    narrow = load_stage("avenue-corso-paseo")
    narrow = type(narrow)(narrow.name, narrow.squares, 3, narrow.finish_line)
    with pytest.raises(BadInput, match=r"8 riders.*6 places"):
        ask(narrow, lineup, edition, 10)


def test_more_than_twelve_riders_and_none_are_refused(stage, edition):
    with pytest.raises(BadInput, match="at most 12"):
        ask(stage, Lineup((Team("random"),) * 7), edition, 10)
    with pytest.raises(BadInput, match="no rider"):
        ask(stage, Lineup(()), edition, 10)


def test_a_handicap_list_of_another_length_is_refused(stage, lineup):
    with pytest.raises(BadInput, match="one for each of the 4 teams"):
        ask(stage, lineup, load_edition("gigamic-v2", ["handicap=[1, 2]"]), 10)


def test_advice_is_given_for_an_unusual_number_of_teams(stage, lineup, edition):
    assert advice(ask(stage, lineup, edition, 10)) == []
    alone = ask(stage, Lineup((Team("random", (), (Kind.ROULEUR,)),)), edition, 10)
    assert "2 to 4 teams; 1 start" in advice(alone)[0]


def test_huge_and_negative_seeds_are_fine(stage, lineup, edition):
    digests = {simulate(stage, lineup, edition, 64, seed=seed).digest for seed in (0, -1, 2**64, 10**40)}
    assert len(digests) == 4


def test_team_wins_of_single_riders(stage, edition):
    lineup = parse_lineup("random/rouleur,highest,random/sprinteur")
    results = simulate(stage, lineup, edition, 640)
    by_rider = results.tally.wins.sum(axis=1)
    assert results.team_wins.tolist() == [by_rider[0], by_rider[1] + by_rider[2], by_rider[3]]
    assert team_wins(lineup, empty_tally()).tolist() == [0, 0, 0]
