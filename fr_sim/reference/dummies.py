"""Dummy teams: where they start and which cards they turn over (chapter P)."""

from collections.abc import Iterator

from fr_sim.game.lineup import PELOTON_TEAM, Lineup, Rider
from fr_sim.reference.field import Place
from fr_sim.reference.luck import Luck
from fr_sim.reference.records import Event
from fr_sim.reference.state import RaceState


def placing_order(lineup: Lineup) -> list[int]:
    """S2, P5: the dummy teams in the order in which they place: the Peloton team first, then Muscle teams in line-up order."""
    return sorted(lineup.dummies, key=lambda team: lineup.teams[team].dummy != PELOTON_TEAM)


def dummy_places(state: RaceState, lineup: Lineup, team: int) -> Iterator[tuple[Rider, Place]]:
    """P3, P5: the riders of a dummy team, each with the place where it starts once those before it stand on theirs."""
    riders = lineup.riders_of(team)
    is_peloton = lineup.teams[team].dummy == PELOTON_TEAM
    # P5: the Sprinteur ahead of the Rouleur; of the Peloton's, who share a deck, nobody says.
    for number, rider in enumerate(riders if is_peloton else reversed(riders)):
        # P3: the right lanes of the two front squares; P5: as far forward as free, right lane first.
        foremost = state.field.course.start_line - 1 - (number if is_peloton else 0)
        yield rider, _foremost_free(state, max(foremost, 0))


def _foremost_free(state: RaceState, foremost: int) -> Place:
    for square in range(foremost, -1, -1):
        lane = state.field.free_lane(square)
        if lane is not None:
            return Place(square, lane)
    raise AssertionError("there is a place for every rider (S1)")


def flip_cards(state: RaceState, lineup: Lineup, luck: Luck) -> list[Event]:
    """P2, P4: after all others have chosen, turn over the dummies' cards; an `energy` line for each of their riders on the road."""
    events = []
    for team in lineup.dummies:
        riders = [rider.rider for rider in lineup.riders_of(team) if state.field.riders[rider.rider].place is not None]
        if lineup.teams[team].dummy == PELOTON_TEAM:
            if riders:
                owner = lineup.riders_of(team)[0].rider
                card = state.decks[owner].flip(luck.flip(state.turn, owner))
                events += [_flipped(state, rider, card) for rider in riders]
        else:
            events += [_flipped(state, rider, state.decks[rider].flip(luck.flip(state.turn, rider))) for rider in riders]
    return events


def _flipped(state: RaceState, rider: int, card: str | None) -> Event:
    state.field.riders[rider].card = card
    hand = [] if card is None else [card]
    return {"event": "energy", "round": state.turn, "rider": rider, "hand": hand, "card": card, "reshuffled": False}
