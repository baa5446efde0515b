"""Names made fit to be shown: what somebody called a stage, a policy, an edition or a tour, as one short line that hides nothing.

Files keep names as they are. Whatever puts a name before an eye (terminal, page, plot, message) asks `fit` first.
"""

import re
import unicodedata
from collections.abc import Iterable
from functools import lru_cache

#: Columns of a terminal that a name may take.
MOST = 60
#: Columns that a name may take on a page, the name of one side of a comparison (a whole line-up, maybe), and words of many names.
NAMED, SIDE, LONG = 80, 240, 600
#: Marks that may stand on one letter; no writing needs more, and more would run into the lines above.
MARKS = 4
NAMELESS = "(no name)"
#: Characters that nobody sees: control characters, format characters (those that turn the direction of writing and those without
#: width among them), halves of surrogate pairs, and letters and marks without a shape.
UNSEEN = re.compile(
    "[\x00-\x1f\x7f-\x9f\xad\u034f\u061c\u070f\u115f\u1160\u17b4\u17b5\u180e\u200b-\u200f\u2028-\u202e\u2060-\u206f\u2800\u3164\ud800-\udfff"
    "\ufeff\uffa0\ufff9-\ufffb\U00013430-\U0001343f\U0001bca0-\U0001bca3\U0001d173-\U0001d17a\U000e0000-\U000e0fff]"
)


@lru_cache(maxsize=4096)
def fit(name: str, most: int = MOST) -> str:
    """`name` as one line of at most `most` columns, an ellipsis in place of what was cut off.

    Spaces and line breaks of all kinds are one space; what nobody sees is written out, as `\\u202e`. A name without anything to
    see is `(no name)`.
    """
    words = visible(name)
    if columns(words) > most:
        kept, width = [], 0
        for letter in words:
            width += columns(letter)
            if width > most - 1:
                break
            kept.append(letter)
        words = "".join(kept).rstrip() + "…"
    return words or NAMELESS


def visible(words: str) -> str:
    """`words` on one line, nothing in it unseen, of any length."""
    words = written_out(" ".join(words.split()))
    if words.isascii():
        return words
    shown, marks = [], 0
    for letter in words:
        marks = marks + 1 if unicodedata.category(letter) in ("Mn", "Me") else 0
        if marks <= MARKS:
            shown.append(letter)
    return "".join(shown)


def written_out(words: str) -> str:
    """`words` with every unseen character as its escape, `\\x1b` or `\\u202e`."""
    return UNSEEN.sub(_escape, words)


def columns(words: str) -> int:
    """Columns of a terminal that `words` take: two for wide letters, none for marks on letters."""
    if words.isascii():
        return len(words)
    return sum(0 if unicodedata.category(one) in ("Mn", "Me") else 1 + (unicodedata.east_asian_width(one) in "WF") for one in words)


def padded(words: str, width: int, to_the_right: bool = False) -> str:
    """`words` with the spaces that make them `width` columns of a terminal, before them if they stand `to_the_right`."""
    spaces = " " * (width - columns(words))
    return spaces + words if to_the_right else words + spaces


def fit_all(names: Iterable[str], most: int = MOST) -> dict[str, str]:
    """Each of `names` with what `fit` makes of it; different names that would look alike get a number at the end."""
    shown: dict[str, str] = {}
    taken: set[str] = set()
    for name in dict.fromkeys(names):
        words, number = fit(name, most), 1
        while words in taken:
            number += 1
            words = f"{fit(name, most - len(f' ({number})'))} ({number})"
        taken.add(words)
        shown[name] = words
    return shown


def _escape(found: re.Match) -> str:
    code = ord(found[0])
    return f"\\x{code:02x}" if code < 0x100 else f"\\u{code:04x}" if code < 0x10000 else f"\\U{code:08x}"
