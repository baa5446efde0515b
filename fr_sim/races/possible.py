"""Between which numbers a measure of a race or of a tour can lie at all, by the rules: what no interval of its mean has to leave."""

from math import inf
from typing import NamedTuple

from fr_sim.game.lineup import Lineup
from fr_sim.game.rules import Rules
from fr_sim.races.results import Question


class Range(NamedTuple):
    """The smallest and the largest number that a measure can be; infinite where no rule bounds it simply."""

    low: float
    high: float

    def less(self, other: "Range") -> "Range":
        """Of a measure of this range less one of the `other`."""
        return Range(self.low - other.high, self.high - other.low)

    def times(self, number: int) -> "Range":
        """Of a sum of as many measures of this range."""
        return Range(self.low * number, self.high * number)


def hull(ranges: list[Range]) -> Range:
    """The smallest range that holds all of `ranges`."""
    return Range(min(one.low for one in ranges), max(one.high for one in ranges))


def rider_rank(lineup: Lineup) -> Range:
    """The rank of a rider in a race, or its place in a tour, from 1."""
    return Range(1, len(lineup.riders))


def best_rank(lineup: Lineup, team: int) -> Range:
    """The rank of a team's better rider: its other rider is behind it."""
    return Range(1, len(lineup.riders) - len(lineup.riders_of(team)) + 1)


def rounds(rules: Rules) -> Range:
    """The rounds of a race (F3)."""
    return Range(1, rules.max_rounds)


def exhaustion(rules: Rules, riders: int = 1) -> Range:
    """The cards that so many riders take under X1 in a race: at most one each in a round."""
    return Range(0, riders * rules.max_rounds)


def slipstream(lineup: Lineup, rules: Rules, riders: int = 1) -> Range:
    """The squares that so many riders gain in a race: a round joins packs at most as often as there are riders less one (D2)."""
    return Range(0, riders * (len(lineup.riders) - 1) * rules.max_rounds)


def of_team(question: Question, measure: str, team: int | None) -> Range:
    """A measure of the `TEAM_MEASURES` of a comparison, of a team in a race, of any team with None."""
    lineup, rules = question.lineup, question.edition.rules
    if team is None:
        return hull([of_team(question, measure, number) for number in range(len(lineup.teams))])
    size = len(lineup.riders_of(team))
    return {
        "win_rate": Range(0, 1),
        "exhaustion": exhaustion(rules, size),
        "slipstream": slipstream(lineup, rules, size),
        "mean_rank": best_rank(lineup, team),
    }[measure]


def of_race(question: Question, measure: str) -> Range:
    """A measure of the `RACE_MEASURES` of a comparison, of a race as a whole."""
    lineup, rules = question.lineup, question.edition.rules
    return {
        "rounds": rounds(rules),
        "exhaustion": exhaustion(rules, len(lineup.riders)),
        "slipstream": slipstream(lineup, rules, len(lineup.riders)),
        "draws": Range(0, 1),
    }[measure]


def unbounded() -> Range:
    """A number from 0 on, as a time or a gap."""
    return Range(0, inf)
