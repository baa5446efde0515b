"""The road as a strip for the terminal: a letter a square and lane, coloured by terrain where colours are welcome."""

from rich.style import Style
from rich.text import Text

from fr_sim.game.stage import Stage
from fr_sim.game.terrain import Terrain
from fr_sim.report.colours import TERRAIN_LOOKS

_NUMBER_EVERY = 5
#: The terminal's own colours, ink on paper, so that its theme keeps them apart; the letters tell without any.
_PAINT = {
    Terrain.FLAT: ("black", "white"),
    Terrain.ASCENT: ("bright_white", "red"),
    Terrain.DESCENT: ("bright_white", "blue"),
    Terrain.COBBLES: ("bright_white", "bright_black"),
    Terrain.SUPPLY: ("black", "yellow"),
}
_START, _FINISH = "│", "║"


def strip_rows(stage: Stage, width: int) -> list[Text]:
    """Lines of text that show the whole road in rows that fit `width` columns.

    A row has a line of square numbers, then one line for each lane, the right-hand lane lowest; a square is two columns,
    its letter and what lies after it: the start line, the finish line, or nothing.
    """
    lanes = max(square.lanes for square in stage.squares)
    per_row = max(_NUMBER_EVERY, (width - 2) // 2 // _NUMBER_EVERY * _NUMBER_EVERY)
    lines: list[Text] = []
    for first in range(0, len(stage.squares), per_row):
        numbers = range(first, min(first + per_row, len(stage.squares)))
        lines.append(
            Text("  " + "".join(f"{number:<{2 * _NUMBER_EVERY}}" for number in numbers if number % _NUMBER_EVERY == 0).rstrip(), "dim")
        )
        for lane in reversed(range(lanes)):
            line = Text("  ")
            for number in numbers:
                line.append_text(_cell(stage, number, lane))
            lines.append(line)
    return lines


def _cell(stage: Stage, number: int, lane: int) -> Text:
    square = stage.squares[number]
    gap = {stage.start_line - 1: _START, stage.finish_line - 1: _FINISH}.get(number, " ")
    if lane >= square.lanes:
        return Text("  ")
    return Text(TERRAIN_LOOKS[square.terrain].letter + gap, _paint(square.terrain))


def _paint(terrain: Terrain) -> Style:
    ink, paper = _PAINT[terrain]
    return Style(color=ink, bgcolor=paper)


def legend(stage: Stage) -> Text:
    """What the letters and lines of a strip mean, for the terrains that the stage has."""
    words = Text("  ")
    for terrain, look in TERRAIN_LOOKS.items():
        if any(square.terrain is terrain for square in stage.squares):
            words.append(f" {look.letter} ", _paint(terrain))
            words.append(f" {terrain}   ")
    return words.append(f"{_START} start line   {_FINISH} finish line")
