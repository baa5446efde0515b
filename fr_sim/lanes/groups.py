"""Groups of arrays and numbers kept in memory, so that compiled phases hand on one address instead of every array's every part.

A NamedTuple of a dozen arrays is a hundred numbers to the compiler, taken apart and put together again at each call. Kept once, in memory
of the phase that keeps it, it costs the compiler one number a call, and so does each of its arrays where it is handed on by itself. The
optimiser sees through it, so running costs the same.
"""

import operator

from llvmlite import ir
from numba.core import cgutils, types
from numba.core.datamodel import models
from numba.core.datamodel.registry import register_default
from numba.core.typing.templates import AttributeTemplate, infer_getattr
from numba.extending import lower_builtin, lower_getattr, lower_getattr_generic, type_callable

from fr_sim.lanes import numpy_rows
from fr_sim.lanes.arrays import array_of, pointer_to
from fr_sim.lanes.types import Kept, KeptArray

_BYTE = ir.IntType(8)
_OFFSET = ir.IntType(64)
#: Where a row may start.
_CACHE_LINE = 64
_NUMBER = 8


@register_default(Kept)
@register_default(KeptArray)
class KeptModel(models.PrimitiveModel):
    """The address of the memory; of an array, that of what numba takes an array to be: address of its data, shape and so on."""

    def __init__(self, manager, kept_type):
        super().__init__(manager, kept_type, _BYTE.as_pointer())


@type_callable(numpy_rows.kept)
def _type_kept(context):
    def typer(group):
        if isinstance(group, Kept):
            return group
        return Kept(group) if isinstance(group, types.BaseNamedTuple) else None

    return typer


@infer_getattr
class _KeptAttributes(AttributeTemplate):
    key = Kept

    def generic_resolve(self, kept_type, attribute):
        """The type of the tuple's attribute of that name."""
        group = kept_type.group
        if attribute not in group.fields:
            return None
        found = group.types[group.fields.index(attribute)]
        return KeptArray(found) if _stays(found) else found


def _stays(attribute_type):
    """Whether an attribute is an array of numba's that is handed on as its address; others are handed on as they are."""
    return isinstance(attribute_type, types.Array) and not isinstance(attribute_type, KeptArray) and attribute_type.layout == "C"


def _layout(context, kept_type):
    """By attribute: where it is, and its LLVM type; then the size of the whole."""
    if kept_type.layout is not None:
        return kept_type.layout
    group = kept_type.group
    places, offset = {}, 0
    for attribute, attribute_type in zip(group.fields, group.types, strict=True):
        value_type = context.get_value_type(attribute_type)
        alignment = _CACHE_LINE if isinstance(value_type, ir.VectorType) else _NUMBER
        offset = -(-offset // alignment) * alignment
        places[attribute] = offset, value_type
        offset += context.get_abi_sizeof(value_type)
    kept_type.layout = places, offset
    return kept_type.layout


def _pointer_to(builder, memory, place):
    offset, value_type = place
    return builder.bitcast(builder.gep(memory, [ir.Constant(_OFFSET, offset)]), value_type.as_pointer())


@lower_builtin(numpy_rows.kept, types.Any)
def _emit_kept(context, builder, signature, arguments):
    (value,), (group,) = arguments, signature.args
    if isinstance(group, Kept):
        return value
    places, size = _layout(context, signature.return_type)
    block = cgutils.alloca_once(builder, ir.ArrayType(_BYTE, size))
    block.align = _CACHE_LINE
    memory = builder.bitcast(block, _BYTE.as_pointer())
    for position, place in enumerate(places.values()):
        builder.store(builder.extract_value(value, position), _pointer_to(builder, memory, place))
    return memory


@lower_getattr_generic(Kept)
def _emit_attribute(context, builder, kept_type, memory, attribute):
    places, _ = _layout(context, kept_type)
    group = kept_type.group
    place = _pointer_to(builder, memory, places[attribute])
    attribute_type = group.types[group.fields.index(attribute)]
    if _stays(attribute_type):
        return builder.bitcast(place, _BYTE.as_pointer())
    return builder.load(place)


def _lower_attribute_of_array(attribute):
    @lower_getattr(KeptArray, attribute)
    def emit_attribute_of_array(context, builder, kept_array, memory):
        array = array_of(context, builder, kept_array, memory)
        return context.get_getattr(kept_array.array, attribute)(context, builder, kept_array.array, array, attribute)


def _lower_items():
    """One number, or with fewer indices than axes the array of all that are there."""
    for index_type in (types.Integer, types.BaseTuple):

        @lower_builtin(operator.getitem, KeptArray, index_type)
        def emit_item(context, builder, signature, arguments):
            (kept_array, index_type), (memory, index) = signature.args, arguments
            if isinstance(signature.return_type, types.Array):
                plain = signature.replace(args=(kept_array.array, index_type))
                array = array_of(context, builder, kept_array, memory)
                return context.get_function(operator.getitem, plain)(builder, (array, index))
            pointer = pointer_to(context, builder, kept_array, memory, index_type, index)
            return context.unpack_value(builder, kept_array.dtype, pointer)

    @lower_builtin(operator.setitem, KeptArray, types.Any, types.Any)
    def emit_set_item(context, builder, signature, arguments):
        (kept_array, index_type, value_type), (memory, index, value) = signature.args, arguments
        pointer = pointer_to(context, builder, kept_array, memory, index_type, index)
        context.pack_value(builder, kept_array.dtype, context.cast(builder, value, value_type, kept_array.dtype), pointer)
        return context.get_dummy_value()


for _attribute in ("shape", "ctypes"):
    _lower_attribute_of_array(_attribute)
_lower_items()
