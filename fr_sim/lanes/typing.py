"""Which operations the compiler accepts on rows and masks, and what type they give; everything else is a typing error.

Registered operation by operation with `type_callable` and lowered in `lowering.py` and `memory.py`: that compiles several times faster
than overloads would.
"""

import operator

from numba.core import types
from numba.extending import type_callable

from fr_sim.lanes import numpy_rows
from fr_sim.lanes.types import ROW_OF_DTYPE, Mask, Row, is_scalar, mask, row8, row16, row32

ARITHMETIC = (operator.add, operator.sub, operator.mul, operator.lshift, operator.rshift)
BITWISE = (operator.and_, operator.or_, operator.xor)
COMPARISONS = (operator.eq, operator.ne, operator.lt, operator.le, operator.gt, operator.ge)


def common_row(first, second):
    """The type of the row when both are rows of one width, or one is a row and the other a plain integer; else None."""
    if isinstance(first, Row) and (first == second or is_scalar(second)):
        return first
    if isinstance(second, Row) and is_scalar(first):
        return second
    return None


def _common_row_or_mask(first, second):
    return mask if first == second == mask else common_row(first, second)


def _type_operators():
    for operation in ARITHMETIC:
        type_callable(operation)(lambda context: lambda first, second: common_row(first, second))
    for operation in BITWISE:
        type_callable(operation)(lambda context: lambda first, second: _common_row_or_mask(first, second))
    for operation in COMPARISONS:
        type_callable(operation)(lambda context: lambda first, second: mask if common_row(first, second) else None)
    type_callable(operator.invert)(lambda context: lambda row: row if isinstance(row, (Row, Mask)) else None)


def _type_conversions():
    for splat, row_type in ((numpy_rows.lanes8, row8), (numpy_rows.lanes16, row16), (numpy_rows.lanes32, row32)):
        type_callable(splat)(lambda context, row_type=row_type: _typer_of_splat(row_type))
    for convert, row_type in ((numpy_rows.to8, row8), (numpy_rows.to16, row16), (numpy_rows.to32, row32)):
        type_callable(convert)(lambda context, row_type=row_type: _typer_of_conversion(row_type))


def _typer_of_splat(row_type):
    return lambda number: row_type if is_scalar(number) else None


def _typer_of_conversion(row_type):
    return lambda row: row_type if isinstance(row, (Row, Mask)) else None


def _type_choices():
    for choice in (numpy_rows.minimum, numpy_rows.maximum, numpy_rows.minus_or_zero):
        type_callable(choice)(lambda context: lambda first, second: common_row(first, second))

    @type_callable(numpy_rows.where)
    def type_where(context):
        return lambda condition, chosen, otherwise: _common_row_or_mask(chosen, otherwise) if condition == mask else None


def _type_summaries():
    type_callable(numpy_rows.any_lane)(lambda context: lambda condition: types.boolean if condition == mask else None)
    type_callable(numpy_rows.count_lanes)(lambda context: lambda condition: types.int64 if condition == mask else None)
    type_callable(numpy_rows.sum_lanes)(lambda context: lambda row: types.int64 if isinstance(row, Row) else None)
    type_callable(numpy_rows.first_lanes)(lambda context: lambda number: mask if is_scalar(number) else None)
    type_callable(numpy_rows.lane_numbers)(lambda context: lambda: row8)

    @type_callable(numpy_rows.lane_of)
    def type_lane_of(context):
        def typer(row, lane):
            if is_scalar(lane) and isinstance(row, (Row, Mask)):
                return types.boolean if row == mask else types.int64
            return None

        return typer


def _type_memory():
    @type_callable(numpy_rows.load)
    def type_load(context):
        return lambda block, index: _row_of_block(block, index)

    @type_callable(numpy_rows.store)
    def type_store(context):
        return lambda block, index, row: types.none if row == _row_of_block(block, index) and isinstance(row, Row) else None

    @type_callable(numpy_rows.lookup)
    def type_lookup(context):
        def typer(table, row):
            is_table = isinstance(table, types.Array) and table.dtype == types.uint8 and table.ndim == 1 and table.layout == "C"
            return row8 if is_table and row == row8 else None

        return typer


def _row_of_block(block, index):
    if not isinstance(block, types.Array) or block.layout != "C":
        return None
    indices = tuple(index) if isinstance(index, types.BaseTuple) else (index,)
    if len(indices) != block.ndim - 1 or not all(is_scalar(axis_index) for axis_index in indices):
        return None
    return ROW_OF_DTYPE.get(block.dtype)


_type_operators()
_type_conversions()
_type_choices()
_type_summaries()
_type_memory()
