"""What the compiler emits for arithmetic, comparisons, choices and summaries of rows and masks: LLVM vector instructions."""

import operator

from llvmlite import ir
from numba.core import types
from numba.extending import lower_builtin

from fr_sim.lanes import numpy_rows
from fr_sim.lanes.numpy_rows import LANES
from fr_sim.lanes.processor import has_mask_registers
from fr_sim.lanes.types import BIT, BYTES, Mask, Row, is_scalar, row8
from fr_sim.lanes.typing import COMPARISONS, common_row

_ALL_LANES = ir.IntType(LANES)
_INT64 = ir.IntType(64)
_FIRST_LANE = ir.Constant(ir.IntType(32), 0)
_FIRST_LANE_EVERYWHERE = ir.Constant(ir.VectorType(ir.IntType(32), LANES), None)
_FLOATS = ir.VectorType(ir.FloatType(), 16)
_LANE_NUMBERS = ir.Constant(BYTES, list(range(LANES)))
_SYMBOL = {
    operator.eq: "==",
    operator.ne: "!=",
    operator.lt: "<",
    operator.le: "<=",
    operator.gt: ">",
    operator.ge: ">=",
}


def lower(operation, *argument_types):
    """Register the decorated `emit(builder, arguments, signature, context) -> value` for an operation on these types."""

    def decorate(emit):
        @lower_builtin(operation, *argument_types)
        def emit_for_numba(context, builder, signature, arguments):
            return emit(builder, arguments, signature, context)

        return emit

    return decorate


def splat(builder, number, vector):
    """The vector with the same number in every lane; the optimiser makes constants of constants."""
    one_lane = builder.insert_element(ir.Constant(vector, ir.Undefined), number, _FIRST_LANE)
    return builder.shuffle_vector(one_lane, ir.Constant(vector, ir.Undefined), _FIRST_LANE_EVERYWHERE)


def call_llvm(builder, name, result_type, arguments):
    """Call one of LLVM's own functions by its full name."""
    function_type = ir.FunctionType(result_type, [argument.type for argument in arguments])
    function = builder.module.globals.get(name) or ir.Function(builder.module, function_type, name)
    return builder.call(function, arguments)


def as_int64(context, builder, number, number_type):
    """A plain integer of any type as an LLVM i64."""
    return context.cast(builder, number, number_type, types.int64)


def as_row(context, builder, value, value_type, row_type):
    """The value itself when it is a row, or the plain integer in every lane, cut to the row's width."""
    if not is_scalar(value_type):
        return value
    number = as_int64(context, builder, value, value_type)
    if row_type.width < 64:
        number = builder.trunc(number, row_type.number)
    return splat(builder, number, row_type.vector)


def as_bits(builder, mask_value):
    """A mask's bytes as single bits; the sign bit decides, which every processor tests in one instruction."""
    return builder.icmp_signed("<", mask_value, ir.Constant(BYTES, None))


def as_mask(context, builder, bits):
    """Single bits as a mask's bytes 0 and 255."""
    mask_value = builder.sext(bits, BYTES)
    if has_mask_registers(context):
        return mask_value
    # Left alone, the optimiser would carry single bits round loops, which such processors keep one to a register, 64 of them. A fence that
    # emits nothing hides from it where the bytes come from. Fences are made for floating point, so the bytes pass as such.
    passing = builder.bitcast(mask_value, _FLOATS)
    return builder.bitcast(call_llvm(builder, "llvm.arithmetic.fence.v16f32", _FLOATS, (passing,)), BYTES)


def _both_rows(context, builder, arguments, signature):
    row_type = common_row(*signature.args)
    return [as_row(context, builder, *pair, row_type) for pair in zip(arguments, signature.args, strict=True)]


# --- operators ----------------------------------------------------------------------------------------------------------------------------

_PAIRS_OF_ROWS = ((Row, Row), (Row, types.Any), (types.Any, Row))


def _lower_binary(operation, emit_instruction):
    for pair in _PAIRS_OF_ROWS:

        @lower(operation, *pair)
        def emit_binary(builder, arguments, signature, context):
            return emit_instruction(builder, *_both_rows(context, builder, arguments, signature))


def _lower_comparison(operation, symbol):
    for pair in _PAIRS_OF_ROWS:

        @lower(operation, *pair)
        def emit_comparison(builder, arguments, signature, context):
            return as_mask(context, builder, builder.icmp_unsigned(symbol, *_both_rows(context, builder, arguments, signature)))


def _shift(instruction_name):
    """NumPy gives 0 when everything is shifted out, where LLVM promises nothing."""

    def emit_shift(builder, row, distance):
        width = row.type.element.width
        shifted = getattr(builder, instruction_name)(row, distance)
        inside = builder.icmp_unsigned("<", distance, splat(builder, ir.Constant(row.type.element, width), row.type))
        return builder.select(inside, shifted, ir.Constant(row.type, None))

    return emit_shift


