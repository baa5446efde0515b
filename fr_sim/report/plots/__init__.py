"""The plots of a run: one file each, drawn from the stored tables; these lists are their order on the page."""

from pathlib import Path

from fr_sim.report.plots import cards, catch_up, exhaustion, profile, ranks, road, rounds, seats, weather, wins
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


WEATHER = Plot("weather", weather.TITLE, weather.HOW_TO_READ, weather.draw)
ROAD = Plot("road", road.TITLE, road.HOW_TO_READ, road.draw)
CATCH_UP = Plot("catch-up", catch_up.TITLE, catch_up.HOW_TO_READ, catch_up.draw)


def plots_of(results: Results) -> list[Plot]:
    """The plots of a run: those that every run has, and those of what only some runs count."""
    tables = results.tables
    some = {
        WEATHER: "weather" in tables and weather.is_telling(results),
        ROAD: "road" in tables,
        CATCH_UP: "catch_up" in tables,
    }
    return [*PLOTS, *(plot for plot, has in some.items() if has)]


def write_plots(results: Results, directory: Path) -> list[Path]:
    """Draw every plot into `directory` as SVG and PNG; the files written, in the order of the page."""
    races = "1 race" if results.races == 1 else f"{results.races:,} races"
    words = caption(results.road.name, f"edition {results.edition}", races, f"seed {results.seed}")
    return draw_all(plots_of(results), results, words, directory)
