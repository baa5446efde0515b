"""A line-up: which teams start, under which policies, with which riders, and what their decks are."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass

from fr_sim.game.cards import ATTACK, EXHAUSTION, MUSCLE, Deck, pile_order
from fr_sim.game.riders import Kind, Specialist
from fr_sim.game.rules import Rules

#: Teams that nobody rides: their cards are turned over (P2, P4).
PELOTON_TEAM, MUSCLE_TEAM = "peloton", "muscle"
DUMMIES = (PELOTON_TEAM, MUSCLE_TEAM)
#: P2: Attack! cards in the Peloton's deck; P4: Muscle cards in a Muscle team's sprinteur's.
ATTACK_CARDS, MUSCLE_CARDS = 2, 1
#: P8: exhaustion cards that a lone player starts with.
SOLO_EXHAUSTION = {Kind.ROULEUR: 2, Kind.SPRINTEUR: 1}


@dataclass(frozen=True)
class Team:
    """One entrant: a policy by name with its parameters, or a dummy by name; and the kinds of its riders, rouleur first.

    `specialists` are its riders with decks of their own, by rider, None for a plain rider; empty where all are plain. Both riders of a
    Peloton team have the same one, since they share a deck (P2).
    """

    policy: str
    parameters: tuple[tuple[str, int], ...] = ()
    kinds: tuple[Kind, ...] = (Kind.ROULEUR, Kind.SPRINTEUR)
    specialists: tuple[Specialist | None, ...] = ()

    @property
    def label(self) -> str:
        """The team as the user wrote it: `steady:pace=5`, `drafter/rouleur`, `drafter/grimpeur+sprinteur`."""
        return self.known_as if self.specialists or len(self.kinds) == 2 else f"{self.known_as}/{self.kinds[0]}"

    @property
    def known_as(self) -> str:
        """The team in tables that tell the kind of each rider elsewhere: policy and parameters, and its riders if any is a specialist."""
        if not self.specialists:
            return self.rides
        names = [one.name if one else kind.value for kind, one in zip(self.kinds, self.specialists, strict=True)]
        return f"{self.rides}/{'+'.join(names[:1] if self.dummy == PELOTON_TEAM else names)}"

    @property
    def rides(self) -> str:
        """The policy with its parameters, whichever riders it fields: `steady:pace=5`."""
        return self.policy + "".join(f":{name}={value}" for name, value in self.parameters)

    def specialist(self, position: int) -> Specialist | None:
        """The specialist that rides as the team's rider number `position`, None for a plain rider."""
        return self.specialists[position] if self.specialists else None

    @property
    def dummy(self) -> str | None:
        """Which dummy the team is, None if a policy rides it."""
        return self.policy if self.policy in DUMMIES else None


@dataclass(frozen=True)
class Rider:
    """One rider of a line-up; riders are numbered in team order, rouleur first."""

    rider: int
    team: int
    kind: Kind
    mate: int | None
    specialist: Specialist | None = None


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
                riders.append(Rider(first + position, team_number, kind, mate, team.specialist(position)))
        return tuple(riders)

    def riders_of(self, team: int) -> list[Rider]:
        """The riders of one team."""
        return [rider for rider in self.riders if rider.team == team]

    @property
    def players(self) -> tuple[int, ...]:
        """Numbers of the teams that are no dummies."""
        return tuple(number for number, team in enumerate(self.teams) if team.dummy is None)

    @property
    def dummies(self) -> tuple[int, ...]:
        """Numbers of the dummy teams."""
        return tuple(number for number, team in enumerate(self.teams) if team.dummy is not None)

    @property
    def is_solo(self) -> bool:
        """P8: one team against the Peloton and one Muscle team."""
        return len(self.players) == 1 and sorted(self.teams[number].policy for number in self.dummies) == sorted(DUMMIES)


def starting_decks(rules: Rules, lineup: Lineup) -> list[dict[str, int]]:
    """The cards that each rider starts with, in pile order; both riders of the Peloton team list the deck that they share."""
    return [_starting_deck(rules, lineup, rider) for rider in lineup.riders]


def _starting_deck(rules: Rules, lineup: Lineup, rider: Rider) -> dict[str, int]:
    dummy = lineup.teams[rider.team].dummy
    deck = Counter(rider_deck(rules, rider.kind, dummy, rider.specialist))
    if dummy is None:
        deck[EXHAUSTION] += rules.handicap[rider.team] if isinstance(rules.handicap, tuple) else rules.handicap  # C3
        if rules.solo_exhaustion and lineup.is_solo:  # P8
            deck[EXHAUSTION] += SOLO_EXHAUSTION[rider.kind]
    return {card: deck[card] for card in sorted(deck, key=pile_order) if deck[card]}


def rider_deck(rules: Rules, kind: Kind, dummy: str | None, specialist: Specialist | None = None) -> dict[str, int]:
    """C1: the deck that a rider owns, before what handicap, solo play and stages ridden put into it; a `dummy`'s is all that it has."""
    # P2: the Peloton's one deck is the Rouleur's.
    plain: Deck = rules.deck_rouleur if kind is Kind.ROULEUR or dummy == PELOTON_TEAM else rules.deck_sprinteur
    deck = Counter(dict(specialist.deck) if specialist else plain)
    if dummy is not None:
        # P3, P4: dummies never take exhaustion, not even what a deck of their own or an edition's holds.
        del deck[EXHAUSTION]
        if specialist is None or specialist.dummy_cards:
            if dummy == PELOTON_TEAM:
                deck[ATTACK] += ATTACK_CARDS
            elif kind is Kind.SPRINTEUR:
                deck[MUSCLE] += MUSCLE_CARDS
    return dict(deck)


def card_kinds(deck: Mapping[str, int]) -> tuple[str, ...]:
    """The codes of a deck's cards by kind index: exhaustion, or what a dummy has in its place, then energy by its number."""
    special = next((card for card in (ATTACK, MUSCLE) if card in deck), EXHAUSTION)
    return (special, *sorted(set(deck) - {special, EXHAUSTION}, key=pile_order))


def breakaway_places(rules: Rules, lineup: Lineup) -> int:
    """B3: how many riders enter the break-away, 0 where there is none."""
    if not rules.breakaway:
        return 0
    bidders = len(lineup.players)
    if rules.breakaway_size != "auto":
        return min(int(rules.breakaway_size), bidders)
    teams = len(lineup.teams) if rules.breakaway_counts_dummies else bidders
    return min(2 if teams >= 5 else 1, bidders)
