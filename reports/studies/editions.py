"""Study: what the common mistakes and each edition change, on the six base stages, with four drafters and with a mixed field."""

from collections.abc import Sequence

from fr_sim.files import load_edition, load_stage
from fr_sim.policies.lineups import parse_lineup
from fr_sim.questions.compare import ask_comparison
from fr_sim.questions.compare.tables import race_differences, team_differences
from fr_sim.questions.loop import play as play_all
from fr_sim.report.colours import team_look
from fr_sim.report.plots.canvas import Sheet
from reports.studies import drawing
from reports.studies.study import (
    BASE_STAGES,
    DEFAULT_EDITION,
    SEED,
    Row,
    Study,
    chosen,
    excludes_zero,
    markdown_table,
    title_of,
    values,
)

RACES = 50_000
MISTAKES = (
    "mistake-front-to-rear",
    "mistake-lane-exhaustion",
    "mistake-leaders-only",
    "mistake-climb-start-only",
    "mistake-recycle-played",
)
EDITIONS = ("base-2016", "fatigue-fr", "grand-race", "grand-tour-2016", "meteo", "peloton")
FOUR_DRAFTERS = "drafter,drafter,drafter,drafter"
MIXED = "drafter,weighted,saver,steady"
RACE_MEASURES = (
    ("rounds", "rounds"),
    ("exhaustion", "exhaustion cards"),
    ("slipstream", "slipstream"),
    ("winner_changed", "other winner, %"),
)


def cells() -> list[tuple[str, str]]:
    """Stage and line-up; the editions of a cell are compared in pairs, race by race."""
    return [(stage, lineup) for lineup in (FOUR_DRAFTERS, MIXED) for stage in BASE_STAGES]


def measure(cell: tuple[str, str], races: int) -> list[Row]:
    """One row an edition and measure, of whole races, then of each team's and of each seat's win rate.

    The first row, `by_luck`, is how often another rider wins when a race under the same edition is played with other luck.
    """
    stage, words = cell
    editions = [load_edition(name) for name in (DEFAULT_EDITION, *MISTAKES, *EDITIONS)]
    compared = play_all(ask_comparison(load_stage(stage), [parse_lineup(words)], editions, races, SEED))
    wins = compared.counts.tallies[0].wins.sum(axis=1)
    luck = 1 - float(((wins / compared.races) ** 2).sum())
    figures = {"difference": luck, "low": "", "high": "", "value_against": "", "races": compared.races}
    rows = [{"stage": stage, "lineup": words, "rules": DEFAULT_EDITION, "of": "race", "number": "", "measure": "by_luck", **figures}]
    for side in range(1, len(editions)):
        found = [("race", "", one) for one in race_differences(compared, side)]
        for number in range(compared.comparison.teams):
            found += [("team", number, one) for one in team_differences(compared, side, number) if one.measure == "win_rate"]
            found += [("seat", number, one) for one in team_differences(compared, side, None, number) if one.measure == "win_rate"]
        start = {"stage": stage, "lineup": words, "rules": editions[side].name}
        for of, number, one in found:
            against = "" if one.value_against is None else one.value_against
            figures = {"difference": one.difference, "low": one.low, "high": one.high, "value_against": against, "races": one.races}
            rows.append({**start, "of": of, "number": number, "measure": one.measure, **figures})
    return rows


def draw(rows: Sequence[Row]) -> dict[str, Sheet]:
    """What editions do to a race with either line-up, to the mixed field's win rates, and to the seats' with four drafters."""
    lineups = {"four drafters": FOUR_DRAFTERS, "a mixed field": MIXED}
    sheets = {}
    for name, (words, lineup) in zip(("races-drafters", "races-mixed"), lineups.items(), strict=True):
        panels = [(title, chosen(rows, lineup=lineup, of="race", measure=measure)) for measure, title in RACE_MEASURES]
        title = f"What an edition does to a race: {words}"
        sheets[name] = _forest(title, "mean differences of a whole race from gigamic-v2; one mark a stage", panels, rows)
    panels = [(policy, chosen(rows, lineup=MIXED, of="team", number=number)) for number, policy in enumerate(MIXED.split(","))]
    title = "What an edition does to the win rates of a mixed field"
    sheets["teams-mixed"] = _forest(
        title, "difference of the win rate from gigamic-v2, in percentage points; one mark a stage", panels, rows
    )
    panels = [(f"seat {seat}", chosen(rows, lineup=FOUR_DRAFTERS, of="seat", number=seat)) for seat in range(4)]
    title = "What an edition does to the seats of four drafters"
    sheets["seats-drafters"] = _forest(
        title, "difference of the seat's win rate from gigamic-v2, in percentage points; one mark a stage", panels, rows
    )
    return sheets


