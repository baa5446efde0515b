"""Is the question one that can be answered? Numbers in range, riders with a place to start, a line-up of the advised size."""

import math
from collections.abc import Mapping
from typing import TYPE_CHECKING

from fr_sim.game.entry import check_start
from fr_sim.game.errors import BadInput
from fr_sim.game.lineup import Lineup
from fr_sim.game.names import fit
from fr_sim.game.rules import Edition
from fr_sim.game.stage import Stage
from fr_sim.races.results import SEATINGS, Question
from fr_sim.simulate.plan import BLOCK

if TYPE_CHECKING:
    from fr_sim.policies.own_files import OwnPolicies

#: Days of work for any machine; more is a slip of the keyboard. Counts stay far within 64 bits.
MOST_RACES = 2**40
MOST_THREADS = 1024


def ask(
    stage: Stage,
    lineup: Lineup,
    edition: Edition,
    races: int,
    seed: int = 0,
    seats: str = "rotate",
    precision: float | None = None,
    own_policies: Mapping[str, str] | None = None,
) -> Question:
    """The question, checked. Raises BadInput for numbers out of range, an unknown seating, and riders without a place to start."""
    check_whole("--races", races, 1, MOST_RACES)
    if not isinstance(seed, int) or isinstance(seed, bool):
        raise BadInput("--seed", seed, "a whole number")
    if seats not in SEATINGS:
        raise BadInput("--seats", seats, "one of " + ", ".join(SEATINGS), SEATINGS)
    if precision is not None and not (math.isfinite(precision) and 0 < precision < 1):
        raise BadInput("--precision", precision, "a number above 0 and below 1, or a percentage: 0.005, 0.5%")
    check_start(stage, edition.rules, lineup)
    return Question(stage, lineup, edition, races, seed, seats, precision, dict(own_policies or {}))


def sources_of(own: "OwnPolicies | None") -> dict[str, str]:
    """The text of the user's policy file by its path, as a question keeps it; empty without one."""
    return {str(own.path): own.source} if own else {}


def check_whole(where: str, number: int, low: int, high: int) -> int:
    """`number`, if it is a whole one from `low` to `high`; raises BadInput otherwise."""
    if not isinstance(number, int) or isinstance(number, bool) or not low <= number <= high:
        raise BadInput(where, number, f"a whole number from {low:,} to {high:,}")
    return number


def check_chunk(chunk_races: int) -> int:
    """`chunk_races`, if it is a multiple of 64; raises BadInput otherwise."""
    if chunk_races < BLOCK or chunk_races % BLOCK:
        raise BadInput("chunk_races", chunk_races, f"a multiple of {BLOCK}")
    return chunk_races


def advice(question: Question) -> list[str]:
    """What somebody who asks this should be told before: so far, a number of teams that the stage is not meant for."""
    fewest, most = question.stage.players
    teams = len(question.lineup.teams)
    if fewest <= teams <= most:
        return []
    meant = f"{fewest} to {most}" if fewest < most else f"{fewest}"
    return [f"{fit(question.stage.name)} is meant for {meant} teams; {teams} start."]
