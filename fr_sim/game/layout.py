"""Where the squares of a stage lie on the table: the tiles laid end to end, straights and curves, as plain geometry.

One unit is the length of a straight square. The game's tiles are not measured here: their curves have radii under
which the published tracks lie clear of one another, nearly all of them.
"""

from math import cos, hypot, pi, sin
from typing import NamedTuple

from fr_sim.game.stage import Stage

#: Width of a lane in squares' lengths.
LANE_WIDTH = 0.5
#: Radius of a sharp curve's centre line; a soft one has twice that, so both are equally long.
SHARP_RADIUS = 1.6
_TURNS = {"straight": 0.0, "soft-left": pi / 4, "soft-right": -pi / 4, "sharp-left": pi / 2, "sharp-right": -pi / 2}
_CURVE_LENGTH = SHARP_RADIUS * pi / 2


class Segment(NamedTuple):
    """The centre line of one square: it begins at (x, y) with `heading` and turns by `turn` (radians, left positive)."""

    x: float
    y: float
    heading: float
    turn: float
    length: float

    def at(self, share: float, left: float = 0.0) -> tuple[float, float]:
        """The point after `share` (0 to 1) of the square, `left` units to the left of the centre line."""
        now = self.heading + self.turn * share
        if abs(self.turn) < 1e-9:
            along = self.length * share
            ahead_x, ahead_y = self.x + along * cos(now), self.y + along * sin(now)
        else:
            radius = self.length / self.turn
            ahead_x = self.x + radius * (sin(now) - sin(self.heading))
            ahead_y = self.y - radius * (cos(now) - cos(self.heading))
        return ahead_x - left * sin(now), ahead_y + left * cos(now)

    def next(self, turn: float, length: float) -> "Segment":
        """The square that follows this one."""
        x, y = self.at(1.0)
        return Segment(x, y, self.heading + self.turn, turn, length)


def lay_out(stage: Stage, heading: float = 0.0) -> list[Segment]:
    """The centre line of each square of a stage, the first at the origin with `heading`; without tiles it is straight."""
    shapes = [(0.0, 1.0)] * len(stage.squares)
    if stage.tiles is not None:
        shapes = []
        for tile in stage.tiles:
            count, turn = len(tile.squares), _TURNS[tile.geometry]
            length = _CURVE_LENGTH / 2 if turn else 1.0
            shapes += [(turn / count, length)] * count
    segments = [Segment(0.0, 0.0, heading, *shapes[0])]
    for turn, length in shapes[1:]:
        segments.append(segments[-1].next(turn, length))
    return segments


def overlaps(stage: Stage) -> list[tuple[int, int]]:
    """Pairs of positions in `tiles` whose roads lie over each other, neighbours left out; none for a free-form road."""
    if stage.tiles is None:
        return []
    owner = [number for number, tile in enumerate(stage.tiles) for _ in tile.squares]
    points = []
    for square, segment in enumerate(lay_out(stage)):
        half_width = stage.squares[square].lanes * LANE_WIDTH / 2
        points += [(owner[square], *segment.at(share), half_width) for share in (0.25, 0.75)]
    found = set()
    for position, (tile, x, y, half_width) in enumerate(points):
        for other, other_x, other_y, other_half_width in points[position + 1 :]:
            if other - tile > 1 and hypot(x - other_x, y - other_y) < half_width + other_half_width:
                found.add((tile, other))
    return sorted(found)
