"""The page of a comparison: answer, differences, each side's own win rates, and what was compared, in one file without network."""

from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from fr_sim.game.lineup import Team
from fr_sim.game.names import LONG, NAMED, fit
from fr_sim.questions.compare.counts import Compared
from fr_sim.questions.compare.sides import RULES, lineup_words
from fr_sim.questions.compare.tables import Difference, race_differences, side_results, team_differences
from fr_sim.races.tables import weather_table as weather_columns
from fr_sim.report import skeleton
from fr_sim.report.colours import team_look
from fr_sim.report.comparison.words import headline, limits, named, sentences, shown_labels, signed, signed_points
from fr_sim.report.sections import weather_table
from fr_sim.report.shown import Cell, Column, ShownTable
from fr_sim.report.skeleton import NAME, rule_row
from fr_sim.report.table import Table
from fr_sim.report.words import percent, percent_range, races
from fr_sim.statistics.intervals import wilson

if TYPE_CHECKING:
    from fr_sim.report.comparison.forest import Plot

WORDS = {
    "rounds": "Rounds",
    "exhaustion": "Exhaustion cards",
    "slipstream": "Slipstream squares",
    "draws": "Draws",
    "winner_changed": "Another rider wins",
    "winning_team_changed": "Another team wins",
    "mean_rank": "Rank",
}
HEADINGS = ("Side", "Key", "Here", "There", "Rule", "Meaning")
NONE = Cell("–", float("nan"))
OF_MEANS = "difference of the means of a race, with its 95 % interval"
OF_RACES = "share of the races, with its 95 % Wilson interval"


def write_page(compared: Compared, directory: Path, pictures: Iterable["Plot"]) -> Path:
    """Write `report.html` into `directory`; the files of `pictures` are read from its folder `plots`."""
    labels = shown_labels(compared)
    than = labels[0] if compared.comparison.varies == RULES else "the first side"
    return skeleton.write_page(
        directory / NAME,
        "comparison.html.jinja",
        pictures,
        comparison=compared.comparison,
        heading=fit(compared.comparison.first.stage.name, NAMED),
        against=labels[0],
        races=races(compared.races),
        headline=headline(compared),
        sentences=sentences(compared),
        tables=[_teams(compared), _races(compared), _seats(compared), _sides(compared), *_weather(compared)],
        command=_command(directory),
        details=_details(compared),
        differing={"than": than, "none": "every side rides by the same rules", "headings": HEADINGS, "rows": _differing(compared)},
        limits=limits(compared),
    )


def _command(directory: Path) -> str | None:
    from fr_sim.races.record import read_record

    record = read_record(directory)
    return record.get("command") if record else None


def _heading(name: str, meaning: str, is_number: bool = True) -> Column:
    return Column(name, meaning, lambda row: NONE, is_number, is_number)


SIDE = _heading("Side", "what is compared with the side named first", False)
TEAM = _heading("Team", "number in the line-up, from 0", False)
POLICY = _heading("Policy", "the policy that rode for the team", False)
FEWER = _heading("Fewer races", "how many times fewer races the pairing needed than two independent runs, for the win rate")
CHANGED = _heading("Changed", "share of the races in which the team won on one of the two sides only")


def _teams(compared: Compared) -> ShownTable:
    rows = []
    for side in range(1, len(compared.comparison.sides)):
        for number, team in enumerate(compared.comparison.sides[side].lineup.teams):
            found = named(team_differences(compared, side, number))
            win = found["win_rate"]
            rows.append(
                [
                    _side(compared, side),
                    Cell(str(number), number, "", team_look(number)),
                    _policy(team),
                    Cell(percent(win.value_against), win.value_against),
                    Cell(percent(win.value), win.value),
                    _points(win),
                    *(_number(found[measure]) for measure in ("mean_rank", "exhaustion", "slipstream")),
                    Cell(percent(win.changed / win.races), win.changed),
                    _fewer(win),
                ]
            )
    columns = [
        *(SIDE, TEAM, POLICY),
        _heading("Win rate before", "on the side named first"),
        _heading("Win rate now", "on this side"),
        _heading("Difference", "of the win rates in percentage points, with its 95 % interval"),
        *(_heading(WORDS[name], OF_MEANS) for name in ("mean_rank", "exhaustion", "slipstream")),
        *(CHANGED, FEWER),
    ]
    note = "Differences of each side from the one named first, in the same races. The rank is that of the team's better rider."
    return ShownTable("differences", "Differences by team", note, "differences", columns, rows)


def _races(compared: Compared) -> ShownTable:
    rows = []
    for side in range(1, len(compared.comparison.sides)):
        found = named(race_differences(compared, side))
        shares = [_share(found[name]) for name in ("winner_changed", "winning_team_changed")]
        numbers = [_number(found[name]) for name in ("rounds", "exhaustion", "slipstream")]
        rows.append([_side(compared, side), *shares, *numbers, _points(found["draws"])])
    columns = [
        SIDE,
        *(_heading(WORDS[name], OF_RACES) for name in ("winner_changed", "winning_team_changed")),
        *(_heading(WORDS[name], OF_MEANS) for name in ("rounds", "exhaustion", "slipstream")),
        _heading("Draws", "difference of the shares in percentage points, with its 95 % interval"),
    ]
    note = "Whole races, all riders together."
    return ShownTable("races", "Differences of a race", note, "differences", columns, rows)


