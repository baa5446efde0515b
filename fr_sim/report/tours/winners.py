"""Plots: who wins the tour by time, who by points, and who wins which stage."""

from fr_sim.questions.tour.counts import STAGE_MEASURES, TourResults
from fr_sim.questions.tour.tables import Figure, figure
from fr_sim.report.colours import INK, PAPER, team_look
from fr_sim.report.plots.canvas import FAINT, Sheet, percent_axis, shorten
from fr_sim.report.tours.looks import ROW, grouped_axes, is_sprinteur, middles, rider_label, team_label
from fr_sim.report.words import digits_of, percent, percent_range

RIDERS_TITLE = "Who wins the tour"
RIDERS_HOW = (
    "How often each rider has the shortest summed time; hatched: sprinteurs. The whisker is the 95 % Wilson interval, the dashed line what "
    "equal chances would give."
)
TEAMS_TITLE = "Who wins on points"
TEAMS_HOW = (
    "How often each team has the most points, with the 95 % Wilson interval. A stage gives 3, 2 and 1 points to the teams of its first "
    "three riders, and so do the final standings (G3)."
)
STAGES_TITLE = "Who wins which stage"
STAGES_HOW = "Each bar is a stage, divided into the shares of the tours in which each team won it; hatched: by the sprinteur."


def draw_riders(results: TourResults, caption: str) -> Sheet:
    """One row a rider, one group a carry rule: the bar is the share of tours won by time."""
    riders = results.tour.lineup.riders
    rows = [(rider_label(results, rider), rider.team, is_sprinteur(rider)) for rider in riders]
    return _shares(
        results, "rider", RIDERS_TITLE, "share of the tours with the shortest summed time; whisker: 95 % interval", caption, rows
    )


def draw_teams(results: TourResults, caption: str) -> Sheet:
    """One row a team, one group a carry rule: the bar is the share of tours won by points."""
    rows = [(team_label(results, team), team, False) for team in range(len(results.tour.lineup.teams))]
    return _shares(results, "team", TEAMS_TITLE, "share of the tours with the most points; whisker: 95 % interval", caption, rows)


def draw_stages(results: TourResults, caption: str) -> Sheet:
    """One row a stage, under the first carry rule."""
    tour = results.tour
    under = f", carry {tour.carry[0]}" if len(tour.carry) > 1 else ""
    sheet = Sheet(
        STAGES_TITLE, f"share of the stage's wins by team{under}; hatched: won by the sprinteur", caption, ROW * len(tour.stages) + 0.1
    )
    axes = sheet.axes(2.75, 0.3)
    wins = results.counts.stage_sums[0, :, STAGE_MEASURES.index("win_rate")]
    for number in range(len(tour.stages)):
        start = 0.0
        for rider in tour.lineup.riders:
            won, look = wins[number, rider.rider] / results.races, team_look(rider.team)
            hatch = "////" if is_sprinteur(rider) else None
            axes.barh(number, won, 0.74, left=start, color=look.fill, edgecolor=look.edge, linewidth=0.6, hatch=hatch, alpha=0.8)
            if won >= 0.07:
                words = {"ha": "center", "va": "center", "fontsize": 7.5, "color": INK, "zorder": 5}
                axes.text(
                    start + won / 2,
                    number,
                    str(rider.team),
                    bbox={"facecolor": PAPER, "edgecolor": "none", "pad": 0.8, "alpha": 0.85},
                    **words,
                )
            start += won
    axes.set_yticks(range(len(tour.stages)), [f"{number + 1}  {shorten(one.stage.name, 36)}" for number, one in enumerate(tour.stages)])
    axes.tick_params(axis="y", length=0, labelsize=8)
    axes.set_ylim(len(tour.stages) - 0.5, -0.5)
    axes.set_xlim(0, 1)
    percent_axis(axes.xaxis, 1)
    axes.set_xlabel("tours; the figures are team numbers")
    axes.spines["left"].set_visible(False)
    return sheet


def _shares(results: TourResults, group: str, title: str, subtitle: str, caption: str, rows: list[tuple[str, int, bool]]) -> Sheet:
    left, right = 2.25, 1.5
    sheet, axes = grouped_axes(results, title, subtitle, caption, len(rows), left, right)
    found: dict[tuple[int, int], Figure] = {
        (side, row): figure(results, group, "win_rate", side, row) for side, row, _ in middles(results, len(rows))
    }
    most = max(*(one.high for one in found.values()), 1 / len(rows))
    inches = axes.get_position().width * axes.figure.get_figwidth()
    beside = {"transform": axes.get_yaxis_transform(), "va": "center"}
    for side, row, middle in middles(results, len(rows)):
        label, team, hatched = rows[row]
        look, one = team_look(team), found[side, row]
        hatch = "////" if hatched else None
        axes.barh(middle, one.value, 0.66 * ROW, color=look.fill, edgecolor=look.edge, linewidth=0.8, hatch=hatch, alpha=0.75)
        for colour, width, reach in ((PAPER, 3.4, 0.2), (INK, 1.4, 0.17)):
            axes.hlines(middle, one.low, one.high, color=colour, linewidth=width, zorder=4)
            axes.vlines([one.low, one.high], middle - reach * ROW, middle + reach * ROW, color=colour, linewidth=width, zorder=4)
        axes.plot(
            [-1.96 / inches], [middle], look.marker, clip_on=False, color=look.fill, markeredgecolor=look.edge, markersize=5.5, **_at(axes)
        )
        axes.text(-1.84 / inches, middle, label, fontsize=8.5, **beside)
        words = f"{percent(one.value, digits_of(one.low, one.high))}  ({percent_range(one.low, one.high)})"
        axes.text(1.02, middle, words, fontsize=7.8, **beside)
    axes.axvline(1 / len(rows), color=FAINT, linestyle=(0, (4, 3)), linewidth=1, zorder=1)
    axes.set_xlim(0, 1.03 * most)
    percent_axis(axes.xaxis, 1.03 * most)
    axes.set_xlabel("tours won; dashed: equal chances")
    return sheet


def _at(axes: object) -> dict[str, object]:
    return {"transform": axes.get_yaxis_transform()}
