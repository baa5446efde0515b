"""What the compiler emits for loading and storing rows, and for look-ups in tables of 256 bytes."""

from numba.core import types
from numba.extending import lower_builtin

from fr_sim.lanes import numpy_rows
from fr_sim.lanes.arrays import part_of, pointer_to
from fr_sim.lanes.tables import emit_lookup
from fr_sim.lanes.types import ROW_OF_DTYPE


def _pointer_to_row(context, builder, block_type, block, index_type, index):
    """Where the row starts: the last axis is always 64 long."""
    return pointer_to(context, builder, block_type, block, index_type, index, ROW_OF_DTYPE[block_type.dtype].vector)


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
    table = part_of(context, builder, signature.args[0], arguments[0], "data")
    return emit_lookup(context, builder, table, arguments[1])
