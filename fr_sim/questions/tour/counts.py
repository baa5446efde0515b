"""What a tour is asked and what it counted: stages ridden one after the other, with several carry rules side by side.

A *side* is one carry rule. Race n of a stage draws the same random words on every side, so what differs between two sides is what the
carry rule made of the same luck.
"""

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

import numpy as np

from fr_sim.game.errors import BadInput, Words
from fr_sim.game.lineup import Lineup
from fr_sim.game.rules import KEYS, Edition, Rules
from fr_sim.races.results import Question

#: The rules that say how much exhaustion a rider takes to the next stage (G1).
CARRY_RULES: tuple[str, ...] = KEYS["carry"].metadata["choices"]
#: G1: cards that a deck takes over at most, so that counts of cards fit a byte; only "all" gets there, in tours of very many stages.
MOST_CARRIED = 100
#: G3: points of the first three, of a stage and of the final standings.
POINTS = (3, 2, 1)
#: G2: seconds that a round costs, and that a square past the line takes off.
ROUND_SECONDS, SQUARE_SECONDS = 60, 10
MOST_STAGES = 60

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


@dataclass(frozen=True)
class Tour:
    """The question of every stage, which differ in stage and seed, the first also in what it deals (G1); and the carry rules."""

    title: str
    stages: tuple[Question, ...]
    carry: tuple[str, ...]

    @property
    def first(self) -> Question:
        """The first stage, whose seed, line-up and edition are the tour's."""
        return self.stages[0]

    @property
    def races(self) -> int:
        """Tours asked for: each stage is raced as many times."""
        return self.first.races

    @property
    def lineup(self) -> Lineup:
        """The teams."""
        return self.first.lineup


def stage_edition(edition: Edition, stage: int) -> Edition:
    """The edition under which a stage, numbered from 0, is ridden: after the first nothing is dealt beside the plain decks (G1)."""
    return edition if stage == 0 else replace(edition, rules=_without_handicap(edition.rules))


def _without_handicap(rules: Rules) -> Rules:
    return replace(rules, handicap=0, solo_exhaustion=False)


def check_tour(rules: Rules, stages: int, carry: Sequence[str]) -> None:
    """Raises BadInput for rules that no tour can be ridden by (G4), too many stages, and carry rules that are none, or named twice."""
    if rules.race_end != "all":
        raise BadInput("race_end", rules.race_end, "all in a tour: a stage goes on until everybody has finished (G4)")
    if not 1 <= stages <= MOST_STAGES:
        raise BadInput("stages", Words(f"{stages} stages"), f"from 1 to {MOST_STAGES}")
    if not carry:
        raise BadInput("carry", Words("no carry rule"), f"one or more of {', '.join(CARRY_RULES)}")
    for rule in carry:
        if rule not in CARRY_RULES:
            raise BadInput("carry", rule, f"one of {', '.join(CARRY_RULES)}", CARRY_RULES)
        if list(carry).count(rule) > 1:
            raise BadInput("carry", rule, "each carry rule once")


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


def empty_tour_counts(tour: Tour) -> TourCounts:
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


def add_tour_counts(total: TourCounts, part: TourCounts) -> None:
    """Add the counts of `part`, a disjoint set of tours, to `total` in place."""
    for sums, more in zip(total, part, strict=True):
        np.add(sums, more, out=sums)


@dataclass(frozen=True)
class TourResults:
    """A tour with its answer: counts over tours 0 … races-1 of every side. `chunks` and `seconds` are no part of the answer."""

    tour: Tour
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
        digest = hashlib.sha256()
        for name, counts in self.counts._asdict().items():
            digest.update(f"{name} {counts.shape}\n".encode())
            digest.update(np.ascontiguousarray(counts, "<i8").tobytes())
        return digest.hexdigest()
