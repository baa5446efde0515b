"""The one error for bad input: what was looked at, what was found, what was expected."""

from collections.abc import Iterable
from difflib import get_close_matches

from fr_sim.game.names import fit, visible

#: Columns that a place and an expectation may take in a message: a long path is told whole, an absurd name is not.
WHERE, EXPECTED = 400, 2000
#: Columns of one word of an expectation: names of policies may be listed there.
WORD = 200
#: Letters of what was found that are compared with the known names; the comparison takes their square in time.
LONGEST_COMPARED = 500


class BadInput(Exception):  # noqa: N818 - the name is what the user hears: their input, not our fault
    """Input that cannot be used; the command line prints it as one message and exits with status 2.

    `where` names the file or option, `found` what stood there, `expected` what should have; `known` lists the valid
    names, of which the nearest to `found` is suggested.
    """

    def __init__(self, where: str, found: object, expected: str, known: Iterable[str] = ()):
        self.where, self.found, self.expected = where, found, expected
        near = get_close_matches(str(found)[:LONGEST_COMPARED], list(known), n=1, cutoff=0.5)
        self.nearest = near[0] if near else None
        message = f"{fit(str(where), WHERE)}: found {shown(found)}, expected {fit(_with_short_words(expected), EXPECTED)}"
        super().__init__(message + (f"; did you mean '{fit(self.nearest)}'?" if self.nearest else ""))


def shown(found: object) -> str:
    """`found` as a user would recognise it: words as they are, everything else as Python writes it, cut to one line."""
    text = found if isinstance(found, Words) else repr(found)
    text = visible(text)
    return text if len(text) <= 120 else text[:117] + "..."


def _with_short_words(words: str) -> str:
    return " ".join(fit(word, WORD) for word in words.split())


class Words(str):
    """Text that `BadInput` shows without quotes, as in `found no finish line`."""