def _seats(compared: Compared) -> ShownTable:
    seats = [seat for seat in range(compared.comparison.teams) if team_differences(compared, 1, None, seat)]
    rows = []
    for side in range(1, len(compared.comparison.sides)):
        everybody = [_side(compared, side), Cell("all", -1), Cell("whoever sits there", "")]
        rows.append([*everybody, *(_seat(compared, side, None, seat) for seat in seats)])
        for number, team in enumerate(compared.comparison.sides[side].lineup.teams):
            who = [
                _side(compared, side),
                Cell(str(number), number, "", team_look(number)),
                _policy(team),
            ]
            rows.append([*who, *(_seat(compared, side, number, seat) for seat in seats)])
    columns = [SIDE, TEAM, POLICY, *(_heading(f"Seat {seat}", "difference of the win rate in percentage points") for seat in seats)]
    note = "Differences of the win rate from each seat, in percentage points; seat 0 places first."
    return ShownTable("seats", "Differences by seat", note, "differences_by_seat", columns, rows, folded=True)


def _sides(compared: Compared) -> ShownTable:
    rows = []
    for side, results in enumerate(side_results(compared)):
        cells = [Cell(shown_labels(compared)[side], side)]
        for wins in results.team_wins.tolist():
            low, high = (float(end) for end in wilson(wins, results.races))
            cells.append(Cell(percent(wins / results.races), wins, percent_range(low, high)))
        rows.append(cells)
    teams = [_heading(f"Team {number}", "win rate with its 95 % Wilson interval") for number in range(compared.comparison.teams)]
    note = "Every side's own win rates, as a run of its own gives them."
    return ShownTable("sides", "Win rates on each side", note, "teams", [SIDE, *teams], rows)


def _weather(compared: Compared) -> list[ShownTable]:
    """The win rates of every side by weather, where one has any (W1)."""
    found = [weather_columns(results) for results in side_results(compared)]
    sides = [
        (_side(compared, side), Table({name: np.array(column, object) for name, column in columns.items()}))
        for side, columns in enumerate(found)
        if columns["weather"]
    ]
    return [replace(weather_table(sides, compared.comparison.teams), folded=True)] if sides else []


def _side(compared: Compared, side: int) -> Cell:
    return Cell(shown_labels(compared)[side], side)


def _policy(team: Team) -> Cell:
    words = fit(team.label, NAMED)
    return Cell(words, words)


def _seat(compared: Compared, side: int, team: int | None, seat: int) -> Cell:
    found = named(team_differences(compared, side, team, seat))
    return _points(found["win_rate"]) if found else NONE


def _points(one: Difference) -> Cell:
    return Cell(signed_points(one.difference), one.difference, f"{signed_points(one.low)} to {signed_points(one.high)}")


def _number(one: Difference) -> Cell:
    remark = f"{signed(one.low)} to {signed(one.high)}" if one.low is not None else ""
    return Cell(signed(one.difference), one.difference, remark)


def _share(one: Difference) -> Cell:
    return Cell(percent(one.difference), one.difference, percent_range(one.low, one.high))


def _fewer(one: Difference) -> Cell:
    return Cell(f"{one.fewer_races:.1f} ×", one.fewer_races) if one.fewer_races is not None else NONE


def _details(compared: Compared) -> list[tuple[str, str]]:
    """What was compared, as names and values."""
    comparison, question = compared.comparison, compared.comparison.first
    asked = f" (at most {question.races:,} asked for)" if question.races != compared.races else ""
    labels = shown_labels(compared)
    found = {
        "Stage": f"{fit(question.stage.name, NAMED)}: {len(question.stage.squares)} squares",
        "Named first": labels[0],
        "Compared": " · ".join(labels[1:]),
        "Line-up": fit(lineup_words(question), LONG) if comparison.varies == RULES else "",
        "Edition": fit(question.edition.name, NAMED) if comparison.varies != RULES else "",
        "Races": f"{races(compared.races)} on each side{asked}",
        "Precision": f"stopped when every difference was known to ±{100 * question.precision:g} points" if question.precision else "",
        "Seed": str(question.seed),
        "Seats": question.seats,
        "Own policies": ", ".join(question.own_policies),
        "Digest of the counts": compared.digest,
    }
    return [(name, words) for name, words in found.items() if words]


def _differing(compared: Compared) -> list[dict[str, str]]:
    """The rules of each side that are not those of the first."""
    first = compared.comparison.first.edition.rules.as_table()
    return [
        rule_row(key, value, first[key], label)
        for label, side in zip(shown_labels(compared), compared.comparison.sides, strict=True)
        for key, value in side.edition.rules.as_table().items()
        if value != first[key]
    ]
