"""`fr-sim report`: tables, plots and page again, from stored results."""

from pathlib import Path
from typing import Annotated

import typer

from fr_sim.cli import options
from fr_sim.cli.options import new_app

app = new_app()


@app.command()
def report(
    directory: Annotated[Path, typer.Argument(metavar="DIR", help="The results directory of a run.", show_default=False)],
    no_plots: options.NoPlots = False,
    quiet: options.Quiet = False,
) -> None:
    """Make the tables, plots and page of a run again from its stored results, without playing a race."""
    from fr_sim.report.again import report_again

    for path in report_again(directory, plots=not no_plots):
        if not quiet:
            print(path)
