"""A ruling as readable text: what happened, and under each thing the rule that made it so."""

from collections.abc import Iterator

from fr_sim.reference.field import Place
from fr_sim.reference.judge import Ruling
from fr_sim.reference.picture import LEGEND, Road, Shown, picture
from fr_sim.reference.records import Held
from fr_sim.reference.tale import initials, plain


def reasons(ruling: Ruling) -> Iterator[str]:
    """The lines of the ruling, from the position before to the winner."""
    position = ruling.position
    names = [initials(rider.team, rider.kind) for rider in position.riders]
    yield f"Round {position.round} on {position.stage.name}"
    for number, rider in enumerate(position.riders):
        about = f", {rider.policy}" if rider.dummy else ""
        yield f"  rider {number}: {names[number]}, {rider.kind} of team {rider.team}{about}{', fallen' if rider.fallen else ''}"
    for token in position.weather:
        yield f"  {token.kind} on squares {token.square} to {token.square + token.length - 1}"
    yield from _picture(ruling, [Place(*rider.place) for rider in position.riders])
    yield ""
    yield "Movement, from the front backwards, right lane first (M1)"
    for move in ruling.moves:
        is_standing = move.card is None and position.riders[move.rider].dummy is None
        played = "has no card" if move.card is None else f"plays {move.card}"
        does = played if is_standing else f"{played}, moves {move.value}"
        yield f"  rider {move.rider} {names[move.rider]} {does}: {_place(move.start)} to {_place(move.end)}"
        yield from (f"      {reason}" for reason in move.why or ("M2: exactly the card's value",))
    if ruling.stopped:
        yield "  F1: the race ends with the first move that crosses the line"
    else:
        yield from _end_of_round(ruling, names)
    yield from _picture(ruling, [rider.place for rider in ruling.field.riders])
    yield ""
    if ruling.winner is None:
        yield "Nobody is past the finish line: no winner yet (F1)"
    else:
        why = "F1: it crossed first" if ruling.stopped else "F2: furthest past the line, then the right lane"
        yield f"Rider {ruling.winner} {names[ruling.winner]} of team {position.riders[ruling.winner].team} wins ({why})"
    yield LEGEND


def _end_of_round(ruling: Ruling, names: list[str]) -> Iterator[str]:
    yield ""
    yield f"Slipstream, {ruling.position.rules.slipstream_order} (D2)"
    for draft in ruling.drafts:
        if isinstance(draft, Held):
            yield "  a pack does not close up"
        for rider, start, end in zip(draft.riders, draft.starts, draft.ends, strict=True) if not isinstance(draft, Held) else ():
            yield f"  rider {rider} {names[rider]}: {_place(start)} to {_place(end)}"
        yield from (f"      {reason}" for reason in draft.why)
    if not ruling.drafts:
        yield "  no pack has exactly one empty square ahead of it"
    yield ""
    yield "Exhaustion (X1)"
    yield from (f"  {reason}" for reason in ruling.exhaustion.why)


def _place(place: Place) -> str:
    return f"square {place.square} lane {place.lane}"


def _picture(ruling: Ruling, places: list[Place]) -> Iterator[str]:
    stage = ruling.position.stage
    road = Road(
        [square.lanes for square in stage.squares], [square.terrain for square in stage.squares], stage.start_line, stage.finish_line
    )
    riders = ruling.position.riders
    shown = {place: Shown(initials(rider.team, rider.kind), rider.team) for place, rider in zip(places, riders, strict=True)}
    yield ""
    yield from (f"  {line}" if line else "" for line in picture(road, shown, plain))
