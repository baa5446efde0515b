"""The slipstream phase: packs one empty square apart close up (chapter D).

A second pass over the field would change nothing, whatever the edition. Closing a gap opens another only behind the
riders that moved, and there the one left behind stands where no slipstream is; riders that found no lane (D5) stand
right behind the full square ahead, so that no gap lies in front of them. Fallen riders (W3) are left behind in the same
way: where they stand, there is no gap, and behind a gap of their own they take nothing.
"""

from fr_sim.reference.field import Field, Pack, Place, RoadRider
from fr_sim.reference.records import Held, PackMove


def slipstream(field: Field) -> list[PackMove | Held]:
    """Close the gaps in the order of D2; the pack moves in that order, with the packs that were held."""
    if field.course.rules.slipstream_order == "rear-to-front":
        return _from_the_rear(field)
    return _from_the_front(field)


def pack_moves(records: list[PackMove | Held]) -> list[PackMove]:
    """Only the packs that moved."""
    return [record for record in records if isinstance(record, PackMove)]


def _from_the_rear(field: Field) -> list[PackMove | Held]:
    records = []
    packs = field.packs()
    looked_at = 0
    while looked_at + 1 < len(packs):
        ahead = packs[looked_at + 1]
        record = close_up(field, packs[looked_at], ahead)
        if record is not None:
            records.append(record)
        if isinstance(record, PackMove):
            # D2: the joined pack is looked at next; it is the one that now holds the rear square of the pack ahead.
            packs = field.packs()
            looked_at = next(number for number, pack in enumerate(packs) if pack.rear <= ahead.rear <= pack.front)
        else:
            looked_at += 1
    return records


def _from_the_front(field: Field) -> list[PackMove | Held]:
    """D2's common mistake: a pack that was left behind by the one ahead is not drawn along any more."""
    records = []
    for looked_at in range(len(field.packs()) - 2, -1, -1):
        packs = field.packs()
        record = close_up(field, packs[looked_at], packs[looked_at + 1])
        if record is not None:
            records.append(record)
    return records


def close_up(field: Field, pack: Pack, ahead: Pack) -> PackMove | Held | None:
    """D2: with exactly one empty square to the pack ahead, move the pack, or the part that may (D4), one square on."""
    if ahead.rear - pack.front != 2:
        return None
    hindrance = _hindrance(field, pack, ahead)
    if hindrance is not None:
        return Held((hindrance,))
    rear = _rear_of_the_run(field, pack)
    gap = pack.front + 1
    why = [f"D2: exactly one empty square, {gap}, to the pack ahead"]
    if rear > pack.rear:
        reason = nobody_may(field, rear - 1)
        why.append(f"D4: square {rear - 1} and what is behind it stay ({reason})")
    riders: list[RoadRider] = []
    starts: list[Place] = []
    # D5: square by square from the front of the run, its riders right-hand first, into the right-most free lanes ahead.
    for square in range(pack.front, rear - 1, -1):
        for rider in field.at(square):
            reason = may_not(field, rider)
            if reason is not None:
                why.append(f"D4: rider {rider.number} stays ({reason})")
                continue
            lane = field.free_lane(square + 1)
            if lane is None:
                why.append(f"D5: no lane of square {square + 1} is left for rider {rider.number}")
                continue
            riders.append(rider)
            starts.append(rider.place)
            rider.place = Place(square + 1, lane)
    return PackMove(tuple(rider.number for rider in riders), tuple(starts), tuple(rider.place for rider in riders), tuple(why))


def may_not(field: Field, rider: RoadRider) -> str | None:
    """Why a rider neither gives nor takes slipstream (T5, D6, W2, W3); None if it does."""
    return "W3: a fallen rider" if rider.fallen else field.course.no_slipstream(rider.square)


def nobody_may(field: Field, square: int) -> str | None:
    """D4: a square is judged rider by rider: why none of its riders gives or takes slipstream, None if one does."""
    reasons = [may_not(field, rider) for rider in field.at(square)]
    return None if None in reasons else reasons[0]


def _hindrance(field: Field, pack: Pack, ahead: Pack) -> str | None:
    """D4: why the gap between two packs stays open, None if it closes."""
    # What gives: the rear of the pack ahead. What takes: the edge of the gap, or under "pack" every rider of the pack.
    held = [(square, nobody_may(field, square)) for square in (ahead.rear, pack.front)]
    if field.course.rules.slipstream_split == "pack":
        held += [(square, may_not(field, rider)) for square in range(pack.front, pack.rear - 1, -1) for rider in field.at(square)]
    for square, reason in held:
        if reason is not None:
            return f"{reason} (square {square}): the gap at square {pack.front + 1} stays"
    return None


def _rear_of_the_run(field: Field, pack: Pack) -> int:
    """D4: the last square, from the gap backwards, of the unbroken run of squares with riders that may."""
    rear = pack.front
    while rear > pack.rear and nobody_may(field, rear - 1) is None:
        rear -= 1
    return rear
