"""Do the intervals of paired differences cover what they promise? Exactly for shares, by drawing for means, and in races."""

import numpy as np
import pytest
from scipy import stats

from fr_sim.files import load_edition, load_stage
from fr_sim.policies.lineups import parse_lineup
from fr_sim.questions.compare import ask_comparison
from fr_sim.questions.compare.tables import team_differences
from fr_sim.questions.loop import play
from fr_sim.statistics.paired_intervals import paired_mean_interval, paired_share_interval

#: How often a sound program may fail one of these tests.
CHANCE = 1e-6


def coverage(gaining, losing, pairs):
    """The exact chance that Tango's interval covers the difference, where pairs are gained and lost with these chances."""
    gained, lost = np.meshgrid(np.arange(pairs + 1), np.arange(pairs + 1), indexing="ij")
    likely = gained + lost <= pairs
    gained, lost = gained[likely], lost[likely]
    chances = stats.multinomial.pmf(
        np.stack([gained, lost, pairs - gained - lost], axis=-1), pairs, [gaining, losing, 1 - gaining - losing]
    )
    worth = chances > 1e-12
    low, high = paired_share_interval(gained[worth], lost[worth], pairs)
    return chances[worth][(low <= gaining - losing) & (gaining - losing <= high)].sum()


@pytest.mark.parametrize(
    ("gaining", "losing"), [(0.3, 0.3), (0.2, 0.1), (0.05, 0.05), (0.02, 0.0), (0.0, 0.01), (0.01, 0.01), (0.3, 0.02), (0.005, 0.001)]
)
def test_tangos_interval_covers_however_rare_changes_are(gaining, losing):
    """Counts are whole numbers, so no interval covers 95 % everywhere; a score interval stays close to it, or above."""
    assert 0.93 <= coverage(gaining, losing, 200) <= 1.0


def test_the_plain_interval_would_not():
    """What the score interval is for: with a change in one race of a hundred the textbook's interval covers far too seldom."""
    changed = np.arange(201)
    reach = 1.96 * np.sqrt(changed) / 200
    chances = stats.binom.pmf(changed, 200, 0.01)
    assert chances[abs(changed / 200 - 0.01) <= reach].sum() < 0.9


@pytest.mark.parametrize("expected", [0.5, 2.0, 4.0, 10.0, 30.0, 300.0])
@pytest.mark.parametrize("sizes", [(1,), (-1, 1), (3,), (-2, -1, 1, 5)])
def test_intervals_of_means_cover_however_rare_changes_are(expected, sizes):
    """`expected` races of 20,000 change, each by one of `sizes`: from a change in a few runs only to one race of seventy."""
    pairs, repetitions = 20_000, 4000
    luck = np.random.default_rng(11)
    changes = luck.multinomial(pairs, [*[expected / pairs / len(sizes)] * len(sizes), 1 - expected / pairs], repetitions)[:, :-1]
    total, squares = changes @ np.array(sizes), changes @ np.array(sizes) ** 2
    low, high = paired_mean_interval(total, squares, changes.sum(axis=1), pairs)
    truth = expected * np.mean(sizes) / pairs
    # Where no race changed nothing tells the size of a change: such runs are asked to cover changes of size 1 only.
    told = (changes.sum(axis=1) > 0) | (len(sizes) == 1 and abs(sizes[0]) == 1)
    covered = ((low <= truth) & (truth <= high))[told].sum()
    assert covered >= stats.binom.ppf(CHANCE, int(told.sum()), 0.935)


def test_intervals_cover_the_difference_that_symmetry_gives():
    """Two teams change their policies the same way, so that by symmetry nobody's win rate changes; nearly every race does.

    Both sides are two teams of one policy: each wins one half. Each pair of 256 races is a comparison of its own by its seed.
    """
    stage, edition = load_stage("avenue-corso-paseo"), load_edition("gigamic-v2")
    lineups = [parse_lineup("highest,highest"), parse_lineup("random,random")]
    seeds, covered = 400, 0
    for seed in range(seeds):
        comparison = ask_comparison(stage, lineups, [edition], 256, seed=seed)
        win = team_differences(play(comparison, threads=1), 1, seed % 2)[0]
        covered += win.low <= 0 <= win.high
    assert covered >= stats.binom.ppf(CHANCE, seeds, 0.94)


def test_pairing_saves_the_races_that_it_says():
    """`fewer_races` is the ratio of variances: over seeds, differences of paired runs vary so much less than those of runs apart."""
    stage, lineup = load_stage("avenue-corso-paseo"), parse_lineup("highest,random")
    editions = [load_edition("gigamic-v2"), load_edition("mistake-lane-exhaustion")]
    paired, values, said = [], [], []
    for seed in range(300):
        found = team_differences(play(ask_comparison(stage, [lineup], editions, 128, seed=seed), threads=1), 1, 0)
        exhaustion = found[1]
        paired.append(exhaustion.difference)
        values.append((exhaustion.value_against, exhaustion.value))
        said.append(exhaustion.fewer_races)
    # The other edition's races of the next seed are races apart.
    apart = [values[(seed + 1) % 300][1] - values[seed][0] for seed in range(300)]
    ratio = np.var(apart) / np.var(paired)
    # Two sample variances of 300: their ratio has a relative standard error of about 0.115.
    assert abs(np.log(ratio / np.mean(said))) < 4.9 * 0.115
