"""Memory by address, for compiled code: how users' functions are shown blocks of numbers without copying or owning them."""

import numpy as np
from llvmlite import ir
from numba import from_dtype
from numba.core import types
from numba.extending import intrinsic
from numba.np import arrayobj


def _array_at(dtype, ndim, readonly=False):
    """A function `(address, shape) -> array` for memory of the dtype, in C order; the address is an int, the shape a tuple of ints."""
    array_type = types.Array(from_dtype(np.dtype(dtype)), ndim, "C", readonly=readonly)
    size = ir.Constant(ir.IntType(64), np.dtype(dtype).itemsize)

    @intrinsic
    def array_at(typing_context, address, shape):
        def emit(context, builder, signature, arguments):
            number, dimensions = arguments
            array = arrayobj.make_array(array_type)(context, builder)
            lengths = [
                context.cast(builder, builder.extract_value(dimensions, axis), axis_type, types.intp)
                for axis, axis_type in enumerate(shape)
            ]
            strides = [size]
            for length in reversed(lengths[1:]):
                strides.insert(0, builder.mul(strides[0], length))
            pointer = builder.inttoptr(number, array.data.type)
            arrayobj.populate_array(array, data=pointer, shape=lengths, strides=strides, itemsize=size, meminfo=None)
            return array._getvalue()

        return array_type(types.int64, shape), emit

    return array_at


#: Rows of 64 bytes and of 64 words, and numbers, to read and write.
bytes_at = _array_at(np.uint8, 1)
words_at = _array_at(np.uint32, 1)
numbers_at = _array_at(np.int64, 1)
#: What users' functions get: a list of numbers, or a table of them, to read only.
list_at = _array_at(np.int64, 1, readonly=True)
table_at = _array_at(np.int64, 2, readonly=True)
#: Blocks of rows: [rider or kind, 64] and [rider, kind, 64].
rows_at = _array_at(np.uint8, 2)
blocks_at = _array_at(np.uint8, 3)
