"""What a stage's road is made of: runs of one terrain, and its counts."""

from collections.abc import Sequence
from typing import Any, NamedTuple

from fr_sim.game.stage import Square, Stage
from fr_sim.game.terrain import Terrain


class Run(NamedTuple):
    """Neighbouring squares of one terrain: `first` to `end` - 1."""

    terrain: Terrain
    first: int
    end: int

    @property
    def words(self) -> str:
        """The run as a reader counts it: `squares 12–17`, or `square 12`."""
        return f"square {self.first}" if self.end == self.first + 1 else f"squares {self.first}–{self.end - 1}"


def road_profile(squares: Sequence[Square]) -> list[Run]:
    """The road as runs of one terrain in riding direction."""
    runs: list[Run] = []
    for number, square in enumerate(squares):
        if runs and runs[-1].terrain is square.terrain:
            runs[-1] = runs[-1]._replace(end=number + 1)
        else:
            runs.append(Run(square.terrain, number, number + 1))
    return runs


def stage_counts(stage: Stage) -> dict[str, int]:
    """How many squares there are in all, by the lines and by terrain, and how many climbs (runs of ascent)."""
    counts = {
        "squares": len(stage.squares),
        "behind_start": stage.start_line,
        "start_to_finish": stage.finish_line - stage.start_line,
        "past_finish": len(stage.squares) - stage.finish_line,
        "start_places": stage.start_places,
        "climbs": sum(run.terrain is Terrain.ASCENT for run in road_profile(stage.squares)),
    }
    terrains = [square.terrain for square in stage.squares]
    return counts | {str(terrain): terrains.count(terrain) for terrain in Terrain}


def stage_facts(stage: Stage) -> dict[str, Any]:
    """A stage as plain lists and numbers, in the words of the race log, with its counts."""
    return {
        "name": stage.name,
        "set": stage.set,
        "also": list(stage.also),
        "players": list(stage.players),
        "tiles": None if stage.tiles is None else [tile.name for tile in stage.tiles],
        "lanes": [square.lanes for square in stage.squares],
        "terrain": [str(square.terrain) for square in stage.squares],
        "start_line": stage.start_line,
        "finish_line": stage.finish_line,
        "counts": stage_counts(stage),
    }
