"""What a comparison was asked and what it counted: the same races on several sides, paired race by race.

A side is one edition with one line-up. Race n draws the same random words on every side, so what differs between two sides in a race
is what their rules, or their line-ups, made of the same luck.
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from fr_sim.arrays.counts import ADDED, Tally, empty_tally
from fr_sim.game.errors import BadInput, Words
from fr_sim.policies.catalogue import DUMMIES
from fr_sim.races.results import Question, add_tally, added_digest, digest_of

#: What is measured of each team in each race, and of each race as a whole; `mean_rank` is of the team's better rider.
TEAM_MEASURES = ("win_rate", "exhaustion", "slipstream", "mean_rank")
RACE_MEASURES = ("rounds", "exhaustion", "slipstream", "draws")
#: Whether the winning rider, or the winning team, is another than on the side named first.
CHANGES = ("winner_changed", "winning_team_changed")
#: Measures that are 0 or 1 in a race.
SHARES = ("win_rate", "draws")

RULES, TEAMS = "rules", "teams"
MOST_SIDES = 64


@dataclass(frozen=True)
class Comparison:
    """The questions of all sides, which differ in their rules or in their teams only; `varies` says in which (RULES or TEAMS).

    Every side after the first is compared with the first.
    """

    sides: tuple[Question, ...]
    varies: str

    @property
    def first(self) -> Question:
        """The side that all others are compared with."""
        return self.sides[0]

    @property
    def teams(self) -> int:
        """Teams of each side."""
        return len(self.first.lineup.teams)

    @property
    def labels(self) -> list[str]:
        """What the sides are called where they differ: editions' names, or line-ups; the second of one name is `name#2`."""
        names = [side.edition.name if self.varies == RULES else lineup_words(side) for side in self.sides]
        seen: Counter[str] = Counter()
        labels = []
        for name in names:
            seen[name] += 1
            labels.append(name if seen[name] == 1 else f"{name}#{seen[name]}")
        return labels


def comparison_of(sides: Sequence[Question], varies: str) -> Comparison:
    """The comparison of `sides`. Raises BadInput for fewer than two or too many, and for line-ups that cannot be paired team by team."""
    option = f"--{varies}"
    if not 2 <= len(sides) <= MOST_SIDES:
        raise BadInput(option, Words(f"{len(sides)} to compare" if sides else "nothing to compare"), f"two, up to {MOST_SIDES}")
    dummies = [[team.policy in DUMMIES for team in side.lineup.teams] for side in sides]
    for side, where in zip(sides, dummies, strict=True):
        if len(where) != len(dummies[0]):
            expected = f"{len(dummies[0])} teams, as in {lineup_words(sides[0])}: races are paired team by team"
            raise BadInput(option, lineup_words(side), expected)
        if where != dummies[0]:
            raise BadInput(
                option, lineup_words(side), f"dummy teams where {lineup_words(sides[0])} has them: races are paired seat by seat"
            )
    return Comparison(tuple(sides), varies)


def lineup_words(question: Question) -> str:
    """The line-up as the user wrote it."""
    return ",".join(team.label for team in question.lineup.teams)


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


def empty_counts(comparison: Comparison) -> Counts:
    """The counts of no race."""
    sides = len(comparison.sides)
    return Counts(tuple(empty_tally() for _ in range(sides)), empty_sums(sides, comparison.teams))


def add_counts(total: Counts, part: Counts) -> None:
    """Add the counts of `part`, a disjoint set of races, to `total` in place."""
    for tally, more in zip(total.tallies, part.tallies, strict=True):
        add_tally(tally, more)
    for sums, more in zip(total.sums, part.sums, strict=True):
        np.add(sums, more, out=sums)


@dataclass(frozen=True)
class Compared:
    """A comparison with its answer: counts over races 0 … races-1 of every side. `chunks` and `seconds` are no part of the answer."""

    comparison: Comparison
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
        return digest_of((name, counts) for name, counts in named_counts(self.counts).items() if name.partition(".")[2] not in ADDED)

    @property
    def road_digest(self) -> str | None:
        """The same of all counts of races made since, None for results that lack one of them."""
        return added_digest((f"side{side}.", tally) for side, tally in enumerate(self.counts.tallies))


def named_counts(counts: Counts) -> dict[str, np.ndarray]:
    """Every array of `counts` by a name of its own, in a fixed order: sums as `sums.NAME`, tallies as `side0.NAME`."""
    named = {f"sums.{name}": array for name, array in counts.sums._asdict().items()}
    for side, tally in enumerate(counts.tallies):
        named |= {f"side{side}.{name}": array for name, array in tally._asdict().items()}
    return named
