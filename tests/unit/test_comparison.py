"""Comparisons: pairs against runs made apart, equal bits for any threads and chunks, and what is refused."""

import numpy as np
import pytest

from fr_sim.arrays.counts import Tally
from fr_sim.files import load_edition, load_stage
from fr_sim.game.errors import BadInput
from fr_sim.policies.lineups import parse_lineup
from fr_sim.questions.compare import ask_comparison
from fr_sim.questions.compare.counts import RACE_MEASURES, TEAM_MEASURES, named_counts
from fr_sim.questions.compare.tables import (
    by_seat_table,
    comparison_tables,
    differences_table,
    race_differences,
    side_results,
    team_differences,
)
from fr_sim.questions.loop import Stopped, play
from fr_sim.questions.run import simulate

RACES = 1000
STAGE = load_stage("la-haut-montagne")
LINEUP = parse_lineup("drafter,random,highest")
EDITIONS = [load_edition(name) for name in ("gigamic-v2", "grand-race", "mistake-lane-exhaustion")]


@pytest.fixture(scope="module")
def compared():
    return play(ask_comparison(STAGE, [LINEUP], EDITIONS, RACES, seed=3), threads=1)


@pytest.fixture(scope="module")
def apart():
    """The same sides as runs of their own, each with the finishes of its races."""
    runs = []
    for edition in EDITIONS:
        kept = []
        results = simulate(
            STAGE, LINEUP, edition, RACES, seed=3, threads=1, finishes=lambda chunk, finishes, kept=kept: kept.append(finishes)
        )
        runs.append((results, kept[0]))
    return runs


def test_each_side_is_the_run_made_apart(compared, apart):
    for side, (results, _) in zip(side_results(compared), apart, strict=True):
        assert side.digest == results.digest


def test_a_paired_difference_is_that_of_the_two_runs_made_apart(compared, apart):
    against, _ = apart[0]
    for side in (1, 2):
        results, _ = apart[side]
        for team in range(3):
            win = team_differences(compared, side, team)[0]
            assert win.difference == (results.team_wins[team] - against.team_wins[team]) / RACES
        rounds = np.arange(101)
        found = race_differences(compared, side)[RACE_MEASURES.index("rounds")]
        assert found.difference == (results.tally.rounds @ rounds - against.tally.rounds @ rounds) / RACES


def plain_values(finishes, measure, team, race):
    """A measure of one team in one race, the slow way."""
    riders = [rider.rider for rider in LINEUP.riders if rider.team == team]
    if measure == "win_rate":
        return int(finishes.winner[race] in riders)
    if measure == "mean_rank":
        return min(int(finishes.rank[rider, race]) + 1 for rider in riders)
    return sum(int(getattr(finishes, measure)[rider, race]) for rider in riders)


