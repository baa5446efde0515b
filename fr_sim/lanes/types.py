"""The compiler's types for rows and masks: each is one LLVM vector of 64 integers.

A mask is kept as bytes 0 and 255 rather than as single bits: variables that live across a loop then stay in vector registers, which is as
fast where the processor has mask registers (AVX-512) and much faster where it has none.
"""

from llvmlite import ir
from numba.core import types
from numba.core.datamodel import models
from numba.core.datamodel.registry import register_default

from fr_sim.lanes.numpy_rows import LANES

BIT = ir.IntType(1)
BYTE = ir.IntType(8)
BYTES = ir.VectorType(BYTE, LANES)


class Row(types.Type):
    """One unsigned number of 8, 16 or 32 bits per lane."""

    def __init__(self, width):
        self.width = width
        self.number = ir.IntType(width)
        self.vector = ir.VectorType(self.number, LANES)
        super().__init__(name=f"row{width}")


class Mask(types.Type):
    """One truth value per lane."""

    vector = BYTES

    def __init__(self):
        super().__init__(name="mask")


@register_default(Row)
@register_default(Mask)
class VectorModel(models.PrimitiveModel):
    """Everywhere, in variables, arguments and tuples, the value is the LLVM vector itself."""

    def __init__(self, manager, lanes_type):
        super().__init__(manager, lanes_type, lanes_type.vector)


row8, row16, row32 = Row(8), Row(16), Row(32)
mask = Mask()

ROW_OF_DTYPE = {types.uint8: row8, types.uint16: row16, types.uint32: row32}


def is_scalar(lanes_type):
    """Whether a type is a plain integer: literal or variable, of any width, or a member of an IntEnum."""
    return isinstance(lanes_type, (types.Integer, types.IntEnumMember))


class Kept(types.Type):
    """A NamedTuple kept in memory; its attributes are those of the tuple."""

    def __init__(self, group):
        self.group = group
        self.layout = None  # worked out when first asked for: numba keeps one object of a type
        super().__init__(name=f"kept({group.instance_class.__name__})")

    @property
    def key(self):
        """Short names are not unique, the groups are."""
        return self.group


class KeptArray(types.Array):
    """An array that is an attribute of a Kept: C-contiguous, never indexed from the end."""

    def __init__(self, array):
        self.array = array
        super().__init__(array.dtype, array.ndim, array.layout, not array.mutable, f"kept({array})", array.aligned)

    def can_convert_to(self, typing_context, other):
        """To nothing else, not even to the array that it is."""
        return None
