"""Study: is the break-away worth its two cards and its two exhaustion cards?"""

from collections.abc import Sequence
from functools import cache

from fr_sim.files import load_edition, load_stage
from fr_sim.policies.lineups import parse_lineup
from fr_sim.policies.own_files import OwnPolicies, load_policy_file
from fr_sim.reference.race import play_race
from fr_sim.report.colours import team_look
from fr_sim.report.plots.canvas import Sheet, percent_axis
from fr_sim.statistics.intervals import wilson
from reports.studies import drawing
from reports.studies.study import BASE_STAGES, FOLDER, SEED, Row, Study, chosen, markdown_table, play, title_of, together

NAME = "breakaway"
EDITION = "peloton"
RACES = 20_160
#: Races of which the log is read to see who entered the break-away: so many, at most.
LOGS = 64
BIDDERS = FOLDER / NAME / "bidders.py"
#: The three others: drafters, who bid their lowest cards unless a climb is near, or riders who want it and bid fives.
RIVALS = {"drafter": "the others bid as drafter does", "bidder:card=5": "the others bid fives"}
CARDS = {"rouleur": (2, 3, 4, 5, 6, 7), "sprinteur": (2, 3, 4, 5, 9)}
EQUAL = 0.25


def cells() -> list[tuple[str, str, str, int]]:
    """Stage, the others, the rider that bids, and the card that it bids twice if it has it."""
    return [(stage, rival, rider, card) for rival in RIVALS for rider, cards in CARDS.items() for card in cards for stage in BASE_STAGES]


@cache
def _own() -> OwnPolicies:
    """The bidders, compiled once for all cells."""
    return load_policy_file(BIDDERS)


def _lineup(rival: str, rider: str, card: int) -> str:
    first = f"bidder:card={card}" + (":sprinteur=1" if rider == "sprinteur" else "")
    return ",".join([first, *[rival] * 3])


def measure(cell: tuple[str, str, str, int], races: int) -> list[Row]:
    """One row: races won by the first team, and how often it entered the break-away in the logs of the first of them."""
    stage, rival, rider, card = cell
    own = _own()
    words = _lineup(rival, rider, card)
    results = play(stage, words, races, EDITION, own=own)
    logs = min(LOGS, races)
    # Who enters is settled before the first round: the rest of the race need not be played to see it.
    rules, lineup = load_edition(EDITION, ["max_rounds=1"]).rules, parse_lineup(words, own)
    entered = sum(
        event["event"] == "breakaway" and event["rider"] < 2
        for race in range(logs)
        for event in play_race(load_stage(stage), rules, lineup, SEED, race, own=own)
    )
    figures = {"entered": entered, "logs": logs, "wins": int(results.team_wins[0]), "races": results.races}
    return [{"stage": stage, "rivals": rival, "rider": rider, "card": card, **figures}]


def rate(row: Row) -> float:
    """The first team's win rate."""
    return row["wins"] / row["races"]


def draw(rows: Sequence[Row]) -> dict[str, Sheet]:
    """The bidder's win rate by its bid: one panel a rider and kind of rivals, one line a stage."""
    height, above = 2.0, 0.42
    subtitle = "win rate of the one team that bids so, all four riding as drafter does; dashed: an equal share"
    caption = f"six stages  ·  {EDITION}  ·  {rows[0]['races']:,} races a point  ·  seed {SEED}  ·  95 % Wilson intervals"
    sheet = Sheet("Is the break-away worth it?", subtitle, caption, drawing.body_height(4, 2, height, above))
    drawing.legend(sheet, [title_of(stage) for stage in BASE_STAGES])
    panels = [(rival, rider) for rival in RIVALS for rider in CARDS]
    for place, (rival, rider) in enumerate(panels):
        axes = drawing.panel(sheet, place, 2, height, above=above)
        for number, stage in enumerate(BASE_STAGES):
            shown = chosen(rows, stage=stage, rivals=rival, rider=rider)
            places = [CARDS[rider].index(row["card"]) + (number - 2.5) * 0.05 for row in shown]
            look = team_look(number)
            axes.plot(places, [rate(row) for row in shown], color=look.edge, linewidth=0.8, zorder=2)
            for across, row in zip(places, shown, strict=True):
                low, high = wilson(row["wins"], row["races"])
                drawing.whisker(axes, across, float(low), rate(row), float(high), look, size=4)
        drawing.level(axes, EQUAL)
        axes.set_ylim(0, 0.6)
        percent_axis(axes.yaxis, 0.6)
        axes.set_xticks(range(len(CARDS[rider])), [str(card) for card in CARDS[rider]])
        axes.tick_params(labelsize=8)
        drawing.heading(axes, f"{rider} bids, others: {rival}")
        if place >= 2:
            axes.set_xlabel("card bid twice, or the nearest in hand", fontsize=8.5)
    return {"bids": sheet}


