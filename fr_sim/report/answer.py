"""The answer in plain sentences: who wins, how sure that is, and what cannot be said from so many races."""

from typing import NamedTuple

import numpy as np

from fr_sim.game.lineup import DUMMIES
from fr_sim.report.stored import Results, Team
from fr_sim.report.words import about, listed, number_with, percent_with, points, races, team_words
from fr_sim.statistics.intervals import CONFIDENCE, mean_interval, normal_quantile, wilson


class Answer(NamedTuple):
    """One sentence that answers, and those that say how sure it is and what else was seen."""

    headline: str
    sentences: list[str]


class Duel(NamedTuple):
    """Two teams compared within the same races: the difference of their win rates, its interval, and whether it is one."""

    difference: float
    low: float
    high: float
    told_apart: bool
    races_needed: float  # races after which a difference of this size would show, infinity for none


def answer(results: Results) -> Answer:
    """What the results say; teams are called different only where every pair of them may be called so at once (95 %)."""
    teams, wins = results.teams, results.tables["teams"]["wins"]
    if not wins.sum():
        headline = f"Nobody wins: in none of the {races(results.races)} did anybody cross the finish line."
        return Answer(headline, [*_draws(results), *_length(results)])
    if len(teams) == 1:
        headline = f"There is one team, {team_words(teams[0])}, so there is nobody to beat."
        return Answer(headline, [*_kinds(results, teams[0]), *_draws(results), *_length(results), *_tired(results)])
    leader = int(wins.argmax())
    others = sorted((team for team in teams if team.team != leader), key=lambda team: -wins[team.team])
    duels = {team.team: duel(results, leader, team.team) for team in others}
    beside = [team for team in others if not duels[team.team].told_apart]
    if beside:
        headline, sentences = _no_single_winner(results, teams[leader], others, beside, duels)
    else:
        headline, sentences = _one_winner(results, teams[leader], others, duels)
    if len({team.policy for team in teams}) == 1:
        sentences.append(f"All teams ride the same policy ({teams[0].policy}): what differs between them is luck and the line-up's order.")
    return Answer(
        headline,
        [*sentences, *_kinds(results, teams[leader]), *_seats(results), *_draws(results), *_length(results), *_tired(results)],
    )


def duel(results: Results, one: int, other: int) -> Duel:
    """The win rate of team `one` less that of team `other`.

    Races that neither won say nothing about the two, so the share of `one` among the others is held against one half: a
    Wilson interval, at a confidence raised for the number of pairs of teams (Bonferroni), carried over to all races.
    """
    wins = results.tables["teams"]["wins"]
    teams = len(wins)
    won, decided = wins[one], wins[one] + wins[other]
    confidence = 1 - (1 - CONFIDENCE) / (teams * (teams - 1) / 2)
    low, high = (float(end) for end in wilson(won, decided, confidence))
    scale = decided / results.races
    lead = won / decided - 0.5 if decided else 0.0
    needed = (normal_quantile(confidence) / (2 * lead)) ** 2 / scale if lead else np.inf
    return Duel(2 * lead * scale, (2 * low - 1) * scale, (2 * high - 1) * scale, bool(low > 0.5 or high < 0.5), needed)


def _rate(results: Results, team: Team) -> str:
    table = results.tables["teams"]
    return percent_with(*(table[column][team.team] for column in ("win_rate", "win_low", "win_high")))


def _one_winner(results: Results, leader: Team, others: list[Team], duels: dict[int, Duel]) -> tuple[str, list[str]]:
    headline = f"{team_words(leader)} wins most: {_rate(results, leader)} of {races(results.races)}."
    nearest = others[0]
    gap = duels[nearest.team]
    lead = f"{points(gap.difference)} percentage points ({points(gap.low)} to {points(gap.high)}, at 95 % for all pairs of teams together)"
    everybody = "it" if len(others) == 1 else f"every one of the {len(others)} others"
    return headline, [
        f"The next, {team_words(nearest)}, wins {_rate(results, nearest)}; the lead is {lead}.",
        f"The lead over {everybody} is larger than luck would make it.",
    ]


