"""The movement phase: every rider moves its card, from the front backwards (chapters M and T)."""

from collections.abc import Sequence

from fr_sim.game.cards import energy_value
from fr_sim.game.terrain import Terrain
from fr_sim.reference.course import Course
from fr_sim.reference.field import Field, Place, RoadRider
from fr_sim.reference.records import Move


def movement(field: Field) -> list[Move]:
    """Move every rider on the road; under F1 "at-once" the phase ends with the first move that crosses the line."""
    moves = []
    # M1: the order is fixed when the phase starts.
    for rider in field.on_road():
        move = ride(field, rider)
        moves.append(move)
        if stopped(field, moves):
            break
    return moves


def stopped(field: Field, moves: Sequence[Move]) -> bool:
    """F1 "at-once": whether the last of `moves` crosses the line and so ends the race on the spot."""
    finish_line = field.course.finish_line
    return field.course.rules.race_end == "at-once" and moves[-1].start.square < finish_line <= moves[-1].end.square


def ride(field: Field, rider: RoadRider) -> Move:
    """Move one rider by its card to where terrain, road and riders let it go."""
    start = rider.place
    if rider.card is None:
        # E5: it keeps its very place, and no minimum applies to it.
        return Move(rider.number, None, 0, start, start, (), ("E5: without a card it stands and keeps its very place",))
    value, limits, why = settled_number(field.course, rider)
    goal = start.square + value
    last_square = field.course.last_square
    if last_square is not None and goal > last_square:  # M6
        goal = last_square
        limits.append("end_of_road")
        why.append(f"M6: nobody passes the last square, {last_square}")
    rider.place = landing(field, rider, goal)
    if rider.place.square < goal:  # M3, M5
        limits.append("blocked")
        if rider.place.square == start.square:
            why.append(f"M5: every square up to {goal} is full, so it stays and takes the right-most free lane")
        else:
            why.append(f"M3: {_squares(rider.place.square + 1, goal)} full")
    if rider.place.lane > 0 and rider.place != start:
        why.append(f"M4: lane {rider.place.lane} is the right-most that is free in square {rider.place.square}")
    return Move(rider.number, rider.card, value, start, rider.place, tuple(limits), tuple(why))


def settled_number(course: Course, rider: RoadRider) -> tuple[int, list[str], list[str]]:
    """T0: the number a rider moves, in the order card, minimum, cap; with what changed it, in the log's words, and why."""
    number = energy_value(rider.card, course.rules.exhaustion_value)  # M2, X2
    limits: list[str] = []
    why: list[str] = []
    minimum = course.minimum(rider.square)
    if number < minimum:
        if course.terrain(rider.square) is Terrain.DESCENT:  # T2
            limits.append("descent")
            why.append(f"T2: a start on a descent moves at least {minimum}")
        else:  # T3
            limits.append("supply")
            why.append(f"T3: a start in a supply zone moves at least {minimum}")
        number = minimum
    most, limit, reason = climb_limit(course, rider.square, number)
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
