"""The one thing to know of fonts: that of the pictures does not have every writing."""

import warnings
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def without_glyph_warnings() -> Iterator[None]:
    """Draw without a word on stderr about a writing that the font lacks: a row of boxes in a PNG, and itself in an SVG."""
    with warnings.catch_warnings():
        warnings.filterwarnings("ignore", "Glyph .* missing from", UserWarning)
        yield
