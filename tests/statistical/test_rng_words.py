"""The random words look random where the game draws them: over uses, riders, turns, races and seeds.

Every sample is fixed, so these tests either always pass or always fail. Each bound is what truly random words would break once in ten
thousand samples (`RARE`), shared out among the numbers compared when a test looks at many: a bound for k numbers allows RARE / k to each.
"""

from collections import Counter
from itertools import product
from math import comb, perm
from statistics import NormalDist

import numpy as np
import pytest

from fr_sim.rng import words as rng

RARE = 1e-4
SEED = 1903

HAND_TURN_RIDER_STEPS = {
    "the next use": rng.counter(0, 0, 1),
    "the next rider": rng.counter(0, 1, 0),
    "the next turn": rng.counter(1, 0, 0),
    "the next turn of the next rider": rng.counter(1, 1, 0),
}


def keys_of_races(seed, first_race, races):
    """`rng.race_key` for many races at once: low and high halves as uint64 arrays."""
    race = np.arange(first_race, first_race + races, dtype=np.uint64)
    key = rng.mix64(np.uint64(rng.mix_seed(seed)) + race * np.uint64(rng.GOLDEN))
    return key & np.uint64(rng.WORD), key >> np.uint64(32)


def words_of_races(seed, races, counter_number, first_race=0):
    return rng.word_of(keys_of_races(seed, first_race, races), np.uint64(counter_number))


def all_counters(turns):
    """The counters of a race's first turns as the game uses them: 12 riders, 16 uses."""
    turn, rider, use = np.meshgrid(np.arange(turns), np.arange(rng.RIDERS), np.arange(16), indexing="ij")
    return rng.counter(turn, rider, use).ravel().astype(np.uint64)


def chi_square(seen, expected):
    return float(((seen - expected) ** 2 / expected).sum())


def chi_square_bounds(freedom):
    """What chi-square stays between in all but RARE of samples, half of it on each side (Wilson and Hilferty's approximation).

    The cube root of chi-square / freedom is normal, with mean 1 - 2 / (9 freedom) and variance 2 / (9 freedom). Too even is as bad as too
    uneven, hence a bound below.
    """
    deviations = NormalDist().inv_cdf(1 - RARE / 2)
    spread = 2 / (9 * freedom)
    return tuple(freedom * (1 - spread + sign * deviations * spread**0.5) ** 3 for sign in (-1, 1))


def assert_uniform(numbers, cells):
    seen = np.bincount(numbers.astype(np.int64), minlength=cells)
    assert len(seen) == cells
    low, high = chi_square_bounds(cells - 1)
    assert low < chi_square(seen, len(numbers) / cells) < high


def assert_independent(words, others):
    """Words and the others beside them: every pair of bits agrees half of the time, and nibbles at either end are jointly uniform.

    Agreements of n fair pairs are normal with mean n / 2 and variance n / 4; 32 * 32 of them share RARE, on two sides.
    """
    pairs = len(words)
    bits, other_bits = as_signs(words), as_signs(others)
    agreement_minus_disagreement = bits.T @ other_bits
    bound = NormalDist().inv_cdf(1 - RARE / (2 * 32 * 32)) * pairs**0.5
    assert np.abs(agreement_minus_disagreement).max() < bound
    for shift in (0, 5, 14, 28):  # a hand's luck starts at bit 5, a choice's at bit 8, both are read from the top
        nibble, other_nibble = (words >> np.uint64(shift)) & np.uint64(15), (others >> np.uint64(28)) & np.uint64(15)
        assert_uniform(nibble * np.uint64(16) + other_nibble, 256)


def as_signs(words):
    """Bits as +1 and -1: float32 [words, 32], exact for sums below 2^24."""
    return 1 - 2 * ((words[:, None] >> np.arange(32, dtype=np.uint64)) & np.uint64(1)).astype(np.float32)


@pytest.mark.parametrize("byte", range(4))
def test_bytes_are_uniform(byte):
    across_races = words_of_races(SEED, 2**21, rng.counter(3, 2, rng.HAND))
    within_a_race = rng.word_of(rng.race_key(SEED, 77), all_counters(256))
    for words in (across_races, within_a_race):
        assert_uniform((words >> np.uint64(8 * byte)) & np.uint64(255), 256)


