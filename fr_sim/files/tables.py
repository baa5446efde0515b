"""Tables as files: CSV without any help, Parquet with pyarrow."""

import csv
from pathlib import Path
from typing import Any

from fr_sim.game.errors import BadInput, Words

#: Columns by name, all of one length.
Table = dict[str, list[Any]]


def write_table(directory: Path, name: str, table: Table, table_format: str = "csv") -> Path:
    """Write `table` as `name`.csv or `name`.parquet to `directory`; numbers in full, an empty field for what does not exist."""
    path = directory / f"{name}.{table_format}"
    if table_format == "csv":
        with open(path, "w", encoding="utf-8", newline="") as file:
            writer = csv.writer(file, lineterminator="\n")
            writer.writerow(table)
            writer.writerows(zip(*table.values(), strict=True))
    else:
        pyarrow = require_pyarrow("--format parquet")
        pyarrow.parquet.write_table(pyarrow.table(table), path)
    return path


def require_pyarrow(option: str) -> Any:
    """pyarrow with its Parquet half. Raises BadInput, naming the `option` that needs it, where it is not installed."""
    try:
        import pyarrow
        import pyarrow.parquet
    except ImportError:
        raise BadInput(option, Words("no pyarrow"), "pyarrow to write Parquet: pip install 'fr-sim[parquet]'") from None
    return pyarrow