def _lower_operators():
    _lower_binary(operator.add, lambda builder, first, second: builder.add(first, second))
    _lower_binary(operator.sub, lambda builder, first, second: builder.sub(first, second))
    _lower_binary(operator.mul, lambda builder, first, second: builder.mul(first, second))
    _lower_binary(operator.lshift, _shift("shl"))
    _lower_binary(operator.rshift, _shift("lshr"))
    for comparison in COMPARISONS:
        _lower_comparison(comparison, _SYMBOL[comparison])

    for operation, name in ((operator.and_, "and_"), (operator.or_, "or_"), (operator.xor, "xor")):

        def emit_bitwise(builder, first, second, name=name):
            return getattr(builder, name)(first, second)

        _lower_binary(operation, emit_bitwise)
        lower(operation, Mask, Mask)(lambda builder, masks, signature, context, emit=emit_bitwise: emit(builder, *masks))

    for lanes_type in (Row, Mask):
        lower(operator.invert, lanes_type)(lambda builder, arguments, signature, context: builder.not_(arguments[0]))


# --- conversions --------------------------------------------------------------------------------------------------------------------------


def _lower_conversions():
    for splat_function in (numpy_rows.lanes8, numpy_rows.lanes16, numpy_rows.lanes32):

        @lower(splat_function, types.Any)
        def emit_splat(builder, arguments, signature, context):
            return as_row(context, builder, arguments[0], signature.args[0], signature.return_type)

    for convert in (numpy_rows.to8, numpy_rows.to16, numpy_rows.to32):

        @lower(convert, Row)
        def emit_convert(builder, arguments, signature, context):
            (row,), (row_type,) = arguments, signature.args
            wanted = signature.return_type
            if wanted.width == row_type.width:
                return row
            return (builder.zext if wanted.width > row_type.width else builder.trunc)(row, wanted.vector)

        @lower(convert, Mask)
        def emit_convert_mask(builder, arguments, signature, context):
            # 0 - 255 is 1 in a byte; added to or subtracted from a row, that saves an instruction against masking out the lowest bit.
            ones = builder.neg(arguments[0])
            return ones if signature.return_type.width == 8 else builder.zext(ones, signature.return_type.vector)


# --- choices ------------------------------------------------------------------------------------------------------------------------------


@lower(numpy_rows.where, Mask, types.Any, types.Any)
def _emit_where(builder, arguments, signature, context):
    condition, chosen, otherwise = arguments
    if isinstance(signature.return_type, Row):
        chosen = as_row(context, builder, chosen, signature.args[1], signature.return_type)
        otherwise = as_row(context, builder, otherwise, signature.args[2], signature.return_type)
    return builder.select(as_bits(builder, condition), chosen, otherwise)


def _smaller_or_larger(symbol):
    return lambda builder, first, second: builder.select(builder.icmp_unsigned(symbol, first, second), first, second)


def _saturating_subtract(builder, number, subtracted):
    vector = number.type
    return call_llvm(builder, f"llvm.usub.sat.v{LANES}i{vector.element.width}", vector, (number, subtracted))


_lower_binary(numpy_rows.minimum, _smaller_or_larger("<"))
_lower_binary(numpy_rows.maximum, _smaller_or_larger(">"))
_lower_binary(numpy_rows.minus_or_zero, _saturating_subtract)


# --- summaries and single lanes -----------------------------------------------------------------------------------------------------------


def _one_bit_per_lane(builder, mask_value):
    return builder.bitcast(as_bits(builder, mask_value), _ALL_LANES)


@lower(numpy_rows.any_lane, Mask)
def _emit_any_lane(builder, arguments, signature, context):
    return builder.icmp_unsigned("!=", _one_bit_per_lane(builder, arguments[0]), ir.Constant(_ALL_LANES, 0))


@lower(numpy_rows.count_lanes, Mask)
def _emit_count_lanes(builder, arguments, signature, context):
    return builder.ctpop(_one_bit_per_lane(builder, arguments[0]))


@lower(numpy_rows.sum_lanes, Row)
def _emit_sum_lanes(builder, arguments, signature, context):
    # 64 numbers of 16 bits fit in 32 bits, and 64 of 32 bits in 64.
    width = 2 * max(16, signature.args[0].width)
    wide = builder.zext(arguments[0], ir.VectorType(ir.IntType(width), LANES))
    total = call_llvm(builder, f"llvm.vector.reduce.add.v{LANES}i{width}", wide.type.element, (wide,))
    return total if width == 64 else builder.zext(total, _INT64)


@lower(numpy_rows.lane_of, Row, types.Any)
def _emit_lane_of(builder, arguments, signature, context):
    return builder.zext(_extract(context, builder, arguments, signature), _INT64)


@lower(numpy_rows.lane_of, Mask, types.Any)
def _emit_lane_of_mask(builder, arguments, signature, context):
    return builder.trunc(_extract(context, builder, arguments, signature), BIT)


def _extract(context, builder, arguments, signature):
    lane = as_int64(context, builder, arguments[1], signature.args[1])
    return builder.extract_element(arguments[0], lane)


@lower(numpy_rows.first_lanes, types.Any)
def _emit_first_lanes(builder, arguments, signature, context):
    number = as_int64(context, builder, arguments[0], signature.args[0])
    none, every = ir.Constant(_INT64, 0), ir.Constant(_INT64, LANES)
    number = builder.select(builder.icmp_signed("<", number, none), none, number)
    number = builder.select(builder.icmp_signed(">", number, every), every, number)
    boundary = splat(builder, builder.trunc(number, row8.number), BYTES)
    return as_mask(context, builder, builder.icmp_unsigned("<", _LANE_NUMBERS, boundary))


@lower(numpy_rows.lane_numbers)
def _emit_lane_numbers(builder, arguments, signature, context):
    return _LANE_NUMBERS


_lower_operators()
_lower_conversions()
