"""Memory by address: how users' functions are shown the blocks of the kernel without copying or owning them."""

import ctypes

import numba
import numpy as np
from llvmlite import ir
from numba.core import types
from numba.extending import intrinsic
from numba.np import arrayobj

from fr_sim.jit import INTERPRETED


def _array_at(dtype, ndim, readonly):
    """A function `(address, shape) -> array` for memory of the dtype; the address is an int, the shape a tuple of ints."""
    if INTERPRETED:

        def interpreted_array_at(address, shape):
            size = int(np.prod(shape)) * np.dtype(dtype).itemsize
            array = np.frombuffer((ctypes.c_char * size).from_address(int(address)), dtype).reshape(shape)
            array.flags.writeable = not readonly
            return array

        return interpreted_array_at

    array_type = types.Array(numba.from_dtype(np.dtype(dtype)), ndim, "C", readonly=readonly)

    @intrinsic
    def array_at(typing_context, address, shape):
        def emit(context, builder, signature, arguments):
            number, dimensions = arguments
            array = arrayobj.make_array(array_type)(context, builder)
            pointer = builder.inttoptr(number, array.data.type)
            shape_type = signature.args[1]
            lengths = [context.cast(builder, builder.extract_value(dimensions, axis), shape_type[axis], types.intp) for axis in range(ndim)]
            itemsize = ir.Constant(ir.IntType(64), np.dtype(dtype).itemsize)
            strides = [itemsize]
            for length in reversed(lengths[1:]):
                strides.insert(0, builder.mul(strides[0], length))
            arrayobj.populate_array(array, data=pointer, shape=lengths, strides=strides, itemsize=itemsize, meminfo=None)
            return array._getvalue()

        return array_type(types.int64, shape), emit

    return array_at


#: Rows of 64 bytes and of 64 words, and numbers, to read and write.
bytes_at = _array_at(np.uint8, 1, readonly=False)
words_at = _array_at(np.uint32, 1, readonly=False)
numbers_at = _array_at(np.int64, 1, readonly=False)
#: What users' functions get: a list of numbers, or a table of them, to read only.
list_at = _array_at(np.int64, 1, readonly=True)
table_at = _array_at(np.int64, 2, readonly=True)
#: Blocks of rows: [rider or kind, 64] and [rider, kind, 64].
rows_at = _array_at(np.uint8, 2, readonly=False)
blocks_at = _array_at(np.uint8, 3, readonly=False)
