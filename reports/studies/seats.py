"""Study: does the start slot decide? The share of races won from each seat, by stage, policy and number of teams."""

from collections.abc import Sequence

import numpy as np

from fr_sim.policies.catalogue import shipped_policies
from fr_sim.report.colours import team_look
from fr_sim.report.plots.canvas import Sheet, percent_axis
from fr_sim.statistics.intervals import wilson
from reports.studies import drawing
from reports.studies.study import BASE_STAGES, SEED, Row, Study, chosen, markdown_table, play, title_of, together, values

#: The same six where five and six teams start: the cards for them, or one of the same kind.
WIDE_STAGES = (
    "avenue-corso-paseo-5-6",
    "firenze-milano-5-6",
    "la-classicissima-5-6",
    "la-haute-montagne-5-6",
    "ballons-centrale-5-6",
    "ronde-van-wevelgem-5-6",
)
TEAMS = (2, 3, 4, 5, 6)
RACES = 40_320  # a multiple of the number of placing orders of up to six teams, 720: everybody sits everywhere equally often


def cells() -> list[tuple[str, int, str]]:
    """Stage, number of teams and policy."""
    return [
        (stage, teams, policy) for policy in shipped_policies() for teams in TEAMS for stage in (WIDE_STAGES if teams > 4 else BASE_STAGES)
    ]


def measure(cell: tuple[str, int, str], races: int) -> list[Row]:
    """One row a seat: races won from it, by whoever sat there; all teams ride by the same policy."""
    stage, teams, policy = cell
    results = play(stage, ",".join([policy] * teams), races)
    wins = results.tally.wins.sum(axis=0)[:teams]
    start = {"stage": stage, "teams": teams, "policy": policy}
    return [{**start, "seat": seat, "wins": int(wins[seat]), "races": results.races} for seat in range(teams)]


def draw(rows: Sequence[Row]) -> dict[str, Sheet]:
    """One panel a policy: for each number of teams every seat's share of the wins, one point a stage."""
    policies = values(rows, "policy")
    height, above = 1.62, 0.42
    subtitle = "share of the races won from each seat, all teams riding by one policy; dashed: equal chances"
    caption = (
        f"six stages, one mark each (5–6 teams: their wide versions)  ·  gigamic-v2  ·  {rows[0]['races']:,} races a point  ·  seed {SEED}"
    )
    sheet = Sheet("Does the start slot decide?", subtitle, caption, drawing.body_height(len(policies), 2, height, above))
    drawing.legend(sheet, [title_of(stage) for stage in BASE_STAGES])
    for place, policy in enumerate(policies):
        axes = drawing.panel(sheet, place, 2, height, above=above)
        across, ticks = 0.0, []
        for teams in TEAMS:
            stages = WIDE_STAGES if teams > 4 else BASE_STAGES
            axes.plot([across - 0.5, across + teams - 0.5], [1 / teams] * 2, color="#5B6770", linestyle=(0, (4, 3)), linewidth=1, zorder=1)
            for number, stage in enumerate(stages):
                for row in chosen(rows, policy=policy, teams=teams, stage=stage):
                    low, high = wilson(row["wins"], row["races"])
                    where = across + row["seat"] + (number - 2.5) * 0.13
                    drawing.whisker(axes, where, low, row["wins"] / row["races"], high, team_look(number), size=2.6)
            ticks += [(across + seat, str(seat)) for seat in range(teams)]
            axes.text(across + (teams - 1) / 2, 0.97, str(teams), **_top(axes))
            across += teams + 0.6
        axes.set_xlim(-0.7, across - 0.9)
        axes.set_ylim(0, max(0.74, max(row["wins"] / row["races"] for row in chosen(rows, policy=policy)) * 1.12))
        axes.set_xticks([tick for tick, _ in ticks], [name for _, name in ticks], fontsize=7)
        percent_axis(axes.yaxis, axes.get_ylim()[1])
        axes.grid(visible=False, axis="x")
        axes.tick_params(labelsize=7.5)
        drawing.heading(axes, policy)
        if place >= len(policies) - 2:
            axes.set_xlabel("seat (0 places first); above: number of teams", fontsize=8.5)
    return {"seats": sheet}


