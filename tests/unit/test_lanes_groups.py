"""A group of arrays kept in memory is to compiled phases what the group itself is."""

from typing import NamedTuple

import numpy as np
import pytest

from fr_sim.jit import INTERPRETED, phase, uncached_entry
from fr_sim.lanes import LANES, aligned_block, kept, lane_numbers, lane_of, lanes8, load, lookup, store

pytestmark = pytest.mark.skipif(INTERPRETED, reason="nothing to keep when numba is switched off")


class Group(NamedTuple):
    """Arrays and numbers of all the shapes that a kept group may hold."""

    rows: np.ndarray
    table: np.ndarray
    number: int
    switch: bool


class Seen(NamedTuple):
    """A group that holds an array of another, and a row."""

    rows: np.ndarray
    row: np.ndarray


@phase
def look_at(seen):
    """Arrays, and one that has been handed on from group to group, read and written by phases that only get an address."""
    return lane_of(load(seen.rows, (1, 0)) + seen.row, 3) + seen.rows.shape[0] * 1000 + int(seen.rows[1, 1, 5]) * 100_000


@phase
def handle(group):
    """Each way in which the kernel takes something out of a group."""
    store(group.rows, (1, 0), lookup(group.table, lane_numbers()))
    group.rows[1, 1, 5] = group.number
    found = look_at(kept(Seen(group.rows, lanes8(2))))
    return found + (group.rows[0][1, 7] if group.switch else 0)


@uncached_entry
def handle_kept(group):
    """The group kept in memory."""
    return handle(kept(group))


@uncached_entry
def handle_whole(group):
    """The same handed on part by part, as numba does it."""
    return handle(group)


@pytest.mark.parametrize("switch", [False, True])
def test_a_kept_group_is_the_group(switch):
    def group():
        rows = aligned_block((2, 2, LANES), np.uint8)
        rows[0, 1, 7] = 9
        return Group(rows, np.arange(255, -1, -1).astype(np.uint8), 4, switch)

    first, second = group(), group()
    assert handle_kept(first) == handle_whole(second) == (255 - 3 + 2) % 256 + 2000 + 400_000 + 9 * switch
    np.testing.assert_array_equal(first.rows, second.rows)
    assert first.rows[1, 0, 3] == 252
