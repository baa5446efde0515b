"""Aligned columns on stdout."""

from collections.abc import Sequence

from fr_sim.game.names import columns, padded, visible


def print_table(headings: Sequence[str], rows: Sequence[Sequence[str]]) -> None:
    """Prints `rows` under their `headings`, numbers to the right, unseen characters written out; a terminal's width cuts the lines.

    A column counts as one of numbers if it holds nothing but digits and the dot that stands for none.
    """
    from rich.console import Console

    console = Console(highlight=False)
    lines = [[visible(cell) for cell in line] for line in (headings, *rows)]
    rows = lines[1:]
    widths = [max(columns(line[column]) for line in lines) for column in range(len(headings))]
    is_number = [all(row[column].isdigit() or row[column] == "·" for row in rows) for column in range(len(headings))]
    for line in lines:
        cells = [padded(cell, width, to_the_right=number) for cell, width, number in zip(line, widths, is_number, strict=True)]
        text = "  ".join(cells).rstrip()
        if console.is_terminal:
            console.print(text, style="bold" if line is lines[0] else None, no_wrap=True, overflow="ellipsis", crop=True, markup=False)
        else:
            print(text)
