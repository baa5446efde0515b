"""The plots of a run: one file each, drawn from the stored tables; this list is their order on the page."""

from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

from fr_sim.report.plots import cards, exhaustion, profile, ranks, rounds, seats, wins
from fr_sim.report.plots.canvas import Sheet, styled
from fr_sim.report.stored import Results


class Plot(NamedTuple):
    """A plot: the name of its files, its title, how to read it, and the function that draws it from results and a caption."""

    name: str
    title: str
    how_to_read: str
    draw: Callable[[Results, str], Sheet]


PLOTS = (
    Plot("win-rate", wins.TITLE, wins.HOW_TO_READ, wins.draw),
    Plot("seats", seats.TITLE, seats.HOW_TO_READ, seats.draw),
    Plot("race-profile", profile.TITLE, profile.HOW_TO_READ, profile.draw),
    Plot("ranks", ranks.TITLE, ranks.HOW_TO_READ, ranks.draw),
    Plot("exhaustion", exhaustion.TITLE, exhaustion.HOW_TO_READ, exhaustion.draw),
    Plot("cards", cards.TITLE, cards.HOW_TO_READ, cards.draw),
    Plot("rounds", rounds.TITLE, rounds.HOW_TO_READ, rounds.draw),
)


def caption_of(results: Results) -> str:
    """What every plot says of its run: stage, edition, races, seed."""
    races = "1 race" if results.races == 1 else f"{results.races:,} races"
    return f"{results.road.name}  ·  edition {results.edition}  ·  {races}  ·  seed {results.seed}"


def write_plots(results: Results, directory: Path) -> list[Path]:
    """Draw every plot into `directory` as SVG and PNG; the files written, in the order of the page."""
    directory.mkdir(parents=True, exist_ok=True)
    caption = caption_of(results)
    written = []
    with styled():
        for plot in PLOTS:
            written += plot.draw(results, caption).save(directory / plot.name)
    return written
