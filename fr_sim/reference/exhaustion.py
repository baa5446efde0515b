"""The exhaustion phase: who rides in the wind takes a card (chapter X)."""

from fr_sim.game.lineup import PELOTON_TEAM
from fr_sim.game.riders import Kind
from fr_sim.reference.field import Field, RoadRider
from fr_sim.reference.records import Exhaustion


def exhaustion(field: Field, supply: dict[Kind, int] | None = None) -> Exhaustion:
    """Find the riders that take an exhaustion card.

    `supply` holds the cards left for each kind and is drawn down from the front backwards (C2); None means no limit.
    """
    takers = []
    why = []
    for rider in field.on_road():
        takes, reason = in_the_wind(field, rider)
        if takes and supply is not None:
            if supply[rider.kind] == 0:
                takes, reason = False, f"C2: no exhaustion card is left for a {rider.kind}"
            else:
                supply[rider.kind] -= 1
        if takes:
            takers.append(rider.number)
        why.append(f"rider {rider.number} {'takes' if takes else 'takes no'} exhaustion: {reason}")
    return Exhaustion(tuple(sorted(takers)), tuple(why))


def in_the_wind(field: Field, rider: RoadRider) -> tuple[bool, str]:
    """X1, X3, P3, P4: whether a rider on the road takes an exhaustion card, and why."""
    if rider.dummy is not None:
        return False, f"{'P3' if rider.dummy == PELOTON_TEAM else 'P4'}: a {rider.dummy} team never takes it"
    course = field.course
    square = rider.square
    spared = course.no_exhaustion(square)
    if spared is not None:
        return False, spared
    looks_at = course.rules.exhaustion_when
    if looks_at == "leaders":  # a common mistake
        leads = square == field.on_road()[0].square
        return leads, f"X1: it is {'in' if leads else 'behind'} the front-most square of the race"
    if looks_at == "lane-empty":  # a common mistake
        # A lane that the next square lacks has nobody in it, so it counts as empty.
        empty = all(ahead.place.lane != rider.place.lane for ahead in field.at(square + 1))
        return empty, f"X1: lane {rider.place.lane} of square {square + 1} is {'empty' if empty else 'taken'}"
    empty = field.is_empty(square + 1)
    return empty, f"X1: square {square + 1} ahead is {'empty' if empty else 'taken'}"
