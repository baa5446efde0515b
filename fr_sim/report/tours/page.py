"""The page of a tour: standings, differences between carry rules, plots and how to make it again, in one HTML file."""

from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from fr_sim.game.names import LONG, NAMED, fit
from fr_sim.game.rules import Rules
from fr_sim.questions.tour.counts import TourResults
from fr_sim.questions.tour.record import TOUR_RECORD
from fr_sim.questions.tour.tables import Figure, changes, difference, figure, points_after, stage_figure
from fr_sim.races.record import read_record
from fr_sim.report import skeleton
from fr_sim.report.colours import team_look
from fr_sim.report.comparison.words import signed, signed_points
from fr_sim.report.shown import Cell, Column, ShownTable
from fr_sim.report.skeleton import DEFAULT, NAME, rule_row, strip_of
from fr_sim.report.tours.looks import clock
from fr_sim.report.tours.words import headline, limits, sentences, shown_policy, stages_words
from fr_sim.report.words import decimals_of, digits_of, number, number_range, percent, percent_range

if TYPE_CHECKING:
    from fr_sim.report.tours.plots import Plot


def write_page(results: TourResults, directory: Path, pictures: Iterable["Plot"]) -> Path:
    """Write `report.html` into `directory`; the files of `pictures` are read from its folder `plots`."""
    record = read_record(directory, TOUR_RECORD)
    several = [_differences(results), _whole_tours(results)] if len(results.tour.carry) > 1 else []
    stages = [question.stage for question in results.tour.stages]
    return skeleton.write_page(
        directory / NAME,
        "tour.html.jinja",
        pictures,
        heading=fit(results.tour.title, NAMED),
        tour=results.tour,
        edition=fit(results.tour.first.edition.name, NAMED),
        races=f"{results.races:,}",
        stages=stages_words(results),
        roads=[(fit(stage.name, NAMED), strip_of(stage.squares, stage.start_line, stage.finish_line)) for stage in stages],
        headline=headline(results),
        sentences=sentences(results),
        tables=[_riders(results), _teams(results), *several, _stages(results), _points(results)],
        command=record.get("command") if record else None,
        details=_details(results),
        differing={**DEFAULT, "rows": _differing(results)},
        limits=limits(results),
    )


def _column(heading: str, meaning: str, is_number: bool = True, largest_first: bool = True) -> Column:
    return Column(heading, meaning, lambda row: row, is_number, largest_first)


CARRY = _column("Carry", "the carry rule (G1)", False, False)
TEAM = _column("Team", "number in the line-up, from 0", False, False)
POLICY = _column("Policy", "the policy that rode for the team", False, False)
KIND = _column("Rider", "rouleur or sprinteur", False, False)
STAGE = _column("Stage", "in riding order", False, False)
_MEANS = (
    _column("Points", "3, 2, 1 for the first three of each stage and of the tour (G3), mean with its 95 % interval"),
    _column("Stage wins", "stages won in a tour, mean with its 95 % interval"),
)
_CARDS = (
    _column("Carried", "exhaustion cards taken over from stage to stage (G1), in the whole tour, mean with its 95 % interval"),
    _column("Taken", "exhaustion cards taken (X1) in the whole tour, mean with its 95 % interval"),
)


def _riders(results: TourResults) -> ShownTable:
    rows = []
    for side in range(len(results.tour.carry)):
        for rider in results.tour.lineup.riders:
            found = {name: figure(results, "rider", name, side, rider.rider) for name in _SHOWN}
            who = [_team(rider.team), Cell(shown_policy(results, rider.team), rider.team), Cell(rider.kind.value, rider.kind.value)]
            rows.append([*_carry(results, side), *who, *(_cell(name, one) for name, one in found.items())])
    columns = [*_carry_column(results), TEAM, POLICY, KIND, *_shown_columns("the shortest summed time", "time behind the winner")]
    note = "The general classification: riders by summed time (G2). Time behind is in minutes and seconds."
    return ShownTable("riders", "Riders", note, "riders", columns, rows)


