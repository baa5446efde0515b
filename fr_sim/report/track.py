"""A stage drawn: its tiles laid out as the real track, or a free-form road as a straight strip."""

from collections.abc import Sequence
from itertools import pairwise
from math import ceil, hypot, pi
from pathlib import Path

from matplotlib import rc_context
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.patches import Patch, Polygon

from fr_sim.files import whole_file
from fr_sim.game.errors import BadInput, Words
from fr_sim.game.layout import LANE_WIDTH, Segment, lay_out
from fr_sim.game.names import NAMED, columns, fit
from fr_sim.game.profile import stage_counts
from fr_sim.game.stage import Stage
from fr_sim.report.colours import GRASS, INK, PAPER, TERRAIN_LOOKS
from fr_sim.report.fonts import without_glyph_warnings

#: Inches of one straight square, and the largest side of a drawing.
_INCHES, _LARGEST = 0.44, 17.0
#: Squares in a row of a free-form road, and the distance between rows in squares.
_ROW, _ROW_GAP = 26, 3.4
_SHOULDER = 0.16
#: Clear paper round the road, in squares: numbers and words stand there.
_MARGIN = 1.7
#: A label stays on its usual side of the road if the rest of the road is further from it than this.
_CLEAR = 1.45
_NUMBER_EVERY = 5
_TILE_BOX = {"boxstyle": "round,pad=0.18", "facecolor": PAPER, "edgecolor": INK, "linewidth": 0.5}
_SUFFIXES = (".svg", ".png")
_SETTINGS = {"font.family": "DejaVu Sans", "hatch.linewidth": 0.6, "svg.hashsalt": "fr-sim"}


def save_drawing(stage: Stage, path: Path) -> None:
    """Draws `stage` into `path`, an SVG or PNG by its suffix; the same stage gives the same SVG, byte for byte.

    Raises BadInput for another suffix and for a place that cannot be written to.
    """
    if path.suffix.lower() not in _SUFFIXES:
        raise BadInput(
            f"--out {path}", Words(f"the suffix '{path.suffix}'" if path.suffix else "no suffix"), "a name that ends in .svg or .png"
        )
    form = path.suffix.lower().removeprefix(".")
    with rc_context(_SETTINGS), without_glyph_warnings(), whole_file(path, f"--out {path}", binary=True) as file:
        draw_stage(stage).savefig(file, format=form, dpi=160, facecolor=PAPER, metadata={"Date": None} if form == "svg" else None)


def draw_stage(stage: Stage) -> Figure:
    """The drawing of `stage` as a matplotlib figure: squares with lanes and terrain, lines, numbers, tiles, legend."""
    segments = _strip(stage) if stage.tiles is None else _landscape(stage)
    corners = [segment.at(share, side) for segment in segments for share in (0, 0.5, 1) for side in (-_MARGIN, _MARGIN)]
    corners += [segments[0].at(-_MARGIN), *(segment.at(1 + _MARGIN / 2) for segment in _row_ends(segments))]
    left, right = min(x for x, _ in corners), max(x for x, _ in corners)
    low, high = min(y for _, y in corners), max(y for _, y in corners)
    inches = min(_INCHES, _LARGEST / max(right - left, high - low))
    width, height = max(7.2, (right - left) * inches), (high - low) * inches
    head, foot = 0.85, 0.75
    figure = Figure(figsize=(width, height + head + foot))
    axes = figure.add_axes((0, foot / (height + head + foot), 1, height / (height + head + foot)))
    spare = (width / inches - (right - left)) / 2
    axes.set_xlim(left - spare, right + spare)
    axes.set_ylim(low, high)
    axes.set_aspect("equal")
    axes.axis("off")
    _draw_road(axes, stage, segments)
    _draw_labels(axes, stage, segments, 8.0 * inches / _INCHES)
    _write_words(figure, stage, head / (height + head + foot), foot / (height + head + foot))
    return figure


def _landscape(stage: Stage) -> list[Segment]:
    """The laid-out track, turned by eighths so that it is as flat as can be."""

    def tallness(segments: Sequence[Segment]) -> float:
        heights = [segment.y for segment in segments]
        return max(heights) - min(heights)

    return min(
        (lay_out(stage, eighth * pi / 4) for eighth in range(8)), key=lambda segments: (round(tallness(segments), 3), segments[0].heading)
    )


