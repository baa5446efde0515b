"""Plot: the race profile, where the field is after every round, over the terrain of the stage."""

import math

import numpy as np
from matplotlib.axes import Axes
from matplotlib.collections import PolyCollection
from matplotlib.lines import Line2D

from fr_sim.report.colours import team_look
from fr_sim.report.plots.canvas import FAINT, WIDTH, Sheet, shorten
from fr_sim.report.plots.ground import bands, lines, name_lines, number_squares, strip, terrain_patches
from fr_sim.report.stored import Results

TITLE = "The race, round by round"
HOW_TO_READ = (
    "One line a round, from the start downwards: the hill shows on which squares the riders stand after that round, the "
    "markers the mean square of each team. At the right stands the share of races that are still going on."
)
ROW, LINE = 0.27, 0.19  # inches: a round, a line of the legend
LEGEND_COLUMNS = 4
#: Rounds that fewer of the races reach are left out.
RARE = 0.02


def draw(results: Results, caption: str) -> Sheet:
    """One ridge a round: how the places of all riders spread over the squares; markers are the teams' mean squares."""
    counts = _counts(results)
    _, teams, last = counts.shape
    running = counts.sum(axis=(1, 2)) / max(counts[0].sum(), 1)
    rounds = max(1, int((running >= RARE).sum()))
    subtitle = "hills: where the riders stand after each round; markers: the mean square of each team, in races still riding"
    legend = LINE * (1 + math.ceil(teams / LEGEND_COLUMNS))
    sheet = Sheet(TITLE, subtitle, caption, 0.6 + legend + ROW * (rounds + 1.5))
    axes = sheet.axes(0.62, 0.66, above=0.3, below=legend)
    bands(axes, results.road)
    strip(axes, results.road, -0.75, -0.25)
    lines(axes, results.road, -0.75, rounds + 0.75)
    name_lines(axes, results.road, -0.85)
    _ridges(axes, counts[:rounds], running[:rounds])
    for team in range(teams):
        look = team_look(team)
        places = counts[:rounds, team]
        mean = (places * np.arange(places.shape[1])).sum(axis=1) / np.maximum(places.sum(axis=1), 1)
        heights = np.arange(1, rounds + 1) + _aside(team, teams)
        axes.plot(mean + 0.5, heights, color=look.edge, linewidth=0.9, alpha=0.75, zorder=50)
        axes.plot(mean + 0.5, heights, look.marker, color=look.fill, markeredgecolor=look.edge, markersize=4.6, zorder=51)
    for number in range(1, rounds + 1):
        if running[number - 1] < 0.9995:
            axes.text(1.012, number, _how_many(running[number - 1]), transform=axes.get_yaxis_transform(), va="center", fontsize=8)
    axes.text(1.012, -0.1, "still\nriding", transform=axes.get_yaxis_transform(), va="center", fontsize=8, color=FAINT)
    number_squares(axes, last)
    axes.set_ylim(rounds + 0.75, -0.75)
    axes.set_yticks(range(1, rounds + 1))
    axes.tick_params(length=0)
    axes.spines["left"].set_visible(False)
    axes.set_ylabel("after round")
    axes.set_xlabel("square of the road, from the back of the start")
    _legends(sheet, results)
    return sheet


def _counts(results: Results) -> np.ndarray:
    """Riders' places as counts [round - 1, team, square]; empty rounds at the end are left out."""
    table = results.tables["profile"]
    squares = max(len(results.road.squares), int(table["square"].max()) + 1)  # an open road goes on (M6)
    counts = np.zeros((int(table["round"].max()), len(results.teams), squares))
    np.add.at(counts, (table["round"] - 1, table["team"], table["square"]), table["races"])
    return counts


def _how_many(running: float) -> str:
    return f"{100 * running:.0f} %" if running < 0.995 else "> 99 %"


def _aside(team: int, teams: int) -> float:
    """How far a team's markers stand from the middle of the row, so that equal teams do not hide each other."""
    return 0.0 if teams == 1 else 0.5 * team / (teams - 1) - 0.25


def _ridges(axes: Axes, counts: np.ndarray, running: np.ndarray) -> None:
    """One hill a round, its area the share of races that still run; a narrow first round is cut at the height of a row."""
    field = counts.sum(axis=1)
    share = field / max(field[0].sum(), 1)
    scale = 1.2 / max(share[1:].max() if len(share) > 1 else 0, share[0].max() / 2, 1e-9)
    floors = np.arange(1, len(field) + 1) + 0.3
    axes.hlines(floors, 0, field.shape[1], color="#8A969D", linewidth=0.7, zorder=9)
    hills = [_hill(np.minimum(height * scale, 1.2), floor) for height, floor in zip(share, floors, strict=True)]
    axes.add_collection(
        PolyCollection(hills, facecolor="#7D8B94", edgecolor="#4A565E", linewidth=0.6, alpha=0.55, zorder=10), autolim=False
    )


def _hill(heights: np.ndarray, floor: float) -> np.ndarray:
    """The outline of one hill, steps one square wide, from the first square with riders to the last: corners [corner, 2]."""
    stood_on = np.flatnonzero(heights)
    first, end = stood_on[0], stood_on[-1] + 1
    edges = np.repeat(np.arange(first, end + 1), 2)
    tops = floor - np.repeat(heights[first:end], 2)
    return np.stack([edges, np.concatenate([[floor], tops, [floor]])], axis=1)


def _legends(sheet: Sheet, results: Results) -> None:
    """Teams by marker, and below them the terrains that the stage has."""
    handles = [
        Line2D([], [], marker=look.marker, color=look.edge, markerfacecolor=look.fill, markersize=5.5, label=shorten(team.name, 19))
        for team in results.teams
        for look in [team_look(team.team)]
    ]
    place = {"frameon": False, "fontsize": 8, "handletextpad": 0.4, "columnspacing": 1.2, "borderaxespad": 0, "borderpad": 0}
    low = sheet.bottom - 0.46
    for shown, columns, up in ((terrain_patches(results.road), 5, low), (handles, LEGEND_COLUMNS, low + LINE)):
        corner = (0.62 / WIDTH, up / sheet.height)
        legend = sheet.figure.legend(handles=shown, loc="lower left", bbox_to_anchor=corner, ncols=columns, **place)
        sheet.figure.add_artist(legend)
