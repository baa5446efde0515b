"""Where the compiler finds the parts of an array, and its items: the leading axes as in any C-contiguous array."""

from llvmlite import ir
from numba.core import cgutils, types

from fr_sim.lanes.lowering import as_int64
from fr_sim.lanes.types import KeptArray

_INDEX = ir.IntType(64)


def part_of(context, builder, array_type, array, name):
    """One of the things that an array is made of to the compiler, such as its data's address or its shape."""
    position = context.data_model_manager[_plain(array_type)].get_field_position(name)
    if isinstance(array_type, KeptArray):
        struct = context.get_value_type(array_type.array)
        place = builder.bitcast(array, struct.as_pointer())
        return builder.load(cgutils.gep_inbounds(builder, place, 0, position))
    return builder.extract_value(array, position)


def array_of(context, builder, array_type, array):
    """The array as numba has it."""
    if isinstance(array_type, KeptArray):
        return builder.load(builder.bitcast(array, context.get_value_type(array_type.array).as_pointer()))
    return array


def pointer_to(context, builder, array_type, array, index_type, index, item=None):
    """The address of the item at an index, an int or a tuple of ints: a number, or of another LLVM type `item`."""
    if isinstance(index_type, types.BaseTuple):
        indices = cgutils.unpack_tuple(builder, index, len(index_type))
        index_types = tuple(index_type)
    else:
        indices, index_types = [index], (index_type,)
    needs_shape = len(indices) > 1 or context.enable_boundscheck
    shape = cgutils.unpack_tuple(builder, part_of(context, builder, array_type, array, "shape"), array_type.ndim) if needs_shape else ()
    position = ir.Constant(_INDEX, 0)
    for axis, (axis_index, axis_index_type) in enumerate(zip(indices, index_types, strict=True)):
        number = as_int64(context, builder, axis_index, axis_index_type)
        if context.enable_boundscheck:
            cgutils.do_boundscheck(context, builder, number, shape[axis], axis)
        position = number if axis == 0 else builder.add(builder.mul(position, shape[axis]), number)
    data = part_of(context, builder, array_type, array, "data")
    return builder.gep(data if item is None else builder.bitcast(data, item.as_pointer()), [position])


def _plain(array_type):
    return array_type.array if isinstance(array_type, KeptArray) else array_type