def _strip(stage: Stage) -> list[Segment]:
    """A straight road in rows of equal length, each read from left to right."""
    count = len(stage.squares)
    per_row = ceil(count / ceil(count / _ROW))
    return [Segment(number % per_row, -_ROW_GAP * (number // per_row), 0.0, 0.0, 1.0) for number in range(count)]


def _row_ends(segments: Sequence[Segment]) -> list[Segment]:
    """The squares after which the drawn road breaks off: the last one, and in a strip the last of each row."""
    breaks = []
    for segment, following in pairwise(segments):
        x, y = segment.at(1.0)
        if hypot(following.x - x, following.y - y) > 0.5:
            breaks.append(segment)
    return [*breaks, segments[-1]]


def _shares(segment: Segment) -> list[float]:
    """Where to look at a square so that its lines come out smooth: a straight one at its ends, a curve on the way too."""
    steps = 1 if abs(segment.turn) < 1e-9 else 10
    return [step / steps for step in range(steps + 1)]


def _outline(segment: Segment, right: float, left: float, begin: float = 0.0, end: float = 1.0) -> list[tuple[float, float]]:
    """Corners of a piece of a square between two offsets from its centre line, curves as many short lines."""
    shares = [begin + (end - begin) * share for share in _shares(segment)]
    return [segment.at(share, right) for share in shares] + [segment.at(share, left) for share in reversed(shares)]


def _draw_road(axes: Axes, stage: Stage, segments: Sequence[Segment]) -> None:
    widths = _tile_widths(stage)
    # Later squares lie on earlier ones, as tiles on a table do.
    for number, (square, segment) in enumerate(zip(stage.squares, segments, strict=True)):
        layer, below = 2 + number * 0.001, 2 + (number - 1.5) * 0.001
        half, verge = square.lanes * LANE_WIDTH / 2, widths[number] / 2 + _SHOULDER
        look = TERRAIN_LOOKS[square.terrain]
        axes.add_patch(
            Polygon(_outline(segment, -verge, verge), closed=True, facecolor=GRASS, edgecolor=GRASS, linewidth=0.8, zorder=below)
        )
        road = _outline(segment, -half, half)
        axes.add_patch(Polygon(road, closed=True, facecolor=look.fill, edgecolor=look.deep, hatch=look.hatch, linewidth=0, zorder=layer))
        axes.add_patch(Polygon(road, closed=True, fill=False, edgecolor=INK, linewidth=0.9, zorder=layer + 0.0004))
        for lane in range(1, square.lanes):
            offset = lane * LANE_WIDTH - half
            points = [segment.at(share, offset) for share in _shares(segment)]
            axes.plot(*zip(*points, strict=True), color=PAPER, linewidth=1.3, dashes=(2.2, 1.6), zorder=layer + 0.0005)
    _draw_start(axes, stage, segments[stage.start_line])
    _draw_finish(axes, stage, segments[stage.finish_line])


def _tile_widths(stage: Stage) -> list[float]:
    """For each square the width of the widest part of its tile, two lanes at least; without tiles, of the whole road."""
    groups = [tile.squares for tile in stage.tiles] if stage.tiles is not None else [stage.squares]
    return [max(2, *(square.lanes for square in group)) * LANE_WIDTH for group in groups for _ in group]


def _draw_start(axes: Axes, stage: Stage, segment: Segment) -> None:
    half = max(stage.squares[stage.start_line - 1].lanes, stage.squares[stage.start_line].lanes) * LANE_WIDTH / 2 + 0.1
    bar = _outline(segment, -half, half, -0.07, 0.07)
    axes.add_patch(Polygon(bar, closed=True, facecolor=PAPER, edgecolor=INK, linewidth=1.1, zorder=4))


def _draw_finish(axes: Axes, stage: Stage, segment: Segment) -> None:
    """The finish line, chequered in three rows across the road."""
    half = max(stage.squares[stage.finish_line - 1].lanes, stage.squares[stage.finish_line].lanes) * LANE_WIDTH / 2 + 0.1
    columns, rows = 2, max(6, round(2 * half / 0.12))
    thick = 0.12
    for column in range(columns):
        for row in range(rows):
            begin = (column - columns / 2) * thick
            bottom = -half + 2 * half * row / rows
            cell = _outline(segment, bottom, bottom + 2 * half / rows, begin, begin + thick)
            colour = INK if (column + row) % 2 else PAPER
            axes.add_patch(Polygon(cell, closed=True, facecolor=colour, edgecolor="none", zorder=4))
    border = _outline(segment, -half, half, -columns / 2 * thick, columns / 2 * thick)
    axes.add_patch(Polygon(border, closed=True, fill=False, edgecolor=INK, linewidth=1.1, zorder=4.1))


def _draw_labels(axes: Axes, stage: Stage, segments: Sequence[Segment], size: float) -> None:
    middles = [segment.at(0.5) for segment in segments]
    away = [width / 2 + 0.5 for width in _tile_widths(stage)]
    for number, segment in enumerate(segments):
        if number % _NUMBER_EVERY == 0:
            _label(axes, segment, _clear_side(segment, number, middles, -away[number]), str(number), size)
    for line, word in ((stage.start_line, "START"), (stage.finish_line, "FINISH")):
        here = segments[line]._replace(length=0.0, turn=0.0)
        _label(axes, here, _clear_side(here, line, middles, max(away[line - 1 : line + 1])), word, size, "bold")
    square = 0
    for tile in stage.tiles or ():
        middle = segments[square + len(tile.squares) // 2]._replace(length=0.0, turn=0.0)
        _label(axes, middle, 0.0, fit(tile.name, 8), size * 0.92, "bold", _TILE_BOX)
        square += len(tile.squares)
    _arrow(axes, segments[0].at(-1.4), segments[0].at(-0.3))


def _arrow(axes: Axes, begin: tuple[float, float], end: tuple[float, float]) -> None:
    axes.annotate("", xy=end, xytext=begin, arrowprops={"arrowstyle": "-|>", "color": INK, "linewidth": 1.6}, zorder=5)


def _clear_side(segment: Segment, number: int, middles: Sequence[tuple[float, float]], usual: float) -> float:
    """The offset of a label: the usual side of the road where the rest of the road is not in the way, else the roomier."""

    def room(offset: float) -> float:
        x, y = segment.at(0.5, offset)
        others = [hypot(x - other_x, y - other_y) for other, (other_x, other_y) in enumerate(middles) if abs(other - number) > 1]
        return min(others, default=_CLEAR)

    return usual if room(usual) >= _CLEAR or room(usual) >= room(-usual) else -usual


def _label(axes: Axes, segment: Segment, offset: float, words: str, size: float, weight: str = "normal", box: dict | None = None) -> None:
    """Words beside the middle of a square; beside an upright road they begin, or end, at their distance from it."""
    x, y = segment.at(0.5, offset)
    sideways = (x - segment.at(0.5)[0]) / abs(offset) if offset else 0.0
    towards = "center" if len(words) < 4 or abs(sideways) < 0.6 else "left" if sideways > 0 else "right"
    if towards != "center":
        x, y = segment.at(0.5, offset * 0.8)
    axes.text(x, y, words, ha=towards, va="center", fontsize=size, color=INK, fontweight=weight, bbox=box, zorder=6, parse_math=False)


def _write_words(figure: Figure, stage: Stage, head: float, foot: float) -> None:
    """Title, counts and legend."""
    counts = stage_counts(stage)
    fewest, most = stage.players
    parts = [
        *([fit(stage.set)] if stage.set else []),
        f"{counts['squares']} squares: {counts['behind_start']} behind the start line, {counts['start_to_finish']} to the finish line, "
        f"{counts['past_finish']} past it",
        f"{fewest} teams" if fewest == most else f"{fewest}–{most} teams",
    ]
    for words, height, size, weight in ((fit(stage.name, NAMED), 0.36, 15, "bold"), (" · ".join(parts), 0.78, 9, "normal")):
        # A letter is about 0.65 of its size wide; long titles are made to fit.
        fitting = min(size, figure.get_figwidth() * 72 / (0.65 * columns(words)))
        look = {"fontsize": fitting, "fontweight": weight, "color": INK, "parse_math": False}
        figure.text(0.5, 1 - head * height, words, ha="center", va="center", **look)
    handles = [
        Patch(facecolor=look.fill, edgecolor=look.deep, hatch=look.hatch, linewidth=0.5, label=f"{terrain} ({counts[str(terrain)]})")
        for terrain, look in TERRAIN_LOOKS.items()
        if counts[str(terrain)]
    ]
    figure.legend(handles=handles, loc="center", bbox_to_anchor=(0.5, foot * 0.5), ncols=5, frameon=False, fontsize=9, handlelength=2.4)