def test_sums_are_those_of_a_loop_over_races(compared, apart):
    sums, first = compared.counts.sums, apart[0][1]
    for side, (_, finishes) in enumerate(apart):
        expected = {name: np.zeros((len(TEAM_MEASURES), 3, 3), int) for name in ("sums", "squares", "products", "changed")}
        for race in range(RACES):
            for team in range(3):
                seat = first.seat[team, race]
                for number, measure in enumerate(TEAM_MEASURES):
                    here, there = plain_values(finishes, measure, team, race), plain_values(first, measure, team, race)
                    for name, value in (("sums", here), ("squares", here**2), ("products", here * there), ("changed", here != there)):
                        expected[name][number, team, seat] += value
        for name, array in expected.items():
            assert np.array_equal(getattr(sums, f"team_{name}")[side], array), (side, name)
        winner, before = finishes.winner[:RACES], first.winner[:RACES]
        assert sums.changes[side].tolist() == [(winner != before).sum(), (winner // 2 != before // 2).sum()]


def test_seats_add_up_to_teams_and_teams_to_all(compared):
    for side in (1, 2):
        for team in range(3):
            whole = team_differences(compared, side, team)
            parts = [team_differences(compared, side, team, seat) for seat in range(3)]
            for number, one in enumerate(whole):
                assert sum(part[number].races for part in parts) == one.races == RACES
                assert sum(part[number].changed for part in parts) == one.changed
        everybody = [team_differences(compared, side, None, seat)[0] for seat in range(3)]
        # In every race one seat wins, on either side, unless it is a draw.
        draws = race_differences(compared, side)[RACE_MEASURES.index("draws")]
        assert sum(one.difference for one in everybody) == pytest.approx(-draws.difference, abs=1e-12)


@pytest.mark.parametrize(("threads", "chunk_races"), [(1, 64), (2, 192), (3, 4096)])
def test_any_threads_and_chunks_give_the_same_bits(compared, threads, chunk_races):
    again = play(compared.comparison, threads=threads, chunk_races=chunk_races)
    assert again.digest == compared.digest
    for name, counts in named_counts(again.counts).items():
        assert np.array_equal(counts, named_counts(compared.counts)[name]), name


def test_a_stopped_comparison_goes_on_to_the_same_bits(compared):
    looks = iter([False, False, True])
    with pytest.raises(Stopped) as stopped:
        play(compared.comparison, threads=1, chunk_races=64, stop=lambda: next(looks))
    begun = stopped.value.answer.counts
    assert begun.races == 192
    assert play(compared.comparison, threads=2, begun=begun).digest == compared.digest


def test_the_same_rules_twice_differ_in_nothing():
    compared = play(ask_comparison(STAGE, [LINEUP], [EDITIONS[0], EDITIONS[0]], RACES), threads=1)
    assert compared.comparison.labels == ["gigamic-v2", "gigamic-v2#2"]
    for table in (differences_table(compared), by_seat_table(compared)):
        assert set(table["difference"]) == {0.0}
        assert set(table["changed"]) == {0}
        assert set(table["fewer_races"]) == {None}
        assert all(low <= 0 < high for low, high in zip(table["low"], table["high"], strict=True))


def test_two_lineups_under_one_edition():
    lineups = [LINEUP, parse_lineup("drafter,drafter,highest")]
    compared = play(ask_comparison(STAGE, lineups, EDITIONS[:1], RACES), threads=1)
    table = differences_table(compared)
    assert set(table["against"]) == {"drafter,random,highest"}
    assert set(table["lineup"]) == {"drafter,drafter,highest"}
    assert set(table["rules"]) == {"gigamic-v2"}
    teams = [row for row in zip(table["team"], table["policy"], table["measure"], table["difference"], strict=True) if row[2] == "win_rate"]
    assert [row[1] for row in teams] == ["drafter", "drafter", "highest"]
    assert teams[1][3] > 0 > teams[2][3]


def test_precision_ends_it_at_a_look():
    compared = play(ask_comparison(STAGE, [LINEUP], EDITIONS[:2], 200_000, precision=0.02), threads=2)
    assert compared.races % 1024 == 0
    assert compared.races < 50_000
    for team in range(3):
        win = team_differences(compared, 1, team)[0]
        assert max(win.high - win.difference, win.difference - win.low) <= 0.02
    assert play(compared.comparison, threads=1, chunk_races=1024).digest == compared.digest


def test_tables_of_all_sides_are_one(compared, apart):
    tables = comparison_tables(compared)
    assert tables["teams"]["rules"] == [edition.name for edition in EDITIONS for _ in range(3)]
    assert tables["teams"]["wins"] == [wins for results, _ in apart for wins in results.team_wins.tolist()]
    assert list(tables["differences"])[:10] == [
        *("stage", "rules", "against", "lineup", "team", "policy", "measure", "difference", "low", "high")
    ]
    assert "seat" in tables["differences_by_seat"]


@pytest.mark.parametrize(
    ("lineups", "editions", "told"),
    [
        (["random,random"], ["gigamic-v2"], "1 to compare"),
        (["random,random", "random,highest"], ["gigamic-v2", "grand-race"], "2 editions and 2 line-ups"),
        (["random,random", "random,random,random"], ["gigamic-v2"], "2 teams"),
        (["random,random"], ["gigamic-v2"] * 65, "up to 64"),
    ],
)
def test_what_cannot_be_paired_is_refused(lineups, editions, told):
    with pytest.raises(BadInput, match=told):
        ask_comparison(STAGE, [parse_lineup(words) for words in lineups], [load_edition(name) for name in editions], 64)


def test_one_race_has_no_interval_of_a_mean():
    compared = play(ask_comparison(STAGE, [LINEUP], EDITIONS[:2], 1), threads=1)
    assert isinstance(compared.counts.tallies[0], Tally)
    rounds = race_differences(compared, 1)[0]
    assert (rounds.low, rounds.high, rounds.fewer_races) == (None, None, None)
