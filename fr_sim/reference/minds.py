"""The policies' decisions, asked for with what rule E6 lets each of them see."""

from collections.abc import Sequence
from typing import Protocol

from fr_sim.game.errors import BadInput
from fr_sim.game.lineup import Lineup, Rider, card_kinds
from fr_sim.game.weather import WEATHER_KINDS
from fr_sim.reference.state import RaceState

#: As in `fr_sim.arrays`: no card, and a rider that is not on the road.
NOTHING = 255


class Decider(Protocol):
    """What answers for the policies, in lists of plain numbers: `fr_sim.policies.ask.Decider`."""

    def look(self, weather, fallen) -> None:
        """See what the questions up to the next look have in common: tokens by place, fallen riders by number."""

    def place(self, key, squares, lanes, rider) -> int:
        """The square to be put down on."""

    def first(self, key, turn, squares, lanes, left, rider) -> bool:
        """Whether the sprinteur goes first."""

    def card(self, key, turn, squares, lanes, left, pile, hand, rider, mate_card) -> int:
        """The kind index of the card to play."""

    def bid_rider(self, key, squares, lanes, left, rider) -> bool:
        """Whether the sprinteur bids."""

    def bid(self, key, step, squares, lanes, left, pile, hand, rider, bid_card) -> int:
        """The kind index of the card to bid."""


class Minds:
    """Asks a decider about one race. Cards are told to it by their kind index (`card_kinds`)."""

    def __init__(self, decider: Decider, lineup: Lineup, race: int, key: tuple[int, int], decks: Sequence[dict[str, int]]):
        self.decider, self.lineup, self.race, self.key = decider, lineup, race, key
        self.codes = [card_kinds(deck) for deck in decks]
        #: E6: what each deck can hold as far as everybody knows; this round's choices are hidden until all have chosen.
        self.public_left: list[list[int]] = []

    def look(self, state: RaceState) -> None:
        """Note what is public, and show what of it all questions have in common."""
        # P2: the deck that two riders share is shown as that of the first.
        is_shown = [deck not in state.decks[:rider] for rider, deck in enumerate(state.decks)]
        self.public_left = [self._counts(rider, deck.cards() if is_shown[rider] else []) for rider, deck in enumerate(state.decks)]
        weather = [WEATHER_KINDS.index(token.kind) for token in state.field.course.tokens]
        self.decider.look(weather, [int(rider.fallen) for rider in state.field.riders])

    def square_to_start(self, state: RaceState, rider: Rider) -> int:
        """S1: the square on which a rider is put down."""
        square = self.decider.place(self.key, *_places(state), rider.rider)
        if not 0 <= square < state.field.course.start_line or state.field.free_lane(square) is None:
            raise BadInput(self._where(rider, 0), square, "a square behind the start line that has a free lane")
        return square

    def sprinteur_first(self, state: RaceState, rouleur: Rider) -> bool:
        """E1, S1: whether a team's sprinteur draws first, before the first round whether it is put down first."""
        return bool(self.decider.first(self.key, state.turn, *_places(state), self.public_left, rouleur.rider))

    def card(self, state: RaceState, rider: Rider, mate_card: str | None) -> str:
        """E2: the card that a rider plays from its hand; it knows which card its mate has chosen before it."""
        deck = state.decks[rider.rider]
        pile, hand = self._counts(rider.rider, deck.pile), self._counts(rider.rider, deck.hand)
        mates_choice = NOTHING if mate_card is None else self.codes[rider.mate].index(mate_card)
        kind = self.decider.card(self.key, state.turn, *_places(state), self.public_left, pile, hand, rider.rider, mates_choice)
        return self._in_hand(kind, state, rider, hand)

    def sprinteur_bids(self, state: RaceState, rouleur: Rider) -> bool:
        """B1: whether a team names its sprinteur for the break-away."""
        return bool(self.decider.bid_rider(self.key, *_places(state), self.public_left, rouleur.rider))

    def bid(self, state: RaceState, rider: Rider, step: int, before: Sequence[str | None]) -> str:
        """B2: the card that a rider bids in `step` 0 or 1; it knows what it has bid `before`."""
        deck, codes = state.decks[rider.rider], self.codes[rider.rider]
        pile, hand = self._counts(rider.rider, deck.pile), self._counts(rider.rider, deck.hand)
        bid_card = NOTHING if not before or before[-1] is None else codes.index(before[-1])
        kind = self.decider.bid(self.key, step, *_places(state), self.public_left, pile, hand, rider.rider, bid_card)
        return self._in_hand(kind, state, rider, hand)

    def _in_hand(self, kind: int, state: RaceState, rider: Rider, hand: Sequence[int]) -> str:
        codes = self.codes[rider.rider]
        if not 0 <= kind < len(codes) or not hand[kind]:
            held = " ".join(state.decks[rider.rider].hand)
            raise BadInput(self._where(rider, state.turn), kind, f"the kind of a card in its hand, {held}")
        return codes[kind]

    def _counts(self, rider: int, cards: Sequence[str]) -> list[int]:
        return [cards.count(code) for code in self.codes[rider]]

    def _where(self, rider: Rider, turn: int) -> str:
        policy = self.lineup.teams[rider.team].policy
        return f"policy {policy}, race {self.race}, round {turn}, rider {rider.rider}"


def _places(state: RaceState) -> tuple[list[int], list[int]]:
    """Squares and lanes by rider, NOTHING for those not on the road."""
    places = [rider.place or (NOTHING, NOTHING) for rider in state.field.riders]
    return [square for square, _ in places], [lane for _, lane in places]
