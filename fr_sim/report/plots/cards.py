"""Plot: which cards are played when, a heat map for every policy and kind of rider."""

import math

import numpy as np
from matplotlib.axes import Axes

from fr_sim.game.cards import pile_order
from fr_sim.report.colours import INK, PAPER
from fr_sim.report.plots.canvas import FAINT, WIDTH, Sheet, shorten
from fr_sim.report.plots.heat import RAMP
from fr_sim.report.stored import Results
from fr_sim.report.table import Table

TITLE = "Which cards are played when"
HOW_TO_READ = (
    "For each policy and kind of rider, in which round which card is played; the darker, the larger its share of the cards of "
    "that round. Teams with the same policy are taken together."
)
#: Inches: a row of a panel, the left edge of a column, and what stands between two columns.
ROW, LEFT, GUTTER = 0.185, 0.62, 0.42
#: Rows kept above a panel for its heading.
HEADING = 2
#: Where turns without a card stand: below every card.
NO_CARD = -2
#: Rounds that fewer of the races reach are left out: their shares would be noise.
RARE = 0.01


def draw(results: Results, caption: str) -> Sheet:
    """One panel for each policy and kind, teams of one policy taken together; a column of a panel adds up to 100 %."""
    table = results.tables["cards"]
    rounds = _last_round(results)
    panels = []
    for policy, kind in dict.fromkeys(zip(table["policy"], table["kind"], strict=True)):
        rows = table.where((table["policy"] == policy) & (table["kind"] == kind))
        panels.append((policy, kind, rows, *_shares(rows, rounds)))
    columns = 2 if len(panels) > 1 else 1
    lines = math.ceil(len(panels) / columns)
    slot = HEADING + max(len(cards) for _, _, _, cards, _ in panels)
    deepest = max(shares.max() for *_, shares in panels)
    subtitle = "share of all cards that such riders played in that round; left out: rounds that under 1 % of the races reach"
    sheet = Sheet(TITLE, subtitle, caption, lines * slot * ROW)
    width = (WIDTH - LEFT - 0.15 - GUTTER * (columns - 1)) / columns
    for column in range(columns):
        left = LEFT + column * (width + GUTTER)
        axes = sheet.axes(left, WIDTH - left - width)
        ticks: list[float] = []
        names: list[str] = []
        for line, (policy, kind, rows, cards, shares) in enumerate(panels[column::columns]):
            top = line * slot + HEADING
            _panel(axes, top, shares, deepest)
            _heading(axes, top, rounds, f"{shorten(policy, 18)} {kind}", sorted(set(rows["team"].tolist())))
            ticks += [top + row + 0.5 for row in range(len(cards))]
            names += cards
        _frame(axes, rounds, lines * slot, ticks, names)
        if column == 0:
            axes.set_ylabel("card", labelpad=4)
    _legend(sheet, deepest)
    return sheet


def _last_round(results: Results) -> int:
    """The last round that at least `RARE` of the races reach."""
    rounds = results.tables["rounds"]
    reached = rounds["share"][::-1].cumsum()[::-1]
    return int(rounds["rounds"][reached >= RARE].max())


def _shares(rows: Table, rounds: int) -> tuple[list[str], np.ndarray]:
    """The cards of a panel, highest first, and their shares [card, round]."""
    cards = sorted(set(rows["card"]), key=lambda card: pile_order(card) if card else NO_CARD, reverse=True)
    early = rows.where(rows["round"] <= rounds)
    played = np.zeros((len(cards), rounds + 1))
    np.add.at(played, ([cards.index(card) for card in early["card"]], early["round"]), early["played"])
    return [card or "none" for card in cards], (played / np.maximum(played.sum(axis=0), 1))[:, 1:]


def _panel(axes: Axes, top: float, shares: np.ndarray, deepest: float) -> None:
    cards, rounds = shares.shape
    axes.pcolormesh(
        np.arange(rounds + 1) + 0.5, top + np.arange(cards + 1), shares, cmap=RAMP, vmin=0, vmax=deepest, edgecolors=PAPER, linewidth=0.4
    )


def _heading(axes: Axes, top: float, rounds: int, words: str, teams: list[int]) -> None:
    """Policy and kind of the panel, and its teams at the right, if there is room."""
    which = f"team {teams[0]}" if len(teams) == 1 else "teams " + ", ".join(map(str, teams))
    axes.text(0.5, top - 0.3, words, fontsize=9.5, weight="bold", va="bottom")
    if len(words) + len(which) <= 40:
        axes.text(rounds + 0.5, top - 0.3, which, fontsize=8, color=FAINT, ha="right", va="bottom")


def _frame(axes: Axes, rounds: int, height: float, ticks: list[float], names: list[str]) -> None:
    """Rounds along the bottom, cards at the left, no lines."""
    step = next((step for step in (1, 2, 5) if rounds / step <= 14), 10)
    axes.set_xticks([number for number in range(1, rounds + 1) if step == 1 or number % step == 0 or number == 1])
    axes.set_yticks(ticks, names, fontsize=8)
    axes.set_xlim(0.5, rounds + 0.5)
    axes.set_ylim(height, 0)
    axes.tick_params(length=0)
    axes.set_xlabel("round")
    for spine in axes.spines.values():
        spine.set_visible(False)


def _legend(sheet: Sheet, deepest: float) -> None:
    """The ramp with its ends, at the right of the title."""
    box = sheet.figure.add_axes(((WIDTH - 1.75) / WIDTH, (sheet.height - 0.26) / sheet.height, 1.0 / WIDTH, 0.11 / sheet.height))
    box.pcolormesh(np.linspace(0, 1, 41), [0, 1], np.linspace(0, 1, 40)[None, :], cmap=RAMP, edgecolors="face", linewidth=0.3)
    box.set_axis_off()
    for place, words, side in ((-0.05, "0 %", "right"), (1.05, f"{100 * deepest:.0f} %", "left")):
        box.text(place, 0.5, words, ha=side, va="center", fontsize=8, color=INK, transform=box.transAxes)