@pytest.mark.parametrize("step", HAND_TURN_RIDER_STEPS.values(), ids=HAND_TURN_RIDER_STEPS)
def test_words_of_a_race_are_independent(step):
    counter_number = rng.counter(4, 1, rng.HAND)
    races = 2**19
    assert_independent(words_of_races(SEED, races, counter_number), words_of_races(SEED, races, counter_number + step))
    counters = all_counters(200)
    key = rng.race_key(SEED, 5)
    assert_independent(rng.word_of(key, counters), rng.word_of(key, counters + np.uint64(step)))


@pytest.mark.parametrize("gap", [1, 2, 64, 4096])
def test_races_are_independent(gap):
    counter_number = rng.counter(4, 1, rng.HAND)
    words = words_of_races(SEED, 2**19 + gap, counter_number)
    assert_independent(words[:-gap], words[gap:])


def test_neighbouring_seeds_are_independent():
    counter_number = rng.counter(0, rng.RACE_RIDER, rng.SEATS)
    for seed in (0, 1, 41, -2, 2**32 - 1):
        first, second = (words_of_races(neighbour, 2**18, counter_number) for neighbour in (seed, seed + 1))
        assert_independent(first, second)
        assert_independent(first[1:], second[:-1])


def test_first_races_of_many_seeds_are_independent():
    low, high = np.array([rng.race_key(seed, 0) for seed in range(2**16 + 1)], np.uint64).T
    words = rng.word_of((low, high), np.uint64(rng.counter(1, 0, rng.HAND)))
    assert_independent(words[:-1], words[1:])


def test_three_turns_running_are_jointly_uniform():
    """4096 cells of three nibbles, about 512 words in each."""
    words = [words_of_races(SEED, 2**21, rng.counter(turn, 3, rng.HAND)) >> np.uint64(28) for turn in (5, 6, 7)]
    assert_uniform((words[0] * np.uint64(16) + words[1]) * np.uint64(16) + words[2], 4096)


def assert_avalanche(words, changed_words):
    """Each bit of the word changes in half of the samples: 32 counts, normal with variance n / 4, share RARE per changed bit's share."""
    samples = len(words)
    changes = -as_signs(words ^ changed_words).sum(axis=0)
    assert np.abs(changes).max() < NormalDist().inv_cdf(1 - RARE / (2 * 32 * 64)) * samples**0.5


def test_every_bit_of_the_counter_decides_every_bit_of_the_word():
    keys, counter_number = keys_of_races(SEED, 0, 2**18), rng.counter(9, 5, rng.CHOICE)
    words = rng.word_of(keys, np.uint64(counter_number))
    for bit in range(24):
        assert_avalanche(words, rng.word_of(keys, np.uint64(counter_number ^ (1 << bit))))


def test_every_bit_of_the_key_decides_every_bit_of_the_word():
    """The low half enters before both multiplications. The high half enters before the second only, which does not spread all its bits by
    itself; it need not, as no two races have keys that differ in a few bits: the key is a hash, and what enters that hash is tried here."""
    counter_number = np.uint64(rng.counter(9, 5, rng.CHOICE))
    low, high = keys_of_races(SEED, 0, 2**16)
    words = rng.word_of((low, high), counter_number)
    for bit in range(32):
        assert_avalanche(words, rng.word_of((low ^ np.uint64(1 << bit), high), counter_number))
    before_hashing = np.uint64(rng.mix_seed(SEED)) + np.arange(2**16, dtype=np.uint64) * np.uint64(rng.GOLDEN)
    for bit in range(64):
        key = rng.mix64(before_hashing ^ np.uint64(1 << bit))
        changed_words = rng.word_of((key & np.uint64(rng.WORD), key >> np.uint64(32)), counter_number)
        assert_avalanche(words, changed_words)


def test_every_bit_of_the_seed_decides_every_bit_of_the_word():
    counter_number = np.uint64(rng.counter(1, 0, rng.HAND))
    seeds = np.random.default_rng(SEED).integers(0, 2**63, 2**14).tolist()

    def first_words(changed_bits):
        low, high = np.array([rng.race_key(seed ^ changed_bits, 0) for seed in seeds], np.uint64).T
        return rng.word_of((low, high), counter_number)

    words = first_words(0)
    for bit in range(0, 64, 3):
        assert_avalanche(words, first_words(1 << bit))


