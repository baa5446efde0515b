"""The tours of a chunk summed up: what each came to under every carry rule, and how that differs from the first."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np

from fr_sim.questions.tour import scores
from fr_sim.questions.tour.carry import SQUARE_SECONDS
from fr_sim.questions.tour.counts import GAPS, MEASURES, STAGE_MEASURES, TOUR_MEASURES, TourCounts, empty_tour_counts
from fr_sim.questions.tour.rides import StageRidden, TourRides, ToursRidden
from fr_sim.simulate.plan import Chunk

if TYPE_CHECKING:
    from fr_sim.questions.tour.asked import Tour


def ride(tour: "Tour", rides: TourRides, chunk: Chunk) -> TourCounts:
    """The sums over the chunk's tours under every carry rule. Raises BadInput when a user's own policy fails."""
    counts = empty_tour_counts(tour)
    counts.races[0] = chunk.races
    first = None
    for side, ridden in enumerate(rides.ride(chunk)):
        seen = _Seen(tour, ridden)
        first = seen if first is None else first
        _add(counts, side, seen, first)
    return counts


class _Seen:
    """What the tours of a chunk came to under one carry rule: every measure as int64 [measure, who, tour]."""

    def __init__(self, tour: "Tour", ridden: ToursRidden):
        lineup, stages = tour.lineup, ridden.stages
        self.ridden = ridden
        gap = _gaps(stages[-1])
        stage_wins = sum(_won(stage).astype(np.int64) for stage in stages)
        carried, taken = (sum(getattr(stage, name).astype(np.int64) for stage in stages) for name in ("carried", "taken"))
        place, team_place = ridden.rider_places, ridden.team_places
        self.gap = gap
        self.rider = _measured(
            MEASURES,
            win_rate=place == 0,
            place=place + 1,
            points=ridden.rider_points,
            stage_wins=stage_wins,
            gap=gap,
            carried=carried,
            taken=taken,
        )
        self.team = _measured(
            MEASURES,
            win_rate=team_place == 0,
            place=team_place + 1,
            points=ridden.team_points,
            stage_wins=scores.of_teams(lineup, stage_wins),
            gap=scores.best_of_teams(lineup, gap),
            carried=scores.of_teams(lineup, carried),
            taken=scores.of_teams(lineup, taken),
        )
        second = np.where(place == 1, gap, 0).sum(axis=0)
        self.tour = _measured(
            TOUR_MEASURES,
            rounds=sum(stage.rounds.astype(np.int64) for stage in stages)[None],
            carried=carried.sum(axis=0)[None],
            taken=taken.sum(axis=0)[None],
            margin=second[None],
            draws=sum((~stage.finished.any(axis=0)).astype(np.int64) for stage in stages)[None],
        )


def _measured(names: Sequence[str], **values: np.ndarray) -> np.ndarray:
    return np.stack([values[name].astype(np.int64) for name in names])


def _gaps(stage: StageRidden) -> np.ndarray:
    """Seconds behind the leader of the general classification after a stage, [rider, tour]."""
    return stage.summed_times - stage.summed_times.min(axis=0)


def _won(stage: StageRidden) -> np.ndarray:
    return (stage.rank == 0) & stage.finished


def _add(counts: TourCounts, side: int, seen: _Seen, first: _Seen) -> None:
    for group in ("rider", "team", "tour"):
        here, there = getattr(seen, group), getattr(first, group)
        difference = here - there
        for name, values in (
            ("sums", here),
            ("squares", here * here),
            ("diffs", difference),
            ("diff_squares", difference * difference),
            ("larger", difference > 0),
            ("smaller", difference < 0),
        ):
            getattr(counts, f"{group}_{name}")[side] += values.sum(axis=-1)
    ridden, before = seen.ridden, first.ridden
    for change, places in enumerate(("rider_places", "team_places")):
        winners, others = (getattr(tours, places) == 0 for tours in (ridden, before))
        counts.changes[side, change] += np.count_nonzero((winners != others).any(axis=0))
    for rows, places in ((counts.places[side], ridden.rider_places), (counts.team_places[side], ridden.team_places)):
        for who, row in enumerate(rows):
            row += np.bincount(places[who], minlength=len(row))
    for rider, row in enumerate(counts.gaps[side]):
        row += np.bincount(np.minimum(seen.gap[rider] // SQUARE_SECONDS, GAPS - 1), minlength=GAPS)
    for number, stage in enumerate(ridden.stages):
        values = _measured(
            STAGE_MEASURES,
            win_rate=_won(stage),
            leads=stage.places == 0,
            gap=_gaps(stage),
            carried=stage.carried,
            taken=stage.taken,
            left=stage.tired,
            unfinished=~stage.finished,
        )
        counts.stage_sums[side, number] += values.sum(axis=-1)
        counts.stage_squares[side, number] += (values * values).sum(axis=-1)
        counts.stage_points[side, number] += stage.summed_points.sum(axis=-1)
        counts.stage_points_squares[side, number] += (stage.summed_points**2).sum(axis=-1)
        counts.stage_rounds[side, number] += stage.rounds.sum(dtype=np.int64)
        counts.stage_draws[side, number] += np.count_nonzero(~stage.finished.any(axis=0))
