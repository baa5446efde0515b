"""From the counts of a tour to its tables: shares, means, differences between carry rules, and their intervals, unrounded."""

from collections.abc import Callable, Iterable
from typing import NamedTuple

import numpy as np

from fr_sim.files.tables import Table
from fr_sim.questions.tour.carry import MOST_CARRIED, POINTS, SQUARE_SECONDS
from fr_sim.questions.tour.counts import CHANGES, MEASURES, STAGE_MEASURES, TOUR_MEASURES, TourResults
from fr_sim.questions.tour.possible import of_riders, of_stage, of_tour, team_points
from fr_sim.races.possible import Range
from fr_sim.races.tables import PODIUM
from fr_sim.statistics.intervals import CONFIDENCE, mean_interval, wilson
from fr_sim.statistics.paired_intervals import paired_mean_interval, paired_share_interval

#: Measures of MEASURES and of STAGE_MEASURES that are means, not shares.
MEANS = tuple(name for name in MEASURES if name != "win_rate")
STAGE_MEANS = ("gap", "carried", "taken", "left")


class Figure(NamedTuple):
    """A share or a mean with its 95 % interval; the ends are None where one tour alone tells nothing."""

    value: float
    low: float | None
    high: float | None


class TourDifference(NamedTuple):
    """A measure under one carry rule less the same under the first, in the same tours, with its 95 % interval.

    `value` and `value_against` are the measure under either, `changed` the tours in which the two differ.
    """

    measure: str
    difference: float
    low: float | None
    high: float | None
    tours: int
    value: float | None
    value_against: float | None
    changed: int


def share(count: int, tours: int, confidence: float = CONFIDENCE) -> Figure:
    """A share with its Wilson interval."""
    low, high = wilson(count, tours, confidence)
    return Figure(count / tours, float(low), float(high))


def mean(total: int, squares: int, tours: int, possible: Range) -> Figure:
    """A mean of whole numbers of a possible range with its normal interval, from their sum and their sum of squares."""
    if tours < 2:
        return Figure(total / tours, None, None)
    # Exact in whole numbers: no difference of two large floats.
    deviation = ((squares * tours - total * total) / (tours * (tours - 1))) ** 0.5
    low, high = mean_interval(total / tours, deviation, tours, possible=possible)
    return Figure(total / tours, float(low), float(high))


def figure(results: TourResults, group: str, measure: str, side: int, who: int = 0) -> Figure:
    """A measure of a "rider", a "team" or the "tour" under a carry rule."""
    names = TOUR_MEASURES if group == "tour" else MEASURES
    place = (side, names.index(measure), who)
    total, squares = (int(getattr(results.counts, f"{group}_{name}")[place]) for name in ("sums", "squares"))
    if measure == "win_rate":
        return share(total, results.races)
    return mean(total, squares, results.races, _possible(results, group, measure, who))


def stage_figure(results: TourResults, measure: str, side: int, stage: int, rider: int) -> Figure:
    """A measure of STAGE_MEASURES of a rider in a stage, numbered from 0, under a carry rule."""
    place = (side, stage, STAGE_MEASURES.index(measure), rider)
    total, squares = int(results.counts.stage_sums[place]), int(results.counts.stage_squares[place])
    if measure not in STAGE_MEANS:
        return share(total, results.races)
    return mean(total, squares, results.races, of_stage(results.tour.first.edition.rules, MOST_CARRIED, measure))


def points_after(results: TourResults, side: int, stage: int, team: int) -> Figure:
    """A team's points after a stage, without those of the final standings."""
    place = (side, stage, team)
    possible = team_points(len(results.tour.lineup.riders_of(team)), stage + 1, POINTS)
    return mean(int(results.counts.stage_points[place]), int(results.counts.stage_points_squares[place]), results.races, possible)


def _possible(results: TourResults, group: str, measure: str, who: int) -> Range:
    """The possible range of a measure of a "rider", a "team" or the "tour"."""
    tour = results.tour
    game = (tour.first.edition.rules, tour.lineup, len(tour.stages), MOST_CARRIED)
    return of_tour(*game, measure) if group == "tour" else of_riders(*game, POINTS, measure, who if group == "team" else None)


