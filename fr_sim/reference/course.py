"""A stage under an edition: what the rules ask of one square."""

from collections.abc import Iterable

from fr_sim.game.rules import Rules
from fr_sim.game.stage import Square, Stage
from fr_sim.game.terrain import Terrain
from fr_sim.game.weather import CROSSWIND, FAIR, Token

#: M6: what an open road is made of past the last square of the stage.
OPEN_ROAD = Square(2, Terrain.FLAT)


class Course:
    """The road of `stage` as `rules` read it, with the weather `tokens` on it; squares are counted from 0 in riding direction."""

    def __init__(self, stage: Stage, rules: Rules, tokens: Iterable[Token] = ()):
        self.stage = stage
        self.rules = rules
        self.start_line = stage.start_line
        self.finish_line = stage.finish_line
        #: M6: the square that nobody passes; None on an open road.
        self.last_square = None if rules.road_end == "open" else len(stage.squares) - 1
        red = [number for number, square in enumerate(stage.squares) if square.terrain is Terrain.ASCENT]
        #: T1: for each square of the stage the distance to the first ascent square, 0 on one, None where no climb is left.
        self._climb_ahead = [
            min((climb - number for climb in red if climb >= number), default=None) for number in range(len(stage.squares))
        ]
        self.lay(tokens)

    def lay(self, tokens: Iterable[Token]) -> None:
        """W1: put weather tokens on the road, in place of those that lay there."""
        self.tokens = tuple(tokens)
        self._weather = {square: kind for first, length, kind in self.tokens for square in range(first, first + length)}

    def weather(self, number: int) -> str:
        """The weather of a square; fair where no token lies."""
        return self._weather.get(number, FAIR)

    def square(self, number: int) -> Square:
        """Lanes and terrain of a square; past the last one of an open road they are those of M6."""
        return self.stage.squares[number] if number < len(self.stage.squares) else OPEN_ROAD

    def lanes(self, number: int) -> range:
        """The lanes of a square from the right."""
        return range(self.square(number).lanes)

    def terrain(self, number: int) -> Terrain:
        """The terrain of a square."""
        return self.square(number).terrain

    def squares_to_climb(self, number: int) -> int | None:
        """T1: the distance to the first ascent square ahead, 0 on one, None if there is none."""
        return self._climb_ahead[number] if number < len(self._climb_ahead) else None

    def minimum(self, number: int) -> int:
        """T2, T3: the least that a move which starts on this square has, 0 for none."""
        if self.terrain(number) is Terrain.DESCENT:
            return self.rules.descent_min
        if self.terrain(number) is Terrain.SUPPLY:
            return self.rules.supply_min
        return 0

    def crossed(self, number: int) -> bool:
        """Whether a rider on this square is past the finish line."""
        return number >= self.finish_line

    def no_slipstream(self, number: int) -> str | None:
        """Why riders on this square neither give nor take slipstream (T5, D6, W2); None if they do."""
        if self.terrain(number) in self.rules.no_slipstream:
            return f"T5: no slipstream on {self.terrain(number)}"
        if not self.rules.finish_slipstream and self.crossed(number):
            return "D6: no slipstream past the finish line"
        if self.weather(number) == CROSSWIND:
            return "W2: no slipstream in a crosswind"
        return None

    def no_exhaustion(self, number: int) -> str | None:
        """Why riders on this square take no exhaustion card whatever is ahead (X3); None if they may have to."""
        if number == self.last_square:
            return "X3: nothing lies ahead of the last square"
        if not self.rules.finish_exhaustion and self.crossed(number):
            return "X3: past the finish line nobody takes exhaustion"
        return None
