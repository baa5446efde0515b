"""From a tour to its answer: each chunk of tours ridden under every carry rule, compared tour by tour, summed up and forgotten."""

import time
from collections.abc import Callable, Sequence
from contextlib import closing
from typing import TYPE_CHECKING

import numpy as np

from fr_sim.apart import apart
from fr_sim.game.lineup import Lineup
from fr_sim.game.rules import Edition
from fr_sim.game.stage import Stage
from fr_sim.rng.words import stage_seed
from fr_sim.simulate import tour_scores
from fr_sim.simulate.plan import Chunk, chunks
from fr_sim.simulate.question import MOST_THREADS, ask, check_chunk, check_whole, sources_of
from fr_sim.simulate.tour_rides import StageRidden, TourRides, ToursRidden
from fr_sim.simulate.workers import cores, in_order
from fr_sim.tours import (
    GAPS,
    MEASURES,
    SQUARE_SECONDS,
    STAGE_MEASURES,
    TOUR_MEASURES,
    Tour,
    TourCounts,
    TourResults,
    add_tour_counts,
    check_tour,
    empty_tour_counts,
    stage_edition,
)

if TYPE_CHECKING:
    from fr_sim.policies.own_files import OwnPolicies

#: Tours in a chunk.
CHUNK_TOURS = 2_048


class TourStopped(Exception):  # noqa: N818 - nothing went wrong: somebody asked for it
    """The tours were asked to stop; `results` holds those ridden until then."""

    def __init__(self, results: TourResults):
        super().__init__(f"stopped after {results.races:,} tours")
        self.results = results


def ask_tour(
    stages: Sequence[Stage],
    lineup: Lineup,
    edition: Edition,
    races: int,
    seed: int = 0,
    seats: str = "rotate",
    carry: Sequence[str] = (),
    title: str = "",
    own: "OwnPolicies | None" = None,
) -> Tour:
    """The tour, checked. `carry` are the carry rules side by side, that of the edition if there are none.

    Raises BadInput for what `ask` refuses of any stage, and for what `check_tour` does.
    """
    carry = tuple(carry) or (edition.rules.carry,)
    check_tour(edition.rules, len(stages), carry)
    sources = sources_of(own)
    questions = []
    for number, stage in enumerate(stages):
        ask(stage, lineup, edition, races, seed, seats, None, sources)
        questions.append(ask(stage, lineup, stage_edition(edition, number), races, stage_seed(seed, number), seats, None, sources))
    return Tour(title or " – ".join(dict.fromkeys((stages[0].name, stages[-1].name))), tuple(questions), carry)


def ride_tours(
    tour: Tour,
    own: "OwnPolicies | None" = None,
    *,
    threads: int | None = None,
    chunk_tours: int = CHUNK_TOURS,
    progress: Callable[[TourCounts], None] | None = None,
    begun: TourCounts | None = None,
    stop: Callable[[], bool] = lambda: False,
) -> TourResults:
    """Ride the tours under every carry rule and sum up how they ended.

    Sums are whole numbers, the same to the bit for any `threads`, `chunk_tours` (a multiple of 64) and interruptions. `progress` gets the
    counts so far; `begun` is gone on from, and added to in place; TourStopped is raised between two chunks as soon as `stop` says so.
    Raises BadInput when a user's own policy fails.
    """
    threads = check_whole("--threads", cores() if threads is None else threads, 1, MOST_THREADS)
    check_chunk(chunk_tours)
    rides = TourRides(tour, own)
    apart(rides.prepare)
    began = time.perf_counter()
    total = empty_tour_counts(tour) if begun is None else begun

    def results() -> TourResults:
        done = int(total.races[0])
        return TourResults(tour, total, sum(1 for _ in chunks(0, done, chunk_tours)), time.perf_counter() - began)

    def ride(chunk: Chunk) -> tuple[Chunk, TourCounts]:
        counts = empty_tour_counts(tour)
        counts.races[0] = chunk.races
        first = None
        for side, ridden in enumerate(rides.ride(chunk)):
            seen = _Seen(tour, ridden)
            first = seen if first is None else first
            _add(counts, side, seen, first)
        return chunk, counts

    with closing(in_order(chunks(int(total.races[0]), tour.races, chunk_tours), ride, threads, stop)) as done:
        for chunk, counts in done:
            add_tour_counts(total, counts)
            if progress is not None:
                progress(total)
            if stop() and chunk.first + chunk.races < tour.races:
                raise TourStopped(results())
        else:
            if total.races[0] < tour.races:
                raise TourStopped(results())  # the next chunk did not come in time
    return results()


class _Seen:
    """What the tours of a chunk came to under one carry rule: every measure as int64 [measure, who, tour]."""

    def __init__(self, tour: Tour, ridden: ToursRidden):
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
            stage_wins=tour_scores.of_teams(lineup, stage_wins),
            gap=tour_scores.best_of_teams(lineup, gap),
            carried=tour_scores.of_teams(lineup, carried),
            taken=tour_scores.of_teams(lineup, taken),
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
