"""Look-ups in a table of 256 bytes, for the processor that numba compiles for: permutation instructions where it has them, else a loop."""

from llvmlite import ir
from numba.core import cgutils

from fr_sim.lanes.lowering import call_llvm
from fr_sim.lanes.numpy_rows import LANES
from fr_sim.lanes.processor import permutes_128_bytes, widest_byte_shuffle
from fr_sim.lanes.types import BYTE, BYTES

_INT32 = ir.IntType(32)
_INDEX = ir.IntType(64)
_SIXTEEN = 16


def emit_lookup(context, builder, table, row):
    """`table[row]`, lane by lane: `table` points to 256 bytes, `row` is a vector of 64 byte indices."""
    if permutes_128_bytes(context):
        return _by_permuting_128_bytes(builder, table, row)
    if shuffle := widest_byte_shuffle(context):
        return _by_shuffling_16_bytes(builder, table, row, *shuffle)
    return _one_by_one(builder, table, row)


def _load_bytes(builder, table, offset, count):
    vector = ir.VectorType(BYTE, count)
    pointer = builder.gep(table, [ir.Constant(_INDEX, offset)])
    return builder.load(builder.bitcast(pointer, vector.as_pointer()), align=1)


def _by_permuting_128_bytes(builder, table, row):
    """AVX-512 VBMI: one instruction looks up 64 indices of 7 bits in two registers; the eighth bit chooses between two such results."""
    permute = "llvm.x86.avx512.vpermi2var.qi.512"
    quarters = [_load_bytes(builder, table, offset, LANES) for offset in range(0, 256, LANES)]
    low = call_llvm(builder, permute, BYTES, (quarters[0], row, quarters[1]))
    high = call_llvm(builder, permute, BYTES, (quarters[2], row, quarters[3]))
    return builder.select(builder.icmp_signed("<", row, ir.Constant(BYTES, None)), high, low)


def _by_shuffling_16_bytes(builder, table, row, width, shuffle):
    """SSSE3 and AVX2: sixteen look-ups in 16 bytes, each giving 0 for indices outside its part, so that `or` puts them together."""
    vector = ir.VectorType(BYTE, width)
    # The shuffle gives 0 where the index has its top bit set; 0x70 added with saturation sets it for everything above 15.
    above_fifteen = ir.Constant(vector, [0x70] * width)
    pieces = [_slice(builder, row, start, width) for start in range(0, LANES, width)]
    results = [ir.Constant(vector, None)] * len(pieces)
    for offset in range(0, 256, _SIXTEEN):
        part = _load_bytes(builder, table, offset, _SIXTEEN)
        part = builder.shuffle_vector(part, ir.Constant(part.type, ir.Undefined), _lane_list(i % _SIXTEEN for i in range(width)))
        for number, piece in enumerate(pieces):
            within_part = builder.xor(piece, ir.Constant(vector, [offset] * width))
            index = call_llvm(builder, f"llvm.uadd.sat.v{width}i8", vector, (within_part, above_fifteen))
            results[number] = builder.or_(results[number], call_llvm(builder, shuffle, vector, (part, index)))
    while len(results) > 1:
        results = [_join(builder, *pair) for pair in zip(results[::2], results[1::2], strict=True)]
    return results[0]


def _lane_list(lanes):
    lanes = list(lanes)
    return ir.Constant(ir.VectorType(_INT32, len(lanes)), lanes)


def _slice(builder, row, start, width):
    return builder.shuffle_vector(row, ir.Constant(row.type, ir.Undefined), _lane_list(range(start, start + width)))


def _join(builder, first, second):
    return builder.shuffle_vector(first, second, _lane_list(range(2 * first.type.count)))


def _one_by_one(builder, table, row):
    """Any processor: through memory, byte by byte."""
    row_in_memory = cgutils.alloca_once_value(builder, row)
    bytes_in_memory = builder.bitcast(row_in_memory, BYTE.as_pointer())
    with cgutils.for_range(builder, ir.Constant(_INDEX, LANES)) as loop:
        place = builder.gep(bytes_in_memory, [loop.index])
        index = builder.zext(builder.load(place), _INDEX)
        builder.store(builder.load(builder.gep(table, [index])), place)
    return builder.load(row_in_memory)
