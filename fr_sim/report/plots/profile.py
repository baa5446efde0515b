"""Plot: the race profile, where the field is after every round, over the terrain of the stage."""

import numpy as np
from matplotlib.axes import Axes
from matplotlib.patches import Patch

from fr_sim.report.colours import FINISH_LINE, INK, TERRAIN_LOOKS, team_look
from fr_sim.report.plots.canvas import FAINT, WIDTH, Sheet
from fr_sim.report.stored import Results, Road

TITLE = "The race, round by round"
ROW = 0.27
#: Rounds that fewer of the races reach are left out.
RARE = 0.02


def draw(results: Results, caption: str) -> Sheet:
    """One ridge a round: how the places of all riders spread over the squares; markers are the teams' mean squares."""
    counts = _counts(results)
    teams = counts.shape[1]
    running = counts.sum(axis=(1, 2)) / max(counts[0].sum(), 1)
    rounds = max(1, int((running >= RARE).sum()))
    subtitle = "hills: where all riders stand after each round; markers: the mean square of each team, joined from round to round"
    sheet = Sheet(TITLE, subtitle, caption, 0.95 + ROW * (rounds + 1))
    axes = sheet.axes(0.62, 0.72, above=0.32, below=0.3)
    last = max(len(results.road.lanes), counts.shape[2])
    _ground(axes, results.road, rounds, last)
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
            axes.text(1.012, number, f"{100 * running[number - 1]:.0f} %", transform=axes.get_yaxis_transform(), va="center", fontsize=8)
    axes.text(1.012, 0.1, "still\nriding", transform=axes.get_yaxis_transform(), va="center", fontsize=8, color=FAINT)
    axes.set_xlim(0, last)
    axes.set_ylim(rounds + 0.75, -0.75)
    axes.set_yticks(range(1, rounds + 1))
    axes.set_xticks([square + 0.5 for square in range(0, last, 10)], [str(square) for square in range(0, last, 10)])
    axes.tick_params(length=0)
    axes.spines["left"].set_visible(False)
    axes.set_ylabel("after round")
    axes.set_xlabel("square of the road, from the back of the start")
    _legends(sheet, axes, results)
    return sheet


def _counts(results: Results) -> np.ndarray:
    """Riders' places as counts [round - 1, team, square]; empty rounds at the end are left out."""
    table = results.tables["profile"]
    rounds, teams, squares = (int(table[name].max()) for name in ("round", "team", "square"))
    counts = np.zeros((rounds, max(teams + 1, len(results.teams)), squares + 1))
    np.add.at(counts, (table["round"].to_numpy(int) - 1, table["team"].to_numpy(int), table["square"].to_numpy(int)), table["races"])
    return counts


def _aside(team: int, teams: int) -> float:
    """How far a team's markers stand from the middle of the row, so that equal teams do not hide each other."""
    return 0.0 if teams == 1 else 0.5 * team / (teams - 1) - 0.25


def _ground(axes: Axes, road: Road, rounds: int, last: int) -> None:
    """Terrain as pale bands behind the ridges and a strong strip above them; the start and finish lines."""
    edges = [0, *(n for n in range(1, len(road.terrain)) if road.terrain[n] != road.terrain[n - 1]), len(road.terrain)]
    for first, end in zip(edges, edges[1:], strict=False):
        look = TERRAIN_LOOKS[road.terrain[first]]
        axes.axvspan(first, end, color=look.fill, alpha=0.16, linewidth=0, zorder=0)
        axes.fill_between([first, end], -0.75, -0.25, facecolor=look.fill, edgecolor=look.deep, hatch=look.hatch, linewidth=0.6)
    axes.vlines(road.start_line, -0.75, rounds + 0.75, color=INK, linewidth=1.2, linestyle=(0, (1, 1.5)))
    axes.vlines(road.finish_line, -0.75, rounds + 0.75, color=FINISH_LINE, linewidth=1.6)
    for square, words in ((road.start_line, "start"), (road.finish_line, "finish")):
        axes.text(square, -0.85, words, ha="center", va="bottom", fontsize=8.5)


def _ridges(axes: Axes, counts: np.ndarray, running: np.ndarray) -> None:
    """One hill a round, its area the share of races that still run, the highest just touching the round above."""
    field = counts.sum(axis=1)
    share = field / max(field[0].sum(), 1)
    scale = 1.15 / max(share[1:].max() if len(share) > 1 else 0, share[0].max() / 2, 1e-9)
    squares = np.arange(field.shape[1])
    for number in range(len(field)):
        height = np.minimum(share[number] * scale, 1.6)
        base = number + 1 + 0.3
        axes.fill_between(
            np.repeat(np.append(squares, squares[-1] + 1), 2)[1:-1], base, base - np.repeat(height, 2),
            facecolor="#7D8B94", edgecolor="#4A565E", linewidth=0.6, alpha=0.55, zorder=10 + number,
        )


def _legends(sheet: Sheet, axes: Axes, results: Results) -> None:
    """Teams by marker, and the terrains that the stage has."""
    handles = [
        axes.plot([], [], look.marker, color=look.fill, markeredgecolor=look.edge, markersize=5.5, label=str(team.team))[0]
        for team in results.teams
        for look in [team_look(team.team)]
    ]
    shown = dict.fromkeys(results.road.terrain)
    patches = [
        Patch(facecolor=TERRAIN_LOOKS[terrain].fill, edgecolor=TERRAIN_LOOKS[terrain].deep, hatch=TERRAIN_LOOKS[terrain].hatch, label=terrain)
        for terrain in shown
    ]
    place = {"frameon": False, "fontsize": 8, "handletextpad": 0.3, "columnspacing": 0.9, "borderaxespad": 0, "borderpad": 0}
    up = (sheet.bottom - 0.42) / sheet.height
    first = sheet.figure.legend(handles=handles, loc="lower left", bbox_to_anchor=(0.62 / WIDTH, up), ncols=12, **place)
    sheet.figure.add_artist(first)
    sheet.figure.legend(handles=patches, loc="lower right", bbox_to_anchor=(1 - 0.1 / WIDTH, up), ncols=5, handlelength=1.4, **place)
