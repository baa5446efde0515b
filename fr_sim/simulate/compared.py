"""From a comparison to its answer: each chunk of races played on all sides, compared race by race, summed up and forgotten."""

import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing
from typing import TYPE_CHECKING

import numpy as np

from fr_sim.apart import apart
from fr_sim.arrays.counts import Finishes, Tally
from fr_sim.comparison import RULES, TEAM_MEASURES, TEAMS, Compared, Comparison, Counts, PairedSums, add_counts, comparison_of, empty_counts
from fr_sim.game.errors import BadInput, Words
from fr_sim.game.lineup import Lineup
from fr_sim.game.rules import Edition
from fr_sim.game.stage import Stage
from fr_sim.simulate.batches import Batches
from fr_sim.simulate.pairing import paired_sums
from fr_sim.simulate.plan import CHUNK_RACES, Chunk, chunks, looks
from fr_sim.simulate.question import MOST_THREADS, ask, check_chunk, check_whole, sources_of
from fr_sim.simulate.workers import cores, in_order
from fr_sim.statistics.paired_intervals import paired_share_interval

if TYPE_CHECKING:
    from fr_sim.policies.own_files import OwnPolicies


class ComparisonStopped(Exception):  # noqa: N818 - nothing went wrong: somebody asked for it
    """The comparison was asked to stop; `compared` holds the races played until then."""

    def __init__(self, compared: Compared):
        super().__init__(f"stopped after {compared.races:,} races on each side")
        self.compared = compared


def ask_comparison(
    stage: Stage,
    lineups: Sequence[Lineup],
    editions: Sequence[Edition],
    races: int,
    seed: int = 0,
    seats: str = "rotate",
    precision: float | None = None,
    own: "OwnPolicies | None" = None,
) -> Comparison:
    """The comparison of several editions with one line-up, or of several line-ups under one edition, checked.

    Raises BadInput for what `ask` and `comparison_of` refuse, and where both differ, or neither.
    """
    if len(lineups) > 1 and len(editions) > 1:
        found = Words(f"{len(editions)} editions and {len(lineups)} line-ups")
        raise BadInput("--rules, --teams", found, "several of one and one of the other, so that it is known what made the difference")
    varies = TEAMS if len(lineups) > 1 else RULES
    sources = sources_of(own)
    sides = [ask(stage, lineup, edition, races, seed, seats, precision, sources) for edition in editions for lineup in lineups]
    return comparison_of(sides, varies)


def compare(
    comparison: Comparison,
    own: "OwnPolicies | None" = None,
    *,
    threads: int | None = None,
    chunk_races: int = CHUNK_RACES,
    progress: Callable[[Tally], None] | None = None,
    begun: Counts | None = None,
    stop: Callable[[], bool] = lambda: False,
) -> Compared:
    """Play the races of `comparison` on every side and sum up what differs, paired race by race.

    Sums are whole numbers, the same to the bit for any `threads`, `chunk_races` (a multiple of 64) and interruptions. With a precision
    it ends as soon as every team's difference of the win rate is known to ± that, looked at after the numbers of races of `plan.looks`.
    `progress` gets the first side's counts so far; `begun` is gone on from, and added to in place; ComparisonStopped is raised between
    two chunks as soon as `stop` says so. Raises BadInput when a user's own policy fails.
    """
    threads = check_whole("--threads", cores() if threads is None else threads, 1, MOST_THREADS)
    check_chunk(chunk_races)
    sides = [Batches(question, own, with_finishes=True) for question in comparison.sides]
    for side in sides:
        apart(side.prepare)
    began = time.perf_counter()
    total = empty_counts(comparison) if begun is None else begun
    most, looking = comparison.first.races, comparison.first.precision is not None

    def compared() -> Compared:
        played = sum(1 for _ in chunks(0, total.races, chunk_races, looking))
        return Compared(comparison, total, played, time.perf_counter() - began)

    def play(chunk: Chunk) -> tuple[Chunk, Counts]:
        tallies = []

        def finished() -> Iterator[tuple[Lineup, Finishes]]:
            for question, side in zip(comparison.sides, sides, strict=True):
                _, tally, finishes = side.play(chunk)
                tallies.append(tally)
                yield question.lineup, finishes

        sums = paired_sums(finished(), len(sides), chunk.races)
        return chunk, Counts(tuple(tallies), sums)

    if total.races and total.races in looks(most) and _precise_enough(comparison, total):
        return compared()
    with closing(in_order(chunks(total.races, most, chunk_races, looking), play, threads, stop)) as played:
        for chunk, counts in played:
            add_counts(total, counts)
            if progress is not None:
                progress(total.tallies[0])
            if chunk.look and _precise_enough(comparison, total):
                break
            if stop() and total.races < most:
                raise ComparisonStopped(compared())
        else:
            if total.races < most:
                raise ComparisonStopped(compared())  # the next chunk did not come in time
    return compared()


def _precise_enough(comparison: Comparison, counts: Counts) -> bool:
    """Whether every difference of a win rate is as precise as asked; never, where it was not asked."""
    precision = comparison.first.precision
    return precision is not None and furthest_difference_reach(counts.sums) <= precision


def furthest_difference_reach(sums: PairedSums) -> float:
    """The largest distance between a team's difference of the win rate and an end of its interval, over all sides and teams."""
    wins = TEAM_MEASURES.index("win_rate")
    won, both = sums.team_sums[:, wins].sum(axis=-1), sums.team_products[:, wins].sum(axis=-1)
    races = int(sums.races[0])
    if races == 0:
        return 1.0
    gained, lost = (won - both)[1:], (won[0] - both)[1:]
    low, high = paired_share_interval(gained, lost, races)
    difference = (gained - lost) / races
    return float(np.maximum(high - difference, difference - low).max())
