"""Whole tours through the kernel: all tours of a chunk ride a stage, and what came of it is what they begin the next one with."""

import threading
from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from fr_sim.arrays.counts import Finishes, empty_finishes, empty_tally, without_road
from fr_sim.game.errors import BadInput
from fr_sim.game.riders import MOST_RIDERS
from fr_sim.kernel import batch
from fr_sim.questions.tour import scores
from fr_sim.races.results import Question
from fr_sim.simulate.batches import Batches
from fr_sim.simulate.plan import BLOCK, Chunk

if TYPE_CHECKING:
    from fr_sim.policies.own_files import OwnPolicies
    from fr_sim.questions.tour.asked import Tour


@dataclass(frozen=True)
class StageRidden:
    """A stage of many tours. Arrays by rider [rider, tour] or by team [team, tour]; all but the last three as it ended."""

    rounds: np.ndarray  # uint8 [tour]
    rank: np.ndarray  # uint8 [rider, tour], 0 the first
    finished: np.ndarray  # bool [rider, tour]
    times: np.ndarray  # int64 [rider, tour] seconds (G2)
    points: np.ndarray  # int64 [rider, tour] (G3)
    tired: np.ndarray  # uint8 [rider, tour] exhaustion cards left (G1)
    taken: np.ndarray  # uint8 [rider, tour] exhaustion cards taken (X1)
    carried: np.ndarray  # uint8 [rider, tour] exhaustion cards brought along (G1)
    seat: np.ndarray  # uint8 [team, tour]
    places: np.ndarray  # int64 [rider, tour] in the general classification after it
    summed_times: np.ndarray  # int64 [rider, tour] after it
    summed_points: np.ndarray  # int64 [team, tour] after it


@dataclass(frozen=True)
class ToursRidden:
    """Many tours under one carry rule: their stages, and the final standings (G3), 0 the first."""

    stages: list[StageRidden]
    rider_points: np.ndarray  # int64 [rider, tour] of the stages and of the final standings
    team_points: np.ndarray  # int64 [team, tour]
    team_places: np.ndarray  # int64 [team, tour]

    @property
    def rider_places(self) -> np.ndarray:
        """Final places in the general classification, int64 [rider, tour]."""
        return self.stages[-1].places


