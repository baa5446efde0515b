"""Everything that is wrong with a stage file at once, and what a designer would want to know."""

from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

from fr_sim.files.reading import read_toml
from fr_sim.files.stages import read_stage, stage_path
from fr_sim.files.tiles import load_tiles
from fr_sim.game.errors import BadInput
from fr_sim.game.layout import overlaps
from fr_sim.game.profile import road_profile
from fr_sim.game.riders import MOST_RIDERS
from fr_sim.game.rules import PLAIN_ROULEUR, PLAIN_SPRINTEUR
from fr_sim.game.stage import Stage
from fr_sim.game.terrain import Terrain

#: Squares that a whole plain deck moves, without slipstream and exhaustion (C1).
_ROULEUR_SQUARES = sum(int(card) * count for card, count in PLAIN_ROULEUR.items())
#: The longest move of a plain deck.
_LONGEST_MOVE = max(int(card) for card in PLAIN_SPRINTEUR)
#: Fewer squares from start to finish than this are over before decks run low: eight rounds at five squares.
_SHORT = 40
#: Squares after the start line over which the field is still together.
_START_STRETCH = 6
#: A run of single lanes longer than the riders of one team can jump.
_LONG_SINGLE_FILE = 6
#: Published roads have four or five squares past the line.
_FEW_PAST_FINISH = 4


class StageCheck(NamedTuple):
    """What a check found: errors, with which nobody can ride the stage, and warnings; `stage` is None with errors."""

    where: str
    stage: Stage | None
    errors: tuple[BadInput, ...]
    warnings: tuple[str, ...]


def check_stage(name_or_path: str | Path) -> StageCheck:
    """Checks a stage by the name of a shipped one or by path.

    Raises BadInput only for a name that nobody has or a file that cannot be read as TOML.
    """
    path = stage_path(name_or_path)
    return check_stage_table(read_toml(path, "a stage file"), str(path))


def check_stage_table(table: dict[str, Any], where: str) -> StageCheck:
    """Checks the keys of a stage file; `where` names their origin."""
    errors: list[BadInput] = []
    stage = read_stage(table, where, errors)
    if stage is None:
        return StageCheck(where, None, tuple(errors), ())
    return StageCheck(where, stage, (), tuple(stage_warnings(stage)))


def stage_warnings(stage: Stage) -> list[str]:
    """What a designer would want to know about a stage that can be ridden."""
    on_the_road = [*_length_warnings(stage), *_start_warnings(stage), *_climb_warnings(stage), *_lane_warnings(stage)]
    return [*on_the_road, *_width_warnings(stage), *_table_warnings(stage)]


def _length_warnings(stage: Stage) -> list[str]:
    ride, past = stage.finish_line - stage.start_line, len(stage.squares) - stage.finish_line
    warnings = []
    if ride < _SHORT:
        warnings.append(f"a short road: {ride} squares from start to finish, no more than {-(-ride // 5)} rounds at five squares")
    if ride > _ROULEUR_SQUARES:
        warnings.append(
            f"a long road: {ride} squares from start to finish, and the cards of a Rouleur move {_ROULEUR_SQUARES} in all; "
            "the rest is slipstream, descents and exhaustion cards"
        )
    if past < _FEW_PAST_FINISH:
        squares = "square" if past == 1 else "squares"
        warnings.append(f"only {past} {squares} past the finish line: riders that cross pile up there, and lanes decide who wins")
    return warnings


def _start_warnings(stage: Stage) -> list[str]:
    warnings = []
    starts = stage.squares[: stage.start_line]
    first = range(stage.start_line, min(stage.start_line + _START_STRETCH, stage.finish_line))
    if any(square.lanes == 1 for square in starts):
        warnings.append("the start is one lane wide in places: whoever places late starts far behind")
    narrow = [number for number in first if stage.squares[number].lanes == 1]
    if narrow:
        warnings.append(f"one lane on square {narrow[0]}, right after the start: the field is still together and blocks itself")
    climb = [number for number in first if stage.squares[number].terrain is Terrain.ASCENT]
    if climb:
        warnings.append(f"the road climbs from square {climb[0]}, right after the start: high cards are no use in the first round")
    teams = min(stage.start_places // 2, MOST_RIDERS // 2)
    if stage.players[1] < teams and stage.players[1] < 4:
        warnings.append(f"players says at most {stage.players[1]} teams, and the start has places for {teams}")
    return warnings


def _climb_warnings(stage: Stage) -> list[str]:
    warnings = []
    line, climbed = stage.finish_line, False
    for run in road_profile(stage.squares):
        if run.terrain is Terrain.ASCENT:
            climbed = True
            if run.first < line < run.end + _LONGEST_MOVE:
                where = f"a climb near the finish, {run.words} and the line on {line}"
                warnings.append(f"{where}: whoever starts on it or enters it gets over the line with no more than the cap")
        elif run.terrain is Terrain.DESCENT:
            if not climbed:
                warnings.append(f"a descent that follows no climb, {run.words}")
            climbed = False
    return warnings


def _lane_warnings(stage: Stage) -> list[str]:
    warnings = []
    single = 0
    for number, square in enumerate(stage.squares):
        single = single + 1 if square.lanes == 1 else 0
        ends = number + 1 == len(stage.squares) or stage.squares[number + 1].lanes != 1
        if single > _LONG_SINGLE_FILE and ends:
            warnings.append(
                f"one lane for {single} squares, {number + 1 - single}–{number}: nobody passes who does not jump over all ahead"
            )
    if stage.squares[stage.finish_line].lanes == 1:
        warnings.append(f"the first square past the finish, {stage.finish_line}, has one lane")
    return warnings


def _width_warnings(stage: Stage) -> list[str]:
    """Widths that no published tile gives a terrain. Those of plain flat roads are anybody's choice; single lanes are warned of anyway."""
    warnings = []
    for terrain, widths in _published_widths().items():
        others = sorted({square.lanes for square in stage.squares if square.terrain is terrain} - widths)
        if terrain is not Terrain.FLAT and others:
            first = next(number for number, square in enumerate(stage.squares) if square.terrain is terrain and square.lanes in others)
            found = " and ".join(map(str, others))
            lanes, usual = "lane" if others == [1] else "lanes", " or ".join(map(str, sorted(widths)))
            rule = " (T3)" if terrain is Terrain.SUPPLY else ""
            warnings.append(f"{terrain} with {found} {lanes}, from square {first}: published tiles have {usual}{rule}")
    return warnings


@cache
def _published_widths() -> dict[Terrain, set[int]]:
    """The numbers of lanes that the tiles of the catalogue have, by terrain."""
    squares = [square for tile in load_tiles().values() for square in tile.squares]
    return {terrain: {square.lanes for square in squares if square.terrain is terrain} for terrain in Terrain}


def _table_warnings(stage: Stage) -> list[str]:
    """Tiles that cannot lie on one table together."""
    if stage.tiles is None:
        return []
    names = [tile.name for tile in stage.tiles]
    pairs = [f"{names[tile]} and {names[other]}" for tile, other in overlaps(stage)]
    return [f"tiles lie over each other on the table: {', '.join(pairs)}"] if pairs else []
