"""What the heat maps share: one ramp from paper to deep blue, whose lightness alone says how much, and the riders' labels."""

from matplotlib.axes import Axes
from matplotlib.colors import LinearSegmentedColormap

from fr_sim.report.colours import team_look
from fr_sim.report.plots.canvas import shorten
from fr_sim.report.stored import Results

RAMP = LinearSegmentedColormap.from_list("paper-to-night", ["#F6F9FA", "#BFDCE6", "#5FA3C0", "#23638F", "#0B2545"])


def rider_names(results: Results) -> list[str]:
    """Each rider's label in the order of the riders' table: team number, policy and kind."""
    return [f"{int(row.team)} · {shorten(str(row.policy), 16)} {row.kind}" for row in results.tables["riders"].itertuples()]


def rider_ticks(axes: Axes, results: Results) -> None:
    """Label the rows of `axes` with the riders, each beside its team's marker."""
    names = rider_names(results)
    axes.set_yticks(range(len(names)), names)
    axes.tick_params(axis="both", length=0)
    for spine in axes.spines.values():
        spine.set_visible(False)
    for row, team in enumerate(results.tables["riders"]["team"]):
        look = team_look(int(team))
        axes.plot(
            [-0.012], [row], look.marker, color=look.fill, markeredgecolor=look.edge, markersize=6, clip_on=False,
            transform=axes.get_yaxis_transform(),
        )
    axes.tick_params(axis="y", pad=10)