def _best(rows: Sequence[Row], stage: str, rival: str) -> Row:
    return max(chosen(rows, stage=stage, rivals=rival), key=rate)


def _told(row: Row, intervals: int) -> int:
    """1 where a win rate is above an equal share, −1 where it is below, 0 where it is not told from it."""
    low, high = wilson(row["wins"], row["races"], together(intervals))
    return int(low > EQUAL) - int(high < EQUAL)


def _percent(share: float) -> str:
    return f"{100 * share:.0f}"


def answer(rows: Sequence[Row]) -> str:
    """The answer in one sentence."""
    best = [_best(rows, stage, "drafter") for stage in BASE_STAGES]
    dear = chosen(rows, rivals="drafter", rider="rouleur", card=7, stage="avenue-corso-paseo")
    low, high = _percent(min(map(rate, best))), _percent(max(map(rate, best)))
    return (
        f"Yes, at the right price: a rouleur that gets it cheaply wins {low} to {high} % where an "
        f"equal share is 25 %. With sevens on a flat road it wins {_percent(rate(dear[0]))} %."
    )


def page(rows: Sequence[Row]) -> str:
    """The page's words."""
    blocks = []
    for rival, words in RIVALS.items():
        lines = []
        for rider, cards in CARDS.items():
            for card in cards:
                shown = [chosen(rows, stage=stage, rivals=rival, rider=rider, card=card)[0] for stage in BASE_STAGES]
                lines.append([f"{rider}, {card}", *(f"{_percent(rate(row))} ({_percent(row['entered'] / row['logs'])})" for row in shown)])
        heading = ["bid", *(title_of(stage) for stage in BASE_STAGES)]
        blocks.append(f"{words[0].upper()}{words[1:]}:\n\n{markdown_table(heading, lines)}")
    told = [_told(row, len(rows)) for row in rows]
    contested = [_best(rows, stage, "bidder:card=5") for stage in BASE_STAGES]
    sprinteurs = chosen(rows, rider="sprinteur", card=9)
    low, high = wilson(rows[0]["logs"] // 2, rows[0]["logs"])
    options = f"-r {EDITION} --policy-file reports/studies/{NAME}/{BIDDERS.name} -n {rows[0]['races']} --seed {SEED}"
    new_line = "\n\n"
    return f"""
Four teams that ride card for card as `drafter` does. One of them bids what it is told to, with its rouleur or its sprinteur; what
the others bid is the same in all races. So whatever its win rate is more or less than a quarter comes from its bids.

![Win rate by bid](bids.svg)

| | |
| --- | --- |
| stages | the six base stages |
| edition | {EDITION}, without dummies: one rider enters (B3) |
| races | {rows[0]["races"]:,} of each stage and bid; seed {SEED} |
| one of them | `fr-sim run la-haut-montagne -t {_lineup("drafter", "rouleur", 4)} {options}` |
| riders | [{BIDDERS.name}](bidders.py) |

Win rate of the bidding team in percent, in brackets how often it entered the break-away, in percent of the first
{rows[0]["logs"]} races (known
to about ± {100 * (float(high) - float(low)) / 2:.0f}):

{new_line.join(blocks)}

**What it shows.** {answer(rows)} Of the {len(rows)} win rates {told.count(1)} are above a quarter and {told.count(-1)} below,
as far as intervals widened for all of
them together tell (Wilson, Bonferroni). The place ahead is worth much, and the two good cards are a part of its price that can
be too high: on
La Classicissima and Le Col du Ballon, where a climb is near and drafters bid for it themselves, sixes are best; elsewhere
fours do, and more than needed is
wasted. A sprinteur's nines are never a bargain: {_percent(min(map(rate, sprinteurs)))} to
{_percent(max(map(rate, sprinteurs)))} %. When all bid fives, the best answer still wins
{_percent(min(map(rate, contested)))} to {_percent(max(map(rate, contested)))} %.

**What it does not show.** The price when everybody knows it: the others do not answer. If all four bid as much, each of them
wins a quarter again, and the break-away is worth nothing to anybody. `drafter` rides the same whether it is ahead or not; who
knows how to use a
lead, or to close one, would find another price.
"""


STUDY = Study(NAME, "Is the break-away worth its cards?", answer, RACES, cells, measure, draw, page)
