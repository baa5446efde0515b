"""Tables as files: CSV without any help, Parquet with pyarrow."""

import csv
import re
from pathlib import Path
from typing import Any, TextIO

from fr_sim.game.errors import BadInput, Words

#: Columns by name, all of one length.
Table = dict[str, list[Any]]


_LINE_END = "\r\n"
#: Text that spreadsheets take for a formula, as a stage may be called, and such text with apostrophes before it.
_LIKE_A_FORMULA = re.compile(r"'*[=+\-@\t\r\n\uff1d\uff0b\uff0d\uff20]")


def as_csv_field(value: Any) -> Any:
    """What stands for `value` in a CSV file: text that a spreadsheet would run as a formula gets an apostrophe before it.

    Spreadsheets hide that apostrophe or show it, and run nothing. Numbers stay what they are, negative ones too.
    """
    return f"'{value}" if isinstance(value, str) and _LIKE_A_FORMULA.match(value) else value


def of_csv_field(field: str) -> str:
    """The text that `as_csv_field` made `field` from."""
    return field[1:] if field.startswith("'") and _LIKE_A_FORMULA.match(field) else field


def write_table(directory: Path, name: str, table: Table, table_format: str = "csv") -> Path:
    """Write `table` as `name`.csv or `name`.parquet to `directory`; numbers in full, an empty field for what does not exist.

    Parquet holds text as it is, CSV as `as_csv_field` has it.
    """
    path = directory / f"{name}.{table_format}"
    if table_format == "csv":
        with open(path, "w", encoding="utf-8", newline="") as file:
            writer = csv.writer(_Lines(file), lineterminator=_LINE_END)
            writer.writerow(table)
            writer.writerows(map(as_csv_field, row) for row in zip(*table.values(), strict=True))
    else:
        pyarrow = require_pyarrow("--format parquet")
        pyarrow.parquet.write_table(pyarrow.table(table), path)
    return path


class _Lines:
    """A file that ends lines as Unix does. The writer is told of another end of line, so that it quotes a lone carriage return too."""

    def __init__(self, file: TextIO):
        self._file = file

    def write(self, line: str) -> int:
        """Take one row of the table."""
        return self._file.write(line.removesuffix(_LINE_END) + "\n")


def require_pyarrow(option: str) -> Any:
    """pyarrow with its Parquet half. Raises BadInput, naming the `option` that needs it, where it is not installed."""
    try:
        import pyarrow
        import pyarrow.parquet
    except ImportError:
        raise BadInput(option, Words("no pyarrow"), "pyarrow to write Parquet: pip install 'fr-sim[parquet]'") from None
    return pyarrow