def _teams(results: TourResults) -> ShownTable:
    rows = []
    for side in range(len(results.tour.carry)):
        for team in range(len(results.tour.lineup.teams)):
            found = {name: figure(results, "team", name, side, team) for name in _SHOWN}
            who = [_team(team), Cell(shown_policy(results, team), team)]
            rows.append([*_carry(results, side), *who, *(_cell(name, one) for name, one in found.items())])
    columns = [*_carry_column(results), TEAM, POLICY, *_shown_columns("the most points", "time of the better rider behind the winner")]
    return ShownTable("teams", "Teams", "The points classification (G3).", "teams", columns, rows)


_SHOWN = ("win_rate", "place", "gap", "points", "stage_wins", "carried", "taken")


def _shown_columns(wins: str, gap: str) -> Sequence[Column]:
    return (
        _column("Win rate", f"tours with {wins}, with the 95 % Wilson interval"),
        _column("Mean place", "1 the winner, with the 95 % interval of the mean", largest_first=False),
        _column("Behind", f"{gap}, minutes and seconds, mean with its 95 % interval", largest_first=False),
        *_MEANS,
        *_CARDS,
    )


def _differences(results: TourResults) -> ShownTable:
    rows = []
    for side, rule in enumerate(results.tour.carry[1:], start=1):
        for rider in results.tour.lineup.riders:
            found = [difference(results, "rider", name, side, rider.rider) for name in _SHOWN[:-1]]
            who = [_team(rider.team), Cell(shown_policy(results, rider.team), rider.team), Cell(rider.kind.value, rider.kind.value)]
            rows.append([Cell(rule, side), *who, *map(_difference, found)])
    meaning = "mean difference with its 95 % interval"
    columns = [
        *(CARRY, TEAM, POLICY, KIND),
        _column("Win rate", "difference of the shares of tours won, in percentage points, with its 95 % interval"),
        *(_column(name, meaning) for name in ("Mean place", "Behind, s", "Points", "Stage wins", "Carried")),
    ]
    note = f"What each rider gains or loses against carry {results.tour.carry[0]}, in the same tours."
    return ShownTable("differences", "Differences by rider", note, "differences", columns, rows)


def _whole_tours(results: TourResults) -> ShownTable:
    rows = []
    for side, rule in enumerate(results.tour.carry[1:], start=1):
        shares = [Cell(percent(one.difference), one.difference, percent_range(one.low, one.high)) for one in changes(results, side)]
        means = [_difference(difference(results, "tour", name, side)) for name in ("rounds", "carried", "taken", "margin")]
        rows.append([Cell(rule, side), *shares, *means])
    meaning = "mean difference of a whole tour, all riders together, with its 95 % interval"
    columns = [
        CARRY,
        _column("Another rider wins", "share of the tours, with its 95 % Wilson interval"),
        _column("Another team wins", "share of the tours, by points, with its 95 % Wilson interval"),
        *(_column(name, meaning) for name in ("Rounds", "Carried", "Taken", "Winner's lead, s")),
    ]
    note = f"Whole tours against carry {results.tour.carry[0]}."
    return ShownTable("tours", "Differences of a tour", note, "differences", columns, rows)


def _stages(results: TourResults) -> ShownTable:
    rows = []
    for side in range(len(results.tour.carry)):
        for stage, question in enumerate(results.tour.stages):
            for rider in results.tour.lineup.riders:
                key = (side, stage, rider.rider)
                who = [_team(rider.team), Cell(shown_policy(results, rider.team), rider.team), Cell(rider.kind.value, rider.kind.value)]
                shares = [_cell("win_rate", stage_figure(results, name, *key)) for name in ("win_rate", "leads")]
                means = [_cell(name, stage_figure(results, name, *key)) for name in ("gap", "carried", "taken", "left")]
                rows.append([*_carry(results, side), Cell(f"{stage + 1} {fit(question.stage.name, NAMED)}", stage), *who, *shares, *means])
    columns = [
        *_carry_column(results),
        *(STAGE, TEAM, POLICY, KIND),
        _column("Stage won", "share of the tours, with its 95 % Wilson interval"),
        _column("Leads", "share of the tours in which it led the general classification after the stage"),
        _column("Behind", "mean time behind the leader after the stage", largest_first=False),
        _column("Brought along", "exhaustion cards that its deck started with (G1), mean"),
        _column("Taken", "exhaustion cards taken (X1), mean"),
        _column("Left", "exhaustion cards in its pile and recycled cards at the end, mean"),
    ]
    return ShownTable("stages", "Stage by stage: riders", "Every stage of the tour.", "stages", columns, rows, folded=True)


