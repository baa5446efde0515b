"""Every operation on rows gives the same bits compiled as with NumPy, which is the specification; and what it refuses, it refuses."""

import inspect
import operator

import numba
import numpy as np
import pytest

from fr_sim import lanes
from fr_sim.jit import INTERPRETED
from fr_sim.lanes import LANES, load, store

pytestmark = pytest.mark.skipif(INTERPRETED, reason="nothing to compare when numba is switched off")

WIDTHS = {8: np.uint8, 16: np.uint16, 32: np.uint32}
SEED = 20160930


def random_rows(width, count):
    """Rows over the whole range, with the edges of the range and equal pairs well represented."""
    random = np.random.default_rng(SEED + width)
    rows = lanes.aligned_block((count, LANES), WIDTHS[width])
    rows[:] = random.integers(0, 2**width, rows.shape, dtype=WIDTHS[width])
    small = random.random(rows.shape) < 0.3
    rows[small] = random.integers(0, 20, int(small.sum()))
    rows[:, :4] = [[0, 1, 2**width - 1, 2 ** (width - 1)]]
    rows[1:, 10:20] = rows[0, 10:20]
    return rows


def compile_source(body, **names):
    """A function `run(inputs, conditions, outputs, number)` of the given body, compiled and as plain Python."""
    source = "def run(inputs, conditions, outputs, number):\n" + "".join(f"    {line}\n" for line in inspect.cleandoc(body).splitlines())
    scope = {name: getattr(lanes, name) for name in lanes.__all__} | {"np": np} | names
    exec(source, scope)
    return numba.njit(scope["run"]), scope["run"]


def assert_same(body, width, number=3, result_width=None, **names):
    """Run the body on random rows both ways; compare what it stores in `outputs` and what it returns."""
    inputs, conditions = random_rows(width, 6), random_rows(8, 6) & np.uint8(1)
    compiled, plain = compile_source(body, **names)
    outputs = [lanes.aligned_block((6, LANES), WIDTHS[result_width or width]) for _ in range(2)]
    results = [run(inputs, conditions, output, number) for run, output in zip((compiled, plain), outputs, strict=True)]
    np.testing.assert_array_equal(outputs[0], outputs[1])
    assert results[0] == results[1]
    assert type(results[0]) is type(results[1])


ARITHMETIC = ["+", "-", "*", "&", "|", "^", "<<", ">>"]
COMPARISONS = ["==", "!=", "<", "<=", ">", ">="]


@pytest.mark.parametrize("width", WIDTHS)
@pytest.mark.parametrize("symbol", ARITHMETIC)
def test_arithmetic(symbol, width):
    assert_same(
        f"""
        a, b = load(inputs, 0), load(inputs, 1)
        store(outputs, 0, a {symbol} b)
        store(outputs, 1, a {symbol} 5)
        store(outputs, 2, a {symbol} number)
        store(outputs, 3, 7 {symbol} (b & 7))
        store(outputs, 4, number {symbol} b)
        """,
        width,
    )


@pytest.mark.parametrize("width", WIDTHS)
@pytest.mark.parametrize("symbol", COMPARISONS)
def test_comparisons(symbol, width):
    assert_same(
        f"""
        a, b = load(inputs, 0), load(inputs, 1)
        store(outputs, 0, to8(a {symbol} b))
        store(outputs, 1, to8(a {symbol} 5))
        store(outputs, 2, to8(a {symbol} number))
        store(outputs, 3, to8(200 {symbol} b))
        store(outputs, 4, to8(number {symbol} b))
        """,
        width,
        result_width=8,
    )


@pytest.mark.parametrize("width", WIDTHS)
@pytest.mark.parametrize("distance", [0, 1, 7, 8, 15, 16, 31, 32, 200])
def test_shifts_beyond_the_width_give_zero(width, distance):
    assert_same("store(outputs, 0, load(inputs, 0) << number); store(outputs, 1, load(inputs, 0) >> number)", width, number=distance)


@pytest.mark.parametrize("width", WIDTHS)
def test_inversion(width):
    assert_same("store(outputs, 0, ~load(inputs, 0))", width)


