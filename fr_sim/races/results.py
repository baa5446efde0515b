"""What a simulation was asked and what it counted: the two halves of every result."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

import numpy as np

from fr_sim.arrays.counts import ADDED, DIGESTED, PROFILE_RACES, ROAD_RACES, Tally
from fr_sim.arrays.sums import digest_of
from fr_sim.game.lineup import Lineup
from fr_sim.game.rules import Edition
from fr_sim.game.stage import Stage

#: How teams are seated (`--seats`).
SEATINGS = ("rotate", "random", "fixed")


@dataclass(frozen=True)
class Question:
    """Everything that decides what a simulation counts; two equal questions have equal answers, to the bit.

    `races` is the number asked for, with `precision` (a fraction) the most. `own_policies` holds the source text of the user's
    policy files by path, since an edit there changes the answer.
    """

    stage: Stage
    lineup: Lineup
    edition: Edition
    races: int
    seed: int = 0
    seats: str = "rotate"
    precision: float | None = None
    own_policies: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True)
class Results:
    """A question with its answer: counts over races 0 … races-1.

    `chunks` says in how many pieces they were played and `seconds` how long that took; neither is part of the answer.
    """

    question: Question
    tally: Tally
    chunks: int = 0
    seconds: float = 0.0

    @property
    def races(self) -> int:
        """Races counted."""
        return int(self.tally.races[0])

    @property
    def draws(self) -> int:
        """Races that nobody won (F3)."""
        return int(self.tally.draws[0])

    @property
    def profile_races(self) -> int:
        """Races that the race profile was taken from."""
        return min(self.races, PROFILE_RACES)

    @property
    def road_races(self) -> int:
        """Races that single squares, and places after each round, were counted in."""
        return min(self.races, ROAD_RACES)

    @property
    def team_wins(self) -> np.ndarray:
        """Races won, int64 [team]."""
        return team_wins(self.question.lineup, self.tally)

    @property
    def digest(self) -> str:
        """SHA-256 of every count that version 0.1.0 made, in hexadecimal; equal answers have equal digests."""
        return digest_of({name: getattr(self.tally, name) for name in DIGESTED})

    @property
    def road_digest(self) -> str | None:
        """The same of all counts made since, None for results that lack one of them."""
        return added_digest([("", self.tally)])


def added_digest(tallies: Iterable[tuple[str, Tally]]) -> str | None:
    """The digest of the counts made since version 0.1.0 of tallies, each with a prefix of its names; None where one lacks them."""
    named = {f"{prefix}{name}": getattr(tally, name) for prefix, tally in tallies for name in ADDED}
    return digest_of(named) if all(counts.size for counts in named.values()) else None


def team_wins(lineup: Lineup, tally: Tally) -> np.ndarray:
    """Races won by each team of `lineup`, int64 [team]."""
    teams = [rider.team for rider in lineup.riders]
    by_rider = tally.wins[: len(teams)].sum(axis=1)
    wins = np.zeros(len(lineup.teams), np.int64)
    np.add.at(wins, teams, by_rider)
    return wins
