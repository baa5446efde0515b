"""A stored table read back: columns as arrays, rows as records; CSV without any help, Parquet with pyarrow."""

import csv
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np

from fr_sim.files.tables import of_csv_field
from fr_sim.game.errors import BadInput, Words

#: Columns that hold words, and columns that hold whole numbers; every other column holds real ones.
WORDS = {"stage", "rules", "policy", "kind", "card", "weather", "terrain"}
WHOLE = {
    *("team", "rider", "seat", "races", "wins", "podiums", "cards", "rounds", "round", "rank", "square", "played", "played_in_wins"),
    *("tokens", "lanes", "chain", "lead_changes"),
}
A_TABLE = "a table as a run writes it"


class Table:
    """Columns by name, numpy arrays of one length: str, int64, or float64 with NaN for a figure that does not exist."""

    def __init__(self, columns: dict[str, np.ndarray], source: str = ""):
        self.columns = columns
        self.source = source  # the file it was read from

    def __getitem__(self, name: str) -> np.ndarray:
        return self.columns[name]

    def __len__(self) -> int:
        return len(next(iter(self.columns.values())))

    def where(self, mask: np.ndarray) -> "Table":
        """The rows at which `mask`, bool [row], is true."""
        return Table({name: column[mask] for name, column in self.columns.items()})

    def rows(self) -> Iterator[SimpleNamespace]:
        """The rows in order, each with its columns as plain Python values."""
        names = list(self.columns)
        for values in zip(*(column.tolist() for column in self.columns.values()), strict=True):
            yield SimpleNamespace(**dict(zip(names, values, strict=True)))


def read_table(directory: Path, name: str, wanted: tuple[str, ...]) -> Table:
    """Table `name` of `directory` with at least the columns `wanted`.

    Raises `BadInput` for a table that is missing, unreadable, empty, lacks a column or holds something else than numbers.
    """
    path = _path(directory, name)
    if not path.is_file():
        raise BadInput(str(path), Words("no such file"), "a table of a finished run (`fr-sim run … --resume` finishes one)")
    columns = _columns(path)
    for column in wanted:
        if column not in columns:
            raise BadInput(str(path), Words(f"no column {column}"), "the columns " + ", ".join(wanted))
    if not columns[wanted[0]]:
        raise BadInput(str(path), Words("no row"), A_TABLE)
    return Table({column: _array(path, column, values) for column, values in columns.items()}, str(path))


def read_table_if_told(directory: Path, name: str, wanted: tuple[str, ...]) -> Table | None:
    """Table `name` of `directory`; None where the run wrote none, wrote no row into it, or did not yet count the columns `wanted`.

    Raises `BadInput` for a table that is there and is unreadable or holds something else than numbers.
    """
    path = _path(directory, name)
    columns = _columns(path) if path.is_file() else {}
    if any(not columns.get(column) for column in wanted):
        return None
    return Table({column: _array(path, column, values) for column, values in columns.items()}, str(path))


def _path(directory: Path, name: str) -> Path:
    plain, parquet = directory / f"{name}.csv", directory / f"{name}.parquet"
    return parquet if parquet.is_file() and not plain.is_file() else plain


def _columns(path: Path) -> dict[str, list[Any]]:
    try:
        return _of_parquet(path) if path.suffix == ".parquet" else _of_csv(path)
    except OSError as error:
        raise BadInput(str(path), Words(error.strerror or str(error)), A_TABLE) from None
    except UnicodeDecodeError:
        raise BadInput(str(path), Words("bytes that are no text"), A_TABLE) from None
    except (ValueError, csv.Error) as error:
        raise BadInput(str(path), Words(str(error)), A_TABLE) from None


def check_range(table: Table, column: str, low: int, high: int) -> None:
    """Raises `BadInput` for a number in `column` of a stored table that is not from `low` to `high`."""
    wrong = (table[column] < low) | (table[column] > high)
    if wrong.any():
        raise BadInput(f"{table.source}: {column}", int(table[column][wrong][0]), f"a whole number from {low} to {high}")


def _of_csv(path: Path) -> dict[str, list[Any]]:
    with open(path, encoding="utf-8", newline="") as file:
        names, *rows = [[*map(of_csv_field, row)] for row in csv.reader(file, strict=True)] or [[]]
    for line, row in enumerate(rows, 2):
        if len(row) != len(names):
            raise ValueError(f"{len(row)} fields in line {line}, {len(names)} in the first")
    return dict(zip(names, map(list, zip(*rows, strict=True)), strict=True)) if rows else {name: [] for name in names}


def _of_parquet(path: Path) -> dict[str, list[Any]]:
    try:
        import pyarrow.parquet
    except ImportError:
        raise BadInput(str(path), Words("Parquet, and no pyarrow"), "pyarrow to read it: pip install 'fr-sim[parquet]'") from None
    return pyarrow.parquet.read_table(path).to_pydict()


def _array(path: Path, column: str, values: list[Any]) -> np.ndarray:
    if column in WORDS:
        return np.array(["" if value is None else str(value) for value in values], object)
    try:
        if column in WHOLE:
            return np.array([int(value) for value in values], np.int64)
        return np.array([np.nan if value in ("", None) else float(value) for value in values], np.float64)
    except (TypeError, ValueError):
        wrong = next(value for value in values if not _is_number(value, column in WHOLE))
        raise BadInput(f"{path}: {column}", wrong, "a whole number" if column in WHOLE else "a number") from None


def _is_number(value: Any, whole: bool) -> bool:
    try:
        return (int(value) if whole else float(value or 0)) is not None
    except (TypeError, ValueError):
        return False
