"""The sections of a run's page that only some runs have: weather, and what happened along the road."""

import math
from types import SimpleNamespace

import numpy as np

from fr_sim.game.terrain import Terrain
from fr_sim.report.along_the_road import by_square, spread
from fr_sim.report.shown import RACES, SHARE, Cell, Column, ShownTable, make, rate, shares
from fr_sim.report.skeleton import Section
from fr_sim.report.stored import Results
from fr_sim.report.table import Table
from fr_sim.report.words import listed, number, number_with, percent, percent_with
from fr_sim.statistics.intervals import wilson

#: Squares that a sentence names.
NAMED_SQUARES = 3
#: How the place after this round, or the first one later, goes with the final place is always told.
EARLY_ROUND = 3
#: Rounds that fewer of the races reach are not spoken of.
RARE = 0.05


def sections_of(results: Results) -> list[Section]:
    """Those sections for which the run has tables."""
    found = [_road(results), _decided(results), _weather(results)]
    return [section for section in found if section.sentences or section.tables]


def _road(results: Results) -> Section:
    told = _squares(results) if "road" in results.tables else []
    tables = []
    if "chains" in results.tables:
        told += _longest_ride(results)
        column = _numbers("Squares", "most squares that one rider gained by slipstream in one round of the race", "chain")
        note = "Races by the most squares that one rider gained in the slipstream in one round."
        tables.append(_folded("chains", "The longest slipstream", note, column, results))
    return Section("road", "Along the road", told, tables, ("road",))


def _decided(results: Results) -> Section:
    told, tables = [], []
    if "catch_up" in results.tables:
        told += _catch_up(results)
    if "leads" in results.tables:
        leads = spread(results.tables["leads"], "lead_changes")
        words = f"The lead changes {number_with(leads.mean, leads.low, leads.high)} times in a race"
        if not leads.most:
            words = "The lead never changes"
        elif results.races == 1:
            words = f"The lead changed {leads.most} time{'' if leads.most == 1 else 's'}"
        elif leads.never:
            low, high = (float(end) for end in wilson(leads.never, results.races))
            words += f"; in {percent_with(leads.never / results.races, low, high)} of the races it never does"
        told.append(f"{words}.")
        column = _numbers("Changes of the lead", "how often another rider was in front after a round", "lead_changes")
        tables.append(_folded("leads", "Changes of the lead", "Races by how often the lead changed.", column, results))
    return Section("decided", "Catching up", told, tables, ("catch-up",))


def _weather(results: Results) -> Section:
    if "weather" not in results.tables:
        return Section("weather", "Weather", [], [])
    table = results.tables["weather"]
    kinds = dict.fromkeys(table["weather"].tolist())
    told = [f"Races with different tokens on the road (W1) are compared here: {listed(list(kinds))}; a race counts once for each kind."]
    return Section("weather", "Weather", told, [weather_table([(None, table)], len(results.teams))], ("weather",))


def weather_table(sides: list[tuple[Cell | None, Table]], teams: int) -> ShownTable:
    """Win rates by kind and number of tokens, one row each; with the cell of its side in front where several are compared."""
    rows = []
    for side, table in sides:
        of_a_row: dict[tuple[str, int], list[SimpleNamespace]] = {}
        for row in table.rows():
            of_a_row.setdefault((row.weather, row.tokens), []).append(row)
        for number_of_kind, ((kind, tokens), found) in enumerate(of_a_row.items()):
            cells = [Cell(kind, f"{number_of_kind:04d}"), Cell(str(tokens), tokens), RACES.cell(found[0])]
            rates = [rate(row.win_rate, row.win_low, row.win_high) for row in found]
            mean = found[0].rounds_mean
            rows.append([*([side] if side else []), *cells, *rates, Cell(number(mean), mean)])

    def heading(name: str, meaning: str, is_number: bool = True, largest_first: bool = True) -> Column:
        return Column(name, meaning, lambda row: row, is_number, largest_first)

    columns = [
        *([heading("Side", "the side of the comparison", False, False)] if sides and sides[0][0] else []),
        heading("Weather", "kind of token", False, False),
        heading("Tokens", "tokens of that kind on the road", True, False),
        RACES,
        *(heading(f"Team {team}", "races won of those, with the 95 % Wilson interval") for team in range(teams)),
        heading("Rounds", "mean length of those races"),
    ]
    note = "Win rates in the races in which so many tokens of a kind lay on the road."
    return ShownTable("weather", "Weather", note, "weather", columns, rows, folded=len(rows) > 12)