def _points(results: TourResults) -> ShownTable:
    teams = range(len(results.tour.lineup.teams))
    rows = []
    for side in range(len(results.tour.carry)):
        for stage, question in enumerate(results.tour.stages):
            rounds = int(results.counts.stage_rounds[side, stage]) / results.races
            cells = [_cell("points", points_after(results, side, stage, team)) for team in teams]
            name = Cell(f"{stage + 1} {fit(question.stage.name, NAMED)}", stage)
            rows.append([*_carry(results, side), name, *cells, Cell(number(rounds, 1), rounds)])
    columns = [
        *_carry_column(results),
        STAGE,
        *(_column(f"Team {team}", "points after the stage, mean with its 95 % interval") for team in teams),
        _column("Rounds", "mean length of the stage"),
    ]
    note = "Points after each stage; those of the final standings come on top."
    return ShownTable("points", "Stage by stage: points", note, "points", columns, rows, folded=True)


def _carry_column(results: TourResults) -> list[Column]:
    return [CARRY] if len(results.tour.carry) > 1 else []


def _carry(results: TourResults, side: int) -> list[Cell]:
    return [Cell(results.tour.carry[side], side)] if len(results.tour.carry) > 1 else []


def _team(team: int) -> Cell:
    return Cell(str(team), team, "", team_look(team))


def _cell(name: str, one: Figure) -> Cell:
    """A figure above its interval: shares in percent, times as minutes and seconds."""
    if name == "win_rate":
        return Cell(percent(one.value, digits_of(one.low, one.high)), one.value, percent_range(one.low, one.high))
    if name == "gap":
        return Cell(clock(one.value), one.value, "" if one.low is None else f"{clock(max(one.low, 0))} – {clock(one.high)}")
    if one.low is None:
        return Cell(number(one.value), one.value)
    return Cell(number(one.value, decimals_of(one.low, one.high)), one.value, number_range(one.low, one.high))


def _difference(one: Any) -> Cell:
    write = signed_points if one.measure == "win_rate" else signed
    return Cell(write(one.difference), one.difference, "" if one.low is None else f"{write(one.low)} to {write(one.high)}")


def _details(results: TourResults) -> list[tuple[str, str]]:
    tour, first = results.tour, results.tour.first
    found = {
        "Stages": " · ".join(fit(question.stage.name, NAMED) for question in tour.stages),
        "Edition": " · ".join(fit(words, LONG) for words in (first.edition.name, first.edition.title, first.edition.source) if words),
        "Line-up": fit(",".join(team.label for team in tour.lineup.teams), LONG),
        "Carry rules": ", ".join(tour.carry),
        "Tours": f"{results.races:,}" + (" under each carry rule" if len(tour.carry) > 1 else ""),
        "Seed": str(first.seed),
        "Seats": f"{first.seats} in the first stage; then in reverse order of points",
        "Draws": _draws(results),
        "Own policies": ", ".join(first.own_policies),
        "Digest of the counts": results.digest,
    }
    return [(name, words) for name, words in found.items() if words]


def _draws(results: TourResults) -> str:
    """Stages that nobody finished (F3), by carry rule where there are any."""
    draws = results.counts.stage_draws.sum(axis=1).tolist()
    told = [f"{count:,} stages under carry {rule}" for rule, count in zip(results.tour.carry, draws, strict=True) if count]
    return ", ".join(told)


def _differing(results: TourResults) -> list[dict[str, str]]:
    """The rules that are not those of the default edition; the carry rules are told apart from them."""
    plain, given = Rules().as_table(), results.tour.first.edition.rules.as_table()
    return [rule_row(key, value, plain[key]) for key, value in given.items() if value != plain[key] and key != "carry"]
