"""Plots: time gaps at the end and stage by stage, and points stage by stage."""

import numpy as np

from fr_sim.questions.tour.carry import SQUARE_SECONDS
from fr_sim.questions.tour.counts import GAPS, TourResults
from fr_sim.questions.tour.tables import figure, points_after, stage_figure
from fr_sim.report.colours import team_look
from fr_sim.report.plots.canvas import Sheet
from fr_sim.report.tours.looks import (
    clock,
    draw_legend,
    grouped_axes,
    is_sprinteur,
    legend_rows,
    middles,
    panel_sheet,
    rider_label,
    stage_axis,
    team_label,
)

GAPS_TITLE = "How far behind the winner"
GAPS_HOW = (
    "Each rider's time behind the winner at the end of the tour: the dot is the median, the thick line holds the middle half of the tours, "
    "the thin one nine tenths. On the right the mean, in minutes and seconds."
)
STAGE_TITLE = "The gaps, stage by stage"
STAGE_HOW = "Mean time behind whoever leads the tour after each stage; sprinteurs dashed. A rider that always led would be at zero."
POINTS_TITLE = "Points, stage by stage"
POINTS_HOW = "Mean points of each team after each stage, those of the final standings not counted; the line widens by the 95 % interval."
PANEL = 1.75
_SHARES = (0.05, 0.25, 0.5, 0.75, 0.95)


def draw_gaps(results: TourResults, caption: str) -> Sheet:
    """One row a rider, one group a carry rule: median, quartiles and the middle nine tenths of its time gap."""
    riders = results.tour.lineup.riders
    subtitle = "time behind the winner; dot: median, thick: middle half of the tours, thin: nine tenths"
    sheet, axes = grouped_axes(results, GAPS_TITLE, subtitle, caption, len(riders), 2.25, 0.75)
    inches = axes.get_position().width * axes.figure.get_figwidth()
    beside = {"transform": axes.get_yaxis_transform(), "va": "center"}
    furthest = 1.0
    for side, row, middle in middles(results, len(riders)):
        rider = riders[row]
        look = team_look(rider.team)
        low, first, median, third, high = (_quantile(results.counts.gaps[side, row], share) / 60 for share in _SHARES)
        axes.hlines(middle, low, high, color=look.edge, linewidth=1.2, zorder=2)
        axes.hlines(middle, first, third, color=look.fill, linewidth=6, zorder=3, alpha=0.85)
        axes.plot([median], [middle], look.marker, color=look.fill, markeredgecolor="#FFFFFF", markersize=6.5, zorder=4, clip_on=False)
        axes.text(-1.98 / inches, middle, rider_label(results, rider), fontsize=8.5, **beside)
        axes.text(1.04, middle, clock(figure(results, "rider", "gap", side, row).value), fontsize=8.5, **beside)
        furthest = max(furthest, high)
    axes.set_xlim(0, 1.04 * furthest)
    axes.set_xlabel("minutes behind the winner; on the right the mean")
    return sheet


def draw_gaps_by_stage(results: TourResults, caption: str) -> Sheet:
    """One panel a carry rule, one line a rider."""
    tour = results.tour
    riders, stages = tour.lineup.riders, len(tour.stages)
    subtitle = "mean time behind the leader after each stage, in minutes"
    sheet, axes_of = panel_sheet(STAGE_TITLE, subtitle, caption, len(tour.carry), PANEL, legend_rows(len(riders)))
    most, lines = 0.0, []
    for side, axes in enumerate(axes_of):
        lines = []
        for rider in riders:
            means = [stage_figure(results, "gap", side, stage, rider.rider).value / 60 for stage in range(stages)]
            look, dashed = team_look(rider.team), is_sprinteur(rider)
            lines += axes.plot(
                range(1, stages + 1),
                means,
                color=look.edge if look.name == "white" else look.fill,
                linestyle="--" if dashed else "-",
                marker=look.marker,
                markersize=4.5,
                markerfacecolor="#FFFFFF" if dashed else look.fill,
                markeredgecolor=look.edge,
                linewidth=1.5,
                clip_on=False,
            )
            most = max(most, *means)
        _entitled(axes, results, side)
        stage_axis(axes, stages)
    for axes in axes_of:
        axes.set_ylim(0, 1.06 * most or 1)
    axes_of[0].set_ylabel("minutes")
    draw_legend(sheet, lines, [rider_label(results, rider) for rider in riders])
    return sheet


def draw_points(results: TourResults, caption: str) -> Sheet:
    """One panel a carry rule, one line a team."""
    tour = results.tour
    teams, stages = range(len(tour.lineup.teams)), len(tour.stages)
    sheet, axes_of = panel_sheet(POINTS_TITLE, "mean points after each stage", caption, len(tour.carry), PANEL, legend_rows(len(teams)))
    most, lines = 1.0, []
    for side, axes in enumerate(axes_of):
        lines = []
        for team in teams:
            found = [points_after(results, side, stage, team) for stage in range(stages)]
            look = team_look(team)
            colour = look.edge if look.name == "white" else look.fill
            numbers = range(1, stages + 1)
            lines += axes.plot(
                numbers,
                [one.value for one in found],
                color=colour,
                marker=look.marker,
                markersize=4.5,
                markerfacecolor=look.fill,
                markeredgecolor=look.edge,
                linewidth=1.5,
                clip_on=False,
            )
            if found[0].low is not None:
                axes.fill_between(numbers, [one.low for one in found], [one.high for one in found], color=colour, alpha=0.2, linewidth=0)
            most = max(most, *(one.value for one in found))
        _entitled(axes, results, side)
        stage_axis(axes, stages)
    for axes in axes_of:
        axes.set_ylim(0, 1.06 * most)
    axes_of[0].set_ylabel("points")
    draw_legend(sheet, lines, [team_label(results, team) for team in teams])
    return sheet


def _entitled(axes: object, results: TourResults, side: int) -> None:
    if len(results.tour.carry) > 1:
        axes.set_title(f"carry {results.tour.carry[side]}", fontsize=9, weight="bold", loc="left", pad=6)


def _quantile(counts: np.ndarray, share: float) -> float:
    """The time gap in seconds that `share` of the tours do not exceed."""
    return SQUARE_SECONDS * min(int(np.searchsorted(np.cumsum(counts), share * counts.sum())), GAPS - 1)