def _squares(results: Results) -> list[str]:
    """The squares on which most happens, between the two lines."""
    return [
        *_most(results, "exhaustion", "Most exhaustion is taken on", "cards"),
        *_uphill(results),
        *_most(results, "blocked", "Most squares are lost to riders in the way on", "squares"),
        *_most(results, "slipstream_taken", "Most squares are gained in the slipstream on", "squares"),
        *_most(results, "ended_round", "Between the lines, rounds end most often on", "riders"),
    ]


def _most(results: Results, measure: str, words: str, unit: str) -> list[str]:
    """The squares with most of `measure`, the first with its figure; nothing where it never happens."""
    found, road = by_square(results, measure), results.road
    means = found.mean[road.start_line : road.finish_line]
    best = [road.start_line + int(place) for place in np.argsort(-means, kind="stable")[:NAMED_SQUARES] if means[place] > 0]
    if not best:
        return []
    first, *others = best
    figure = _figure(found.mean[first], found.low[first], found.high[first])
    told = f"{words} square {first} ({road.squares[first].terrain}: {figure} {unit} a race, all riders together)"
    return [f"{told}, then {listed([str(square) for square in others])}." if others else f"{told}."]


def _longest_ride(results: Results) -> list[str]:
    chains = spread(results.tables["chains"], "chain")
    if not chains.most:
        return []
    told = f"The longest ride in the slipstream, by one rider in one round, is {_squares_words(chains.middle)}"
    return [f"{told}." if results.races == 1 else f"{told} in the middle race and {_squares_words(chains.most)} in the longest of all."]


def _uphill(results: Results) -> list[str]:
    """How much of the exhaustion is taken on ascents, beside their share of the road."""
    road, cards = results.road, by_square(results, "exhaustion").mean
    between = range(road.start_line, road.finish_line)
    climbs = [square for square in between if road.squares[square].terrain is Terrain.ASCENT]
    total = sum(cards[square] for square in between)
    if not climbs or not total:
        return []
    there = sum(cards[square] for square in climbs) / total
    squares = percent(len(climbs) / len(between), 0)
    return [f"Ascents are {squares} of the squares between the lines; {percent(there, 0)} of the exhaustion there is taken on them."]


def _catch_up(results: Results) -> list[str]:
    """What the place after an early round and after one half-way says of the final place, and when it says more than half."""
    table = results.tables["catch_up"]
    table = table.where(table["races"] >= RARE * table["races"].max())
    by_round = {row.round: row for row in table.rows()}
    last = max(by_round)
    early = min((one for one in by_round if one >= EARLY_ROUND), default=last)
    half = min(by_round, key=lambda one: (abs(one - (last + 1) // 2), one))
    early, late = by_round[early], by_round[half]
    told = f"The place after round {early.round} goes with the final place at {_correlation(early)}"
    if late.round > early.round:
        told += f", that after round {late.round} at {_correlation(late)}"
    told += ": 1 would mean that nobody overtakes any more, 0 that the place says nothing yet."
    if table["races"].max() == 1:
        return [told]
    settled = next((row.round for row in by_round.values() if row.rank_correlation_low > 0.5), None)
    if settled is None:
        return [told, "After no round is it shown to be above one half."]
    return [told, f"It is shown to be above one half from round {settled} on."]


def _correlation(row: SimpleNamespace) -> str:
    ends = (row.rank_correlation_low, row.rank_correlation_high)
    return _figure(row.rank_correlation, *ends).replace("-", "−")


def _figure(value: float, low: float, high: float) -> str:
    """A figure with its interval; without one where there is none, as of a single race."""
    return number(value) if low == high or math.isnan(low) else number_with(value, low, high)


def _folded(name: str, title: str, note: str, column: Column, results: Results) -> ShownTable:
    return make(name, title, note, [column, RACES, SHARE], shares(results, name).rows(), folded=True)


def _numbers(heading: str, meaning: str, name: str) -> Column:
    return Column(heading, meaning, lambda row: Cell(str(getattr(row, name)), getattr(row, name)), True, False)


def _squares_words(count: int) -> str:
    return f"{count} square{'' if count == 1 else 's'}"
