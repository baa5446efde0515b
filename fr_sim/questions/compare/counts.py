"""What a comparison counts: the same races on several sides, paired race by race.

A side is one edition with one line-up. Race n draws the same random words on every side, so what differs between two sides in a race
is what their rules, or their line-ups, made of the same luck.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from fr_sim.arrays.counts import ADDED, Tally, empty_tally
from fr_sim.arrays.sums import digest_of
from fr_sim.races.results import added_digest

if TYPE_CHECKING:
    from fr_sim.questions.compare.asked import Comparison

#: What is measured of each team in each race, and of each race as a whole; `mean_rank` is of the team's better rider.
TEAM_MEASURES = ("win_rate", "exhaustion", "slipstream", "mean_rank")
RACE_MEASURES = ("rounds", "exhaustion", "slipstream", "draws")
#: Whether the winning rider, or the winning team, is another than on the side named first.
CHANGES = ("winner_changed", "winning_team_changed")
#: Measures that are 0 or 1 in a race.
SHARES = ("win_rate", "draws")


class PairedSums(NamedTuple):
    """Sums over races, int64; those of disjoint sets of races add up field by field.

    Axes: side; measure, of TEAM_MEASURES or RACE_MEASURES; team; its seat. `products` and `changed` compare a race with the same race on
    the first side: the sums of value × value there, and the number of races in which the two differ.
    """

    races: np.ndarray  # [1]
    team_races: np.ndarray  # [team, seat]
    team_sums: np.ndarray  # [side, measure, team, seat]
    team_squares: np.ndarray  # [side, measure, team, seat]
    team_products: np.ndarray  # [side, measure, team, seat]
    team_changed: np.ndarray  # [side, measure, team, seat]
    race_sums: np.ndarray  # [side, measure]
    race_squares: np.ndarray  # [side, measure]
    race_products: np.ndarray  # [side, measure]
    race_changed: np.ndarray  # [side, measure]
    changes: np.ndarray  # [side, change of CHANGES]


def empty_sums(sides: int, teams: int) -> PairedSums:
    """The sums over no race."""
    by_team, by_race = (sides, len(TEAM_MEASURES), teams, teams), (sides, len(RACE_MEASURES))
    shapes = {"races": (1,), "team_races": (teams, teams), "changes": (sides, len(CHANGES))}
    return PairedSums(
        **{name: np.zeros(shapes.get(name) or (by_team if name.startswith("team") else by_race), np.int64) for name in PairedSums._fields}
    )


class Counts(NamedTuple):
    """Everything counted in a comparison: each side's own tally, and the sums over pairs."""

    tallies: tuple[Tally, ...]
    sums: PairedSums

    @property
    def races(self) -> int:
        """Races counted, on each side."""
        return int(self.sums.races[0])


def empty_counts(sides: int, teams: int) -> Counts:
    """The counts of no race."""
    return Counts(tuple(empty_tally() for _ in range(sides)), empty_sums(sides, teams))


@dataclass(frozen=True)
class Compared:
    """A comparison with its answer: counts over races 0 … races-1 of every side. `chunks` and `seconds` are no part of the answer."""

    comparison: "Comparison"
    counts: Counts
    chunks: int = 0
    seconds: float = 0.0

    @property
    def races(self) -> int:
        """Races counted, on each side."""
        return self.counts.races

    @property
    def digest(self) -> str:
        """SHA-256 of every count that version 0.1.0 made, in hexadecimal; equal answers have equal digests."""
        return digest_of({name: counts for name, counts in named_counts(self.counts).items() if not is_added(name)})

    @property
    def road_digest(self) -> str | None:
        """The same of all counts of races made since, None for results that lack one of them."""
        return added_digest((f"side{side}.", tally) for side, tally in enumerate(self.counts.tallies))


def is_added(name: str) -> bool:
    """Whether the counts called `name` in `named_counts` are some that version 0.1.0 did not make."""
    return name.partition(".")[2] in ADDED


def named_counts(counts: Counts) -> dict[str, np.ndarray]:
    """Every array of `counts` by a name of its own, in a fixed order: sums as `sums.NAME`, tallies as `side0.NAME`."""
    named = {f"sums.{name}": array for name, array in counts.sums._asdict().items()}
    for side, tally in enumerate(counts.tallies):
        named |= {f"side{side}.{name}": array for name, array in tally._asdict().items()}
    return named


def counts_of_names(arrays: Mapping[str, np.ndarray], sides: int) -> Counts:
    """The counts whose arrays `named_counts` names."""
    tallies = [Tally(**{name: arrays[f"side{side}.{name}"] for name in Tally._fields}) for side in range(sides)]
    return Counts(tuple(tallies), PairedSums(**{name: arrays[f"sums.{name}"] for name in PairedSums._fields}))
