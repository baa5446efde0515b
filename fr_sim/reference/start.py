"""The start: in which order teams place, and where they put their riders down (chapter S)."""

from collections.abc import Callable
from math import factorial

from fr_sim.game.errors import BadInput, Words
from fr_sim.game.lineup import Lineup, Rider
from fr_sim.game.riders import MOST_RIDERS
from fr_sim.game.rules import Rules
from fr_sim.game.stage import Stage
from fr_sim.reference.field import Place
from fr_sim.reference.minds import Minds
from fr_sim.reference.records import Event
from fr_sim.reference.state import RaceState

#: Teams up to which "rotate" goes through all orders; more have theirs drawn.
MOST_ROTATED = 6


def check_start(stage: Stage, rules: Rules, lineup: Lineup) -> None:
    """Whether the line-up can start: C4 at most 12 riders, S1 a place for each, C3 a handicap for each team; else BadInput."""
    riders, teams = len(lineup.riders), len(lineup.teams)
    if not 1 <= riders <= MOST_RIDERS:
        raise BadInput("--teams", Words(f"{riders} riders"), f"1 to {MOST_RIDERS}")
    if riders > stage.start_places:
        expected = f"no more than the {stage.start_places} places behind the start line of {stage.name}"
        raise BadInput("--teams", Words(f"{riders} riders"), expected)
    if isinstance(rules.handicap, tuple) and len(rules.handicap) != teams:
        raise BadInput("handicap", list(rules.handicap), f"one number, or one for each of the {teams} teams")


def seat_order(seats: str, teams: int, race: int, below: Callable[[int, int], int]) -> list[int]:
    """The teams in the order in which they place, under `--seats` "rotate", "random" or "fixed".

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


def _lexicographic_order(rest: list[int], number: int) -> list[int]:
    """The `number`-th order of `rest`, which is sorted; they are counted from 0 as words in a dictionary."""
    order = []
    for _ in range(len(rest)):
        index, number = divmod(number, factorial(len(rest) - 1))
        order.append(rest[index])
        rest = rest[:index] + rest[index + 1 :]
    return order


def place_riders(state: RaceState, lineup: Lineup, order: list[int], minds: Minds) -> list[Event]:
    """S1: teams place in seat order, each both riders at once, on squares behind the start line; squares fill from the right."""
    events = []
    minds.look(state)
    for team in order:
        for rider in _placing_order(state, lineup, team, minds):
            square = minds.square_to_start(state, rider)
            place = Place(square, state.field.free_lane(square))
            state.field.riders[rider.rider].place = place
            events.append({"event": "placement", "rider": rider.rider, "place": list(place)})
    return events


def _placing_order(state: RaceState, lineup: Lineup, team: int, minds: Minds) -> list[Rider]:
    riders = [rider for rider in lineup.riders if rider.team == team]
    if len(riders) == 2 and minds.sprinteur_first(state, riders[0]):
        riders.reverse()
    return riders
