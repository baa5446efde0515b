"""Into which chunks the races of a run fall, and after which races `--precision` looks at the intervals."""

from collections.abc import Iterator
from typing import NamedTuple

#: Races that the kernel plays side by side; every chunk starts at a multiple of them.
BLOCK = 64
#: Races in a chunk: some milliseconds of work, so that merging is little beside it and an interruption loses little.
CHUNK_RACES = 32_768
#: The first look of `--precision`, and the least distance between two.
FIRST_LOOK = 1_024


class Chunk(NamedTuple):
    """Races first … first+races-1, and whether the intervals are looked at after them."""

    first: int
    races: int
    look: bool


def looks(most: int) -> Iterator[int]:
    """Numbers of races after which the intervals are looked at: every 1,024 at first, then every eighth part of a power of two.

    So a run plays at most an eighth more races than it needs, and the numbers depend on nothing else. The last is `most`.
    """
    at = FIRST_LOOK
    while at < most:
        yield at
        at += max(FIRST_LOOK, 2 ** (at.bit_length() - 1) // 8)
    if most:
        yield most


def chunks(done: int, most: int, chunk_races: int = CHUNK_RACES, looking: bool = False) -> Iterator[Chunk]:
    """The chunks of races `done` … `most`-1 in order; chunks end at multiples of `chunk_races` and, if `looking`, at every look."""
    ends = looks(most) if looking else iter((most,))
    first, stop = done, 0
    while first < most:
        while stop <= first:
            stop = next(ends)
        end = min(stop, (first // chunk_races + 1) * chunk_races)
        yield Chunk(first, end - first, looking and end == stop)
        first = end
