"""Plot: how often each team wins, with 95 % Wilson intervals, beside the line of equal chances."""

from fr_sim.report.colours import INK, PAPER, team_look
from fr_sim.report.plots.canvas import FAINT, GRID, Sheet, mark_rows, percent_axis, shorten
from fr_sim.report.stored import Results
from fr_sim.report.words import digits_of, percent, percent_range

TITLE = "Who wins"
HOW_TO_READ = (
    "Each bar is a team's win rate, divided into the wins of its riders; the whisker is the 95 % Wilson interval. Where the "
    "whisker leaves out the dashed line, the team wins more or less often than chance alone would let it."
)
ROW = 0.42  # inches a team


def draw(results: Results, caption: str) -> Sheet:
    """One row a team: the bar is its win rate, split by the rider that won; the whisker is the interval."""
    teams, riders = results.tables["teams"], results.tables["riders"]
    count = len(teams)
    subtitle = "win rate of each team; whisker: its 95 % Wilson interval"
    if len(set(riders["kind"])) > 1:
        subtitle += "; hatched: won by the sprinteur"
    sheet = Sheet(TITLE, subtitle, caption, 0.25 + ROW * count)
    axes = sheet.axes(2.0, 1.45, above=0.18)
    most = max(teams["win_high"].max(), 1 / count)
    for row, team in enumerate(teams.rows()):
        look = team_look(team.team)
        start = 0.0
        for rider in riders.where(riders["team"] == team.team).rows():
            hatch = "////" if rider.kind == "sprinteur" else None
            axes.barh(row, rider.win_rate, 0.6, left=start, color=look.fill, edgecolor=look.edge, linewidth=0.8, hatch=hatch, alpha=0.75)
            start += rider.win_rate
        for colour, width, reach in ((PAPER, 3.8, 0.2), (INK, 1.5, 0.17)):
            axes.hlines(row, team.win_low, team.win_high, color=colour, linewidth=width, zorder=4)
            axes.vlines([team.win_low, team.win_high], row - reach, row + reach, color=colour, linewidth=width, zorder=4)
        words = f"{percent(team.win_rate, digits_of(team.win_low, team.win_high))}\n{percent_range(team.win_low, team.win_high)}"
        axes.text(1.03, row, words, transform=axes.get_yaxis_transform(), va="center", fontsize=8.5, linespacing=1.25)
    if count > 1:
        axes.axvline(1 / count, color=FAINT, linestyle=(0, (4, 3)), linewidth=1)
        axes.text(1 / count, -0.56, "equal chances", ha="center", va="bottom", fontsize=8, color=FAINT)
    mark_rows(axes, [shorten(team.name) for team in results.teams], [team.team for team in results.teams])
    axes.set_ylim(count - 0.5, -0.5)
    axes.set_xlim(0, most * 1.04)
    percent_axis(axes.xaxis, most * 1.04)
    axes.grid(axis="x", color=GRID, linewidth=0.7)
    axes.set_xlabel("races won (% of all races)")
    return sheet
