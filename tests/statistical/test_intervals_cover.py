"""Do the intervals cover what they promise? Exactly for binomial counts, and in races whose true win rate is known by symmetry."""

import numpy as np
import pytest
from scipy import stats

from fr_sim.files import load_edition, load_stage
from fr_sim.policies.lineups import parse_lineup
from fr_sim.questions.run import simulate
from fr_sim.simulate.plan import looks
from fr_sim.statistics.intervals import furthest_reach, wilson

#: How often a sound program may fail one of these tests.
CHANCE = 1e-6


def coverage(share, trials):
    """The exact chance that Wilson's interval of a binomial count covers `share`."""
    successes = np.arange(trials + 1)
    low, high = wilson(successes, trials)
    covered = (low <= share) & (share <= high)
    return stats.binom.pmf(successes, trials, share)[covered].sum()


@pytest.mark.parametrize("trials", [1000, 10_000])
@pytest.mark.parametrize("share", [1 / 12, 1 / 6, 0.25, 1 / 3, 0.5, 0.9])
def test_coverage_is_close_to_nominal(share, trials):
    assert coverage(share, trials) == pytest.approx(0.95, abs=0.012)


def test_mean_coverage_over_shares_is_nominal():
    shares = np.linspace(0.02, 0.98, 97)
    assert np.mean([coverage(share, 500) for share in shares]) == pytest.approx(0.95, abs=0.003)


def bounds(repetitions, chance_low, chance_high):
    """Between these numbers of successes a binomial count stays but for CHANCE, if its share lies between the two given."""
    return stats.binom.ppf(CHANCE, repetitions, chance_low), stats.binom.isf(CHANCE, repetitions, chance_high)


def test_intervals_cover_the_win_rate_that_symmetry_gives():
    """Four teams of one policy, each in every seat equally often (768 races are 32 times all 24 orders): each wins a quarter.

    To seat everybody equally often takes some chance out of the counts, so intervals may cover more often than 95 %, not less.
    """
    stage, lineup, edition = load_stage("avenue-corso-paseo"), parse_lineup("highest,highest,highest,highest"), load_edition("gigamic-v2")
    seeds = 1000
    covered = 0
    for seed in range(seeds):
        results = simulate(stage, lineup, edition, 768, seed=seed, threads=1)
        assert results.draws == 0
        low, high = wilson(results.team_wins[seed % 4], results.races)
        covered += low <= 0.25 <= high
    least, _ = bounds(seeds, coverage(0.25, 768), 1.0)
    assert covered >= least


def stopped_coverage(share, precision, repetitions, seed):
    """How often the interval covers `share` in coin-toss races that end as `--precision` ends them, for two teams."""
    luck = np.random.default_rng(seed)
    grid = np.array(list(looks(60_000)))
    covered = 0
    for _ in range(repetitions):
        wins = np.cumsum(luck.binomial(np.diff(grid, prepend=0), share))
        for races, won in zip(grid, wins, strict=True):
            if furthest_reach(np.array([won, races - won]), races) <= precision:
                break
        low, high = wilson(won, races)
        covered += low <= share <= high
    return covered


@pytest.mark.parametrize(("share", "precision"), [(0.5, 0.01), (0.1, 0.005), (0.02, 0.004)])
def test_stopping_when_precise_enough_costs_little_coverage(share, precision):
    """Stopping depends on the counts through the width of the intervals alone, so little is lost: less than a hundredth is allowed."""
    repetitions = 4000
    least, most = bounds(repetitions, 0.94, 0.96)
    assert least <= stopped_coverage(share, precision, repetitions, seed=5) <= most


def test_races_of_different_seeds_are_different_races():
    stage, lineup, edition = load_stage("avenue-corso-paseo"), parse_lineup("random,random"), load_edition("gigamic-v2")
    digests = {simulate(stage, lineup, edition, 64, seed=seed, threads=1).digest for seed in range(200)}
    assert len(digests) == 200
