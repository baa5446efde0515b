"""From paired sums to the tables of a comparison: differences of each side from the first, with intervals, and every side's own tables.

A difference is that of a side less that of the first side, the mean over races; what is compared are always the same races.
"""

from collections.abc import Iterator
from typing import NamedTuple

import numpy as np

from fr_sim.files.tables import Table
from fr_sim.policies.catalogue import DUMMIES
from fr_sim.questions.compare.counts import CHANGES, RACE_MEASURES, SHARES, TEAM_MEASURES, Compared
from fr_sim.questions.compare.sides import RULES, lineup_words
from fr_sim.races import possible
from fr_sim.races.results import Results
from fr_sim.races.tables import tables
from fr_sim.statistics.intervals import CONFIDENCE, wilson
from fr_sim.statistics.paired_intervals import paired_mean_interval, paired_share_interval


class Difference(NamedTuple):
    """A measure on one side less the same on the first side.

    `value` and `value_against` are the measure on either side, `low` and `high` the 95 % interval of `difference`, `changed` the races
    in which the two sides differ. `fewer_races` says how many times fewer races the pairing needs than two independent runs for an
    interval of the same length, the ratio of the variances; None where the measure exists in pairs only, or never changed.
    """

    measure: str
    difference: float
    low: float | None
    high: float | None
    races: int
    value: float | None
    value_against: float | None
    changed: int
    fewer_races: float | None


def race_differences(compared: Compared, side: int) -> list[Difference]:
    """What differs in a race as a whole: every measure of RACE_MEASURES, then the shares of races whose winner changed."""
    sums, races = compared.counts.sums, compared.races
    found = []
    for number, measure in enumerate(RACE_MEASURES):
        of = (sums.race_sums, sums.race_squares, sums.race_products, sums.race_changed)
        range_of = [possible.of_race(compared.comparison.sides[one], measure) for one in (side, 0)]
        found.append(_difference(measure, side, races, range_of, *(array[:, number] for array in of)))
    for number, measure in enumerate(CHANGES):
        changed = int(sums.changes[side, number])
        low, high = wilson(changed, races)
        found.append(Difference(measure, changed / races, float(low), float(high), races, None, None, changed, None))
    return found


def team_differences(
    compared: Compared, side: int, team: int | None, seat: int | None = None, confidence: float = CONFIDENCE
) -> list[Difference]:
    """What differs for `team`, or for whoever sits there with None, from `seat`, or from all seats with None; nothing in no race."""
    sums = compared.counts.sums
    races = int(_chosen(sums.team_races, team, seat))
    if not races:
        return []
    of = (sums.team_sums, sums.team_squares, sums.team_products, sums.team_changed)
    return [
        _difference(
            measure,
            side,
            races,
            [possible.of_team(compared.comparison.sides[one], measure, team) for one in (side, 0)],
            *(_chosen(array[:, number], team, seat) for array in of),
            confidence,
        )
        for number, measure in enumerate(TEAM_MEASURES)
    ]


def differences_table(compared: Compared) -> Table:
    """One row a side, measure and team; whole-race rows come first, with an empty team.

    stage, rules, against, lineup, team, policy, measure, difference, low, high, races, value, value_against, changed, fewer_races.
    """
    rows = []
    for side in range(1, len(compared.comparison.sides)):
        rows += [(side, None, difference) for difference in race_differences(compared, side)]
        for team in range(compared.comparison.teams):
            rows += [(side, team, difference) for difference in team_differences(compared, side, team)]
    return _table(compared, rows)


def by_seat_table(compared: Compared) -> Table:
    """Like `differences_table` with a column `seat`: each team from each seat, and with an empty team whoever sat there."""
    rows, seats = [], []
    teams = [number for number, team in enumerate(compared.comparison.first.lineup.teams) if team.policy not in DUMMIES]
    for side in range(1, len(compared.comparison.sides)):
        for team in (None, *teams):
            for seat in range(len(teams)):
                found = team_differences(compared, side, team, seat)
                rows += [(side, team, difference) for difference in found]
                seats += [seat] * len(found)
    table = _table(compared, rows)
    place = list(table).index("measure")
    columns = list(table.items())
    return dict([*columns[:place], ("seat", seats), *columns[place:]])