def _forest(title: str, subtitle: str, panels: Sequence[tuple[str, list[Row]]], rows: Sequence[Row]) -> Sheet:
    """One panel a measure, one line an edition, one mark a stage with its interval."""
    editions, stages = values(rows, "rules")[1:], values(rows, "stage")
    height, above = 0.46 * len(editions) + 0.2, 0.42
    caption = f"six stages, one mark each  ·  {rows[0]['races']:,} races on each side, paired  ·  seed {SEED}  ·  95 % intervals"
    sheet = Sheet(title, subtitle, caption, drawing.body_height(1, 1, height, above))
    drawing.legend(sheet, [title_of(stage) for stage in stages])
    for place, (heading, shown) in enumerate(panels):
        axes = drawing.panel(sheet, place, len(panels), height, left=1.75, above=above, gap=0.14)
        for row in shown:
            scale = 100 if row["measure"] in ("win_rate", "winner_changed") else 1
            up = editions.index(row["rules"]) + (stages.index(row["stage"]) - (len(stages) - 1) / 2) * 0.13
            low, middle, high = (scale * row[column] for column in ("low", "difference", "high"))
            drawing.lying_whisker(axes, up, low, middle, high, team_look(stages.index(row["stage"])), size=3.4)
        for number in range(0, len(editions), 2):
            axes.axhspan(number - 0.5, number + 0.5, color="#F4F6F7", zorder=0, linewidth=0)
        axes.axvline(0, color="#5B6770", linewidth=1, zorder=1)
        axes.set_ylim(len(editions) - 0.5, -0.5)
        axes.grid(visible=False, axis="y")
        axes.set_yticks(range(len(editions)), editions if place == 0 else [], fontsize=8)
        axes.tick_params(axis="y", length=0)
        axes.tick_params(axis="x", labelsize=7.5)
        axes.spines["left"].set_visible(False)
        axes.locator_params(axis="x", nbins=4)
        drawing.heading(axes, heading)
    return sheet


def _span(rows: Sequence[Row], scale: float = 1.0, digits: int = 1, plus: str = "+") -> str:
    """The smallest and the largest difference over stages."""
    ends = [f"{scale * end(row['difference'] for row in rows):{plus}.{digits}f}".replace("-", "−") for end in (min, max)]
    zero = {f"{0:+.{digits}f}": f"{0:.{digits}f}", f"−{0:.{digits}f}": f"{0:.{digits}f}"}
    low, high = (zero.get(end, end) for end in ends)
    return low if low == high else f"{low} to {high}"


def _race_table(rows: Sequence[Row], lineup: str) -> str:
    lines = []
    for edition in values(rows, "rules")[1:]:
        of = {measure: chosen(rows, rules=edition, lineup=lineup, of="race", measure=measure) for measure, _ in RACE_MEASURES}
        changed = _span(of["winner_changed"], 100, 0, "")
        lines.append([edition, *(_span(of[measure]) for measure in ("rounds", "exhaustion", "slipstream")), changed])
    return markdown_table(["edition", "rounds", "exhaustion cards", "slipstream", "other winner, %"], lines)


def _team_table(rows: Sequence[Row], told: Sequence[Row]) -> str:
    lines = []
    for edition in values(rows, "rules")[1:]:
        teams = [chosen(rows, rules=edition, lineup=MIXED, of="team", number=number) for number in range(4)]
        known = sum(row["rules"] == edition for row in told)
        lines.append([edition, *(_span(team, 100) for team in teams), f"{known} of {sum(map(len, teams))}"])
    return markdown_table(["edition", *MIXED.split(","), "told from zero"], lines)