def difference(results: TourResults, group: str, measure: str, side: int, who: int = 0, confidence: float = CONFIDENCE) -> TourDifference:
    """What a measure of a "rider", a "team" or the "tour" is more under a carry rule than under the first."""
    names, counts, tours = TOUR_MEASURES if group == "tour" else MEASURES, results.counts, results.races
    number = names.index(measure)
    total, squares, larger, smaller = (
        int(getattr(counts, f"{group}_{name}")[side, number, who]) for name in ("diffs", "diff_squares", "larger", "smaller")
    )
    here, there = (int(getattr(counts, f"{group}_sums")[one, number, who]) for one in (side, 0))
    possible = _possible(results, group, measure, who)
    if measure == "win_rate":
        low, high = paired_share_interval(larger, smaller, tours, confidence)
    else:
        low, high = paired_mean_interval(total, squares, larger + smaller, tours, confidence, possible.less(possible))
    known = tours > 1 or measure == "win_rate"
    ends = (float(low), float(high)) if known else (None, None)
    return TourDifference(measure, total / tours, *ends, tours, here / tours, there / tours, larger + smaller)


def changes(results: TourResults, side: int) -> list[TourDifference]:
    """The shares of tours that another rider, or another team, wins than under the first carry rule."""
    found = []
    for number, measure in enumerate(CHANGES):
        changed = int(results.counts.changes[side, number])
        found.append(TourDifference(measure, *share(changed, results.races), results.races, None, None, changed))
    return found


def riders_table(results: TourResults) -> Table:
    """One row a carry rule and rider: …, tours, wins, win_rate with its interval, podiums, and each of MEANS with its interval."""
    return _standings(results, "rider", range(len(results.tour.lineup.riders)))


def teams_table(results: TourResults) -> Table:
    """One row a carry rule and team: as of a rider, the win rate being that of the points classification."""
    return _standings(results, "team", range(len(results.tour.lineup.teams)))


def _standings(results: TourResults, group: str, everybody: range) -> Table:
    keys = [(side, who) for side in _sides(results) for who in everybody]
    wins = [int(getattr(results.counts, f"{group}_sums")[side, MEASURES.index("win_rate"), who]) for side, who in keys]
    table = _heading(results, [side for side, _ in keys]) | (_riders if group == "rider" else _teams)(results, [who for _, who in keys])
    table |= {"tours": [results.races] * len(keys), "wins": wins}
    table |= _figures("win_rate", "win", (share(won, results.races) for won in wins))
    if group == "rider":
        table["podiums"] = [int(results.counts.places[side, who, :PODIUM].sum()) for side, who in keys]
    for name in MEANS:
        table |= _figures(f"{name}_mean", name, (figure(results, group, name, side, who) for side, who in keys))
    return table


def stages_table(results: TourResults) -> Table:
    """One row a carry rule, stage (`number` from 1) and rider: stage wins, how often it led the tour afterwards, unfinished, means."""
    riders = range(len(results.tour.lineup.riders))
    keys = [(side, stage, rider) for side in _sides(results) for stage in range(len(results.tour.stages)) for rider in riders]
    table = _heading(results, [side for side, _, _ in keys]) | _stages(results, [stage for _, stage, _ in keys])
    table |= _riders(results, [rider for _, _, rider in keys])
    table["tours"] = [results.races] * len(keys)
    for measure, count, name in (("win_rate", "wins", "win"), ("leads", "leads", "lead")):
        table[count] = [int(results.counts.stage_sums[side, stage, STAGE_MEASURES.index(measure), rider]) for side, stage, rider in keys]
        table |= _figures(f"{name}_rate", name, (stage_figure(results, measure, *key) for key in keys))
    table["unfinished"] = [
        int(results.counts.stage_sums[side, stage, STAGE_MEASURES.index("unfinished"), rider]) for side, stage, rider in keys
    ]
    for name in STAGE_MEANS:
        table |= _figures(f"{name}_mean", name, (stage_figure(results, name, *key) for key in keys))
    return table


def points_table(results: TourResults) -> Table:
    """One row a carry rule, stage and team: its points after the stage, without those of the final standings; rounds and draws."""
    teams = range(len(results.tour.lineup.teams))
    keys = [(side, stage, team) for side in _sides(results) for stage in range(len(results.tour.stages)) for team in teams]
    counts = results.counts
    return {
        **_heading(results, [side for side, _, _ in keys]),
        **_stages(results, [stage for _, stage, _ in keys]),
        **_teams(results, [team for _, _, team in keys]),
        "tours": [results.races] * len(keys),
        **_figures("points_mean", "points", (points_after(results, *key) for key in keys)),
        "rounds_mean": [int(counts.stage_rounds[side, stage]) / results.races for side, stage, _ in keys],
        "draws": [int(counts.stage_draws[side, stage]) for side, stage, _ in keys],
    }


