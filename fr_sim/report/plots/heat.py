"""What the heat maps share: one ramp from paper to deep blue, whose lightness alone says how much, and the riders' rows."""

from matplotlib.axes import Axes
from matplotlib.colors import LinearSegmentedColormap

from fr_sim.report.plots.canvas import mark_rows, shorten
from fr_sim.report.stored import Results

RAMP = LinearSegmentedColormap.from_list("paper-to-night", ["#F6F9FA", "#BFDCE6", "#5FA3C0", "#23638F", "#0B2545"])


def name_riders(axes: Axes, results: Results) -> None:
    """Label the rows of `axes` with the riders in the order of their table, and take the frame away."""
    riders = results.tables["riders"]
    names = [f"{row.team} · {shorten(row.policy, 16)} {row.kind}" for row in riders.rows()]
    mark_rows(axes, names, riders["team"].tolist())
    axes.tick_params(length=0)
    for spine in axes.spines.values():
        spine.set_visible(False)
