"""Study: rouleur or sprinteur? Whose sprinteurs win where, by the share of climbs."""

from collections.abc import Sequence

import numpy as np

from fr_sim.files import load_stage, stage_names
from fr_sim.game.riders import Kind
from fr_sim.game.terrain import Terrain
from fr_sim.policies.catalogue import shipped_policies
from fr_sim.report.colours import TeamLook, team_look
from fr_sim.report.plots.canvas import Sheet, percent_axis
from fr_sim.statistics.intervals import wilson
from reports.studies import drawing
from reports.studies.study import SEED, Row, Study, chosen, markdown_table, play, title_of, values

RACES = 20_000
#: Squares before the finish line that are called the finale: about what a sprinteur rides with its two best cards, and slipstream.
FINALE = 20
LOOKS: tuple[tuple[str, TeamLook], ...] = (
    ("four teams, no cobbles", team_look(0)),
    ("four teams, some cobbles", team_look(6)),
    ("six teams, wide start", team_look(4)),
)


def cells() -> list[tuple[str, str]]:
    """Stage and policy: every shipped stage with every policy."""
    return [(stage, policy) for policy in shipped_policies() for stage in stage_names()]


def measure(cell: tuple[str, str], races: int) -> list[Row]:
    """One row: what the road is like between its lines, and how many races a sprinteur and a rouleur won."""
    stage, policy = cell
    road = load_stage(stage)
    teams = road.players[1]
    results = play(stage, ",".join([policy] * teams), races)
    wins = results.tally.wins.sum(axis=1)
    won = {kind: sum(int(wins[rider.rider]) for rider in results.question.lineup.riders if rider.kind is kind) for kind in Kind}
    ride = [square.terrain for square in road.squares[road.start_line : road.finish_line]]
    return [
        {
            "stage": stage,
            "teams": teams,
            "policy": policy,
            "squares": len(ride),
            "ascent": ride.count(Terrain.ASCENT),
            "ascent_in_finale": ride[-FINALE:].count(Terrain.ASCENT),
            "cobbles": ride.count(Terrain.COBBLES),
            "sprinteur_wins": won[Kind.SPRINTEUR],
            "rouleur_wins": won[Kind.ROULEUR],
            "races": results.races,
        }
    ]


def share(row: Row) -> float:
    """The share of the races that a sprinteur won, of those that somebody won."""
    return row["sprinteur_wins"] / max(row["sprinteur_wins"] + row["rouleur_wins"], 1)


def climbing(row: Row) -> float:
    """The share of ascent among the squares from the start line to the finish line."""
    return row["ascent"] / row["squares"]


def draw(rows: Sequence[Row]) -> dict[str, Sheet]:
    """By the share of climbs on the whole road, and by ascent in the finale; one panel a policy, one point a stage."""
    races = f"{rows[0]['races']:,} races a point"
    caption = f"{len(values(rows, 'stage'))} stages  ·  gigamic-v2  ·  {races}  ·  seed {SEED}  ·  95 % Wilson intervals"
    return {
        "climbs": _scatter(rows, climbing, "Rouleur or sprinteur?", "by the share of ascent from start line to finish line", caption, True),
        "finale": _scatter(
            rows,
            lambda row: row["ascent_in_finale"],
            "Rouleur or sprinteur: the finale",
            f"by the ascent squares among the last {FINALE} before the finish line",
            caption,
            False,
        ),
    }


def _scatter(rows: Sequence[Row], across: object, title: str, by: str, caption: str, is_share: bool) -> Sheet:
    policies = values(rows, "policy")
    height, above = 1.55, 0.36
    sheet = Sheet(
        title, f"share of races won by a sprinteur, {by}; dashed: half", caption, drawing.body_height(len(policies), 2, height, above)
    )
    drawing.legend(sheet, [name for name, _ in LOOKS], looks=[look for _, look in LOOKS])
    most = max(across(row) for row in rows)
    for place, policy in enumerate(policies):
        axes = drawing.panel(sheet, place, 2, height, above=above)
        for row in chosen(rows, policy=policy):
            decided = row["sprinteur_wins"] + row["rouleur_wins"]
            low, high = wilson(row["sprinteur_wins"], decided)
            look = LOOKS[2 if row["teams"] > 4 else int(row["cobbles"] > 0)][1]
            drawing.whisker(axes, across(row), float(low), share(row), float(high), look, size=3.6)
        drawing.level(axes, 0.5)
        axes.set_ylim(0, 1)
        axes.set_xlim(-0.03 * most, 1.04 * most)
        percent_axis(axes.yaxis, 1.0)
        if is_share:
            percent_axis(axes.xaxis, most)
        else:
            axes.set_xticks(range(0, FINALE + 1, 5))
        axes.tick_params(labelsize=7.5)
        drawing.heading(axes, policy)
        if place >= len(policies) - 2:
            axes.set_xlabel("ascent squares, share of the ride" if is_share else "ascent squares in the finale", fontsize=8.5)
    return sheet


def rank_correlation(first: Sequence[float], second: Sequence[float]) -> float:
    """Spearman's: the correlation of the two sequences of ranks, ties at their mean rank."""
    return float(np.corrcoef(_ranks(first), _ranks(second))[0, 1])


