"""The movement phase: every rider moves its card, from the front backwards (chapters M and T, P2, P6, W3)."""

from collections.abc import Sequence

from fr_sim.game.cards import ATTACK, ATTACK_AHEAD, ATTACK_BEHIND, energy_value
from fr_sim.game.terrain import Terrain
from fr_sim.game.weather import WET
from fr_sim.reference.course import Course
from fr_sim.reference.field import Field, Place, RoadRider
from fr_sim.reference.records import Move

#: W3: what a fall takes from the rider's next move.
FALL_COSTS = 2


def movement(field: Field) -> list[Move]:
    """Move every rider on the road; under F1 "at-once" the phase ends with the first move that crosses the line."""
    moves = []
    # M1, P2: the order, and what Attack! means, are fixed when the phase starts.
    order = field.on_road()
    numbers = {rider.number: card_number(field.course, rider, order) for rider in order}
    for rider in order:
        move = ride(field, rider, *numbers[rider.number])
        moves.append(move)
        if stopped(field, moves):
            break
    return moves


def stopped(field: Field, moves: Sequence[Move]) -> bool:
    """F1 "at-once": whether the last of `moves` crosses the line and so ends the race on the spot."""
    finish_line = field.course.finish_line
    return field.course.rules.race_end == "at-once" and moves[-1].start.square < finish_line <= moves[-1].end.square


def card_number(course: Course, rider: RoadRider, order: Sequence[RoadRider]) -> tuple[int, list[str]]:
    """M2, X2, P2, P6: the number of a rider's card before terrain, and why if the card alone does not say it.

    `order` are the riders on the road from the front backwards.
    """
    if rider.card is None:
        return (0, []) if rider.dummy is None else (course.rules.dummy_empty, ["P6: a dummy without a card"])
    if rider.card != ATTACK:
        return energy_value(rider.card, course.rules.exhaustion_value), []
    team = [other for other in order if other.team == rider.team]
    if len(team) == 1:
        return ATTACK_BEHIND, [f"P2: Attack!, and its mate has left the road: {ATTACK_BEHIND}"]
    if team[0] is rider:
        return ATTACK_AHEAD, [f"P2: Attack!, and it is ahead of its mate: {ATTACK_AHEAD}"]
    return ATTACK_BEHIND, [f"P2: Attack!, and its mate is ahead: {ATTACK_BEHIND}"]


def ride(field: Field, rider: RoadRider, number: int, why: Sequence[str] = ()) -> Move:
    """Move one rider by its card's `number` to where terrain, road and riders let it go; `why` says where the number is from."""
    start = rider.place
    is_getting_up, rider.fallen = rider.fallen, False  # W3: at its own turn it is up again
    if rider.card is None and rider.dummy is None:
        # E5: it keeps its very place, and no minimum applies to it.
        return Move(rider.number, None, 0, start, start, (), ("E5: without a card it stands and keeps its very place",))
    value, limits, reasons = settled_number(field.course, start.square, number, is_getting_up)
    why = [*why, *reasons]
    goal = start.square + value
    last_square = field.course.last_square
    if last_square is not None and goal > last_square:  # M6
        goal = last_square
        limits.append("end_of_road")
        why.append(f"M6: nobody passes the last square, {last_square}")
    wall = next((square for square in range(start.square + 1, goal + 1) if field.is_fallen_wall(square)), None)
    rider.place = landing(field, rider, goal if wall is None else wall - 1)
    if rider.place.square < goal:
        limits.append("blocked")
        why.append(_why_blocked(field, rider, start, goal, wall))
    if rider.place.lane > 0 and rider.place != start:
        why.append(f"M4: lane {rider.place.lane} is the right-most that is free in square {rider.place.square}")
    if rider.place.square < goal and field.course.weather(rider.place.square) == WET:
        rider.fallen = True
        why.append(f"W3: blocked on the wet square {rider.place.square}, it falls")
    return Move(rider.number, rider.card, value, start, rider.place, tuple(limits), tuple(why))


def _why_blocked(field: Field, rider: RoadRider, start: Place, goal: int, wall: int | None) -> str:
    """M3, M5, W3: why a rider did not get to its goal."""
    if wall is not None and rider.place.square == wall - 1:
        return f"W3: nobody rides through square {wall}, whose lanes are all fallen riders"
    if rider.place.square == start.square:
        return f"M5: every square up to {goal} is full, so it stays and takes the right-most free lane"
    if wall is not None:
        return f"W3: nobody rides through square {wall}, and M3: {_squares(rider.place.square + 1, wall - 1)} full"
    return f"M3: {_squares(rider.place.square + 1, goal)} full"


def settled_number(course: Course, square: int, number: int, is_getting_up: bool = False) -> tuple[int, list[str], list[str]]:
    """T0: what a card's `number` becomes from `square`, in the order minimum, W3's 2, cap.

    With it come what changed it, in the log's words, and why.
    """
    limits: list[str] = []
    why: list[str] = []
    minimum = course.minimum(square)
    if number < minimum:
        if course.terrain(square) is Terrain.DESCENT:  # T2
            limits.append("descent")
            why.append(f"T2: a start on a descent moves at least {minimum}")
        else:  # T3
            limits.append("supply")
            why.append(f"T3: a start in a supply zone moves at least {minimum}")
        number = minimum
    if is_getting_up and number > 0:  # W3
        limits.append("fallen")
        why.append(f"W3: after a fall the next move is {FALL_COSTS} less")
        number = max(0, number - FALL_COSTS)
    most, limit, reason = climb_limit(course, square, number)
    if most < number:  # T1
        limits.append(limit)
        why.append(reason)
        number = most
    return number, limits, why


def climb_limit(course: Course, square: int, number: int) -> tuple[int, str, str]:
    """T1: the most squares that a move of `number` from `square` may have, the log's word for it, and why."""
    cap = course.rules.ascent_cap
    distance = course.squares_to_climb(square)
    entry = course.rules.climb_entry
    if distance is None or number < distance:  # no red square is touched
        return number, "", ""
    if distance == 0:
        return cap, "ascent", f"T1: a start on an ascent moves at most {cap}"
    if entry == "start-only":  # a common mistake
        return number, "", ""
    if entry == "cap":
        return cap, "ascent", f"T1: a move that touches an ascent has at most {cap}"
    if distance <= cap:  # stop-before
        return cap, "ascent", f"T1: the climb begins {distance} ahead, so the move has at most {cap}"
    return distance - 1, "climb_ahead", f"T1: the climb begins {distance} ahead, out of reach of {cap}: stop before it"


def landing(field: Field, rider: RoadRider, goal: int) -> Place:
    """M3 to M5: the right-most free lane of `goal`, or of the first square behind it that has one.

    The rider's own lane counts as free, so that its own square always has one.
    """
    for square in range(goal, rider.square - 1, -1):
        lane = field.free_lane(square, leaving=rider)
        if lane is not None:
            return Place(square, lane)
    raise AssertionError("a rider's own square has its own lane")


def _squares(first: int, last: int) -> str:
    return f"square {last} is" if first == last else f"squares {first} to {last} are"
