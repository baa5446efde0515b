"""Cards and decks: codes, values, and the one order in which a pile is sorted."""

from collections.abc import Mapping

EXHAUSTION = "E"
ATTACK = "A"
MUSCLE = "M"

#: C1: a card code is the number of squares it moves, 0 to 20, or `E`.
HIGHEST_CODE = 20
#: C1: kinds of energy card a deck may hold, beside exhaustion.
MOST_ENERGY_KINDS = 7
#: C1: cards a deck may hold.
MOST_CARDS = 40

#: A deck: card code to how many.
Deck = Mapping[str, int]


#: P4: the Muscle card is one more 5.
MUSCLE_VALUE = 5
#: P2: what Attack! moves: the rider ahead of its mate, and the other one.
ATTACK_AHEAD, ATTACK_BEHIND = 2, 9


def pile_order(card: str) -> int:
    """Sort key of a pile: exhaustion first, in a dummy's pile Attack! or the Muscle card, then energy cards by their number.

    "The k-th card of the sorted pile" is what a random pick k means, in both engines.
    """
    return -1 if card in (EXHAUSTION, ATTACK, MUSCLE) else int(card)


def energy_value(card: str, exhaustion_value: int) -> int:
    """Squares that `card` moves before any terrain (C1, C2, P4); 0 for Attack!, which means another number for each of its riders (P2)."""
    if card == EXHAUSTION:
        return exhaustion_value
    if card == ATTACK:
        return 0
    return MUSCLE_VALUE if card == MUSCLE else int(card)
