"""What a tour counts: who won it by time and by points, how tired everybody got, and what a carry rule made of the same luck.

A *side* is one carry rule. Race n of a stage draws the same random words on every side, so what differs between two sides in a tour is
what the rule did.
"""

from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from fr_sim.arrays.sums import digest_of

if TYPE_CHECKING:
    from fr_sim.questions.tour.asked import Tour

#: What is measured of each team and each rider in each tour. `gap` is the time behind the winner in seconds, of a team's better rider;
#: `carried` are the cards taken over from stage to stage, `taken` those of X1.
MEASURES = ("win_rate", "place", "points", "stage_wins", "gap", "carried", "taken")
#: What is measured of a tour as a whole; `margin` is the time between the first two in seconds, `draws` the stages that nobody finished.
TOUR_MEASURES = ("rounds", "carried", "taken", "margin", "draws")
#: What is measured of each rider in each stage: whether it won, whether it led the tour afterwards and how far it was behind, cards that
#: it brought along, took (X1) and had left at the end, and whether it had not finished (F3).
STAGE_MEASURES = ("win_rate", "leads", "gap", "carried", "taken", "left", "unfinished")
#: Whether another rider, or another team, wins the tour than on the first side.
CHANGES = ("winner_changed", "winning_team_changed")
#: Time gaps are counted in steps of SQUARE_SECONDS; the last one counts all that are larger.
GAPS = 361


class TourCounts(NamedTuple):
    """Sums over tours, int64; those of disjoint sets of tours add up field by field.

    Axes: side, stage, measure, then team or rider; `places` and `team_places` [side, who, place]. `squares` are sums of squares. `diffs`
    and what follows compare a tour with the same tour on the first side: sums and sums of squares of the differences, and the tours in
    which the measure was larger, or smaller.
    """

    races: np.ndarray  # [1] tours
    rider_sums: np.ndarray  # [side, measure of MEASURES, rider], and so the next five
    rider_squares: np.ndarray
    rider_diffs: np.ndarray
    rider_diff_squares: np.ndarray
    rider_larger: np.ndarray
    rider_smaller: np.ndarray
    team_sums: np.ndarray  # [side, measure of MEASURES, team], and so the next five
    team_squares: np.ndarray
    team_diffs: np.ndarray
    team_diff_squares: np.ndarray
    team_larger: np.ndarray
    team_smaller: np.ndarray
    tour_sums: np.ndarray  # [side, measure of TOUR_MEASURES, 1], and so the next five
    tour_squares: np.ndarray
    tour_diffs: np.ndarray
    tour_diff_squares: np.ndarray
    tour_larger: np.ndarray
    tour_smaller: np.ndarray
    changes: np.ndarray  # [side, change of CHANGES]
    places: np.ndarray  # [side, rider, place], 0 the first
    team_places: np.ndarray  # [side, team, place]
    gaps: np.ndarray  # [side, rider, time behind the winner in steps of SQUARE_SECONDS]
    stage_sums: np.ndarray  # [side, stage, measure of STAGE_MEASURES, rider], and so the next
    stage_squares: np.ndarray
    stage_points: np.ndarray  # [side, stage, team] points after the stage, and so the next
    stage_points_squares: np.ndarray
    stage_rounds: np.ndarray  # [side, stage]
    stage_draws: np.ndarray  # [side, stage] tours in which nobody finished the stage


def empty_tour_counts(tour: "Tour") -> TourCounts:
    """The sums over no tour."""
    sides, stages = len(tour.carry), len(tour.stages)
    riders, teams = len(tour.lineup.riders), len(tour.lineup.teams)
    shapes = {
        "races": (1,),
        "changes": (sides, len(CHANGES)),
        "places": (sides, riders, riders),
        "team_places": (sides, teams, teams),
        "gaps": (sides, riders, GAPS),
        "stage_sums": (sides, stages, len(STAGE_MEASURES), riders),
        "stage_squares": (sides, stages, len(STAGE_MEASURES), riders),
        "stage_points": (sides, stages, teams),
        "stage_points_squares": (sides, stages, teams),
        "stage_rounds": (sides, stages),
        "stage_draws": (sides, stages),
    }
    by_group = {
        "rider": (sides, len(MEASURES), riders),
        "team": (sides, len(MEASURES), teams),
        "tour": (sides, len(TOUR_MEASURES), 1),
    }
    return TourCounts(
        **{name: np.zeros(shapes.get(name) or by_group[name.partition("_")[0]], np.int64) for name in TourCounts._fields},
    )


@dataclass(frozen=True)
class TourResults:
    """A tour with its answer: counts over tours 0 … races-1 of every side. `chunks` and `seconds` are no part of the answer."""

    tour: "Tour"
    counts: TourCounts
    chunks: int = 0
    seconds: float = 0.0

    @property
    def races(self) -> int:
        """Tours counted, on each side."""
        return int(self.counts.races[0])

    @property
    def digest(self) -> str:
        """SHA-256 of every count, in hexadecimal; equal answers have equal digests."""
        return digest_of(self.counts._asdict())
