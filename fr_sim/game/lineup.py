"""A line-up: which teams start, under which policies, with which riders."""

from dataclasses import dataclass

from fr_sim.game.cards import EXHAUSTION, Deck, pile_order
from fr_sim.game.riders import Kind
from fr_sim.game.rules import Rules


@dataclass(frozen=True)
class Team:
    """One entrant: a policy by name with its parameters, and the kinds of its riders, rouleur first."""

    policy: str
    parameters: tuple[tuple[str, int], ...] = ()
    kinds: tuple[Kind, ...] = (Kind.ROULEUR, Kind.SPRINTEUR)

    @property
    def label(self) -> str:
        """The team as the user wrote it: `steady:pace=5`, `drafter/rouleur`."""
        words = self.policy + "".join(f":{name}={value}" for name, value in self.parameters)
        return words if len(self.kinds) == 2 else f"{words}/{self.kinds[0]}"


@dataclass(frozen=True)
class Rider:
    """One rider of a line-up; riders are numbered in team order, rouleur first."""

    rider: int
    team: int
    kind: Kind
    mate: int | None


@dataclass(frozen=True)
class Lineup:
    """The teams of a race in the order in which the user named them."""

    teams: tuple[Team, ...]

    @property
    def riders(self) -> tuple[Rider, ...]:
        """All riders, numbered."""
        riders: list[Rider] = []
        for team_number, team in enumerate(self.teams):
            first = len(riders)
            for position, kind in enumerate(team.kinds):
                mate = first + 1 - position if len(team.kinds) == 2 else None
                riders.append(Rider(first + position, team_number, kind, mate))
        return tuple(riders)


def starting_deck(rules: Rules, kind: Kind, team: int) -> dict[str, int]:
    """C1 and C3: the cards that a rider of `team` starts with, handicap included, in pile order."""
    plain: Deck = rules.deck_rouleur if kind is Kind.ROULEUR else rules.deck_sprinteur
    handicap = rules.handicap[team] if isinstance(rules.handicap, tuple) else rules.handicap
    deck = dict(plain)
    if handicap:
        deck[EXHAUSTION] = deck.get(EXHAUSTION, 0) + handicap
    return {card: deck[card] for card in sorted(deck, key=pile_order) if deck[card]}
