"""Rows as NumPy arrays: the functions themselves, and the mistakes they catch when interpreted."""

import numpy as np
import pytest

from fr_sim import lanes
from fr_sim.lanes import LANES

NUMBERS = np.arange(LANES, dtype=np.uint8)


def test_splats_wrap_to_their_width():
    for splat, dtype, width in ((lanes.lanes8, np.uint8, 8), (lanes.lanes16, np.uint16, 16), (lanes.lanes32, np.uint32, 32)):
        for number in (0, 3, 2**width - 1, 2**width + 4, -1):
            row = splat(number)
            assert row.dtype == dtype
            assert row.shape == (LANES,)
            assert (row == number % 2**width).all()


def test_conversions_cut_and_extend():
    row = lanes.lanes16(0x1234)
    assert (lanes.to8(row) == 0x34).all()
    assert (lanes.to32(row) == 0x1234).all()
    assert lanes.to8(NUMBERS < 3).sum() == 3
    assert lanes.to16(NUMBERS < 3).dtype == np.uint16


def test_choices_keep_the_width_of_the_row():
    for chosen in (
        lanes.where(NUMBERS < 3, NUMBERS, 255),
        lanes.where(NUMBERS < 3, np.int64(255), NUMBERS),
        lanes.minimum(NUMBERS, np.int64(200)),
        lanes.maximum(7, NUMBERS),
        lanes.minus_or_zero(NUMBERS, 5),
    ):
        assert chosen.dtype == np.uint8
    assert lanes.minus_or_zero(NUMBERS, 5).tolist()[3:8] == [0, 0, 0, 1, 2]
    assert lanes.minus_or_zero(5, NUMBERS).tolist()[3:8] == [2, 1, 0, 0, 0]
    assert lanes.where(NUMBERS < 3, NUMBERS < 2, NUMBERS > 60).dtype == bool


def test_a_number_that_does_not_fit_is_refused():
    with pytest.raises(OverflowError):
        lanes.minimum(NUMBERS, 256)
    with pytest.raises(OverflowError):
        lanes.where(NUMBERS < 3, NUMBERS, -1)


def test_load_copies_and_store_writes():
    block = lanes.aligned_block((2, 3, LANES), np.uint16)
    row = lanes.load(block, (1, 2))
    row += 1
    assert not block.any()
    lanes.store(block, (1, 2), row)
    assert block.sum() == LANES
    assert (block[1, 2] == 1).all()


def test_memory_mistakes_are_refused():
    block = lanes.aligned_block((2, LANES), np.uint8)
    with pytest.raises(IndexError):
        lanes.load(block, 2)
    with pytest.raises(IndexError):
        lanes.load(block, -1)
    with pytest.raises(IndexError):
        lanes.store(block, (-1,), NUMBERS)
    with pytest.raises(TypeError):
        lanes.store(block, 0, lanes.to16(NUMBERS))
    with pytest.raises(TypeError):
        lanes.store(block, 0, NUMBERS < 3)
    with pytest.raises(TypeError):
        lanes.load(block, (0, 0))
    with pytest.raises(TypeError):
        lanes.lookup(block[0], NUMBERS)
    with pytest.raises(TypeError):
        lanes.lookup(np.zeros(256, np.uint8), lanes.to16(NUMBERS))


def test_lookup():
    table = np.arange(256, dtype=np.uint8)[::-1].copy()
    assert (lanes.lookup(table, NUMBERS) == 255 - NUMBERS).all()


def test_summaries_are_plain():
    assert lanes.any_lane(NUMBERS == 63) is True
    assert lanes.any_lane(NUMBERS == 64) is False
    assert lanes.count_lanes(NUMBERS > 60) == 3
    assert lanes.sum_lanes(lanes.lanes8(255)) == 64 * 255
    assert type(lanes.lane_of(NUMBERS, 5)) is int
    assert lanes.lane_of(NUMBERS < 3, 2) is True
    with pytest.raises(IndexError):
        lanes.lane_of(NUMBERS, -1)


def test_first_lanes():
    assert [lanes.count_lanes(lanes.first_lanes(number)) for number in (-1, 0, 1, 63, 64, 300)] == [0, 0, 1, 63, 64, 64]
    assert (lanes.lane_numbers() == NUMBERS).all()


@pytest.mark.parametrize("shape", [256, (1,), (3, LANES), (2, 5, LANES)])
@pytest.mark.parametrize("dtype", [np.uint8, np.uint16, np.uint32])
def test_blocks_start_on_a_cache_line(shape, dtype):
    blocks = [lanes.aligned_block(shape, dtype) for _ in range(5)]
    for block in blocks:
        assert block.ctypes.data % 64 == 0
        assert block.shape == np.zeros(shape).shape
        assert block.dtype == dtype
        assert block.flags.c_contiguous
        assert not block.any()
