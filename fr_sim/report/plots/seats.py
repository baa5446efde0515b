"""Plot: what the seat is worth: each team's win rate by the order in which it placed its riders (S1)."""

from matplotlib.collections import LineCollection

from fr_sim.report.colours import INK, team_look
from fr_sim.report.plots.canvas import FAINT, GRID, Sheet, percent_axis, shorten
from fr_sim.report.stored import Results

TITLE = "What the seat is worth"
HOW_TO_READ = (
    "Each point is a team's win rate from one seat, with its 95 % Wilson interval; the level line is the team over all seats. "
    "Points that climb or fall within a team show what it is worth to place early or late."
)
GAP = 1.2  # between two teams, in widths of a seat


def draw(results: Results, caption: str) -> Sheet:
    """One block a team, one point a seat, each with its 95 % Wilson interval; the level line is the team's rate over all seats."""
    table, teams = results.tables["seats"], results.tables["teams"]
    subtitle = "win rate by seat with 95 % Wilson intervals; level: the team over all seats; dashed: equal chances"
    sheet = Sheet(TITLE, subtitle, caption, 2.6)
    axes = sheet.axes(0.75, 0.2, above=0.1, below=0.45)
    most = max(table["win_high"].max(), teams["win_high"].max())
    seats = sorted(set(table["seat"].tolist()))
    width = len(seats) + GAP
    ticks, names = [], []
    crowded = len(seats) * len(teams) > 40
    for block, team in enumerate(teams.rows()):
        look, rows = team_look(team.team), table.where(table["team"] == team.team)
        places = [block * width + seats.index(seat) for seat in rows["seat"]]
        level = [team.win_rate, team.win_rate]
        axes.plot([block * width - 0.5, block * width + len(seats) - 0.5], level, color=look.edge, linewidth=1.1, alpha=0.8)
        whiskers = [[(place, low), (place, high)] for place, low, high in zip(places, rows["win_low"], rows["win_high"], strict=True)]
        axes.add_collection(LineCollection(whiskers, colors=look.edge, linewidths=1.0 if crowded else 1.5))
        axes.plot(places, rows["win_rate"], look.marker, color=look.fill, markeredgecolor=look.edge, markersize=2.8 if crowded else 4.2)
        shown = seats[:1] if crowded else seats
        ticks += [block * width + seats.index(seat) for seat in shown]
        names += [str(seat) for seat in shown]
        middle = block * width + (len(seats) - 1) / 2
        _name_block(axes, middle, team.team, team.policy, len(teams))
    end = len(teams) * width - GAP
    if len(teams) > 1:
        axes.axhline(1 / len(teams), color=FAINT, linestyle=(0, (4, 3)), linewidth=1, zorder=0)
    axes.set_xlim(-0.8, end - 0.2)
    axes.set_ylim(0, most * 1.06)
    axes.set_xticks(ticks, names, fontsize=7 if crowded else 9)
    percent_axis(axes.yaxis, most * 1.06)
    axes.grid(axis="y", color=GRID, linewidth=0.7)
    axes.set_ylabel("races won from that seat (%)")
    order = f"seats {seats[0]} to {seats[-1]} from left to right" if crowded else "seat (0 places first)"
    axes.set_xlabel(f"{order}; below it the team", labelpad=26)
    return sheet


def _name_block(axes: object, middle: float, team: int, policy: str, teams: int) -> None:
    """The team under its seats: number and policy where there is room, else the number."""
    room = int(80 / teams)
    words = f"{team} · {policy}" if room > 6 else str(team)
    axes.text(
        middle, -0.155, shorten(words, max(room, 2)), transform=axes.get_xaxis_transform(), ha="center", va="top", fontsize=8.5, color=INK
    )