def answer(rows: Sequence[Row]) -> str:
    """The answer in one sentence."""
    recycled = chosen(rows, rules="mistake-recycle-played", lineup=MIXED, of="team")
    most = 100 * max(abs(row["difference"]) for row in recycled)
    fewer = _span(chosen(rows, rules="mistake-leaders-only", lineup=FOUR_DRAFTERS, measure="exhaustion", of="race"), 1, 0)
    return (
        f"Of the mistakes, played cards that come back do most to who wins (up to {most:.0f} points of a win rate); "
        f"exhaustion for leaders only changes the cards most ({fewer} a race). `base-2016` changes next to nothing."
    )


def page(rows: Sequence[Row]) -> str:
    """The page's words."""
    teams = chosen(rows, lineup=MIXED, of="team")
    told = [row for row in teams if excludes_zero(row, len(teams))]
    luck = [f"{100 * row['difference']:.0f}" for row in sorted(chosen(rows, measure="by_luck"), key=lambda row: row["difference"])]
    options = " ".join(f"-r {edition}" for edition in values(rows, "rules"))
    peloton = chosen(rows, rules="peloton", lineup=FOUR_DRAFTERS, of="seat", number=3)
    flat = chosen(rows, rules="mistake-climb-start-only", stage="avenue-corso-paseo", measure="winner_changed")
    return f"""
The same races under every shipped edition, paired race by race with those under gigamic-v2: first the five
mistakes, then the other editions. Two fields: four drafters, and one each of {", ".join(f"`{policy}`" for policy in MIXED.split(","))}.

| | |
| --- | --- |
| stages | the six base stages |
| races | {rows[0]["races"]:,} on each side, stage and line-up; seed {SEED} |
| commands | `fr-sim compare {" ".join(BASE_STAGES)} {options} -n {rows[0]["races"]} --seed {SEED}`, and the same with `-t {MIXED}` |

## A race of four drafters

![What editions do to a race of four drafters](races-drafters.svg)

Mean differences of a whole race from gigamic-v2, smallest and largest of the six stages; exhaustion and squares of slipstream
of all eight riders
together:

{_race_table(rows, FOUR_DRAFTERS)}

![What editions do to the seats of four drafters](seats-drafters.svg)

## A mixed field

![What editions do to a race of the mixed field](races-mixed.svg)

![What editions do to the win rates of the mixed field](teams-mixed.svg)

Differences of the win rates in percentage points, smallest and largest of the six stages:

{_team_table(rows, told)}

“Told from zero” are those of which the interval, widened for all {len(teams)} in the table together (Bonferroni), leaves out
zero: {len(told)} in
all. With plain 95 % intervals, as in the plots, some {len(teams) / 20:.0f} of {len(teams)} would leave it out if no edition did anything.

**What it shows.** {answer(rows)} Nobody should think that a mistake is small because races take as long as before: exhaustion
for an empty lane
ahead leaves the rounds alone and still hands the race to another rider in
{_span(chosen(rows, rules="mistake-lane-exhaustion", lineup=FOUR_DRAFTERS, measure="winner_changed"), 100, 0, "")} % of the
races of four drafters. Where no climb is, a mistake about climbs
does nothing ({100 * flat[0]["difference"]:.0f} %), which is as it has to be. `peloton` is here the break-away only (no dummies start): the
last seat of four drafters wins {_span(peloton, 100, 0, "")} points more, since all of them bid alike and ties go to the rider
placed furthest back.
`grand-tour-2016` lets everybody ride to the end, which makes races longer and never changes the winner.

**What it does not show.** “Other winner” is no measure of importance beyond its upper end: the same race with other luck has another winner
in {luck[0]} to {luck[-1]} %, and editions that come near it (`grand-race`, `meteo`, `fatigue-fr`) draw other hands so soon that nothing is
left of the race that they are paired with. The policies ride as before: they know the road and the cards under each edition,
but nothing in them was made for
it. People would adapt, and a difference might shrink or turn round.
"""


NAME = "editions"
STUDY = Study(NAME, "What mistakes and editions change", answer, RACES, cells, measure, draw, page)
