"""Intervals of paired differences: against their definition, and what must hold for all counts."""

import numpy as np
import pytest

from fr_sim.statistics.intervals import normal_quantile, wilson
from fr_sim.statistics.paired_intervals import paired_mean_interval, paired_share_interval

Z = normal_quantile()


@pytest.mark.parametrize(("gained", "lost", "pairs"), [(31, 12, 400), (1, 44, 200), (3, 5, 44), (40, 20, 160)])
def test_tangos_ends_are_just_not_rejected(gained, lost, pairs):
    """The score statistic is z at either end, with the likeliest share of lost pairs found by a search instead of by a formula."""
    for difference in map(float, paired_share_interval(gained, lost, pairs)):
        shares = np.linspace(max(0.0, -difference), (1 - difference) / 2, 2_000_001)[1:-1]
        same = 1 - difference - 2 * shares
        likelihood = lost * np.log(shares) + gained * np.log(shares + difference) + (pairs - gained - lost) * np.log(same)
        share = shares[likelihood.argmax()]
        variance = pairs * (2 * share + difference - difference**2)
        assert abs(gained - lost - pairs * difference) / variance**0.5 == pytest.approx(Z, rel=1e-4)


def test_without_any_change_it_is_as_wide_as_wilsons():
    low, high = paired_share_interval(0, 0, 1000)
    assert high == pytest.approx(wilson(0, 1000)[1])
    assert low == pytest.approx(-high)


def test_it_turns_round_with_the_sides_and_stays_within_one():
    luck = np.random.default_rng(1)
    pairs = luck.integers(1, 300, 500)
    gained = luck.integers(0, pairs + 1)
    lost = luck.integers(0, pairs - gained + 1)
    low, high = paired_share_interval(gained, lost, pairs)
    swapped_low, swapped_high = paired_share_interval(lost, gained, pairs)
    assert np.allclose(low, -swapped_high, atol=1e-12)
    assert np.allclose(high, -swapped_low, atol=1e-12)
    difference = (gained - lost) / pairs
    assert ((low >= -1) & (low <= difference) & (difference <= high) & (high <= 1)).all()


def test_with_many_changes_both_are_the_plain_normal_interval():
    gained, lost, pairs = 300_000, 290_000, 1_000_000
    plain = Z * ((gained + lost - (gained - lost) ** 2 / pairs) ** 0.5) / pairs
    difference = (gained - lost) / pairs
    for low, high in (
        paired_share_interval(gained, lost, pairs),
        paired_mean_interval(gained - lost, gained + lost, gained + lost, pairs),
    ):
        assert high - difference == pytest.approx(plain, rel=1e-4)
        assert difference - low == pytest.approx(plain, rel=1e-4)


def test_no_change_of_a_mean_is_no_certainty():
    low, high = paired_mean_interval(0, 0, 0, 5000)
    assert (low, high) == (pytest.approx(-(Z**2) / 5000), pytest.approx(Z**2 / 5000))


def test_no_pairs_tell_nothing():
    assert paired_share_interval(0, 0, 0) == (-1, 1)
    assert np.isnan(paired_mean_interval(3, 9, 1, 1)).all()
