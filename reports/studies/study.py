"""What every study is: cells that are played on their own, one table of figures, and plots and a page made from that table alone."""

import csv
import textwrap
from collections.abc import Callable, Hashable, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from fr_sim.files import load_edition, load_stage
from fr_sim.files.tables import as_csv_field, of_csv_field
from fr_sim.policies.lineups import parse_lineup
from fr_sim.policies.own_files import OwnPolicies
from fr_sim.questions.run import simulate
from fr_sim.races.results import Results
from fr_sim.report.plots.canvas import Sheet
from fr_sim.statistics.intervals import CONFIDENCE, normal_quantile

#: The folder of all studies; each has a folder of its own in it.
FOLDER = Path(__file__).parent
FIGURES = "figures.csv"
PAGE = "README.md"
#: The seed of every study.
SEED = 2026
DEFAULT_EDITION = "gigamic-v2"
BASE_STAGES = ("avenue-corso-paseo", "firenze-milano", "la-classicissima", "la-haut-montagne", "le-col-du-ballon", "ronde-van-wevelgem")

#: One line of a table: column and value. Read back from a file, numbers are numbers again and an empty field is "".
Row = dict[str, Any]


class Study(NamedTuple):
    """A study: `cells` are what is played, `measure` plays one of them and says what came of it, as rows of the table.

    `draw` makes the plots by name and `page` the words, both from the whole table as it is stored, so that neither can say anything that
    the table does not. `races` are those of one cell (of each side of it, where sides are compared).
    """

    name: str
    title: str
    answer: Callable[[Sequence[Row]], str]
    races: int
    cells: Callable[[], list[Hashable]]
    measure: Callable[[Any, int], list[Row]]
    draw: Callable[[Sequence[Row]], dict[str, Sheet]]
    page: Callable[[Sequence[Row]], str]

    @property
    def folder(self) -> Path:
        """Where its page, its table and its plots are kept."""
        return FOLDER / self.name


def play(
    stage: str,
    lineup: str,
    races: int,
    edition: str = DEFAULT_EDITION,
    overrides: Sequence[str] = (),
    own: OwnPolicies | None = None,
) -> Results:
    """The races of `fr-sim run STAGE -t LINEUP -r EDITION --set OVERRIDE … -n RACES --seed SEED`, with `own` policies of a file."""
    return simulate(load_stage(stage), parse_lineup(lineup, own), load_edition(edition, overrides), races, SEED, own=own)


def write_rows(path: Path, rows: Sequence[Row]) -> None:
    """Write a table; floats keep all their digits."""
    with path.open("w", newline="", encoding="utf-8") as file:
        writer = csv.DictWriter(file, list(rows[0]), lineterminator="\n")
        writer.writeheader()
        writer.writerows({column: as_csv_field(value) for column, value in row.items()} for row in rows)


def read_rows(path: Path) -> list[Row]:
    """Read a table that `write_rows` wrote."""
    with path.open(newline="", encoding="utf-8") as file:
        return [{column: _value(of_csv_field(words)) for column, words in row.items()} for row in csv.DictReader(file)]


def _value(words: str) -> Any:
    for kind in (int, float):
        try:
            return kind(words)
        except ValueError:
            continue
    return words


def chosen(rows: Sequence[Row], **wanted: Any) -> list[Row]:
    """The rows with these values, in the order of the table."""
    return [row for row in rows if all(row[column] == value for column, value in wanted.items())]


def values(rows: Sequence[Row], column: str) -> list[Any]:
    """The different values of a column, in the order in which they come."""
    return list(dict.fromkeys(row[column] for row in rows))


def together(intervals: int) -> float:
    """The confidence at which each of so many intervals has to be taken for all to hold together 95 times in 100 (Bonferroni)."""
    return 1 - (1 - CONFIDENCE) / intervals


def excludes_zero(row: Row, intervals: int) -> bool:
    """Whether a row's 95 % interval, `low` to `high` about `difference`, leaves out zero when widened for so many `intervals`."""
    widening = normal_quantile(together(intervals)) / normal_quantile()
    reach = row["difference"] - row["low"] if row["difference"] > 0 else row["high"] - row["difference"]
    return abs(row["difference"]) > widening * reach


def markdown_table(heading: Sequence[str], lines: Sequence[Sequence[str]]) -> str:
    """A table of Markdown; every column but the first is set to the right."""
    rule = ["---", *["---:"] * (len(heading) - 1)]
    return "\n".join("| " + " | ".join(cells) + " |" for cells in (heading, rule, *lines))


def filled(words: str) -> str:
    """Markdown with its paragraphs set anew in lines of one width; headings, tables and pictures stay as they are."""
    blocks = words.strip().split("\n\n")
    return "\n\n".join(block if block[0] in "#|!" else textwrap.fill(block, 120, break_on_hyphens=False) for block in blocks) + "\n"


def title_of(stage: str) -> str:
    """A stage's name as it stands on its card."""
    return load_stage(stage).name
