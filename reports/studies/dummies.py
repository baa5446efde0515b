"""Study: how strong are the dummies? The handicap that makes a fair solo game against Peloton and Muscle."""

from collections.abc import Sequence
from itertools import pairwise

from fr_sim.game.lineup import MUSCLE_TEAM, PELOTON_TEAM
from fr_sim.policies.catalogue import shipped_policies
from fr_sim.report.colours import team_look
from fr_sim.report.plots.canvas import Sheet, percent_axis
from fr_sim.statistics.intervals import wilson
from reports.studies import drawing
from reports.studies.study import BASE_STAGES, SEED, Row, Study, chosen, markdown_table, play, title_of, values

RACES = 20_000
HANDICAPS = tuple(range(11))
SOLO = f"{PELOTON_TEAM},{MUSCLE_TEAM}"
#: What a player may call fair: to win as often as each of three teams, or as often as not.
THIRD, HALF = 1 / 3, 1 / 2
#: P8's extra cards, beside handicaps in the table.
SET_UP = "P8"


def cells() -> list[tuple[str, str, str, int | str]]:
    """Policy, stage, the dummies, and the handicap; against both with every handicap and the set-up of P8, against each alone with none."""
    both = [(SOLO, handicap) for handicap in (*HANDICAPS, SET_UP)]
    games = [*both, (PELOTON_TEAM, 0), (MUSCLE_TEAM, 0)]
    return [(policy, stage, *game) for policy in shipped_policies() for stage in BASE_STAGES for game in games]


def measure(cell: tuple[str, str, str, int | str], races: int) -> list[Row]:
    """One row: races won by the player and by each of the dummies."""
    policy, stage, dummies, handicap = cell
    opponents = dummies.split(",")
    of_teams = [handicap, *[0] * len(opponents)]
    rule = "solo_exhaustion=true" if handicap == SET_UP else f"handicap={of_teams}"
    results = play(stage, f"{policy},{dummies}", races, overrides=[rule])
    won = dict(zip(["player", *opponents], results.team_wins.tolist(), strict=True))
    names = ("player", PELOTON_TEAM, MUSCLE_TEAM)
    start = {"policy": policy, "stage": stage, "dummies": dummies, "handicap": handicap}
    return [{**start, **{f"{name}_wins": won.get(name, "") for name in names}, "races": results.races}]


def rate(row: Row) -> float:
    """The player's win rate."""
    return row["player_wins"] / row["races"]


def fair_handicap(rows: Sequence[Row], fair: float) -> float | None:
    """Where the win rate, between whole handicaps on a straight line, first falls to `fair`.

    None where the player wins less often than that without any card; infinity where it wins more often with the most of them.
    """
    rates = [rate(row) for row in sorted(rows, key=lambda row: row["handicap"])]
    if rates[0] < fair:
        return None
    for cards, (here, there) in enumerate(pairwise(rates)):
        if there <= fair:
            return cards + (here - fair) / (here - there) if here > there else float(cards)
    return float("inf")


def draw(rows: Sequence[Row]) -> dict[str, Sheet]:
    """The player's win rate by handicap: one panel a policy, one line a stage."""
    policies = values(rows, "policy")
    height, above = 1.6, 0.42
    subtitle = "win rate of one team against Peloton and Muscle, by its handicap; dashed: a third and a half"
    caption = f"six stages  ·  gigamic-v2  ·  {rows[0]['races']:,} races a point  ·  seed {SEED}  ·  95 % Wilson intervals"
    sheet = Sheet("How strong are the dummies?", subtitle, caption, drawing.body_height(len(policies), 2, height, above))
    drawing.legend(sheet, [title_of(stage) for stage in BASE_STAGES])
    for place, policy in enumerate(policies):
        axes = drawing.panel(sheet, place, 2, height, above=above)
        for number, stage in enumerate(BASE_STAGES):
            shown = _handicapped(rows, policy, stage)
            look = team_look(number)
            axes.plot([row["handicap"] for row in shown], [rate(row) for row in shown], color=look.edge, linewidth=0.8, zorder=2)
            for row in shown:
                low, high = wilson(row["player_wins"], row["races"])
                drawing.whisker(axes, row["handicap"], float(low), rate(row), float(high), look, size=3.4)
        drawing.level(axes, THIRD)
        drawing.level(axes, HALF)
        axes.set_ylim(0, 0.72)
        percent_axis(axes.yaxis, 0.72)
        axes.set_xticks(HANDICAPS)
        axes.tick_params(labelsize=7.5)
        drawing.heading(axes, policy)
        if place >= len(policies) - 2:
            axes.set_xlabel("exhaustion cards added to each deck", fontsize=8.5)
    return {"handicaps": sheet}


