"""Study: what a carry rule does to a tour of seven stages."""

from collections.abc import Sequence

from fr_sim.files import load_edition, load_stage
from fr_sim.files.tour_file import read_tour_file
from fr_sim.game.riders import Kind
from fr_sim.policies.lineups import parse_lineup
from fr_sim.questions.loop import play
from fr_sim.questions.tour import ask_tour
from fr_sim.questions.tour.tables import TourDifference, changes, difference, share, stage_figure
from fr_sim.report.colours import team_look
from fr_sim.report.plots.canvas import Sheet
from fr_sim.statistics.intervals import wilson
from reports.studies import drawing
from reports.studies.study import FOLDER, SEED, Row, Study, chosen, excludes_zero, markdown_table, title_of

NAME = "carry"
TOUR = read_tour_file(FOLDER / NAME / "tour.toml")
LINEUPS = {"four drafters": "drafter,drafter,drafter,drafter", "a mixed field": "drafter,weighted,saver,steady"}


def cells() -> list[str]:
    """Line-ups; all carry rules of a line-up are compared in pairs, tour by tour."""
    return list(LINEUPS.values())


def measure(words: str, races: int) -> list[Row]:
    """Rows of whole tours, of each team's tours won by points and each kind's by time, and of each stage's cards carried and rounds."""
    lineup = parse_lineup(words)
    stages = [load_stage(name) for name in TOUR.stages]
    tour = ask_tour(stages, lineup, load_edition(TOUR.rules), races, SEED, TOUR.seats, TOUR.carry, TOUR.title)
    results = play(tour)
    rows: list[Row] = []
    for side, carry in enumerate(TOUR.carry):
        start = {"lineup": words, "carry": carry}
        found = [("tour", "", difference(results, "tour", name, side)) for name in ("rounds", "carried", "taken", "margin")]
        found += [("tour", "", one) for one in changes(results, side)]
        found += [("team", team, difference(results, "team", "win_rate", side, team)) for team in range(len(lineup.teams))]
        rows += [{**start, "of": of, "number": number, **_figures(one)} for of, number, one in found]
        for kind in Kind:
            riders = [rider.rider for rider in lineup.riders if rider.kind is kind]
            won = sum(round(difference(results, "rider", "win_rate", side, rider).value * results.races) for rider in riders)
            kept = share(won, results.races)
            figures = TourDifference("win_rate", 0.0, kept.low, kept.high, results.races, kept.value, None, 0)
            rows.append({**start, "of": kind.value, "number": "", **_figures(figures), "difference": ""})
        for stage in range(len(stages)):
            carried = sum(stage_figure(results, "carried", side, stage, rider.rider).value for rider in lineup.riders)
            rounds = int(results.counts.stage_rounds[side, stage]) / results.races
            for name, value in (("carried", carried), ("rounds", rounds)):
                figures = TourDifference(name, 0.0, None, None, results.races, value, None, 0)
                rows.append({**start, "of": "stage", "number": stage + 1, **_figures(figures), "difference": ""})
    return rows


def _figures(one: TourDifference) -> Row:
    low, high = ("" if end is None else end for end in (one.low, one.high))
    value = one.difference if one.value is None else one.value
    return {"measure": one.measure, "value": value, "difference": one.difference, "low": low, "high": high, "tours": one.tours}


def draw(rows: Sequence[Row]) -> dict[str, Sheet]:
    """Cards carried and rounds, stage by stage; and the teams' tours won, compared."""
    caption = f"{len(TOUR.stages)} stages  ·  {TOUR.rules}  ·  {rows[0]['tours']:,} tours under each carry rule, paired  ·  seed {SEED}"
    return {"stages": _draw_stages(rows, caption), "teams": _draw_teams(rows, f"{caption}  ·  95 % intervals")}


def _draw_stages(rows: Sequence[Row], caption: str) -> Sheet:
    height, above = 1.9, 0.3
    sheet = Sheet(
        "What is carried, and what it does to the stages",
        "exhaustion cards brought to each stage, all eight riders together; rounds until everybody has finished",
        caption,
        drawing.body_height(4, 2, height, above),
    )
    drawing.legend(sheet, TOUR.carry, columns=4)
    for place, (name, words) in enumerate(LINEUPS.items()):
        for column, what in enumerate(("carried", "rounds")):
            axes = drawing.panel(sheet, 2 * place + column, 2, height, above=above)
            for number, carry in enumerate(TOUR.carry):
                shown = chosen(rows, lineup=words, carry=carry, of="stage", measure=what)
                look = team_look(number)
                across, up = [row["number"] for row in shown], [row["value"] for row in shown]
                axes.plot(across, up, color=look.edge, linewidth=1.1, zorder=2)
                axes.plot(across, up, look.marker, color=look.fill, markeredgecolor=look.edge, markersize=5, zorder=3)
            most = axes.get_ylim()[1]
            axes.set_ylim(-0.04 * most, 1.06 * most)
            axes.set_xticks(range(1, len(TOUR.stages) + 1))
            axes.tick_params(labelsize=7.5)
            drawing.heading(axes, f"{name}: {'cards carried' if what == 'carried' else 'rounds'}")
            if place:
                axes.set_xlabel("stage", fontsize=8.5)
    return sheet


