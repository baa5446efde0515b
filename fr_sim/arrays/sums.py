"""Counts by name: adding them up, and the digest that tells different counts apart."""

import hashlib
from collections.abc import Mapping

import numpy as np


def add_counts(total: Mapping[str, np.ndarray], part: Mapping[str, np.ndarray]) -> None:
    """Add the counts of `part`, of a disjoint set of races, to `total` in place; arrays without an entry are passed over."""
    for name, counts in total.items():
        more = part[name]
        if counts.size and more.size:
            np.add(counts, more, out=counts)


def digest_of(counts: Mapping[str, np.ndarray]) -> str:
    """SHA-256 of names, shapes and every count, in hexadecimal; equal counts have equal digests."""
    digest = hashlib.sha256()
    for name, array in counts.items():
        digest.update(f"{name} {array.shape}\n".encode())
        digest.update(np.ascontiguousarray(array, "<i8").tobytes())
    return digest.hexdigest()
