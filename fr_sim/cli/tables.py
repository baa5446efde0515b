"""Aligned columns on stdout."""

from collections.abc import Sequence


def print_table(columns: Sequence[str], rows: Sequence[Sequence[str]]) -> None:
    """Prints `rows` under their `columns`, numbers to the right; in a terminal, lines are cut to its width.

    A column counts as one of numbers if it holds nothing but digits and the dot that stands for none.
    """
    from rich.console import Console

    console = Console(highlight=False)
    lines = [columns, *rows]
    widths = [max(len(line[column]) for line in lines) for column in range(len(columns))]
    is_number = [all(row[column].isdigit() or row[column] == "·" for row in rows) for column in range(len(columns))]
    for line in lines:
        cells = [cell.rjust(width) if number else cell.ljust(width) for cell, width, number in zip(line, widths, is_number, strict=True)]
        text = "  ".join(cells).rstrip()
        if console.is_terminal:
            console.print(text, style="bold" if line is columns else None, no_wrap=True, overflow="ellipsis", crop=True, markup=False)
        else:
            print(text)
