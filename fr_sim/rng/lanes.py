"""The random words of `words.py` for 64 races at once: the same numbers to the bit, in rows of uint32."""

import numpy as np

from fr_sim.jit import INTERPRETED, phase
from fr_sim.lanes import LANES
from fr_sim.rng import words as rng

counter = phase(rng.counter)
scramble = phase(rng.scramble)
below = phase(rng.below)
luck_of = phase(rng.luck_of)
pick_from = phase(rng.pick_from)

_WORD = rng.WORD
_WORD_OF_64 = rng.WORD_OF_64
_GOLDEN = rng.GOLDEN
_mix64 = phase(rng.mix64)
# Compiled, a product of 64 bits wraps by itself when both factors are unsigned; Python's ints are cut by hand, and NumPy's would warn.
_unsigned = int if INTERPRETED else np.uint64


@phase
def word(key_low, key_high, counter_number):
    """One word for each lane, a uint32 row, from the two rows of the races' keys and one counter."""
    number = key_low ^ scramble(counter_number)
    number = (number ^ (number >> 16)) * 0x7FEB352D + key_high
    number = (number ^ (number >> 15)) * 0x846CA68B
    return number ^ (number >> 16)


@phase
def fill_race_keys(keys, seed_mixed, first_race):
    """Fill a uint32 block [2, 64] with the low and high keys of 64 consecutive races.

    `seed_mixed` is `np.uint64(rng.mix_seed(seed))`, `first_race` the number of the race in lane 0.
    """
    for lane in range(LANES):
        key = _mix64((_unsigned(seed_mixed) + _unsigned(first_race + lane) * _GOLDEN) & _WORD_OF_64)
        keys[0, lane] = key & _WORD
        keys[1, lane] = key >> 32
