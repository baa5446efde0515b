"""Names that nobody should be able to do harm with, and what must never reach an eye."""

import unicodedata

LONG = "x" * 5000
NAMES = {
    "long": LONG,
    "long and wide": "漢" * 5000,
    "control characters": "red\x1b[31m\x07bell\x00\x7f\x9b31m",
    "line breaks": "two\nlines\r\nthree\u2028four\x85five\ttab",
    "right to left": "abc\u202egnp.exe\u2066\u200f",
    "without width": "a\u200bb\ufeffc\u00add\u2060e\u3164f",
    "marks piled up": "e" + "\u0301" * 400,
    "all at once": "\u202e\n\x1b[2J<b>" + "漢\u200b" * 2000,
}


def unfit(words: str) -> set[str]:
    """The characters of `words` that should have been written out: control characters but the line feed, and format characters."""
    return {one for one in words if unicodedata.category(one) in ("Cc", "Cf", "Cs", "Zl", "Zp") and one != "\n"}
