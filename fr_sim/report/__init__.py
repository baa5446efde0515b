"""What people look at: tables, plots, the page, and the drawing of a track."""

from pathlib import Path


def write_plots_and_page(directory: Path, plots: bool = True) -> list[Path]:
    """Make `plots/*.svg`, `plots/*.png` and `report.html` of the results stored in `directory`; the files written.

    Reads `run.json` and the tables there. Without `plots` the page has the tables only. Raises `BadInput` for a directory
    that holds no run, a broken record, and a table that is missing or broken; then nothing was written.
    """
    from fr_sim.report.page import write_page
    from fr_sim.report.stored import read_results

    results = read_results(directory)
    if not plots:
        return [write_page(results, directory, [])]
    from fr_sim.report.plots import plots_of, write_plots

    pictures = write_plots(results, directory / "plots")
    return [*pictures, write_page(results, directory, plots_of(results))]