def _handicapped(rows: Sequence[Row], policy: str, stage: str) -> list[Row]:
    return [row for row in chosen(rows, policy=policy, stage=stage, dummies=SOLO) if row["handicap"] != SET_UP]


def _span(rows: Sequence[Row], wins: str = "player_wins") -> str:
    rates = [100 * row[wins] / row["races"] for row in rows]
    return f"{min(rates):.0f}–{max(rates):.0f}"


def _cards(cards: float | None) -> str:
    if cards is None:
        return "–"
    return f"> {HANDICAPS[-1]}" if cards == float("inf") else f"{cards:.1f}"


def _fair(rows: Sequence[Row], fair: float) -> dict[tuple[str, str], float | None]:
    return {
        (policy, stage): fair_handicap(_handicapped(rows, policy, stage), fair)
        for policy in values(rows, "policy")
        for stage in BASE_STAGES
    }


def answer(rows: Sequence[Row]) -> str:
    """The answer in one sentence."""
    third, half = _fair(rows, THIRD), _fair(rows, HALF)
    won = [sum(cards is not None for cards in fair.values()) for fair in (third, half)]
    best = [cards for (policy, _), cards in third.items() if policy == "weighted" and cards is not None]
    return (
        f"Stronger than most: without any handicap the player wins a third of its races in {won[0]} "
        f"of {len(third)} pairs of policy and stage, half of them in {won[1]}. For `weighted` a third is fair at "
        f"{min(best):.1f} to {max(best):.1f} cards a rider."
    )


def page(rows: Sequence[Row]) -> str:
    """The page's words."""
    third, half = _fair(rows, THIRD), _fair(rows, HALF)
    policies = values(rows, "policy")
    lines, fair = [], []
    for policy in policies:
        plain = chosen(rows, policy=policy, dummies=SOLO, handicap=0)
        games = [
            plain,
            chosen(rows, policy=policy, dummies=SOLO, handicap=SET_UP),
            chosen(rows, policy=policy, dummies=PELOTON_TEAM),
            chosen(rows, policy=policy, dummies=MUSCLE_TEAM),
        ]
        lines.append([policy, *map(_span, games), _span(plain, "peloton_wins"), _span(plain, "muscle_wins")])
        if any(third[policy, stage] is not None for stage in BASE_STAGES):
            fair.append([policy, *(f"{_cards(third[policy, stage])} / {_cards(half[policy, stage])}" for stage in BASE_STAGES)])
    heading = ["policy", "both, %", "both, P8, %", "Peloton alone, %", "Muscle alone, %", "Peloton wins, %", "Muscle wins, %"]
    return f"""
One team against the Peloton and one Muscle team. A handicap is a number of exhaustion cards shuffled into each of the player's
two decks (C3); dummies get none.

![Win rate by handicap](handicaps.svg)

| | |
| --- | --- |
| stages | the six base stages |
| edition | gigamic-v2 with `handicap` or `solo_exhaustion` set |
| races | {rows[0]["races"]:,} of each policy, stage and handicap; seed {SEED} |
| one of them | `fr-sim run la-haut-montagne -t weighted,{SOLO} --set handicap=[3,0,0] -n {rows[0]["races"]} --seed {SEED}` |

How often the player wins without a handicap against both, with the three cards of the solo set-up (P8), and against each dummy
alone; and how
often the dummies win against it without a handicap. Smallest and largest of the six stages:

{markdown_table(heading, lines)}

The fair handicap in cards a rider: where the player wins a third of the races / half of them, on a straight line between whole
numbers; –: it
wins less often without any. Policies that never win a third are left out.

{markdown_table(["policy", *(title_of(stage) for stage in BASE_STAGES)], fair)}

**What it shows.** {answer(rows)} Between the two dummies the
Peloton wins more often, mostly twice to three times as often as Muscle; alone, either is about as hard to beat. What is fair depends on the
stage as much as on the player.

**What it does not show.** How people fare: the policies look one card ahead and know nothing of how a dummy moves. The
figures say how many cards make *these* players equal. Dummies place first, so the player always starts from the last seat, and some of
their strength may be that ([seats](../seats/README.md)). The handicaps between whole
numbers cannot be dealt: they say how far apart the neighbours are.
"""


NAME = "dummies"
STUDY = Study(NAME, "How strong are the dummies?", answer, RACES, cells, measure, draw, page)
