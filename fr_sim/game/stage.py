"""A stage: a road of squares with lanes and terrain, a start line and a finish line."""

from dataclasses import dataclass, field
from typing import NamedTuple

from fr_sim.game.terrain import Terrain

#: Longest road the kernel carries; Paris-Roubaix has 123 squares. Squares are bytes there, and an open road goes on.
MOST_SQUARES = 200
#: Widest square.
MOST_LANES = 3
#: B4: how far ahead the break-away starts.
BREAKAWAY_AHEAD = 4


class Square(NamedTuple):
    """One square of the road."""

    lanes: int
    terrain: Terrain


@dataclass(frozen=True)
class Tile:
    """One face of a track tile.

    `geometry` is `straight`, or `soft-left`, `soft-right` (45 degrees), `sharp-left`, `sharp-right` (90 degrees).
    `start_after` squares of it lie behind the start line, `finish_after` before the finish line; None where it has no
    such line.
    """

    name: str
    squares: tuple[Square, ...]
    geometry: str = "straight"
    start_after: int | None = None
    finish_after: int | None = None
    set: str = ""


@dataclass(frozen=True)
class Stage:
    """A road and its lines; squares are counted from 0 at the back of the start in riding direction.

    Squares 0 … start_line-1 lie behind the start line; a rider on a square >= finish_line has crossed.
    `players` is the smallest and largest number of teams it is meant for. `tiles` is None for a free-form road.
    """

    name: str
    squares: tuple[Square, ...]
    start_line: int
    finish_line: int
    players: tuple[int, int] = (2, 4)
    tiles: tuple[Tile, ...] | None = None
    set: str = ""
    also: tuple[str, ...] = field(default=())

    @property
    def start_places(self) -> int:
        """Places behind the start line, one a lane (S1)."""
        return sum(square.lanes for square in self.squares[: self.start_line])

    @property
    def breakaway_square(self) -> int:
        """B4: the break-away space: the fourth square after the start tile, without tiles the fourth after the first past the line.

        On a road too short for it, the last square before the finish line: nobody has crossed before the first round.
        """
        space = self.start_line + BREAKAWAY_AHEAD
        if self.tiles is not None:
            end = 0
            for tile in self.tiles:
                end += len(tile.squares)
                if end >= self.start_line:
                    break
            space = end + BREAKAWAY_AHEAD - 1
        return min(space, self.finish_line - 1)
