"""Rows as NumPy arrays: what every operation on lanes means, and what runs when numba is switched off.

A row is an array of shape (64,) of uint8, uint16 or uint32: one number per race running in lockstep. A mask is an array of shape (64,)
of bool. Operators are NumPy's own, with its wrapping unsigned arithmetic; the functions here are the rest of the vocabulary. Compiled code
gives the same bits (`lowering.py`), and refuses what NumPy would quietly widen: rows of different widths, arithmetic on masks, `+=`.
A plain number beside a row is a Python int that fits the row's width.
"""

import operator

import numpy as np

LANES = 64

_ALIGNMENT = 64


def lanes8(number):
    """A uint8 row with the same number (wrapped to 8 bits) in every lane."""
    return np.full(LANES, int(number) & 0xFF, np.uint8)


def lanes16(number):
    """A uint16 row with the same number (wrapped to 16 bits) in every lane."""
    return np.full(LANES, int(number) & 0xFFFF, np.uint16)


def lanes32(number):
    """A uint32 row with the same number (wrapped to 32 bits) in every lane."""
    return np.full(LANES, int(number) & 0xFFFFFFFF, np.uint32)


def to8(row):
    """The row as uint8, higher bits dropped; a mask becomes 0 and 1."""
    return row.astype(np.uint8)


def to16(row):
    """The row as uint16, zero-extended or cut; a mask becomes 0 and 1."""
    return row.astype(np.uint16)


def to32(row):
    """The row as uint32, zero-extended; a mask becomes 0 and 1."""
    return row.astype(np.uint32)


def where(mask, chosen, otherwise):
    """Lane by lane `chosen` where the mask holds, else `otherwise`: rows of one width, or one row and an int, or two masks."""
    return np.where(mask, *_alike(chosen, otherwise))


def minimum(first, second):
    """The smaller number of each lane; one side may be an int."""
    return np.minimum(*_alike(first, second))


def maximum(first, second):
    """The larger number of each lane; one side may be an int."""
    return np.maximum(*_alike(first, second))


def minus_or_zero(number, subtracted):
    """`number - subtracted`, but 0 where that would be negative; one side may be an int."""
    number, subtracted = _alike(number, subtracted)
    return number - np.minimum(number, subtracted)


def load(block, index):
    """The row at `index` of a C-contiguous block of shape (..., 64); index is an int, or a tuple of ints for the leading axes."""
    _refuse_negative(index)
    row = block[index]
    if row.shape != (LANES,):
        raise TypeError(f"index {index} of a block of shape {block.shape} is not a row")
    return row.copy()


def store(block, index, row):
    """Put the row at `index` of a C-contiguous block of shape (..., 64) and of the row's own width."""
    _refuse_negative(index)
    if block.dtype != row.dtype or block[index].shape != row.shape:
        raise TypeError(f"a row of {row.dtype} does not fit index {index} of a block of {block.dtype}, shape {block.shape}")
    block[index] = row


def lookup(table, row):
    """`table[row]` lane by lane: a uint8 table of exactly 256 entries, a uint8 row of indices, a uint8 row back."""
    if table.shape != (256,) or table.dtype != np.uint8 or row.dtype != np.uint8:
        raise TypeError(f"a lookup needs 256 bytes and a row of bytes, not {table.dtype} {table.shape} and {row.dtype}")
    return table[row]


def any_lane(mask):
    """Whether the mask holds in any lane, as a plain bool."""
    return bool(mask.any())


def count_lanes(mask):
    """In how many lanes the mask holds, as a plain int."""
    return int(np.count_nonzero(mask))


def sum_lanes(row):
    """The sum of the row's numbers, without overflow, as a plain int."""
    return int(row.sum(dtype=np.int64))


def lane_of(row, lane):
    """The number of one lane as a plain int; of a mask, as a plain bool."""
    _refuse_negative(lane)
    return row[lane].item()


def first_lanes(number):
    """The mask of the lanes below `number`."""
    return lane_numbers() < min(max(int(number), 0), LANES)


def lane_numbers():
    """The uint8 row 0, 1, ... 63."""
    return np.arange(LANES, dtype=np.uint8)


def kept(group):
    """The NamedTuple itself; compiled, its address. For the phases that are called with it, never to be returned or put into another's."""
    return group


def aligned_block(shape, dtype):
    """A zeroed array of the shape and dtype that starts on a cache line, as blocks of rows should. Not for use inside compiled code."""
    dtype = np.dtype(dtype)
    size = int(np.prod(shape)) * dtype.itemsize
    room = np.zeros(size + _ALIGNMENT, np.uint8)
    start = -room.ctypes.data % _ALIGNMENT
    return room[start : start + size].view(dtype).reshape(shape)


def _alike(first, second):
    """Both operands with the row's dtype, so that an int never widens a row; an int that does not fit raises OverflowError."""
    if not isinstance(first, np.ndarray):
        first = second.dtype.type(int(first))
    elif not isinstance(second, np.ndarray):
        second = first.dtype.type(int(second))
    return first, second


def _refuse_negative(index):
    """Compiled code does not count from the end, so nobody may get used to it here."""
    for axis_index in index if isinstance(index, tuple) else (index,):
        if operator.index(axis_index) < 0:
            raise IndexError(f"negative index {index}")
