"""A rider's cards: face down, recycled and in hand (rules E2 to E4, E7, X2)."""

from collections.abc import Callable, Iterable, Mapping

from fr_sim.game.cards import pile_order


class RiderDeck:
    """The cards that a rider still owns, as lists of card codes.

    `pile` is what lies face down. It is kept sorted, exhaustion first, because nobody knows its order anyway: shuffling shows in which
    card is drawn (see `draw`). `recycled` lies face up under it, `hand` is what the rider has drawn this round, in that order.
    """

    def __init__(self, cards: Mapping[str, int]):
        self.pile = sorted((card for card, count in cards.items() for _ in range(count)), key=pile_order)
        self.recycled: list[str] = []
        self.hand: list[str] = []

    def cards(self) -> list[str]:
        """E6: everything the deck can still hold, in pile order."""
        return sorted([*self.pile, *self.recycled, *self.hand], key=pile_order)

    def draw(self, hand_size: int, pick: Callable[[int], int]) -> bool:
        """E2 to E4: draw a hand; True if the recycled cards were shuffled for it and at least one of them drawn.

        `pick(size)` is a random number below `size`: that card of the sorted pile is drawn. A pile that is drawn whole needs no luck.
        """
        reshuffled = False
        if len(self.pile) <= hand_size:
            self.hand, self.pile = self.pile, []
            if len(self.hand) < hand_size and self.recycled:  # E3
                self.pile, self.recycled = sorted(self.recycled, key=pile_order), []
                reshuffled = True
        while self.pile and len(self.hand) < hand_size:  # E4: fewer if there are no more
            self.hand.append(self.pile.pop(pick(len(self.pile))))
        return reshuffled

    def hand_problem(self, hand: Iterable[str], hand_size: int) -> str | None:
        """E2 to E4: why `hand` cannot have been drawn, None if it can."""
        hand = list(hand)
        total = len(self.pile) + len(self.recycled)
        expected = min(hand_size, total)
        if len(hand) != expected:
            return f"a hand of {len(hand)} cards where {expected} are drawn"
        from_pile = hand[: len(self.pile)]
        missing = _first_missing(from_pile, self.pile)
        if missing is not None:
            return f"card {missing} is not in the cards face down"
        missing = _first_missing(hand[len(self.pile) :], self.recycled)
        return None if missing is None else f"card {missing} is not in the recycled cards"

    def take(self, hand: Iterable[str]) -> bool:
        """Draw exactly `hand`, which `hand_problem` finds nothing wrong with; answers as `draw` does."""
        hand = list(hand)
        reshuffled = len(hand) > len(self.pile)
        if reshuffled:  # E3
            self.pile, self.recycled = [*self.pile, *self.recycled], []
        for card in hand:
            self.pile.remove(card)
        self.pile.sort(key=pile_order)
        self.hand = hand
        return reshuffled

    def choose(self, card: str) -> None:
        """E2: play `card` from the hand and recycle the others."""
        self.hand.remove(card)
        self.recycled += self.hand
        self.hand = []

    def flip(self, pick: Callable[[int], int]) -> str | None:
        """P2, P4: turn over the top card of a dummy's pile, which leaves the game; None if the deck is empty (P6)."""
        return self.pile.pop(pick(len(self.pile))) if self.pile else None

    def shuffle_back(self) -> None:
        """B4: shuffle the recycled cards back into the cards face down."""
        self.pile, self.recycled = sorted([*self.pile, *self.recycled], key=pile_order), []

    def recycle(self, card: str) -> None:
        """X1, E7: put a card that was taken or played with the recycled ones; X2: it is drawn after their next shuffle only."""
        self.recycled.append(card)


def _first_missing(wanted: Iterable[str], cards: Iterable[str]) -> str | None:
    rest = list(cards)
    for card in wanted:
        if card not in rest:
            return card
        rest.remove(card)
    return None
