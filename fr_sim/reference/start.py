"""The start: in which order teams place, and where they put their riders down (chapter S)."""

from collections.abc import Callable
from math import factorial

from fr_sim.game.lineup import Lineup, Rider
from fr_sim.reference.dummies import dummy_places, placing_order
from fr_sim.reference.field import Place
from fr_sim.reference.minds import Minds
from fr_sim.reference.records import Event
from fr_sim.reference.state import RaceState

#: Teams up to which "rotate" goes through all orders; more have theirs drawn.
MOST_ROTATED = 6


def seat_order(seats: str, teams: int, race: int, below: Callable[[int, int], int]) -> list[int]:
    """`teams` teams in the order in which they place, under `--seats` "rotate", "random" or "fixed".

    `below(swap, size)` is a random number below `size` for a swap.
    """
    order = list(range(teams))
    if seats == "fixed":
        return order
    if seats == "rotate" and teams <= MOST_ROTATED:
        return _lexicographic_order(order, race % factorial(teams))
    for last in range(teams - 1, 0, -1):
        other = below(last, last + 1)
        order[last], order[other] = order[other], order[last]
    return order


def seating(seats: str, lineup: Lineup, race: int, below: Callable[[int, int], int]) -> list[int]:
    """All teams by seat number: those with policies in the order in which they place, then the dummies in line-up order."""
    players = lineup.players
    return [*(players[place] for place in seat_order(seats, len(players), race, below)), *lineup.dummies]


def _lexicographic_order(rest: list[int], number: int) -> list[int]:
    """The `number`-th order of `rest`, which is sorted; they are counted from 0 as words in a dictionary."""
    order = []
    for _ in range(len(rest)):
        index, number = divmod(number, factorial(len(rest) - 1))
        order.append(rest[index])
        rest = rest[:index] + rest[index + 1 :]
    return order


def place_riders(state: RaceState, lineup: Lineup, order: list[int], minds: Minds) -> list[Event]:
    """S1, S2: dummies place first, then the other teams of `order`, each both riders at once; squares fill from the right."""
    events = []
    for team in placing_order(lineup):
        events += [_put_down(state, rider, place) for rider, place in dummy_places(state, lineup, team)]
    minds.look(state)
    for team in (team for team in order if team in lineup.players):
        for rider in _placing_order(state, lineup, team, minds):
            square = minds.square_to_start(state, rider)
            events.append(_put_down(state, rider, Place(square, state.field.free_lane(square))))
    return events


def _put_down(state: RaceState, rider: Rider, place: Place) -> Event:
    state.field.riders[rider.rider].place = place
    return {"event": "placement", "rider": rider.rider, "place": list(place)}


def _placing_order(state: RaceState, lineup: Lineup, team: int, minds: Minds) -> list[Rider]:
    riders = lineup.riders_of(team)
    if len(riders) == 2 and minds.sprinteur_first(state, riders[0]):
        riders.reverse()
    return riders
