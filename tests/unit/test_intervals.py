"""Intervals against published examples, an independent library, and their own definition."""

import numpy as np
import pytest
from scipy import stats

from fr_sim.statistics.intervals import furthest_reach, mean_interval, normal_quantile, wilson

#: Successes, trials and Wilson's 95 % interval: R. G. Newcombe, Statistics in Medicine 17, 1998, table I, method 3.
NEWCOMBE = [(81, 263, 0.2553, 0.3662), (15, 148, 0.0624, 0.1605), (0, 20, 0.0, 0.1611), (1, 29, 0.0061, 0.1718)]


@pytest.mark.parametrize(("successes", "trials", "low", "high"), NEWCOMBE)
def test_published_examples(successes, trials, low, high):
    found = wilson(successes, trials)
    assert found == (pytest.approx(low, abs=5e-5), pytest.approx(high, abs=5e-5))


@pytest.mark.parametrize("trials", [1, 2, 7, 64, 10_000, 20_000_000])
@pytest.mark.parametrize("share", [0.0, 0.001, 0.25, 0.5, 0.9, 1.0])
def test_equals_scipy(share, trials):
    successes = round(share * trials)
    expected = stats.binomtest(successes, trials).proportion_ci(0.95, method="wilson")
    assert wilson(successes, trials) == (pytest.approx(expected.low, abs=1e-12), pytest.approx(expected.high, abs=1e-12))


def test_the_ends_are_where_a_score_test_just_does_not_reject():
    low, high = wilson(np.array([3, 250]), np.array([20, 1000]))
    shares, trials = np.array([3 / 20, 0.25]), np.array([20, 1000])
    for end in (low, high):
        assert abs(shares - end) == pytest.approx(normal_quantile() * np.sqrt(end * (1 - end) / trials))


def test_shapes_broadcast_and_nothing_is_known_of_no_trial():
    low, high = wilson(np.array([0, 5, 10]), 10)
    assert low.shape == high.shape == (3,)
    assert low[0] == 0
    assert high[2] == 1
    assert wilson(0, 0) == (0, 1)


def test_mean_interval_is_the_normal_one():
    low, high = mean_interval(np.array([5.0]), np.array([2.0]), np.array([400]))
    assert (low[0], high[0]) == pytest.approx(stats.norm.interval(0.95, 5.0, 2.0 / 20))
    assert np.isnan(mean_interval(5.0, 0.0, 1)).all()


def test_furthest_reach_is_that_of_the_widest_interval_on_its_longer_side():
    wins = np.array([0, 30, 70])
    low, high = wilson(wins, 100)
    assert furthest_reach(wins, 100) == max(high - wins / 100) > max(wins / 100 - low) - 1e-12
    assert furthest_reach(np.array([0, 0]), 0) == 1
