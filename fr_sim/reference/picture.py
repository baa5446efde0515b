"""A small picture of the road in text: the squares where riders are, lane by lane, riding from left to right."""

from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple

from fr_sim.game.terrain import Terrain

#: Paints a word in the colour of team number n, or leaves it as it is.
Paint = Callable[[str, int], str]

TERRAIN_MARKS = {Terrain.FLAT: "_", Terrain.ASCENT: "/", Terrain.DESCENT: "\\", Terrain.COBBLES: "o", Terrain.SUPPLY: "+"}
#: Under the pictures of a log.
LEGEND = "Right lane at the bottom; road: _ flat, / ascent, \\ descent, o cobbles, + supply zone; [ start line, | finish line"

_CELL = 3
_GAP = "  …  "
_WIDEST = 120


class Road(NamedTuple):
    """What a picture shows of a stage: lanes and terrain by square, and the squares that its two lines stand before."""

    lanes: Sequence[int]
    terrain: Sequence[str]
    start_line: int
    finish_line: int


class Shown(NamedTuple):
    """A rider in a picture: a short name and its team."""

    name: str
    team: int


def picture(road: Road, riders: Mapping[tuple[int, int], Shown], paint: Paint) -> list[str]:
    """Lines of text with the squares around `riders`, who are given by place (square, lane); empty stretches are left out."""
    lines: list[str] = []
    for stretches in _rows(_stretches(road, riders)):
        if lines:
            lines.append("")
        widest = max(_lanes(road, square) for stretch in stretches for square in stretch)
        lines.append(_GAP.join(_numbers(stretch) for stretch in stretches))
        for lane in reversed(range(widest)):
            lines.append(_GAP.join("".join(_cell(road, riders, paint, square, lane) for square in stretch) for stretch in stretches))
        lines.append(_GAP.join("".join(_line(road, square) + _mark(road, square) * _CELL for square in stretch) for stretch in stretches))
    return [line.rstrip() for line in lines]


def _stretches(road: Road, riders: Mapping[tuple[int, int], Shown]) -> list[range]:
    """Runs of squares to show: every rider's, with the square behind and the square ahead."""
    last = max([len(road.lanes) - 1, *(square for square, _ in riders)])
    stretches: list[range] = []
    for square in sorted({square for square, _ in riders}):
        first, end = max(0, square - 1), min(last, square + 1) + 1
        if stretches and first <= stretches[-1].stop + 1:
            stretches[-1] = range(stretches[-1].start, end)
        else:
            stretches.append(range(first, end))
    return stretches


def _rows(stretches: Sequence[range]) -> list[list[range]]:
    """The stretches in rows that are not too wide."""
    rows: list[list[range]] = []
    width = 0
    for stretch in stretches:
        needed = len(stretch) * (_CELL + 1) + len(_GAP)
        if not rows or width + needed > _WIDEST:
            rows.append([])
            width = 0
        rows[-1].append(stretch)
        width += needed
    return rows


def _numbers(stretch: range) -> str:
    """The numbers of a stretch's first square and of every fifth one."""
    text = ""
    for square in stretch:
        number = str(square) if square == stretch.start or square % 5 == 0 else ""
        text += f" {number:<{_CELL}}"
    return text


def _cell(road: Road, riders: Mapping[tuple[int, int], Shown], paint: Paint, square: int, lane: int) -> str:
    if lane >= _lanes(road, square):
        return " " * (_CELL + 1)
    rider = riders.get((square, lane))
    word = f"{'·':^{_CELL}}" if rider is None else paint(f"{rider.name:^{_CELL}}", rider.team)
    return _line(road, square) + word


def _line(road: Road, square: int) -> str:
    """What stands before a square: a line, or nothing."""
    return "|" if square == road.finish_line else "[" if square == road.start_line else " "


def _lanes(road: Road, square: int) -> int:
    """M6: past its last square a road has two lanes."""
    return road.lanes[square] if square < len(road.lanes) else 2


def _mark(road: Road, square: int) -> str:
    return TERRAIN_MARKS[Terrain(road.terrain[square]) if square < len(road.terrain) else Terrain.FLAT]
