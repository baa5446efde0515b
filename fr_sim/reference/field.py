"""The field: every rider with its place, and the questions about places that the phases ask."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import NamedTuple

from fr_sim.game.riders import Kind
from fr_sim.reference.course import Course


class Place(NamedTuple):
    """A square and one of its lanes, lane 0 on the right."""

    square: int
    lane: int


@dataclass
class RoadRider:
    """A rider: who it is, where it stands and what it plays this round.

    `place` is None before it has been put down and after it has left the road. `card` None means that it stands (E5), and that a dummy
    has no card left (P6). `dummy` is the name of its dummy team; `fallen` means that it lies on the road (W3).
    """

    number: int
    team: int
    kind: Kind
    place: Place | None = None
    card: str | None = None
    dummy: str | None = None
    fallen: bool = False

    @property
    def square(self) -> int:
        """The square of a rider that is on the road."""
        assert self.place is not None
        return self.place.square


class Pack(NamedTuple):
    """D1: riders with no empty square between them, from square `rear` to square `front`."""

    rear: int
    front: int


class Field:
    """All riders of a race on their course."""

    def __init__(self, course: Course, riders: Iterable[RoadRider]):
        self.course = course
        self.riders = list(riders)

    def on_road(self) -> list[RoadRider]:
        """M1: the riders on the road from the front backwards, in a square the right lane first."""
        present = [rider for rider in self.riders if rider.place is not None]
        return sorted(present, key=lambda rider: (-rider.place.square, rider.place.lane))

    def at(self, square: int) -> list[RoadRider]:
        """The riders in a square, right-hand first."""
        here = [rider for rider in self.riders if rider.place is not None and rider.place.square == square]
        return sorted(here, key=lambda rider: rider.place.lane)

    def free_lane(self, square: int, leaving: RoadRider | None = None) -> int | None:
        """M4: the right-most free lane of a square, None if it is full; the lane of `leaving` counts as free (M5)."""
        taken = {rider.place.lane for rider in self.at(square) if rider is not leaving}
        return next((lane for lane in self.course.lanes(square) if lane not in taken), None)

    def is_empty(self, square: int) -> bool:
        """Whether nobody stands in a square."""
        return not self.at(square)

    def is_fallen_wall(self, square: int) -> bool:
        """W3: whether all lanes of a square are fallen riders, so that nobody rides through."""
        return sum(rider.fallen for rider in self.at(square)) == self.course.square(square).lanes

    def packs(self) -> list[Pack]:
        """D1: the packs, the rearmost first; an empty lane is no gap."""
        packs: list[Pack] = []
        for square in sorted({rider.place.square for rider in self.riders if rider.place is not None}):
            if packs and packs[-1].front == square - 1:
                packs[-1] = Pack(packs[-1].rear, square)
            else:
                packs.append(Pack(square, square))
        return packs