def side_results(compared: Compared) -> list[Results]:
    """Every side as the results of a run of its own, which it equals to the bit."""
    return [Results(question, tally) for question, tally in zip(compared.comparison.sides, compared.counts.tallies, strict=True)]


def comparison_tables(compared: Compared) -> dict[str, Table]:
    """Every table by the name of its file: `differences`, `differences_by_seat`, and those of a run, all sides in one.

    In the latter `rules` and a column `lineup` after it name the side.
    """
    joined: dict[str, Table] = {"differences": differences_table(compared), "differences_by_seat": by_seat_table(compared)}
    for side, results in enumerate(side_results(compared)):
        for name, table in tables(results).items():
            into = joined.setdefault(name, {})
            for column, values in _with_side(compared, side, table).items():
                into.setdefault(column, []).extend(values)
    return joined


def _with_side(compared: Compared, side: int, table: Table) -> Table:
    rules, lineup = _side_words(compared, side)
    rows = len(table["stage"])
    rest = {name: values for name, values in table.items() if name not in ("stage", "rules")}
    return {"stage": table["stage"], "rules": [rules] * rows, "lineup": [lineup] * rows, **rest}


def _side_words(compared: Compared, side: int) -> tuple[str, str]:
    """What the columns `rules` and `lineup` say of a side."""
    question, label = compared.comparison.sides[side], compared.comparison.labels[side]
    return (label, lineup_words(question)) if compared.comparison.varies == RULES else (question.edition.name, label)


def _table(compared: Compared, rows: list[tuple[int, int | None, Difference]]) -> Table:
    comparison = compared.comparison
    words = [_side_words(compared, side) for side, _, _ in rows]
    table: Table = {
        "stage": [comparison.first.stage.name] * len(rows),
        "rules": [rules for rules, _ in words],
        "against": [comparison.labels[0]] * len(rows),
        "lineup": [lineup for _, lineup in words],
        "team": [team for _, team, _ in rows],
        "policy": [None if team is None else comparison.sides[side].lineup.teams[team].known_as for side, team, _ in rows],
    }
    for name in Difference._fields:
        table[name] = [getattr(difference, name) for _, _, difference in rows]
    return table


def _chosen(array: np.ndarray, team: int | None, seat: int | None) -> np.ndarray:
    """The sums of one team, or all, and of one seat, or all: the last two axes are gone."""
    of_teams = array.sum(axis=-2) if team is None else array[..., team, :]
    return of_teams.sum(axis=-1) if seat is None else of_teams[..., seat]


def _difference(
    measure: str,
    side: int,
    races: int,
    ranges: list[possible.Range],
    sums: np.ndarray,
    squares: np.ndarray,
    products: np.ndarray,
    changed: np.ndarray,
    confidence: float = CONFIDENCE,
) -> Difference:
    """One difference of `side` from side 0, of sums by side; `ranges` are those of the measure on either."""
    here, there, both = int(sums[side]), int(sums[0]), int(products[side])
    total = here - there
    total_squares = int(squares[side]) - 2 * both + int(squares[0])
    if measure in SHARES:
        low, high = paired_share_interval(here - both, there - both, races, confidence)
    else:
        low, high = paired_mean_interval(total, total_squares, int(changed[side]), races, confidence, ranges[0].less(ranges[1]))
    paired = _variance(total, total_squares, races)
    apart = _variance(here, int(squares[side]), races) + _variance(there, int(squares[0]), races)
    known = races > 1 or measure in SHARES
    return Difference(
        measure=measure,
        difference=total / races,
        low=float(low) if known else None,
        high=float(high) if known else None,
        races=races,
        value=here / races,
        value_against=there / races,
        changed=int(changed[side]),
        fewer_races=apart / paired if paired else None,
    )


def _variance(total: int, squares: int, races: int) -> int:
    """The sample variance times races × (races - 1), a whole number: no difference of two large floats."""
    return races * squares - total * total


def measured(compared: Compared) -> Iterator[tuple[int, list[Difference], list[list[Difference]]]]:
    """For each side but the first: its number, what differs in whole races, and for each team."""
    for side in range(1, len(compared.comparison.sides)):
        teams = [team_differences(compared, side, team) for team in range(compared.comparison.teams)]
        yield side, race_differences(compared, side), teams
