"""The arbiter: plays the movement and end phase of one position, and says with rule ids why each thing happened."""

from typing import Any

from fr_sim.files.positions import Position
from fr_sim.reference.course import Course
from fr_sim.reference.exhaustion import exhaustion
from fr_sim.reference.field import Field, Place, RoadRider
from fr_sim.reference.finish import crossed_now, winner
from fr_sim.reference.movement import movement, stopped
from fr_sim.reference.records import Exhaustion, Held, Move, PackMove
from fr_sim.reference.slipstream import pack_moves, slipstream


class Ruling:
    """What becomes of a position: its moves, slipstreams and exhaustion, every rider's place, and the winner if there is one.

    `stopped` says that a move has ended the race on the spot (F1 "at-once"); nothing comes after it.
    """

    def __init__(self, position: Position):
        self.position = position
        self.field = field_of(position)
        self.moves: list[Move] = movement(self.field)
        self.stopped = stopped(self.field, self.moves)
        self.drafts: list[PackMove | Held] = [] if self.stopped else slipstream(self.field)
        # C2: a position knows no supply of exhaustion cards.
        self.exhaustion: Exhaustion = Exhaustion((), ()) if self.stopped else exhaustion(self.field)
        self.winner = self._winner()

    def _winner(self) -> int | None:
        """F1, F2; a position does not say when a rider crossed, so all that stand past the line count as of this round."""
        if self.stopped:
            return self.moves[-1].rider
        crossed = dict.fromkeys(crossed_now(self.field, {}), self.position.round)
        return winner([rider.place for rider in self.field.riders], crossed)

    def answer(self) -> dict[str, Any]:
        """The ruling as plain data: the events of a race log, places by rider number, and `winner` None or team and rider."""
        turn = self.position.round
        return {
            "moves": [move.event(turn) for move in self.moves],
            "slipstream": [move.event(turn) for move in pack_moves(self.drafts)],
            "exhaustion": list(self.exhaustion.riders),
            "places": {str(rider.number): list(rider.place) for rider in self.field.riders},
            "winner": None if self.winner is None else {"team": self.position.riders[self.winner].team, "rider": self.winner},
        }


def judge(position: Position) -> dict[str, Any]:
    """Play the movement and end phase of `position`; the answer is what `fr-sim judge --json` prints (see `Ruling.answer`)."""
    return Ruling(position).answer()


def field_of(position: Position) -> Field:
    """The field as the position has it."""
    riders = [
        RoadRider(number, rider.team, rider.kind, Place(*rider.place), rider.card, rider.dummy, rider.fallen)
        for number, rider in enumerate(position.riders)
    ]
    return Field(Course(position.stage, position.rules, position.weather), riders)
