"""Keys, counters and choices in plain Python, and the same words in lanes, compiled or not."""

import itertools
import subprocess
import sys
from math import perm

import numpy as np
import pytest

from fr_sim.jit import uncached_entry
from fr_sim.lanes import LANES, aligned_block, lanes32, load, store, to8
from fr_sim.rng import lanes as rng_lanes
from fr_sim.rng import words as rng

USES = {
    "HAND": rng.HAND_WORDS,
    "CHOICE": rng.CHOICE_WORDS,
    "FIRST": 1,
    "PLACE": rng.PLACE_WORDS,
    "SEATS": rng.SEATS_WORDS,
    "BID": rng.BID_WORDS,
    "WEATHER": rng.WEATHER_WORDS,
}
SEEDS = [0, 1, 2, 42, -1, -2, 2**63, 2**64 - 1, 2**64, 2**64 + 1, -(2**70), 10**40]


def test_no_use_overlaps_another():
    words = [getattr(rng, name) + number for name, count in USES.items() for number in range(count)]
    assert len(set(words)) == len(words)
    assert max(words) <= 255
    assert rng.RIDERS <= rng.RACE_RIDER <= 15


def test_no_two_counters_are_alike():
    corners = itertools.product((0, 1, 2, 127, 255), range(16), (0, 1, 128, 255))
    numbers = [rng.counter(*corner) for corner in corners]
    assert len(set(numbers)) == len(numbers)
    assert min(numbers) == 0
    assert max(numbers) == 0xFF0FFF


def test_words_are_what_they_always_were():
    """Seeds in published studies must keep their meaning: if this fails, the change breaks every one of them."""
    assert rng.race_key(42, 0) == (0x786F5AE3, 0xB29ED950)
    assert rng.race_key(-1, 10**6) == (0xE8E8F0E7, 0x3B761FC2)
    assert rng.word_of(rng.race_key(42, 0), rng.counter(0, 0, 0)) == 0x847067D3
    assert rng.word_of(rng.race_key(42, 1), rng.counter(7, 3, rng.CHOICE)) == 0x563E6680


def test_any_integer_is_a_seed_of_its_own():
    mixed = {rng.mix_seed(seed) for seed in SEEDS}
    assert len(mixed) == len(SEEDS)
    assert all(0 <= number < 2**64 for number in mixed)


def test_neighbouring_seeds_share_no_race():
    keys = {rng.race_key(seed, race) for seed in range(-20, 20) for race in range(200)}
    assert len(keys) == 40 * 200


def test_scrambling_loses_no_counter():
    numbers = np.arange(2**20, dtype=np.uint64)
    assert len(np.unique(rng.scramble(numbers))) == 2**20


def test_both_halves_of_the_key_and_the_counter_always_tell():
    """A word is a bijection of each of the three while the other two stay the same."""
    numbers = np.random.default_rng(1).choice(2**22, 100_000, replace=False).astype(np.uint64) * np.uint64(1021)
    for words in (rng.word_of((numbers, 5), 7), rng.word_of((5, numbers), 7), rng.word_of((5, 9), numbers)):
        assert len(np.unique(words)) == len(numbers)


@pytest.mark.parametrize("size", [1, 2, 6, 12, 40, 255])
def test_below_reaches_every_number_and_no_other(size):
    edges = [0, 1, 2**32 - 1, *(number * 2**32 // size for number in range(size))]
    assert {rng.below(word, size) for word in edges} <= set(range(size))
    assert rng.below(0, size) == 0
    assert rng.below(2**32 - 1, size) == size - 1


def test_picks_of_one_word_are_its_digits():
    """Four picks in a row are the digits of one number below 15 * 14 * 13 * 12, each with its share of words to one in 4,097."""
    sizes, orders = (15, 14, 13, 12), perm(15, 4)
    for number in (0, 1, 2, orders // 2, orders - 2, orders - 1):
        first_luck = -(-number * 2**rng.LUCK_BITS // orders)
        last_luck = -(-(number + 1) * 2**rng.LUCK_BITS // orders) - 1
        assert 4097 <= last_luck + 1 - first_luck <= 4098
        for luck in (first_luck, last_luck):
            digits = 0
            for size in sizes:
                pick, luck = rng.pick_from(luck, size)
                digits = digits * size + pick
            assert digits == number


def test_luck_never_leaves_32_bits():
    assert rng.luck_of(rng.WORD) * 32 <= rng.WORD


def test_plain_words_need_no_numba():
    code = (
        "import sys; from fr_sim.rng import words as rng; "
        "rng.word_of(rng.race_key(1, 2), 3); assert not {'numba', 'numpy'} & set(sys.modules)"
    )
    subprocess.run([sys.executable, "-c", code], check=True)


@uncached_entry
def words_and_choices(keys, words, choices, turn):
    low, high = load(keys, 0), load(keys, 1)
    for rider in range(words.shape[0]):
        word = rng_lanes.word(low, high, rng_lanes.counter(turn, rider, rider + 60))
        store(words, rider, word)
        first, luck = rng_lanes.pick_from(rng_lanes.luck_of(word), 20)
        second, luck = rng_lanes.pick_from(luck, lanes32(19))
        store(choices, (rider, 0), to8(rng_lanes.below(word, 255)))
        store(choices, (rider, 1), to8(first))
        store(choices, (rider, 2), to8(second))


def test_lanes_give_the_same_words_and_choices():
    keys, words = aligned_block((2, LANES), np.uint32), aligned_block((16, LANES), np.uint32)
    choices = aligned_block((16, 3, LANES), np.uint8)
    race_keys = [rng.race_key(7, race) for race in range(LANES)]
    keys[:] = np.array(race_keys, np.uint32).T
    for turn in (0, 1, 255):
        words_and_choices(keys, words, choices, turn)
        for lane, rider in itertools.product(range(LANES), range(16)):
            word = rng.word_of(race_keys[lane], rng.counter(turn, rider, rider + 60))
            first, luck = rng.pick_from(rng.luck_of(word), 20)
            second, luck = rng.pick_from(luck, 19)
            assert words[rider, lane] == word
            assert tuple(choices[rider, :, lane]) == (rng.below(word, 255), first, second)


@uncached_entry
def fill(keys, seed_mixed, first_race):
    rng_lanes.fill_race_keys(keys, seed_mixed, first_race)


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("first_race", [0, 64, 1_000_003, 2**40])
def test_lanes_give_the_same_keys(seed, first_race):
    keys = aligned_block((2, LANES), np.uint32)
    fill(keys, np.uint64(rng.mix_seed(seed)), first_race)
    for lane in range(LANES):
        assert tuple(keys[:, lane]) == rng.race_key(seed, first_race + lane)
