"""Make every study again: `python -m reports.studies.make`, or only those named, as `… make seats climbs`.

Plays all races, writes each study's figures, plots and page, then the index. `--words` plays nothing: plots and pages are made from the
figures that are there.
"""

import argparse
import time
from collections.abc import Sequence
from pathlib import Path
from tempfile import TemporaryDirectory

from fr_sim.report.plots.canvas import Sheet, styled
from reports.studies import breakaway, carry_rules, climbs, dummies, editions, seats
from reports.studies.study import FIGURES, FOLDER, PAGE, Row, Study, filled, read_rows, write_rows

#: Every study, in the order of the index.
STUDIES: tuple[Study, ...] = (
    editions.STUDY,
    seats.STUDY,
    climbs.STUDY,
    dummies.STUDY,
    breakaway.STUDY,
    carry_rules.STUDY,
)


def figures(study: Study, races: int) -> list[Row]:
    """Play every cell of a study; its whole table."""
    return [row for cell in study.cells() for row in study.measure(cell, races)]


def make(study: Study, folder: Path, races: int | None = None, *, play: bool = True) -> None:
    """Write a study's table, plots and page into `folder`, with `races` a cell or as many as it says itself."""
    folder.mkdir(parents=True, exist_ok=True)
    if play:
        write_rows(folder / FIGURES, figures(study, races or study.races))
    rows = read_rows(folder / FIGURES)
    with styled():
        for name, sheet in study.draw(rows).items():
            _save(sheet, folder / f"{name}.svg")
    (folder / PAGE).write_text(page(study, rows), encoding="utf-8")


def page(study: Study, rows: Sequence[Row]) -> str:
    """A study's page."""
    again = f"`python -m reports.studies.make {study.name}` makes this page, its plots and [its figures]({FIGURES}) again."
    return filled(f"# {study.title}\n\n{study.page(rows).strip()}\n\n{again}")


def index(tables: dict[str, Sequence[Row]]) -> str:
    """The page that names all studies with their answers in short, from the table of each by its name."""
    lines = [
        "# Studies",
        "",
        "Questions about the game, answered by simulation. Each page has its command, seed and number of races, its plots, and what it",
        "shows and what it does not. All riders are the policies of `fr-sim policy list`: not people, and none of them plays best.",
        "",
        "| study | in short |",
        "| --- | --- |",
        *(f"| [{study.title}]({study.name}/{PAGE}) | {study.answer(tables[study.name])} |" for study in STUDIES if study.name in tables),
        "",
        "`python -m reports.studies.make` (`just studies`) makes all of it again; the same program gives the same figures to the bit.",
    ]
    return "\n".join(lines) + "\n"


def _save(sheet: Sheet, path: Path) -> None:
    """Keep a sheet as SVG only: it is small, and its text can be searched."""
    with TemporaryDirectory() as directory:
        svg, _ = sheet.save(Path(directory) / path.stem)
        path.write_bytes(svg.read_bytes())


def main() -> None:
    """The command."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    names = [study.name for study in STUDIES]
    parser.add_argument("studies", nargs="*", metavar="STUDY", help=f"one or more of {', '.join(names)}; all, if left out")
    parser.add_argument("--words", action="store_true", help="play nothing, make plots and pages from the figures that are there")
    asked = parser.parse_args()
    unknown = [name for name in asked.studies if name not in names]
    if unknown:
        parser.error(f"found '{unknown[0]}', expected one of {', '.join(names)}")
    for study in STUDIES:
        if not asked.studies or study.name in asked.studies:
            began = time.monotonic()
            make(study, study.folder, play=not asked.words)
            print(f"{study.name}: {time.monotonic() - began:.0f} s")
    stored = {study.name: read_rows(study.folder / FIGURES) for study in STUDIES if (study.folder / FIGURES).exists()}
    (FOLDER / PAGE).write_text(index(stored), encoding="utf-8")


if __name__ == "__main__":
    main()
