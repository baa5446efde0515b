"""Whether the cards of a rider in a position file can all come from its deck."""

from collections import Counter
from collections.abc import Collection, Mapping

from fr_sim.game.cards import EXHAUSTION, pile_order
from fr_sim.game.errors import BadInput, Words


def check_cards(
    deck: Mapping[str, int],
    where: str,
    card: str | None,
    hand: Collection[str],
    piles: Mapping[str, Mapping[str, int]],
    takes_exhaustion: bool,
) -> None:
    """Raise BadInput, naming `where`, for the first card or pile of a rider that its `deck`, card code to how many, cannot hold.

    `card` is the one that it plays, which may lie in its `hand` still; `piles` are its other cards by the key of the file. All of them
    together hold no card more often than the deck. What was played before is not known, so fewer are always possible. Exhaustion cards may
    be any number where the rider takes them: a position knows no supply (C2).
    """
    # Each pile is counted together with those before it, so that the one that makes it too many is named.
    so_far: Counter[str] = Counter([] if card is None or card in hand else [card])
    _check(so_far, {} if card is None else {card: 1}, deck, f"{where}, card", takes_exhaustion)
    for key, pile in (("hand", Counter(hand)), *piles.items()):
        so_far.update(pile)
        _check(so_far, pile, deck, f"{where}, {key}", takes_exhaustion)


def _check(so_far: Mapping[str, int], pile: Mapping[str, int], deck: Mapping[str, int], where: str, takes_exhaustion: bool) -> None:
    for code in pile:
        there, held = max(so_far.get(code, 0), pile[code]), deck.get(code, 0)
        if there <= held or not pile[code] or (code == EXHAUSTION and takes_exhaustion):
            continue
        found = f"the card {code!r}" if held == 0 else f"{there} cards {code!r}"
        if held and there > pile[code]:
            found += ", taken together with the piles before"
        raise BadInput(where, Words(found), f"cards of the rider's deck (C1): {_told(deck, takes_exhaustion)}")


def _told(deck: Mapping[str, int], takes_exhaustion: bool) -> str:
    """A deck in words: `3 × '3', 3 × '4'`, as many of each card as it has."""
    codes = [code for code in sorted(deck, key=pile_order) if deck[code] and not (takes_exhaustion and code == EXHAUSTION)]
    held = [f"{deck[code]} × {code!r}" for code in codes]
    return ", ".join(held) + (f", any number of {EXHAUSTION!r}" if takes_exhaustion else "")
