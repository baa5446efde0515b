"""The plots of a run: one file each, drawn from the stored tables; this list is their order on the page."""

from pathlib import Path

from fr_sim.report.plots import cards, exhaustion, profile, ranks, rounds, seats, wins
from fr_sim.report.plots.canvas import Plot, caption, draw_all
from fr_sim.report.stored import Results

PLOTS = (
    Plot("win-rate", wins.TITLE, wins.HOW_TO_READ, wins.draw),
    Plot("seats", seats.TITLE, seats.HOW_TO_READ, seats.draw),
    Plot("race-profile", profile.TITLE, profile.HOW_TO_READ, profile.draw),
    Plot("ranks", ranks.TITLE, ranks.HOW_TO_READ, ranks.draw),
    Plot("exhaustion", exhaustion.TITLE, exhaustion.HOW_TO_READ, exhaustion.draw),
    Plot("cards", cards.TITLE, cards.HOW_TO_READ, cards.draw),
    Plot("rounds", rounds.TITLE, rounds.HOW_TO_READ, rounds.draw),
)


def write_plots(results: Results, directory: Path) -> list[Path]:
    """Draw every plot into `directory` as SVG and PNG; the files written, in the order of the page."""
    races = "1 race" if results.races == 1 else f"{results.races:,} races"
    words = caption(results.road.name, f"edition {results.edition}", races, f"seed {results.seed}")
    return draw_all(PLOTS, results, words, directory)