@pytest.mark.parametrize("width", WIDTHS)
def test_masks(width):
    assert_same(
        """
        a, b = load(inputs, 0) < load(inputs, 1), load(conditions, 0) != 0
        store(outputs, 0, to8(a & b))
        store(outputs, 1, to8(a | b))
        store(outputs, 2, to8(a ^ b))
        store(outputs, 3, to8(~a))
        store(outputs, 4, to8(where(a, b, ~b)))
        """,
        width,
        result_width=8,
    )


@pytest.mark.parametrize("width", WIDTHS)
@pytest.mark.parametrize("wanted", WIDTHS)
def test_conversions(width, wanted):
    assert_same(f"store(outputs, 0, to{wanted}(load(inputs, 0)))", width, result_width=wanted)
    assert_same(f"store(outputs, 0, to{wanted}(load(inputs, 0) > 9))", width, result_width=wanted)


@pytest.mark.parametrize("width", WIDTHS)
@pytest.mark.parametrize("number", [0, 1, 200, 255, 256, 70_000, 2**32 - 1, 2**32 + 5, -1])
def test_splat(width, number):
    assert_same(f"store(outputs, 0, lanes{width}(number)); store(outputs, 1, lanes{width}(77))", width, number=number)


@pytest.mark.parametrize("width", WIDTHS)
def test_choices(width):
    assert_same(
        """
        a, b, mask = load(inputs, 0), load(inputs, 1), load(conditions, 0) == 1
        store(outputs, 0, where(mask, a, b))
        store(outputs, 1, where(mask, a, 0))
        store(outputs, 2, where(mask, number, b))
        """,
        width,
    )
    for name in ("minimum", "maximum", "minus_or_zero"):
        assert_same(
            f"""
            a, b = load(inputs, 0), load(inputs, 1)
            store(outputs, 0, {name}(a, b))
            store(outputs, 1, {name}(a, 9))
            store(outputs, 2, {name}(number, b))
            """,
            width,
        )


@pytest.mark.parametrize("width", WIDTHS)
def test_summaries(width):
    assert_same("return sum_lanes(load(inputs, 0)), lane_of(load(inputs, 1), number), lane_of(load(inputs, 0), 63)", width)
    assert_same("return any_lane(load(inputs, 0) < number), any_lane(load(inputs, 0) < 0), count_lanes(load(inputs, 0) < 9)", width)
    assert_same("return lane_of(load(inputs, 0) < 9, number), lane_of(load(inputs, 0) < 9, 2)", width)


def test_sums_of_the_largest_numbers_do_not_overflow():
    for width in WIDTHS:
        assert_same(f"return sum_lanes(lanes{width}(-1))", width)


@pytest.mark.parametrize("number", [-3, 0, 1, 17, 63, 64, 65, 300])
def test_first_lanes(number):
    assert_same("store(outputs, 0, to8(first_lanes(number))); store(outputs, 1, lane_numbers())", 8, number=number)


def test_every_number_of_lanes_is_counted():
    for number in range(LANES + 1):
        assert lanes.count_lanes(lanes.first_lanes(number)) == number
    assert_same("total = 0\nfor n in range(70):\n    total = total * 3 + count_lanes(first_lanes(n))\nreturn total & 0xFFFFFFFF", 8)


@pytest.mark.parametrize("width", WIDTHS)
def test_blocks_of_more_axes(width):
    @numba.njit
    def copy(block, copied):
        for team in range(block.shape[0]):
            for rider in range(block.shape[1]):
                store(copied, (team, rider), load(block, (team, rider)) + 1)

    block = random_rows(width, 6).reshape(3, 2, LANES)
    copied = lanes.aligned_block(block.shape, WIDTHS[width])
    copy(block, copied)
    np.testing.assert_array_equal(copied, block + WIDTHS[width](1))


def test_rows_at_unaligned_addresses():
    room = np.arange(3 * LANES, dtype=np.uint8)
    block = room[1 : 1 + 2 * LANES].reshape(2, LANES)
    copied = numba.njit(lambda source: store(source, 0, load(source, 1)))
    copied(block)
    np.testing.assert_array_equal(block[0], np.arange(LANES + 1, 2 * LANES + 1))