@pytest.mark.parametrize("within", ["a race", "a use"])
def test_birthday_spacings(within):
    """Marsaglia's test: among the gaps between 4096 sorted words, those that occur again number Poisson(4096^3 / (4 * 2^32)) = Poisson(4).

    Over 64 samples that is Poisson(256), here taken as normal with a half for continuity.
    """
    birthdays, samples, again = 4096, 64, 0
    for sample in range(samples):
        if within == "a race":
            words = rng.word_of(rng.race_key(SEED, sample), all_counters(22)[:birthdays])
        else:
            words = words_of_races(SEED, birthdays, rng.counter(1, 2, rng.HAND), first_race=sample * birthdays)
        gaps = np.diff(np.sort(words))
        again += birthdays - 1 - len(np.unique(gaps))
    expected = samples * birthdays**3 / 2**34
    assert abs(again - expected) - 0.5 < NormalDist().inv_cdf(1 - RARE / 2) * expected**0.5


KINDS, OF_A_KIND, HAND_SIZE = 5, 3, 4
DECK = KINDS * OF_A_KIND


def hands_by_kind():
    """How likely each hand of 4 is from 15 cards, 3 of each of 5 kinds: how many of each kind -> the multivariate hypergeometric chance."""
    hands = [hand for hand in product(range(OF_A_KIND + 1), repeat=KINDS) if sum(hand) == HAND_SIZE]
    return {hand: np.prod([comb(OF_A_KIND, count) for count in hand]) / comb(DECK, HAND_SIZE) for hand in hands}


def draw_hands(words):
    """Hands of 4 as the engines draw them: the k-th card of the sorted rest of the pile. Returns counts by kind, int64 [words, 5]."""
    left = np.full((len(words), KINDS), OF_A_KIND)
    luck = rng.luck_of(words)
    for drawn in range(HAND_SIZE):
        pick, luck = rng.pick_from(luck, np.uint64(DECK - drawn))
        kind = (pick.astype(np.int64)[:, None] >= left.cumsum(axis=1)).sum(axis=1)
        left[np.arange(len(words)), kind] -= 1
    return OF_A_KIND - left


def test_hands_follow_the_hypergeometric_distribution():
    chances = hands_by_kind()
    assert sum(chances.values()) == pytest.approx(1)
    words = np.concatenate([words_of_races(SEED, 2**17, rng.counter(turn, rider, rng.HAND)) for turn in (1, 2) for rider in (0, 1)])
    hands, counts = np.unique(draw_hands(words), axis=0, return_counts=True)
    seen = dict(zip(map(tuple, hands.tolist()), counts.tolist(), strict=True))
    assert set(seen) <= set(chances)
    seen = np.array([seen.get(hand, 0) for hand in chances])
    low, high = chi_square_bounds(len(chances) - 1)
    assert low < chi_square(seen, len(words) * np.array(list(chances.values()))) < high


def test_one_word_serves_a_hand_to_three_in_a_million():
    """Exact, no sampling: the luck's 2^27 values are shared out among the 15 * 14 * 13 * 12 orders of drawing as evenly as can be."""
    orders, luck_values = perm(DECK, HAND_SIZE), 2**rng.LUCK_BITS
    first_luck = np.array([-(-order * luck_values // orders) for order in range(orders + 1)], np.uint64)
    weights = Counter()
    for hand, weight in zip(map(tuple, draw_hands(first_luck[:-1] << np.uint64(5)).tolist()), np.diff(first_luck).tolist(), strict=True):
        weights[hand] += weight
    assert sum(weights.values()) == luck_values
    errors = [abs(weights[hand] / luck_values - chance) for hand, chance in hands_by_kind().items()]
    assert max(errors) < 3e-6


@pytest.mark.parametrize("size", [2, 3, 6, 12, 24, 255])
def test_choices_are_uniform(size):
    words = words_of_races(SEED, 2**20, rng.counter(0, rng.RACE_RIDER, rng.SEATS + 2))
    assert_uniform(rng.below(words, np.uint64(size)), size)
