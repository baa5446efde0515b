"""Plot: what the weather does: each team's win rate by kind of token and by how many of them lay on the road (W1)."""

from itertools import pairwise

from matplotlib.collections import LineCollection

from fr_sim.report.colours import team_look
from fr_sim.report.plots.canvas import FAINT, GRID, WIDTH, Sheet, percent_axis, shorten
from fr_sim.report.stored import Results
from fr_sim.report.table import Table

TITLE = "What the weather does"
HOW_TO_READ = (
    "One block a kind of token, in it one column for each number of such tokens on the road; a mark is a team's win rate in those races "
    "with its 95 % Wilson interval. Marks that climb or fall within a block show whom that weather helps."
)
#: Numbers of tokens that fewer of the races had are left out of the plot; the table has them.
RARE = 0.01
GAP, LEGEND_COLUMNS, LINE = 0.7, 4, 0.19


def pictured(results: Results) -> Table:
    """The rows that the plot shows."""
    table = results.tables["weather"]
    return table.where(table["races"] >= RARE * results.races)


def is_telling(results: Results) -> bool:
    """Whether any kind lay there in different numbers, so that there is something to compare."""
    rows = pictured(results)
    pairs = set(zip(rows["weather"].tolist(), rows["tokens"].tolist(), strict=True))
    return len(pairs) > len({kind for kind, _ in pairs})


def draw(results: Results, caption: str) -> Sheet:
    """One block a kind of weather, one column a number of tokens, one mark a team."""
    rows, teams = pictured(results), results.teams
    legend = LINE * -(-len(teams) // LEGEND_COLUMNS)
    subtitle = "win rate by tokens on the road with 95 % Wilson intervals; left out: numbers that under 1 % of the races had"
    sheet = Sheet(TITLE, subtitle, caption, 2.5 + legend)
    axes = sheet.axes(0.75, 0.2, above=0.28, below=legend)
    places, blocks = _columns(rows)
    for team in teams:
        look, mine = team_look(team.team), rows.where(rows["team"] == team.team)
        aside = 0.0 if len(teams) == 1 else 0.64 * team.team / (len(teams) - 1) - 0.32
        where = [places[pair] + aside for pair in zip(mine["weather"].tolist(), mine["tokens"].tolist(), strict=True)]
        whiskers = [[(place, low), (place, high)] for place, low, high in zip(where, mine["win_low"], mine["win_high"], strict=True)]
        axes.add_collection(LineCollection(whiskers, colors=look.edge, linewidths=1.2))
        mark = {"color": look.fill, "markeredgecolor": look.edge, "markersize": 4.2, "linestyle": "none", "clip_on": False, "zorder": 4}
        axes.plot(where, mine["win_rate"], look.marker, label=shorten(team.name, 19), **mark)
    top = float(rows["win_high"].max()) * 1.06
    for kind, first, last in blocks:
        axes.text(
            (first + last) / 2, 1.03, kind, transform=axes.get_xaxis_transform(), ha="center", va="bottom", fontsize=8.5, weight="bold"
        )
    for (_, _, last), (_, first, _) in pairwise(blocks):
        axes.axvline((last + first) / 2, color=GRID, linewidth=1)
    if len(teams) > 1:
        axes.axhline(1 / len(teams), color=FAINT, linestyle=(0, (4, 3)), linewidth=1, zorder=0)
    axes.set_xticks(list(places.values()), [str(tokens) for _, tokens in places])
    axes.set_xlim(-0.6, blocks[-1][2] + 0.6)
    axes.set_ylim(0, top)
    percent_axis(axes.yaxis, top)
    axes.grid(axis="y", color=GRID, linewidth=0.7)
    axes.set_ylabel("races won (%)")
    axes.set_xlabel("tokens of that kind on the road")
    look = {"frameon": False, "fontsize": 8, "handletextpad": 0.3, "columnspacing": 1.2, "borderaxespad": 0, "borderpad": 0}
    corner = (0.7 / WIDTH, (sheet.bottom - 0.46) / sheet.height)
    sheet.figure.legend(*axes.get_legend_handles_labels(), loc="lower left", bbox_to_anchor=corner, ncols=LEGEND_COLUMNS, **look)
    return sheet


def _columns(rows: Table) -> tuple[dict[tuple[str, int], float], list[tuple[str, float, float]]]:
    """Where each kind and number of tokens stands, and each kind with its first and last column."""
    places: dict[tuple[str, int], float] = {}
    blocks, place = [], 0.0
    pairs = list(dict.fromkeys(zip(rows["weather"].tolist(), rows["tokens"].tolist(), strict=True)))
    for kind in dict.fromkeys(kind for kind, _ in pairs):
        first = place
        for tokens in sorted(number for other, number in pairs if other == kind):
            places[kind, tokens] = place
            place += 1
        blocks.append((kind, first, place - 1))
        place += GAP
    return places, blocks
