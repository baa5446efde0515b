"""The plots of a tour: one file each; this list is their order on the page."""

from pathlib import Path

from fr_sim.questions.tour.counts import TourResults
from fr_sim.report.plots.canvas import Plot, caption, draw_all
from fr_sim.report.tours import carried, differences, standings, winners

CLASSIFICATION = Plot("classification", winners.RIDERS_TITLE, winners.RIDERS_HOW, winners.draw_riders)
TEAMS = Plot("teams", winners.TEAMS_TITLE, winners.TEAMS_HOW, winners.draw_teams)
DIFFERENCES = Plot("differences", differences.TITLE, differences.HOW_TO_READ, differences.draw)
CARRIED = Plot("carried", carried.TITLE, carried.HOW_TO_READ, carried.draw)
GAPS = Plot("gaps", standings.GAPS_TITLE, standings.GAPS_HOW, standings.draw_gaps)
GAPS_BY_STAGE = Plot("gaps-by-stage", standings.STAGE_TITLE, standings.STAGE_HOW, standings.draw_gaps_by_stage)
POINTS = Plot("points", standings.POINTS_TITLE, standings.POINTS_HOW, standings.draw_points)
STAGE_WINS = Plot("stage-wins", winners.STAGES_TITLE, winners.STAGES_HOW, winners.draw_stages)


def plots_of(results: TourResults) -> list[Plot]:
    """The plots of a tour in the order of the page; one of differences only where carry rules stand side by side."""
    compared = [DIFFERENCES] if len(results.tour.carry) > 1 else []
    return [CLASSIFICATION, *compared, TEAMS, CARRIED, GAPS, GAPS_BY_STAGE, POINTS, STAGE_WINS]


def write_plots(results: TourResults, directory: Path) -> list[Path]:
    """Draw every plot into `directory` as SVG and PNG; the files written, in the order of the page."""
    first = results.tour.first
    tours = "1 tour" if results.races == 1 else f"{results.races:,} tours"
    words = caption(results.tour.title, f"edition {first.edition.name}", tours, f"seed {first.seed}")
    return draw_all(plots_of(results), results, words, directory)
