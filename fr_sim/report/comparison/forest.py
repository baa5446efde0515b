"""The forest plots of a comparison: one row a difference, its interval as a line, and the line of no difference."""

from pathlib import Path
from typing import NamedTuple

from matplotlib.axes import Axes

from fr_sim.questions.compare.counts import Compared
from fr_sim.questions.compare.tables import Difference, race_differences, team_differences
from fr_sim.questions.tour.tables import TourDifference
from fr_sim.report.colours import PAPER, TeamLook, team_look
from fr_sim.report.comparison.words import named, signed, signed_points
from fr_sim.report.plots.canvas import FAINT, GRID, WIDTH, Plot, Sheet, caption, draw_all, shorten

#: Inches of a row, and of a heading above a group of rows.
ROW, HEADING = 0.245, 0.34
BAND = "#F4F6F7"
#: What keeps a figure readable where a line crosses it.
LABEL = {"facecolor": PAPER, "edgecolor": "none", "alpha": 0.7, "pad": 0.6}
#: How a row looks that belongs to no team.
PLAIN = TeamLook("blue", "#3E7CB1", "#1F4E79", "o")


class Row(NamedTuple):
    """A difference with its interval, what it is called, and how its mark looks."""

    label: str
    difference: Difference | TourDifference
    look: TeamLook


def draw_teams(compared: Compared, caption: str) -> Sheet:
    """Win rates by team, one group of rows a side."""
    groups = []
    for side in _others(compared):
        lineup = compared.comparison.sides[side].lineup
        rows = []
        for number, team in enumerate(lineup.teams):
            found = named(team_differences(compared, side, number))["win_rate"]
            rows.append(Row(f"{number} · {shorten(team.label, 24)}", found, team_look(number)))
        groups.append((compared.comparison.labels[side], rows))
    subtitle = f"difference of the win rate from {shorten(compared.comparison.labels[0], 50)}, in percentage points"
    return grouped(TEAMS.title, subtitle, caption, groups, "win rate: difference in percentage points")


def draw_seats(compared: Compared, caption: str) -> Sheet:
    """Win rates of whoever sits in each seat, one group of rows a side."""
    groups = []
    for side in _others(compared):
        rows = []
        for seat in range(compared.comparison.teams):
            found = named(team_differences(compared, side, None, seat))
            if found:
                rows.append(Row(f"seat {seat}", found["win_rate"], PLAIN))
        groups.append((compared.comparison.labels[side], rows))
    subtitle = f"difference of the win rate from each seat, all teams together, from {shorten(compared.comparison.labels[0], 40)}"
    return grouped(SEATS.title, subtitle, caption, groups, "win rate from the seat: difference in percentage points")


def draw_races(compared: Compared, caption: str) -> Sheet:
    """Whole races: rounds, exhaustion, slipstream, and the share of races whose winner changed, side by side; one row a side."""
    others = _others(compared)
    subtitle = f"mean differences of a whole race from {shorten(compared.comparison.labels[0], 40)}; right: races that another rider wins"
    sheet = Sheet(RACES.title, subtitle, caption, 0.42 * len(others) + 0.3)
    left, gap, right = 1.95, 0.16, 0.14
    width = (WIDTH - left - right - 3 * gap) / 4
    panels = (
        ("rounds", "rounds", 1.0),
        ("exhaustion", "exhaustion", 1.0),
        ("slipstream", "slipstream", 1.0),
        ("winner_changed", "other winner", 100.0),
    )
    for panel, (measure, words, scale) in enumerate(panels):
        start = left + panel * (width + gap)
        axes = sheet.axes(start, WIDTH - start - width, above=0.3)
        found = [named(race_differences(compared, side))[measure] for side in others]
        for row, one in enumerate(found):
            _whisker(axes, row, one, PLAIN, scale)
            shown = f"{100 * one.difference:.1f} %" if scale == 100 else signed(one.difference)
            axes.text(scale * one.difference, row - 0.2, shown, ha="center", va="bottom", fontsize=7.5, bbox=LABEL)
        ends = [0.0] + [scale * end for one in found for end in (one.difference, one.low, one.high) if end is not None]
        low, high = min(ends), max(ends)
        room = max((high - low) * 0.28, 1e-3 * scale)
        axes.set_xlim(low - room, high + room)
        axes.locator_params(axis="x", nbins=3)
        _finish(axes, len(found), words)
        axes.set_title(words, fontsize=9, weight="bold", pad=6)
        axes.set_xlabel("")
        names = [shorten(compared.comparison.labels[side], 25) for side in others] if panel == 0 else []
        axes.set_yticks(range(len(names)), names)
    return sheet


