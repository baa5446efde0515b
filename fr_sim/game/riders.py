"""The two kinds of rider, riders with a deck of their own, and how many riders a race holds."""

from dataclasses import dataclass
from enum import StrEnum

from fr_sim.game.cards import energy_value

#: P7: riders on the road at once.
MOST_RIDERS = 12
#: C2: what an exhaustion card moves where no edition is at hand.
USUAL_EXHAUSTION = 2


class Kind(StrEnum):
    """What a rider is; a team numbers its rouleur before its sprinteur."""

    ROULEUR = "rouleur"
    SPRINTEUR = "sprinteur"


@dataclass(frozen=True)
class Specialist:
    """A rider with a deck of its own (C1), whatever the edition deals; for every other rule it is what its `kind` says.

    `name` is what a line-up calls it, a shipped rider's name or the path of a file; `deck` holds (card code, how many) in pile order.
    Without `dummy_cards` it rides for a dummy team without the cards that P2 and P4 add.
    """

    name: str
    kind: Kind
    deck: tuple[tuple[str, int], ...]
    title: str = ""
    source: str = ""
    dummy_cards: bool = True

    @property
    def words(self) -> str:
        """The deck in short, how many of each card: `3×3 3×4`."""
        return " ".join(f"{count}×{card}" for card, count in self.deck)

    @property
    def cards(self) -> int:
        """How many cards the deck has."""
        return sum(count for _, count in self.deck)

    @property
    def mean(self) -> float:
        """Squares that its cards move on average before any terrain, exhaustion cards counted as the 2 that they are in most editions."""
        return sum(energy_value(card, USUAL_EXHAUSTION) * count for card, count in self.deck) / self.cards