def _ranks(numbers: Sequence[float]) -> np.ndarray:
    ordered = np.sort(np.asarray(numbers, float))
    return (np.searchsorted(ordered, numbers, "left") + np.searchsorted(ordered, numbers, "right") - 1) / 2


def _by_policy(rows: Sequence[Row]) -> list[tuple[str, list[Row]]]:
    """The stages of four teams, by policy: those with another number of teams are another game."""
    narrow = [row for row in rows if row["teams"] == 4]
    return [(policy, chosen(narrow, policy=policy)) for policy in values(rows, "policy")]


def _spans(rows: Sequence[Row]) -> list[str]:
    """The median share of sprinteurs among stages with little, some and much ascent."""
    groups = ([], [], [])
    for row in rows:
        groups[0 if climbing(row) < FEW else 1 if climbing(row) < MANY else 2].append(share(row))
    return [f"{100 * float(np.median(group)):.0f}" for group in groups]


def answer(rows: Sequence[Row]) -> str:
    """The answer in one sentence."""
    drafter = dict(_by_policy(rows))["drafter"]
    few, some, many = _spans(drafter)
    return (
        f"With every policy sprinteurs win less on the most mountainous stages than on hilly ones. With drafters they win "
        f"{few} % of the races on the flattest stages, {some} % on hilly ones and {many} % on the most mountainous (medians); "
        "other policies say otherwise."
    )


def page(rows: Sequence[Row]) -> str:
    """The page's words."""
    lines = []
    for policy, stages in _by_policy(rows):
        road = rank_correlation([climbing(row) for row in stages], [share(row) for row in stages])
        finale = rank_correlation([row["ascent_in_finale"] for row in stages], [share(row) for row in stages])
        lines.append([policy, *_spans(stages), f"{road:+.2f}".replace("-", "−"), f"{finale:+.2f}".replace("-", "−")])
    narrow = [row for row in chosen(rows, policy="drafter") if row["teams"] == 4]
    counts = [
        sum(climbing(row) < FEW for row in narrow),
        sum(FEW <= climbing(row) < MANY for row in narrow),
        sum(climbing(row) >= MANY for row in narrow),
    ]
    heading = ["policy", f"< {FEW:.0%}", f"{FEW:.0%} to {MANY:.0%}", f"≥ {MANY:.0%}", "ρ, whole road", "ρ, finale"]
    best = max(narrow, key=share)
    ends = sorted(
        (row for row in narrow if climbing(row) >= FEW and row["ascent_in_finale"] == 0), key=lambda row: share(row), reverse=True
    )
    flat, flat_saver = (chosen(rows, policy=policy, stage="avenue-corso-paseo")[0] for policy in ("drafter", "saver"))
    command = f"fr-sim run la-haut-montagne -t drafter,drafter,drafter,drafter -n {rows[0]['races']} --seed {SEED}"
    return f"""
Every shipped stage, ridden by teams of one policy; what is counted is which of a team's two riders wins. The share of
climbs is that of the ascent squares among those from the start line to the finish line.

![Share of races won by a sprinteur, by the share of climbs](climbs.svg)

![The same, by the ascent in the finale](finale.svg)

| | |
| --- | --- |
| stages | all {len(values(rows, "stage"))}; four teams, or six where the stage is for five and six |
| edition | gigamic-v2 |
| races | {rows[0]["races"]:,} of each stage and policy; seed {SEED} |
| one of them | `{command}`, the wins in its `riders.csv` |

Sprinteurs' share of the wins in percent, the median of the {counts[0]} stages with little ascent, {counts[1]} with some and
{counts[2]} with much
(four teams), and how the share goes with the ascent from stage to stage: Spearman's ρ, −1 always less, +1 always more.

{markdown_table(heading, lines)}

**What it shows.** {answer(rows)} The share of climbs alone does not decide: stages alike in it differ by half of all races and
more, since it matters
where the climbs lie. The stage on which drafting sprinteurs do best is {title_of(best["stage"])} ({100 * share(best):.0f} %); of the
{len(ends)} hilly stages without a climb among the last {FINALE} squares they win {100 * share(ends[-1]):.0f} to
{100 * share(ends[0]):.0f} %. On Avenue Corso Paseo, all flat,
it is {100 * share(flat):.0f} % with drafters and {100 * share(flat_saver):.0f} % with savers: the policies disagree more than
the stages do. `steady` and `highest`
hardly ever win with a sprinteur, `lowest`, which has its nines at the end, mostly does.

**What it does not show.** That a stage suits a kind of rider whoever rides: these are seven ways of riding, each used by all
teams. Stages were
chosen by their designers, not drawn, so ρ describes them and is no estimate with an interval. Points are means of
{rows[0]["races"]:,} races; their intervals are shorter than the marks.
"""


NAME = "climbs"
#: Less ascent than FEW of the ride is called little, MANY or more is called much.
FEW, MANY = 0.05, 0.25
STUDY = Study(NAME, "Rouleur or sprinteur: who wins where?", answer, RACES, cells, measure, draw, page)