def write_plots(compared: Compared, directory: Path) -> list[Path]:
    """Draw every plot into `directory` as SVG and PNG; the files written, in the order of the page."""
    question = compared.comparison.first
    races = "1 race" if compared.races == 1 else f"{compared.races:,} races"
    words = caption(question.stage.name, f"{races} on each side, paired", f"seed {question.seed}", "95 % intervals")
    return draw_all(PLOTS, compared, words, directory)


def _others(compared: Compared) -> list[int]:
    return list(range(1, len(compared.comparison.sides)))


def grouped(title: str, subtitle: str, caption: str, groups: list[tuple[str, list[Row]]], axis_words: str) -> Sheet:
    """Groups of rows under headings, all on one axis in percentage points, with the figures beside."""
    height = sum(HEADING + ROW * len(rows) for _, rows in groups)
    sheet = Sheet(title, subtitle, caption, height + 0.06)
    left, right = 2.15, 1.78
    axes = sheet.axes(left, right)
    width = WIDTH - left - right
    ends = [100 * end for _, rows in groups for row in rows for end in (row.difference.low, row.difference.high)]
    reach_low, reach_high = min(0.0, *ends), max(0.0, *ends)
    margin = max((reach_high - reach_low) * 0.06, 1e-3)
    axes.set_xlim(reach_low - margin, reach_high + margin)
    down = 0.0
    for number, (heading, rows) in enumerate(groups):
        end = down + HEADING + ROW * len(rows)
        if number % 2 == 0:
            axes.axhspan(down, end, xmin=-left / width, xmax=1 + right / width, color=BAND, zorder=0, linewidth=0, clip_on=False)
        beside = {"transform": axes.get_yaxis_transform(), "va": "center"}
        axes.text(-2.0 / _inches(axes), down + 0.2, shorten(heading, 60), weight="bold", fontsize=9, **beside)
        for place, row in enumerate(rows):
            middle = down + HEADING + ROW * (place + 0.5)
            _whisker(axes, middle, row.difference, row.look, 100.0)
            axes.text(-1.84 / _inches(axes), middle, row.label, fontsize=8.5, **beside)
            one = row.difference
            figures = f"{signed_points(one.difference)}  ({signed_points(one.low)} to {signed_points(one.high)})"
            axes.text(1.02, middle, figures, fontsize=8, **beside)
        down = end
    axes.set_ylim(down, 0)
    axes.set_yticks([])
    _frame(axes)
    axes.set_xlabel(axis_words)
    return sheet


def _whisker(axes: Axes, row: float, one: Difference, look: TeamLook, scale: float) -> None:
    """A point and its interval; hollow where the interval holds 0, so that no difference is shown."""
    if one.low is not None:
        axes.hlines(row, scale * one.low, scale * one.high, color=look.edge, linewidth=1.6, zorder=3)
    shows = one.low is not None and (one.low > 0 or one.high < 0)
    fill = look.fill if shows else PAPER
    axes.plot([scale * one.difference], [row], look.marker, color=fill, markeredgecolor=look.edge, markersize=5.5, zorder=4)


def _finish(axes: Axes, rows: int, words: str) -> None:
    axes.set_ylim(rows - 0.5, -0.5)
    axes.tick_params(axis="y", length=0)
    axes.tick_params(axis="x", labelsize=8)
    _frame(axes)
    axes.set_xlabel(words)


def _frame(axes: Axes) -> None:
    """The line of no difference, a quiet grid, and no frame but the axis."""
    axes.axvline(0, color=FAINT, linewidth=1.1, zorder=1)
    axes.grid(axis="x", color=GRID, linewidth=0.7)
    axes.spines["left"].set_visible(False)


def _inches(axes: Axes) -> float:
    return axes.get_position().width * axes.figure.get_figwidth()


TEAMS = Plot(
    "win-rate-differences",
    "What it does to the win rates",
    "One row a team: how much more or less often it wins than on the side named first, in the same races, with the 95 % interval. "
    "A filled mark: the interval leaves out the line of no difference; a hollow one: it does not, so nothing is shown.",
    draw_teams,
)
RACES = Plot(
    "race-differences",
    "What it does to a race",
    "Mean differences of a whole race with 95 % intervals: rounds, and exhaustion cards and squares of slipstream of all riders "
    "together; on the right the share of the races that another rider wins.",
    draw_races,
)
SEATS = Plot(
    "seat-differences",
    "What it does to the seats",
    "How much more or less often whoever sits in a seat wins than on the side named first; seat 0 places first.",
    draw_seats,
)
PLOTS = (TEAMS, RACES, SEATS)