def _top(axes: object) -> dict:
    return {"transform": axes.get_xaxis_transform(), "ha": "center", "va": "top", "fontsize": 7.5, "color": "#5B6770"}


def _unequal(rows: Sequence[Row], seats: int) -> list[Row]:
    """The rows whose interval, widened for so many of them, leaves out an equal share."""
    wins, races, teams = (np.array([row[column] for row in rows]) for column in ("wins", "races", "teams"))
    low, high = wilson(wins, races, together(seats))
    return [row for row, out in zip(rows, (low > 1 / teams) | (high < 1 / teams), strict=True) if out]


def _percent(row: Row) -> float:
    return 100 * row["wins"] / row["races"]


def _span(rows: Sequence[Row]) -> str:
    """The smallest and the largest share of a seat over stages, in percent."""
    return f"{min(map(_percent, rows)):.0f}–{max(map(_percent, rows)):.0f}"


def answer(rows: Sequence[Row]) -> str:
    """The answer in one sentence."""
    first, last = (chosen(rows, policy="drafter", teams=4, seat=seat) for seat in (0, 3))
    even = chosen(rows, policy="random", teams=4, seat=0)
    return (
        f"For most policies, yes: of four drafters whoever places first wins {_span(first)} % of the races, whoever places last "
        f"{_span(last)} %. Among random riders the first seat wins {_span(even)} %."
    )


def page(rows: Sequence[Row]) -> str:
    """The page's words."""
    unequal = len(_unequal(rows, len(rows)))
    lines = []
    for policy in values(rows, "policy"):
        for teams in (2, 4, 6):
            shares = [_span(chosen(rows, policy=policy, teams=teams, seat=seat)) for seat in range(teams)]
            lines.append([policy, str(teams), *shares, *[""] * (6 - teams)])
    heading = ["policy", "teams", *(f"seat {seat}, %" for seat in range(6))]
    command = f"fr-sim run {BASE_STAGES[0]} -t drafter,drafter,drafter,drafter -n {rows[0]['races']} --seed {SEED}"
    return f"""
Seat 0 places its two riders first. All teams of a race ride by the same policy, so that only the seat tells them apart, and
every placing order comes equally often.

![Share of the races won from each seat]({NAME}.svg)

| | |
| --- | --- |
| stages | the six base stages for two to four teams, their wide versions for five and six |
| edition | gigamic-v2 |
| races | {rows[0]["races"]:,} of each stage, policy and number of teams; seed {SEED} |
| one of them | `{command}`, its `seats.csv` summed over teams |

The share of the races won from each seat, the smallest and the largest of the six stages:

{markdown_table(heading, lines)}

**What it shows.** In {unequal} of {len(rows)} seats the share is not an equal one, as far as intervals widened for all {len(rows)} together
tell (Wilson, Bonferroni). {answer(rows)} The more teams, the worse the last seats: of six drafters the last one wins
{_span(chosen(rows, policy="drafter", teams=6, seat=5))} %. With two teams it depends on who rides: `drafter` likes to be first
({_span(chosen(rows, policy="drafter", teams=2, seat=0))} %), `weighted` rather last
({_span(chosen(rows, policy="weighted", teams=2, seat=1))} %).

**What it does not show.** Every policy starts as far forward as it can, so seats and squares are one and the same here: what a
seat is worth
to somebody who would rather start further back is not seen, nor what a better policy makes of a bad seat. `highest` and `steady` play much
the same cards whoever rides beside them, so that the order of the start is kept to the end; players who look at the
others do not ride like that. In a field of different policies the seats may be worth more or less.
"""


NAME = "seats"
STUDY = Study(NAME, "Does the start slot decide?", answer, RACES, cells, measure, draw, page)