def _no_single_winner(
    results: Results, leader: Team, others: list[Team], beside: list[Team], duels: dict[int, Duel]
) -> tuple[str, list[str]]:
    everybody, top = len(beside) == len(others), [leader, *beside]
    played = f"after {races(results.races)}"
    if everybody and len(others) > 1:
        headline = f"No winner can be named: {played} the {len(top)} teams cannot be told apart at the top."
    elif {team.policy for team in top} == {leader.policy} and not everybody:
        numbers = listed([str(team.team) for team in top])
        headline = f"{leader.policy} wins most: its teams {numbers} are ahead, {played} not to be told apart."
    else:
        headline = f"No single winner can be named: {played} {listed([team_words(team) for team in top])} cannot be told apart."
    gap = duels[beside[0].team]
    sentences = [
        f"{team_words(leader)} won {_rate(results, leader)}, {team_words(beside[0])} {_rate(results, beside[0])}: "
        f"a difference of {points(gap.difference)} percentage points that may as well be anything from {points(gap.low)} "
        f"to {points(gap.high)}."
    ]
    if np.isfinite(gap.races_needed):
        sentences.append(f"If that difference is real, it takes {about(gap.races_needed)} races to show it.")
    if not everybody:
        behind = [team_words(team) for team in others if team not in beside]
        sentences.append(f"Clearly behind {team_words(leader)}: {listed(behind)}.")
    return headline, sentences


def _kinds(results: Results, team: Team) -> list[str]:
    """Which of the team's riders wins."""
    riders = results.tables["riders"].where(results.tables["riders"]["team"] == team.team)
    if len(riders) < 2:
        return []
    rates = [f"the {row.kind} wins {percent_with(row.win_rate, row.win_low, row.win_high)}" for row in riders.rows()]
    return [f"Of the riders of {team_words(team)} {listed(rates)} of all races."]


def _seats(results: Results) -> list[str]:
    """Whether the place in the order of placing matters, over all teams together."""
    table, teams = results.tables["seats"], len(results.teams)
    if results.record.get("seats") == "fixed":
        return ["Seats were fixed: what a team owes to its policy and what to its seat cannot be told apart here."]
    numbers = sorted(set(table["seat"].tolist()))
    won = np.array([table["wins"][table["seat"] == seat].sum() for seat in numbers])
    # In every race somebody holds each seat, so over all teams a seat has all the races.
    lowest, highest = wilson(won, results.races, 1 - (1 - CONFIDENCE) / len(numbers))
    low, high = wilson(won, results.races)
    rates = won / results.races
    best, worst = int(rates.argmax()), int(rates.argmin())
    if not ((lowest > 1 / teams) | (highest < 1 / teams)).any():
        return [f"No seat was better or worse than another so clearly that {races(results.races)} show it."]
    good, bad = (percent_with(rates[seat], low[seat], high[seat]) for seat in (best, worst))
    return [f"The seat matters: a team wins {good} from seat {numbers[best]}, but {bad} from seat {numbers[worst]}."]


def _draws(results: Results) -> list[str]:
    draws = results.record.get("draws", 0)
    if not draws:
        return []
    low, high = wilson(draws, results.races)
    share = percent_with(draws / results.races, float(low), float(high))
    return [f"{races(draws)}, {share}, ended as a draw: nobody had crossed after max_rounds (F3). Draws count as won by nobody."]


def _length(results: Results) -> list[str]:
    table = results.tables["rounds"]
    mean = float(np.average(table["rounds"], weights=table["races"]))
    variance = float(np.average((table["rounds"] - mean) ** 2, weights=table["races"]))
    low, high = mean_interval(mean, variance**0.5, results.races, possible=(1, results.most_rounds))
    if results.races == 1:
        return [f"The race lasted {mean:.0f} rounds."]
    return [f"A race lasts {number_with(mean, float(low), float(high))} rounds."]


def _tired(results: Results) -> list[str]:
    """The rider with the most and the one with the fewest exhaustion cards, if they differ by more than chance."""
    # Dummies never take exhaustion (P3, P4).
    policies = [policy.partition("/")[0] for policy in results.tables["riders"]["policy"].tolist()]
    riders = results.tables["riders"].where(np.isin(policies, DUMMIES, invert=True))
    means = riders["exhaustion_mean"]
    # X1: at most one card a round.
    low, high = mean_interval(means, riders["exhaustion_sd"], results.races, possible=(0, results.most_rounds))
    figures = zip(means, low, high, strict=True)
    cards = [number_with(*figure) for figure in figures]
    most, least = int(means.argmax()), int(means.argmin())
    names = [f"{row.kind} of {row.policy} (team {row.team})" for row in riders.rows()]
    if results.races == 1:
        return [f"Exhaustion cards taken: {listed([f'{mean:.0f} by the {name}' for mean, name in zip(means, names, strict=True)])}."]
    if len(names) == 1:
        return [f"The {names[0]} takes {cards[0]} exhaustion cards a race."]
    if not high[least] < low[most]:
        return [f"All riders are about equally tired: from {cards[least]} to {cards[most]} exhaustion cards a race."]
    return [f"Most tired is the {names[most]} with {cards[most]} exhaustion cards a race, least the {names[least]} with {cards[least]}."]
