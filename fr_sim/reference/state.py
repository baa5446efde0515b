"""A race as it stands: the field, the decks, the supply of exhaustion cards, and who has crossed."""

from collections.abc import Iterable, Sequence

from fr_sim.game.cards import EXHAUSTION, Deck
from fr_sim.game.lineup import PELOTON_TEAM, Lineup, Rider, starting_decks
from fr_sim.game.riders import Kind
from fr_sim.game.rules import Rules
from fr_sim.game.stage import Stage
from fr_sim.reference.course import Course
from fr_sim.reference.deck import RiderDeck
from fr_sim.reference.field import Field, RoadRider
from fr_sim.reference.finish import crossed_now, leave_the_road, race_is_over, ranking


class RaceState:
    """Everything of a race that changes from phase to phase.

    It begins with the starting `decks` by rider, those of the line-up if none are given. `decks` are by rider, the Peloton's two riders
    have the same one; `supply` holds the exhaustion cards left for each kind, None without
    a limit (C2); `crossed` the round in which each rider crossed the line; `places` where each rider stood last, also when it has left
    the road.
    """

    def __init__(self, stage: Stage, rules: Rules, lineup: Lineup, decks: Sequence[Deck] | None = None):
        self.rules = rules
        riders, teams = lineup.riders, lineup.teams
        self.field = Field(
            Course(stage, rules), (RoadRider(rider.rider, rider.team, rider.kind, dummy=teams[rider.team].dummy) for rider in riders)
        )
        decks = starting_decks(rules, lineup) if decks is None else decks
        self.decks = [RiderDeck(deck) for deck in decks]
        for rider in riders:
            if teams[rider.team].dummy == PELOTON_TEAM and rider.mate < rider.rider:  # P2
                self.decks[rider.rider] = self.decks[rider.mate]
        self.supply = exhaustion_left(rules, riders, decks)
        self.turn = 0
        self.crossed: dict[int, int] = {}
        self.places = [rider.place for rider in self.field.riders]

    def supply_gives(self, kind: Kind) -> bool:
        """C2: whether a rider of this kind gets an exhaustion card, which then is gone from the supply."""
        if self.supply is None:
            return True
        if self.supply[kind] == 0:
            return False
        self.supply[kind] -= 1
        return True

    def tire(self, riders: Iterable[int]) -> None:
        """X1: each of `riders` takes an exhaustion card of its kind into its recycled cards."""
        for rider in riders:
            self.decks[rider].recycle(EXHAUSTION)

    def end_round(self) -> None:
        """F1: note who crossed in this round, and let those leave the road who do."""
        self.crossed |= dict.fromkeys(crossed_now(self.field, self.crossed), self.turn)
        self.places = [rider.place or place for rider, place in zip(self.field.riders, self.places, strict=True)]
        leave_the_road(self.field)

    def is_over(self) -> bool:
        """F1, F3: whether the race has ended with the round that was played last."""
        return race_is_over(self.rules, self.turn, self.crossed, len(self.field.riders))

    def result(self) -> dict:
        """The `result` line of the race log (F2, F3)."""
        order = ranking(self.places, self.crossed)
        best = self.field.riders[order[0]]
        return {
            "event": "result",
            "rounds": self.turn,
            "winner": {"team": best.team, "rider": best.number} if self.crossed else None,
            "ranking": order,
        }


def exhaustion_left(rules: Rules, riders: Sequence[Rider], decks: Sequence[Deck]) -> dict[Kind, int] | None:
    """C2: the exhaustion cards of each kind that the starting decks leave in the supply, None without a limit."""
    if rules.exhaustion_supply == 0:
        return None
    left = dict.fromkeys(Kind, rules.exhaustion_supply)
    for rider, deck in zip(riders, decks, strict=True):
        left[rider.kind] = max(0, left[rider.kind] - deck.get(EXHAUSTION, 0))
    return left


def without_a_card(state: RaceState, kind: Kind) -> str | None:
    """E5: what a rider without any card plays: an exhaustion card from the supply, or None if it stands."""
    # C2: an empty supply makes E5 "stand".
    return EXHAUSTION if state.rules.empty_hand == "exhaustion" and state.supply_gives(kind) else None


def put_away(state: RaceState, rider: int, card: str | None) -> None:
    """E7: where the card that a rider has played goes; P6: a dummy's leaves the game."""
    if card is not None and state.field.riders[rider].dummy is None:
        goes = state.rules.played_exhaustion if card == EXHAUSTION else state.rules.played_cards
        if goes == "recycled":
            state.decks[rider].recycle(card)