def _draw_teams(rows: Sequence[Row], caption: str) -> Sheet:
    others = TOUR.carry[1:]
    words = LINEUPS["a mixed field"]
    height, above = 0.36 * len(others) + 0.35, 0.0
    subtitle = f"mixed field: tours won by points, difference from {TOUR.carry[0]} in percentage points"
    sheet = Sheet("What a carry rule does to who wins the tour", subtitle, caption, drawing.body_height(1, 1, height, above))
    for place, policy in enumerate(words.split(",")):
        axes = drawing.panel(sheet, place, 4, height, left=0.9, above=above, gap=0.16)
        for up, carry in enumerate(others):
            (row,) = chosen(rows, lineup=words, carry=carry, of="team", number=place)
            low, middle, high = (100 * row[column] for column in ("low", "difference", "high"))
            drawing.lying_whisker(axes, up, low, middle, high, team_look(place))
        axes.axvline(0, color="#5B6770", linewidth=1, zorder=1)
        axes.set_ylim(len(others) - 0.5, -0.5)
        axes.set_yticks(range(len(others)), others if place == 0 else [], fontsize=8)
        axes.grid(visible=False, axis="y")
        axes.tick_params(axis="y", length=0)
        axes.tick_params(axis="x", labelsize=7.5)
        axes.spines["left"].set_visible(False)
        axes.locator_params(axis="x", nbins=4)
        drawing.heading(axes, policy)
    return sheet


def _one(rows: Sequence[Row], **wanted: object) -> Row:
    (row,) = chosen(rows, **wanted)
    return row


def _signed(number: float, digits: int = 1) -> str:
    words = f"{number:+.{digits}f}".replace("-", "−")
    return words[1:] if not words.strip("+−0.") else words


def answer(rows: Sequence[Row]) -> str:
    """The answer in one sentence."""
    first, free = (_one(rows, lineup=LINEUPS["four drafters"], carry=carry, of="tour", measure="rounds") for carry in ("all", "none"))
    drafters = {
        carry: _one(rows, lineup=LINEUPS["four drafters"], carry=carry, of="stage", number=len(TOUR.stages), measure="carried")["value"]
        for carry in TOUR.carry
    }
    return (
        f"Half of the cards make a tour that settles (four drafters bring {drafters['half-up']:.0f} cards to the last stage with half-up, "
        f"{drafters['half-down']:.0f} with half-down); all of them make one that grows ({drafters['all']:.0f}) and takes "
        f"{first['value'] - free['value']:.0f} rounds more than one that carries nothing."
    )


def page(rows: Sequence[Row]) -> str:
    """The page's words."""
    blocks = []
    teams = [row for row in chosen(rows, of="team") if row["carry"] != TOUR.carry[0] and row["lineup"] == LINEUPS["a mixed field"]]
    for name, words in LINEUPS.items():
        lines = []
        for carry in TOUR.carry:
            of_tour = {
                measure: _one(rows, lineup=words, carry=carry, of="tour", measure=measure)
                for measure in ("rounds", "carried", "taken", "margin", "winner_changed")
            }
            sprinteur = _one(rows, lineup=words, carry=carry, of="sprinteur")
            figures = [f"{of_tour[measure]['value']:.0f}" for measure in ("rounds", "carried", "taken", "margin")]
            changed = "" if carry == TOUR.carry[0] else f"{100 * of_tour['winner_changed']['value']:.0f}"
            lines.append([carry, *figures, f"{100 * sprinteur['value']:.1f}", changed])
        heading = ["carry", "rounds", "cards carried", "cards taken", "margin, s", "won by a sprinteur, %", "other winner, %"]
        blocks.append(f"{name[0].upper()}{name[1:]} (`{words}`):\n\n{markdown_table(heading, lines)}")
    lines = []
    for carry in TOUR.carry:
        cells = []
        for team in range(4):
            row = _one(rows, lineup=LINEUPS["a mixed field"], carry=carry, of="team", number=team)
            told = "" if carry == TOUR.carry[0] else f" ({_signed(100 * row['difference'])})"
            cells.append(f"{100 * row['value']:.1f}{told}")
        lines.append([carry, *cells])
    known = sum(excludes_zero(row, len(teams)) for row in teams)
    wins = markdown_table(["carry", *LINEUPS["a mixed field"].split(",")], lines)
    stages = ", ".join(title_of(stage) for stage in TOUR.stages)
    low, high = wilson(rows[0]["tours"] // 2, rows[0]["tours"])
    new_line = "\n\n"
    return f"""
The same tours under each carry rule (G1): of the exhaustion cards that a rider has left at the end of a stage, half, rounded up or
down, all or none start in its deck at the next one.

| | |
| --- | --- |
| stages | {stages} |
| edition | {TOUR.rules} |
| tours | {rows[0]["tours"]:,} under each rule and line-up; seed {SEED} |
| commands | `fr-sim tour reports/studies/carry/tour.toml`, and the same with `-t {LINEUPS["a mixed field"]}` |

![Cards carried and rounds, stage by stage](stages.svg)

![Tours won by points](teams.svg)

Means of a whole tour; the margin is the time between the first two riders, and the winner is the first of them:

{new_line.join(blocks)}

Tours won by points in percent, in brackets the difference from {TOUR.carry[0]} in points:

{wins}

**What it shows.** {answer(rows)} {known} of the {len(teams)} differences in the last table are told from zero when their
intervals are widened for all of
them together (Bonferroni).

**What it does not show.** No policy knows that it rides a tour: none saves strength for tomorrow, or looks at times and
points. People would
fear the cards more the more of them stay, so that the differences here are those of riders who do not mind. In another order of
stages, or with more of them, “all” would hurt otherwise. A single win rate is known to about ±
{100 * (float(high) - float(low)) / 2:.1f} points.
"""


STUDY = Study(NAME, "What a carry rule does to a tour of seven stages", answer, TOUR.races, cells, measure, draw, page)
