"""Plot: which cards are played when, a heat map for every policy and kind of rider."""

import math

import numpy as np
import pandas as pd

from fr_sim.game.cards import pile_order
from fr_sim.report.colours import INK
from fr_sim.report.plots.canvas import FAINT, WIDTH, Sheet, shorten
from fr_sim.report.plots.heat import RAMP
from fr_sim.report.stored import Results

TITLE = "Which cards are played when"
PANEL, GAP = 1.12, 0.46  # inches: height of a panel, and room for its heading
NO_CARD = "none"
#: Rounds that fewer of the races reach are left out: their shares would be noise.
RARE = 0.01


def draw(results: Results, caption: str) -> Sheet:
    """One panel for each policy and kind, teams of one policy taken together; a column of a panel adds up to 100 %."""
    table = results.tables["cards"]
    table = table.assign(card=table["card"].fillna("").replace("", NO_CARD), round=table["round"].astype(int))
    panels = [(label, rows) for label, rows in table.groupby(["policy", "kind"], sort=False)]
    panels.sort(key=lambda panel: (panel[1]["team"].min(), panel[0][1]))
    rounds = _last_round(results)
    columns = 2 if len(panels) > 1 else 1
    lines = math.ceil(len(panels) / columns)
    subtitle = f"share of the cards that such a rider played in that round; rounds that {RARE:.0%} of the races reach"
    sheet = Sheet(TITLE, subtitle, caption, lines * (PANEL + GAP) - 0.1)
    deepest = max(_shares(rows, rounds)[1].max() for _, rows in panels)
    width = (WIDTH - 1.2 - 0.55 * (columns - 1)) / columns
    for number, ((policy, kind), rows) in enumerate(panels):
        line, column = divmod(number, columns)
        left = 0.55 + column * (width + 0.55)
        above = 0.2 + line * (PANEL + GAP)
        axes = sheet.axes(left, WIDTH - left - width, above=above, below=(lines - line - 1) * (PANEL + GAP))
        cards, shares = _shares(rows, rounds)
        axes.pcolormesh(
            np.arange(rounds + 1) + 0.5, np.arange(len(cards) + 1) - 0.5, shares, cmap=RAMP, vmin=0, vmax=deepest,
            edgecolors="#FFFFFF", linewidth=0.4,
        )
        teams = sorted(rows["team"].unique())
        which = f"team {teams[0]}" if len(teams) == 1 else "teams " + ", ".join(map(str, teams))
        axes.set_title(f"{shorten(policy, 18)} {kind}", fontsize=9.5, weight="bold", loc="left", pad=4)
        axes.set_title(shorten(which, 18), fontsize=8, color=FAINT, loc="right", pad=4)
        axes.set_yticks(range(len(cards)), cards, fontsize=8)
        step = 1 if rounds <= 12 else 2 if rounds <= 24 else 5 if rounds <= 60 else 10
        axes.set_xticks(range(1, rounds + 1, step))
        axes.tick_params(length=0, labelbottom=line == lines - 1 or number + columns >= len(panels))
        for spine in axes.spines.values():
            spine.set_visible(False)
        if column == 0:
            axes.set_ylabel("card", labelpad=3)
        if line == lines - 1 or number + columns >= len(panels):
            axes.set_xlabel("round")
    _legend(sheet, deepest)
    return sheet


def _last_round(results: Results) -> int:
    """The last round that at least `RARE` of the races reach."""
    rounds = results.tables["rounds"].sort_values("rounds")
    reached = rounds["share"][::-1].cumsum()[::-1]
    return max(1, int(rounds.loc[reached >= RARE, "rounds"].max()))


def _shares(rows: pd.DataFrame, rounds: int) -> tuple[list[str], np.ndarray]:
    """The cards of a panel, highest first, and their shares [card, round]."""
    cards = sorted(rows["card"].unique(), key=lambda card: -2 if card == NO_CARD else pile_order(card), reverse=True)
    played = rows[rows["round"] <= rounds].pivot_table(index="card", columns="round", values="played", aggfunc="sum", fill_value=0)
    played = played.reindex(index=cards, columns=range(1, rounds + 1), fill_value=0).to_numpy(float)
    return cards, played / np.maximum(played.sum(axis=0), 1)


def _legend(sheet: Sheet, deepest: float) -> None:
    """The ramp with its ends, at the right of the title."""
    box = sheet.figure.add_axes(((WIDTH - 1.75) / WIDTH, (sheet.height - 0.24) / sheet.height, 1.0 / WIDTH, 0.11 / sheet.height))
    box.pcolormesh(np.linspace(0, 1, 25), [0, 1], np.linspace(0, 1, 24)[None, :], cmap=RAMP)
    box.set_axis_off()
    for place, words, side in ((-0.05, "0 %", "right"), (1.05, f"{100 * deepest:.0f} %", "left")):
        box.text(place, 0.5, words, ha=side, va="center", fontsize=8, color=INK, transform=box.transAxes)