def test_lookup_of_every_index():
    table = np.random.default_rng(SEED).integers(0, 256, 256).astype(np.uint8)
    everything = np.arange(256, dtype=np.uint8).reshape(4, LANES)
    found = np.zeros_like(everything)

    @numba.njit
    def look_up(table, rows, found):
        for number in range(4):
            store(found, number, lanes.lookup(table, load(rows, number)))

    look_up(table, everything, found)
    np.testing.assert_array_equal(found.ravel(), table)


def test_rows_live_in_loops_tuples_and_calls():
    @numba.njit(forceinline=True)
    def swap_if(mask, first, second):
        return lanes.where(mask, second, first), lanes.where(mask, first, second), mask

    body = """
    smallest, largest, mask = load(inputs, 0), load(inputs, 0), first_lanes(0)
    for place in range(1, 6):
        row = load(inputs, place)
        if place > number:
            smallest, largest, changed = swap_if(row < smallest, smallest, row)
            mask = mask | changed
    store(outputs, 0, smallest)
    store(outputs, 1, largest)
    return count_lanes(mask)
    """
    inputs, outputs = random_rows(16, 6), [np.zeros((2, LANES), np.uint16) for _ in range(2)]
    compiled, _ = compile_source(body, swap_if=swap_if)
    _, plain = compile_source(body, swap_if=swap_if.py_func)
    assert compiled(inputs, inputs, outputs[0], 2) == plain(inputs, inputs, outputs[1], 2)
    np.testing.assert_array_equal(*outputs)


REFUSED = [
    "load(inputs, 0) + to16(load(inputs, 0))",
    "load(inputs, 0) < to32(load(inputs, 0))",
    "(load(inputs, 0) < 3) + (load(inputs, 0) < 3)",
    "(load(inputs, 0) < 3) + load(inputs, 0)",
    "(load(inputs, 0) < 3) & load(inputs, 0)",
    "(load(inputs, 0) < 3) == (load(inputs, 0) < 3)",
    "load(inputs, 0) + 1.0",
    "load(inputs, 0) / 2",
    "load(inputs, 0) // 2",
    "load(inputs, 0) % 2",
    "-load(inputs, 0)",
    "not load(inputs, 0)",
    "1 if load(inputs, 0) < 3 else 2",
    "where(load(inputs, 0), load(inputs, 0), 0)",
    "where(load(inputs, 0) < 3, 1, 0)",
    "where(load(inputs, 0) < 3, load(inputs, 0), to16(load(inputs, 0)))",
    "minimum(1, 2)",
    "minimum(load(inputs, 0), to16(load(inputs, 0)))",
    "any_lane(load(inputs, 0))",
    "sum_lanes(load(inputs, 0) < 3)",
    "lookup(inputs, load(inputs, 0))",
    "lookup(inputs[0], to16(load(inputs, 0)))",
    "load(inputs, (0, 0))",
    "load(inputs, 1.0)",
    "load(inputs[:, :], 0)",
    "store(outputs, 0, to16(load(inputs, 0)))",
    "store(outputs, 0, load(inputs, 0) < 3)",
    "store(outputs, 0, 3)",
    "lanes8(load(inputs, 0))",
    "lanes8(1.5)",
    "to8(3)",
]


@pytest.mark.parametrize("expression", REFUSED)
def test_refused(expression):
    compiled, _ = compile_source(f"result = {expression}")
    rows = random_rows(8, 2)
    with pytest.raises(numba.TypingError):
        compiled(rows, rows, rows, 3)


def test_changing_a_row_in_place_is_refused():
    for symbol in ("+=", "-=", "*=", "&=", "|=", "^=", "<<=", ">>="):
        compiled, _ = compile_source(f"row = load(inputs, 0); row {symbol} load(inputs, 1)")
        rows = random_rows(8, 2)
        with pytest.raises(numba.TypingError):
            compiled(rows, rows, rows, 3)


def test_every_public_operation_has_a_compiled_form():
    not_compiled = {"LANES", "aligned_block"}
    context = numba.core.registry.cpu_target.typing_context
    context.refresh()
    for name in set(lanes.__all__) - not_compiled:
        assert context.resolve_value_type(getattr(lanes, name)) is not None, name
    assert isinstance(operator.index(LANES), int)
