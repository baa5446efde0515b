"""The finish: who has crossed, who leaves the road, when the race is over, and the ranking (chapter F)."""

from collections.abc import Mapping, Sequence

from fr_sim.game.rules import Rules
from fr_sim.reference.field import Field, Place


def crossed_now(field: Field, crossed: Mapping[int, int]) -> list[int]:
    """The riders past the finish line that are not among the `crossed` ones yet, by number."""
    return [
        rider.number
        for rider in field.riders
        if rider.place is not None and field.course.crossed(rider.square) and rider.number not in crossed
    ]


def leave_the_road(field: Field) -> None:
    """F1 "all": riders past the line leave the road after the round; under the other endings they stay."""
    if field.course.rules.race_end == "all":
        for rider in field.riders:
            if rider.place is not None and field.course.crossed(rider.square):
                rider.place, rider.fallen = None, False


def race_is_over(rules: Rules, turn: int, crossed: Mapping[int, int], riders: int) -> bool:
    """F1, F3: whether the race ends after round `turn`; `crossed` holds the round in which each rider crossed."""
    if turn == rules.max_rounds:
        return True
    return len(crossed) == riders if rules.race_end == "all" else bool(crossed)


def ranking(places: Sequence[Place], crossed: Mapping[int, int]) -> list[int]:
    """F2: all riders, the best first: those that crossed by round crossed, then square, then lane; the rest by square, lane.

    `places` are by rider, of those that left the road the last one they had.
    """
    never = 1 + max(crossed.values(), default=0)
    return sorted(range(len(places)), key=lambda rider: (crossed.get(rider, never), -places[rider].square, places[rider].lane))


def winner(places: Sequence[Place], crossed: Mapping[int, int]) -> int | None:
    """F2: the first of the ranking; F3: None, a draw, if nobody crossed."""
    return ranking(places, crossed)[0] if crossed else None
