"""`fr-sim batch`: a grid of stages, editions, line-ups and seeds from one file, every combination a run of its own."""

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from fr_sim.cli.keeping import Keeping, command_line, keeps, told_how_to_go_on
from fr_sim.cli.options import new_app

if TYPE_CHECKING:
    from fr_sim.questions.batch.cells import Batch, Cell, CellOutcome
    from fr_sim.races.results import Question, Results

app = new_app()

CHECK_FAILED = 1


@app.command()
@keeps("batch-<file>")
def batch(
    file: Annotated[Path, typer.Argument(metavar="FILE.toml", help="A batch file; docs/batch.md says what is in it.", show_default=False)],
    *,
    keeping: Keeping,
) -> int:
    """Run every combination of the stages, editions, line-ups and seeds of a file, each into a folder of its own.

    Writes one table of all, batch.csv, and one page, index.html. A run that fails does not stop the others; the exit status is 1 then.
    With --resume finished runs are kept, an interrupted one goes on, and failed ones are tried again.
    """
    from fr_sim.cli.progress import Progress
    from fr_sim.files.batch_file import read_batch_file
    from fr_sim.questions.batch.cells import load_batch
    from fr_sim.questions.batch.directory import CELLS, BatchDirectory
    from fr_sim.questions.batch.play import play_batch
    from fr_sim.questions.directory import default_directory
    from fr_sim.questions.run import Run

    loaded = load_batch(read_batch_file(file))
    place = BatchDirectory(keeping.out or default_directory("batch", file.stem), keeping.out is not None, keeping.force)
    with told_how_to_go_on(place.path, place.path / CELLS):
        outcomes = play_batch(
            place,
            loaded,
            lambda question: Run(question, loaded.own),
            resume=keeping.resume,
            table_format=keeping.table_format,
            threads=keeping.threads,
            watch=lambda asked: Progress(asked, shown=not keeping.quiet),
            command=lambda cell, question: _command(loaded, cell, question),
            afterwards=None if keeping.no_plots else _report,
            index=_index(loaded, not keeping.no_plots),
        )
    failed = [outcome for outcome in outcomes if outcome.results is None]
    for outcome in failed:
        print(f"failed: {outcome.cell.name}: {outcome.failure}", file=sys.stderr)
    if keeping.json:
        print(_as_json(outcomes, place.path))
    elif not keeping.quiet:
        print(_as_text(outcomes, place.path))
    return CHECK_FAILED if failed else 0


def _report(directory: Path, results: "Results") -> None:
    from fr_sim.report import write_plots_and_page

    write_plots_and_page(directory)


def _index(loaded: "Batch", plots: bool):
    def write(directory: Path, outcomes: "list[CellOutcome]") -> None:
        from fr_sim.report.batch_index import write_index

        write_index(directory, loaded.file.title, outcomes, plots)

    return write


def _command(loaded: "Batch", cell: "Cell", question: "Question") -> str:
    """The line that plays the cell alone."""
    file = loaded.file
    given = [("-t", [cell.lineup_words]), ("-r", [cell.edition_given]), ("--set", file.overrides)]
    return command_line(("run", cell.stage_given), given, question, file.policy_file)


def _as_text(outcomes: "list[CellOutcome]", directory: Path) -> str:
    from fr_sim.cli.summary import aligned

    cells = [["stage", "rules", "line-up", "seed", "races", "win rates"]]
    for outcome in outcomes:
        cell = outcome.cell
        results = outcome.results
        rates = "failed" if results is None else "  ".join(f"{100 * wins / results.races:.1f}" for wins in results.team_wins)
        races = "" if results is None else f"{results.races:,}"
        cells.append([cell.stage.name, cell.edition.name, cell.lineup_words, str(cell.seed), races, rates])
    done = sum(outcome.was_done for outcome in outcomes)
    failed = sum(outcome.results is None for outcome in outcomes)
    told = f"{len(outcomes)} runs" + (f", {done} of them done before" if done else "") + (f", {failed} failed" if failed else "")
    return "\n".join([*aligned(cells, ("stage", "rules", "line-up", "win rates")), "", f"{told}. Page: {directory / 'index.html'}"])


def _as_json(outcomes: "list[CellOutcome]", directory: Path) -> str:
    from json import dumps

    from fr_sim.cli.summary import rows
    from fr_sim.races.tables import teams_table

    cells = []
    for outcome in outcomes:
        cell, results = outcome.cell, outcome.results
        told = {"cell": cell.name, "stage": cell.stage.name, "rules": cell.edition.name, "lineup": cell.lineup_words, "seed": cell.seed}
        if results is None:
            cells.append(told | {"failed": outcome.failure})
        else:
            found = {"races": results.races, "teams": rows(teams_table(results)), "digest": results.digest, "was_done": outcome.was_done}
            cells.append(told | found)
    return dumps({"cells": cells, "directory": str(directory)}, ensure_ascii=False)