def places_table(results: TourResults) -> Table:
    """One row a carry rule, rider and place, from 1, in the general classification, then a team (`rider` empty) and place by points."""
    rows = []
    for side in _sides(results):
        for rider in results.tour.lineup.riders:
            rows += [(side, rider.team, rider.rider, place, count) for place, count in _counted(results.counts.places[side, rider.rider])]
        for team in range(len(results.tour.lineup.teams)):
            rows += [(side, team, None, place, count) for place, count in _counted(results.counts.team_places[side, team])]
    riders = results.tour.lineup.riders
    return {
        **_heading(results, [row[0] for row in rows]),
        **_teams(results, [row[1] for row in rows]),
        "kind": [None if row[2] is None else riders[row[2]].kind.value for row in rows],
        "rider": [row[2] for row in rows],
        "place": [row[3] for row in rows],
        "tours": [row[4] for row in rows],
        "share": [row[4] / results.races for row in rows],
    }


def gaps_table(results: TourResults) -> Table:
    """One row a carry rule, rider and time behind the winner that occurred (`gap`, seconds; 3600 counts all larger ones too)."""
    sides, riders, steps = np.nonzero(results.counts.gaps)
    counts = results.counts.gaps[sides, riders, steps]
    return {
        **_heading(results, sides.tolist()),
        **_riders(results, riders.tolist()),
        "gap": (SQUARE_SECONDS * steps).tolist(),
        "tours": counts.tolist(),
        "share": (counts / results.races).tolist(),
    }


def differences_table(results: TourResults) -> Table:
    """One row a carry rule after the first, and measure: of whole tours (`team` empty), of each team (`rider` empty), of each rider.

    against, measure, difference, low, high, tours, value, value_against, changed: see `TourDifference`.
    """
    rows: list[tuple[int, int | None, int | None, TourDifference]] = []
    lineup = results.tour.lineup
    for side in range(1, len(results.tour.carry)):
        whole = [*changes(results, side), *(difference(results, "tour", name, side) for name in TOUR_MEASURES)]
        rows += [(side, None, None, one) for one in whole]
        for team in range(len(lineup.teams)):
            rows += [(side, team, None, difference(results, "team", name, side, team)) for name in MEASURES]
        for rider in lineup.riders:
            rows += [(side, rider.team, rider.rider, difference(results, "rider", name, side, rider.rider)) for name in MEASURES]
    table = _heading(results, [row[0] for row in rows])
    table["against"] = [results.tour.carry[0]] * len(rows)
    table["team"] = [row[1] for row in rows]
    table["policy"] = [None if row[1] is None else policy_of(results, row[1]) for row in rows]
    table["kind"] = [None if row[2] is None else lineup.riders[row[2]].kind.value for row in rows]
    table["rider"] = [row[2] for row in rows]
    for name in TourDifference._fields:
        table[name] = [getattr(row[3], name) for row in rows]
    return table


#: Every table of a tour, by the name of its file; differences only where there are several carry rules.
TOUR_TABLES: dict[str, Callable[[TourResults], Table]] = {
    "riders": riders_table,
    "teams": teams_table,
    "stages": stages_table,
    "points": points_table,
    "places": places_table,
    "gaps": gaps_table,
    "differences": differences_table,
}


def tour_tables(results: TourResults) -> dict[str, Table]:
    """Every table of a tour by the name of its file."""
    several = len(results.tour.carry) > 1
    return {name: table(results) for name, table in TOUR_TABLES.items() if several or name != "differences"}


def policy_of(results: TourResults, team: int) -> str:
    """The policy with its parameters, as in a line-up, and its specialists; of which kind a rider is, is another column."""
    return results.tour.lineup.teams[team].known_as


def _sides(results: TourResults) -> range:
    return range(len(results.tour.carry))


def _heading(results: TourResults, sides: list[int]) -> Table:
    tour = results.tour
    return {
        "tour": [tour.title] * len(sides),
        "rules": [tour.first.edition.name] * len(sides),
        "carry": [tour.carry[side] for side in sides],
    }


def _stages(results: TourResults, numbers: list[int]) -> Table:
    return {"number": [number + 1 for number in numbers], "stage": [results.tour.stages[number].stage.name for number in numbers]}


def _teams(results: TourResults, numbers: list[int]) -> Table:
    return {"team": numbers, "policy": [policy_of(results, number) for number in numbers]}


def _riders(results: TourResults, numbers: list[int]) -> Table:
    riders = [results.tour.lineup.riders[number] for number in numbers]
    return {**_teams(results, [rider.team for rider in riders]), "kind": [rider.kind.value for rider in riders], "rider": numbers}


def _figures(value: str, name: str, figures: Iterable[Figure]) -> Table:
    """Three columns: the values as `value`, the ends of their intervals as `name`_low and `name`_high."""
    found = list(figures)
    return {
        value: [one.value for one in found],
        f"{name}_low": [one.low for one in found],
        f"{name}_high": [one.high for one in found],
    }


def _counted(counts: np.ndarray) -> Iterable[tuple[int, int]]:
    return ((place + 1, int(count)) for place, count in enumerate(counts))
