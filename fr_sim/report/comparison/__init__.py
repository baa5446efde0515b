"""A comparison as people look at it: forest plots of the differences, and the page."""

from pathlib import Path

from fr_sim.questions.compare.counts import Compared


def write_comparison_report(directory: Path, compared: Compared, plots: bool = True) -> list[Path]:
    """Make `plots/*.svg`, `plots/*.png` and `report.html` of the comparison stored in `directory`; the files written.

    Without `plots` the page has the tables only.
    """
    from fr_sim.report.comparison.forest import PLOTS, write_plots
    from fr_sim.report.comparison.page import write_page

    pictures = write_plots(compared, directory / "plots") if plots else []
    return [*pictures, write_page(compared, directory, PLOTS if plots else ())]
