"""What the compiler emits for loading and storing rows, and for look-ups in tables of 256 bytes."""

from llvmlite import ir
from numba.core import cgutils, types
from numba.extending import lower_builtin
from numba.np import arrayobj

from fr_sim.lanes import numpy_rows
from fr_sim.lanes.lowering import as_int64
from fr_sim.lanes.tables import emit_lookup
from fr_sim.lanes.types import ROW_OF_DTYPE

_INDEX = ir.IntType(64)


def _pointer_to_row(context, builder, block_type, block, index_type, index):
    """Where the row starts: the leading axes as in any C-contiguous array, the last one always 64 long."""
    array = arrayobj.make_array(block_type)(context, builder, block)
    if isinstance(index_type, types.BaseTuple):
        indices = cgutils.unpack_tuple(builder, index, len(index_type))
        index_types = tuple(index_type)
    else:
        indices, index_types = [index], (index_type,)
    shape = cgutils.unpack_tuple(builder, array.shape, block_type.ndim)
    position = ir.Constant(_INDEX, 0)
    for axis, (axis_index, axis_index_type) in enumerate(zip(indices, index_types, strict=True)):
        number = as_int64(context, builder, axis_index, axis_index_type)
        if context.enable_boundscheck:
            cgutils.do_boundscheck(context, builder, number, shape[axis], axis)
        position = number if axis == 0 else builder.add(builder.mul(position, shape[axis]), number)
    vector = ROW_OF_DTYPE[block_type.dtype].vector
    return builder.gep(builder.bitcast(array.data, vector.as_pointer()), [position])


# A row may start at any address, so the alignment promised to LLVM is that of a single number. On rows that do start on a cache line, as in
# blocks made by `aligned_block`, the instruction is as fast as an aligned one.
@lower_builtin(numpy_rows.load, types.Array, types.Any)
def _emit_load(context, builder, signature, arguments):
    block_type, index_type = signature.args
    pointer = _pointer_to_row(context, builder, block_type, arguments[0], index_type, arguments[1])
    return builder.load(pointer, align=signature.return_type.width // 8)


@lower_builtin(numpy_rows.store, types.Array, types.Any, types.Any)
def _emit_store(context, builder, signature, arguments):
    block_type, index_type, row_type = signature.args
    pointer = _pointer_to_row(context, builder, block_type, arguments[0], index_type, arguments[1])
    builder.store(arguments[2], pointer, align=row_type.width // 8)
    return context.get_dummy_value()


@lower_builtin(numpy_rows.lookup, types.Array, types.Any)
def _emit_lookup(context, builder, signature, arguments):
    table = arrayobj.make_array(signature.args[0])(context, builder, arguments[0])
    return emit_lookup(context, builder, table.data, arguments[1])
