"""Sums over races that were played on several sides: what a chunk of races adds to `PairedSums`."""

from collections.abc import Iterable

import numpy as np

from fr_sim.arrays.counts import Finishes
from fr_sim.arrays.game import NOWHERE
from fr_sim.game.lineup import Lineup
from fr_sim.game.riders import Kind
from fr_sim.questions.compare.counts import RACE_MEASURES, TEAM_MEASURES, PairedSums, empty_sums

#: Races summed up at once, so that what is worked on stays in the processor's cache.
SLICE = 4096


def paired_sums(sides: Iterable[tuple[Lineup, Finishes]], count: int, races: int) -> PairedSums:
    """The sums over `races` races of `count` sides; `sides` yields each one's line-up and finishes, and may make them on demand.

    Seats are those of the first side: a race is seated alike on every side.
    """
    total = None
    first: list[_Seen] = []
    for side, (lineup, finishes) in enumerate(sides):
        if total is None:
            total = empty_sums(count, len(lineup.teams))
            total.races[0] = races
        for number, begin in enumerate(range(0, races, SLICE)):
            seen = _Seen(lineup, finishes, slice(begin, min(begin + SLICE, races)))
            if side == 0:
                first.append(seen)
                total.team_races[:] += seen.by_seat(np.ones_like(seen.of_teams[0]), seen.places)
            _add(total, side, seen, first[number])
    return total


class _Seen:
    """What a slice of races came to on one side, as floats, which hold such numbers exactly.

    `of_teams` [measure, team, race], `of_races` [measure, race], `winners` [change, race], and `places`, team × teams + seat, raveled.
    """

    def __init__(self, lineup: Lineup, finishes: Finishes, part: slice):
        riders, teams = lineup.riders, len(lineup.teams)
        team_of, kind_of = np.full(NOWHERE + 1, NOWHERE), np.full(NOWHERE + 1, NOWHERE)
        for rider in riders:
            team_of[rider.rider], kind_of[rider.rider] = rider.team, 2 * rider.team + (rider.kind is Kind.SPRINTEUR)
        winner = finishes.winner[part]
        self.winners = np.stack([kind_of[winner], team_of[winner]])
        self.teams = teams
        self.places = (np.arange(teams)[:, None] * teams + finishes.seat[:teams, part]).ravel()
        self.of_teams = np.zeros((len(TEAM_MEASURES), teams, len(winner)))
        won, exhaustion, slipstream, rank = self.of_teams
        won[:] = self.winners[1] == np.arange(teams)[:, None]
        rank[:] = len(riders)
        for rider in riders:
            exhaustion[rider.team] += finishes.exhaustion[rider.rider, part]
            slipstream[rider.team] += finishes.slipstream[rider.rider, part]
            np.minimum(rank[rider.team], finishes.rank[rider.rider, part] + 1.0, out=rank[rider.team])
        self.of_races = np.stack([finishes.rounds[part], exhaustion.sum(axis=0), slipstream.sum(axis=0), winner == NOWHERE])

    def by_seat(self, values: np.ndarray, places: np.ndarray) -> np.ndarray:
        """Sums of `values` [team, race] by team and seat, int64."""
        return np.bincount(places, values.ravel(), self.teams**2).reshape(self.teams, self.teams).astype(np.int64)


def _add(total: PairedSums, side: int, seen: _Seen, first: _Seen) -> None:
    is_first = seen is first
    for measure in range(len(TEAM_MEASURES)):
        here, there = seen.of_teams[measure], first.of_teams[measure]
        squares = seen.by_seat(here * here, first.places)
        total.team_sums[side, measure] += seen.by_seat(here, first.places)
        total.team_squares[side, measure] += squares
        total.team_products[side, measure] += squares if is_first else seen.by_seat(here * there, first.places)
        if not is_first:
            total.team_changed[side, measure] += seen.by_seat(here != there, first.places)
    for measure in range(len(RACE_MEASURES)):
        here, there = seen.of_races[measure], first.of_races[measure]
        total.race_sums[side, measure] += int(here.sum())
        total.race_squares[side, measure] += int(here @ here)
        total.race_products[side, measure] += int(here @ there)
        total.race_changed[side, measure] += np.count_nonzero(here != there)
    total.changes[side] += np.count_nonzero(seen.winners != first.winners, axis=1)
