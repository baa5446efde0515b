"""Plot: exhaustion cards that riders bring along to each stage, by carry rule."""

from fr_sim.game.riders import Kind
from fr_sim.questions.tour.counts import TourResults
from fr_sim.questions.tour.tables import stage_figure
from fr_sim.report.plots.canvas import Sheet
from fr_sim.report.tours.looks import CARRY_LOOKS, draw_legend, legend_rows, panel_sheet, stage_axis

TITLE = "What they carry along"
HOW_TO_READ = (
    "Mean exhaustion cards that a rider's deck starts a stage with from the stage before (G1): the strong lines are the means of all "
    "rouleurs, or sprinteurs, the thin ones those of each rider. The first stage starts with none."
)
PANEL = 2.2


def draw(results: TourResults, caption: str) -> Sheet:
    """One panel a kind of rider, one strong line a carry rule, thin ones for each rider."""
    tour = results.tour
    stages = len(tour.stages)
    players = [rider for rider in tour.lineup.riders if rider.team in tour.lineup.players]
    kinds = [kind for kind in Kind if any(rider.kind is kind for rider in players)]
    subtitle = "mean exhaustion cards of a rider at the start of each stage; thin: each rider"
    sheet, axes_of = panel_sheet(TITLE, subtitle, caption, len(kinds), PANEL, legend_rows(len(tour.carry)))
    lines, most = [], 1.0
    for kind, axes in zip(kinds, axes_of, strict=True):
        lines = []
        riders = [rider.rider for rider in players if rider.kind is kind]
        for side, rule in enumerate(tour.carry):
            colour, stroke, marker = CARRY_LOOKS[rule]
            by_rider = [[stage_figure(results, "carried", side, stage, rider).value for stage in range(stages)] for rider in riders]
            for means in by_rider:
                axes.plot(range(1, stages + 1), means, color=colour, linewidth=0.7, alpha=0.45, clip_on=False)
                most = max(most, *means)
            together = [sum(means) / len(riders) for means in zip(*by_rider, strict=True)]
            lines += axes.plot(
                range(1, stages + 1), together, color=colour, linestyle=stroke, marker=marker, markersize=4.5, linewidth=2, clip_on=False
            )
        axes.set_title(f"{kind.value}s", fontsize=9, weight="bold", loc="left", pad=6)
        stage_axis(axes, stages)
    for axes in axes_of:
        axes.set_ylim(0, 1.06 * most)
    axes_of[0].set_ylabel("cards")
    draw_legend(sheet, lines, [f"carry {rule}" for rule in tour.carry])
    return sheet
