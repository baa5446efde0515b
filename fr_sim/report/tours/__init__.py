"""A tour as people look at it: plots of the standings and of what is carried along, and the page."""

from pathlib import Path

from fr_sim.questions.tour.counts import TourResults


def write_tour_report(directory: Path, results: TourResults, plots: bool = True) -> list[Path]:
    """Make `plots/*.svg`, `plots/*.png` and `report.html` of the tour stored in `directory`; the files written.

    Without `plots` the page has the tables only.
    """
    from fr_sim.report.tours.page import write_page
    from fr_sim.report.tours.plots import plots_of, write_plots

    pictures = write_plots(results, directory / "plots") if plots else []
    return [*pictures, write_page(results, directory, plots_of(results) if plots else ())]
