"""Lanes: 64 small numbers side by side, one for each race in lockstep; NumPy arrays when interpreted, vector registers when compiled.

The specification is `numpy_rows.py`. Importing this package teaches numba the compiled form, unless numba is switched off.
"""

from numba.core import config as _numba_config

from fr_sim.lanes.numpy_rows import (
    LANES,
    aligned_block,
    any_lane,
    count_lanes,
    first_lanes,
    kept,
    lane_numbers,
    lane_of,
    lanes8,
    lanes16,
    lanes32,
    load,
    lookup,
    maximum,
    minimum,
    minus_or_zero,
    store,
    sum_lanes,
    to8,
    to16,
    to32,
    where,
)

if not _numba_config.DISABLE_JIT:
    from fr_sim.lanes import groups as _groups  # noqa: F401
    from fr_sim.lanes import lowering as _lowering  # noqa: F401
    from fr_sim.lanes import memory as _memory  # noqa: F401

__all__ = [
    "LANES",
    "aligned_block",
    "any_lane",
    "count_lanes",
    "first_lanes",
    "kept",
    "lane_numbers",
    "lane_of",
    "lanes8",
    "lanes16",
    "lanes32",
    "load",
    "lookup",
    "maximum",
    "minimum",
    "minus_or_zero",
    "store",
    "sum_lanes",
    "to8",
    "to16",
    "to32",
    "where",
]