class TourRides:
    """The tours of one question, to be ridden in chunks from any thread."""

    def __init__(self, tour: "Tour", own: "OwnPolicies | None" = None):
        self.tour = tour
        self._own = own
        self._stages = [_StageKernel(question, number, own) for number, question in enumerate(tour.stages)]

    def prepare(self) -> None:
        """Compile the kernel, or load its machine code, by riding no tour."""
        self._stages[0].play(Chunk(0, 0, False), None, None)

    def ride(self, chunk: Chunk) -> Iterator[ToursRidden]:
        """The tours of the chunk under each carry rule in turn. Raises BadInput when a user's policy fails."""
        first = self._ride_stage(0, chunk, [], None)
        for rule in self.tour.carry:
            ridden = [first]
            for number in range(1, len(self._stages)):
                ridden.append(self._ride_stage(number, chunk, ridden, rule))
            yield self._standings(ridden)

    def _ride_stage(self, number: int, chunk: Chunk, before: list[StageRidden], rule: str | None) -> StageRidden:
        lineup, kernel = self.tour.lineup, self._stages[number]
        riders = len(lineup.riders)
        orders, carried = None, np.zeros((riders, chunk.races), np.uint8)
        if before:
            carried = scores.carry_over(rule, before[-1].tired)
            orders = scores.placing_orders(lineup, scores.team_places(lineup, before[-1].summed_points, before[-1].places))
        status, finishes = kernel.play(chunk, orders, carried if before else None)
        if status:
            raise self._failure(batch.refusal_of(status), rule)
        question = kernel.question
        finished = finishes.crossed_round[:riders] > 0
        times = scores.stage_times(finishes, riders, question.stage.finish_line, question.edition.rules.max_rounds)
        points = scores.rider_points(finishes.rank[:riders], finished)
        summed_times = times + (before[-1].summed_times if before else 0)
        tired = finishes.tired[:riders].copy()
        tired[[rider.rider for rider in lineup.riders if rider.team in lineup.dummies]] = 0  # P3, P4
        return StageRidden(
            rounds=finishes.rounds,
            rank=finishes.rank[:riders],
            finished=finished,
            times=times,
            points=points,
            tired=tired,
            taken=finishes.exhaustion[:riders],
            carried=carried,
            seat=finishes.seat[: len(lineup.teams)],
            places=scores.rider_places(summed_times, [*(stage.rank for stage in before), finishes.rank[:riders]]),
            summed_times=summed_times,
            summed_points=scores.of_teams(lineup, points) + (before[-1].summed_points if before else 0),
        )

    def _standings(self, stages: list[StageRidden]) -> ToursRidden:
        lineup, places = self.tour.lineup, stages[-1].places
        points = sum(stage.points for stage in stages) + scores.rider_points(places)
        team_points = scores.of_teams(lineup, points)
        return ToursRidden(stages, points, team_points, scores.team_places(lineup, team_points, places))

    def _failure(self, refusal: batch.Refusal, rule: str | None) -> BadInput:
        """What was wrong with a user's policy: the reference rides the tour once more and asks the policy in plain Python."""
        from dataclasses import replace

        from fr_sim.policies.own_tables import PolicyFailed, failure_in
        from fr_sim.reference.tour import play_tour

        first, tour = self.tour.first, self.tour
        rules = replace(first.edition.rules, carry=rule or tour.carry[0])
        try:
            play_tour([stage.stage for stage in tour.stages], rules, tour.lineup, first.seed, refusal.race, first.seats, self._own)
        except PolicyFailed as failure:
            return failure
        return failure_in(self._own, int(self._stages[0].entrants.policy[refusal.rider]), *refusal)


class _StageKernel:
    """The kernel, made ready for one stage."""

    def __init__(self, question: Question, number: int, own: "OwnPolicies | None"):
        self.question = question
        self._race = Batches(question, own)
        self.entrants, self._rules = self._race.entrants, self._race.rules
        if number > 0:
            # Whatever was carried, so that the words of a race do not depend on it.
            self._rules = self._rules._replace(word_per_card=True)
        self._of_thread = threading.local()

    def play(self, chunk: Chunk, orders: np.ndarray | None, carried: np.ndarray | None) -> tuple[int, Finishes]:
        """The kernel's status, and how the races of the chunk ended.

        `orders` [race, seat] says how each is seated, None as the question has it; `carried` [rider, race] are exhaustion cards more.
        """
        tally, finishes = without_road(empty_tally()), empty_finishes(chunk.races)
        if not hasattr(self._of_thread, "block"):
            self._of_thread.block = batch.new_block(self.entrants)
        race = self._race
        seats = race.orders if orders is None else _turned(orders, chunk.first)
        cards = None
        if carried is not None:
            cards = np.zeros((MOST_RIDERS, chunk.races), np.uint8)
            cards[: len(carried)] = carried
        game = (race.road, self._rules, self.entrants, seats, None, race.seed, chunk.first, chunk.races)
        status = batch.play_batch(*game, tally, finishes, self._of_thread.block, race.addresses, cards)
        return status, Finishes(*(column[..., : chunk.races] for column in finishes))


def _turned(orders: np.ndarray, first: int) -> np.ndarray:
    """`orders` [race - first, seat] as the kernel's table, of which race n takes row n modulo their number."""
    rows = -(-len(orders) // BLOCK) * BLOCK
    whole = np.concatenate([orders, np.repeat(orders[-1:], rows - len(orders), axis=0)])
    return np.ascontiguousarray(np.roll(whole, first % rows, axis=0))
