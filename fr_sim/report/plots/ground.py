"""What the plots over a stage's road share: its terrain as bands and as a strip, its two lines, its legend."""

from matplotlib.axes import Axes
from matplotlib.patches import Patch

from fr_sim.game.profile import road_profile
from fr_sim.report.colours import INK, TERRAIN_LOOKS, TerrainLook
from fr_sim.report.stored import Road


def bands(axes: Axes, road: Road) -> None:
    """Terrain as pale bands behind whatever is drawn."""
    for stretch in road_profile(road.squares):
        axes.axvspan(stretch.first, stretch.end, color=TERRAIN_LOOKS[stretch.terrain].fill, alpha=0.16, linewidth=0, zorder=0)


def strip(axes: Axes, road: Road, low: float, high: float) -> None:
    """The road from above: terrain in full colour between the heights `low` and `high`."""
    for stretch in road_profile(road.squares):
        look = TERRAIN_LOOKS[stretch.terrain]
        span = [stretch.first, stretch.end]
        axes.fill_between(span, low, high, facecolor=look.fill, edgecolor=look.deep, hatch=hatch_of(look), linewidth=0.6)


def lines(axes: Axes, road: Road, low: float, high: float) -> None:
    """The start line, dotted, and the finish line, between the heights `low` and `high`."""
    axes.vlines(road.start_line, low, high, color=INK, linewidth=1.2, linestyle=(0, (1, 1.5)))
    axes.vlines(road.finish_line, low, high, color=INK, linewidth=1.6)


def name_lines(axes: Axes, road: Road, height: float) -> None:
    """The words start and finish above their lines."""
    for square, words in ((road.start_line, "start"), (road.finish_line, "finish")):
        axes.text(square, height, words, ha="center", va="bottom", fontsize=8.5)


def number_squares(axes: Axes, last: int) -> None:
    """Every tenth square by its number, under its middle; `last` is the number of squares shown."""
    axes.set_xlim(0, last)
    axes.set_xticks([square + 0.5 for square in range(0, last, 10)], [str(square) for square in range(0, last, 10)])


def terrain_patches(road: Road) -> list[Patch]:
    """A legend's patches for the terrains that the road has."""
    looks = {terrain: TERRAIN_LOOKS[terrain] for terrain in dict.fromkeys(square.terrain for square in road.squares)}
    return [Patch(facecolor=look.fill, edgecolor=look.deep, hatch=hatch_of(look), label=terrain) for terrain, look in looks.items()]


def hatch_of(look: TerrainLook) -> str:
    """The terrain's hatch; of round marks the widest, which are long paths in an SVG."""
    return look.hatch[:1] if look.hatch[:1] in ("o", ".") else look.hatch
