"""What a tour shows, in plain sentences, and what it does not."""

from fr_sim.game.lineup import Rider
from fr_sim.game.names import NAMED, fit
from fr_sim.questions.tour.counts import MEASURES, TourResults
from fr_sim.questions.tour.tables import Figure, changes, difference, figure, policy_of, share
from fr_sim.report.colours import team_look
from fr_sim.report.comparison.words import signed, signed_points
from fr_sim.report.tours.looks import clock
from fr_sim.report.words import TIED, listed, number_with, percent, percent_with
from fr_sim.statistics.intervals import CONFIDENCE

_NUMBERS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve")


def headline(results: TourResults) -> str:
    """Who wins the tour by time under the first carry rule, in one sentence."""
    riders = results.tour.lineup.riders
    found = [figure(results, "rider", "win_rate", 0, rider.rider) for rider in riders]
    best = max(riders, key=lambda rider: found[rider.rider].value)
    ahead = _is_ahead(results, "rider", len(riders), best.rider)
    one = found[best.rider]
    often = percent_with(one.value, one.low, one.high)
    if ahead:
        return f"{_rider(results, best)} wins the tour more often than anybody else: in {often} of {_tours(results)}."
    return f"No rider is shown to win more often than all others; {_rider(results, best)} wins {often} of {_tours(results)}."


def sentences(results: TourResults) -> list[str]:
    """Teams by points, leads and exhaustion under the first carry rule; then what each other carry rule does to them."""
    told = [_teams(results), _length(results), _tired(results)]
    told += [_compared(results, side) for side in range(1, len(results.tour.carry))]
    return told


def limits(results: TourResults) -> list[tuple[str, str]]:
    """What the page does not show."""
    rows = [
        ("Only this", "The figures are those of these stages in this order, of these policies and rules; others may come out otherwise."),
        (
            "No tour in mind",
            "The policies ride every stage for itself. None of them spares its riders for the mountains to come, defends a lead or lets a "
            "mate wait; people would.",
        ),
        (
            "Placing",
            "From the second stage on the team with the fewest points places first (G3): where a team stands decides how it starts.",
        ),
        ("Many intervals", "Each interval covers the truth 95 times in 100; among many of them some miss it."),
    ]
    if len(results.tour.carry) > 1:
        rows.append(("Policies stay", "Under another carry rule the policies ride as before; a person would adapt to it."))
    return rows


def shown_policy(results: TourResults, team: int) -> str:
    """The policy that rides for `team`, as it can be shown."""
    return fit(policy_of(results, team), NAMED)


def stages_words(results: TourResults) -> str:
    """`six stages`."""
    count = len(results.tour.stages)
    return f"{_NUMBERS[count] if count < len(_NUMBERS) else count} stage{'' if count == 1 else 's'}"


def _teams(results: TourResults) -> str:
    count = len(results.tour.lineup.teams)
    found = [figure(results, "team", "win_rate", 0, team) for team in range(count)]
    best = max(range(count), key=lambda team: found[team].value)
    one, points = found[best], figure(results, "team", "points", 0, best)
    often = percent_with(one.value, one.low, one.high)
    told = f"{_team(results, best)} wins on points in {often} of the tours, with {_with(points)} points on average"
    if count > 1 and not _is_ahead(results, "team", count, best):
        told += "; it is not shown to win more often than all others"
    return told + "."


def _length(results: TourResults) -> str:
    margin, rounds = figure(results, "tour", "margin", 0), figure(results, "tour", "rounds", 0)
    stages = len(results.tour.stages)
    if len(results.tour.lineup.riders) == 1:
        return f"A stage takes {rounds.value / stages:.1f} rounds on average."
    return f"The winner is {clock(margin.value)} minutes ahead of the second on average; a stage takes {rounds.value / stages:.1f} rounds."


def _tired(results: TourResults) -> str:
    stages, lineup = len(results.tour.stages), results.tour.lineup
    # Dummies take none and carry none (P3, P4).
    riders = sum(rider.team not in lineup.dummies for rider in lineup.riders)
    carried, taken = figure(results, "tour", "carried", 0), figure(results, "tour", "taken", 0)
    told = f"A rider takes {taken.value / stages / riders:.1f} exhaustion cards in a stage"
    if stages == 1:
        return told + "."
    return f"{told} and starts every stage but the first with {carried.value / (stages - 1) / riders:.1f} of the stage before."


def _compared(results: TourResults, side: int) -> str:
    rule, riders = results.tour.carry[side], results.tour.lineup.riders
    confidence = 1 - (1 - CONFIDENCE) / (len(riders) * (len(results.tour.carry) - 1))
    more, less = [], []
    for rider in riders:
        one = difference(results, "rider", "win_rate", side, rider.rider, confidence)
        words = f"{_rider(results, rider)} ({signed_points(one.difference)}{TIED}points)"
        if one.low > 0:
            more.append(words)
        elif one.high < 0:
            less.append(words)
    changed = changes(results, side)[0]
    margin = difference(results, "tour", "margin", side)
    ends = "" if margin.low is None else f" ({signed(margin.low, 0)} to {signed(margin.high, 0)})"
    parts = [f"{word} often: {listed(names)}" for word, names in (("more", more), ("less", less)) if names]
    winners = "wins " + "; ".join(parts) if parts else "no rider is shown to win more or less often"
    return (
        f"With carry {rule} instead of {results.tour.carry[0]} another rider wins {percent(changed.difference)} of the tours; {winners}. "
        f"The winner's lead changes by {signed(margin.difference, 0)} seconds{ends}."
    )


def _is_ahead(results: TourResults, group: str, count: int, best: int) -> bool:
    """Whether the win rate of `best` lies above all others', by Wilson intervals widened for all of them together (Bonferroni)."""
    confidence = 1 - (1 - CONFIDENCE) / count
    wins = getattr(results.counts, f"{group}_sums")[0, MEASURES.index("win_rate")].tolist()
    intervals = [share(won, results.races, confidence) for won in wins]
    return all(intervals[best].low > intervals[other].high for other in range(count) if other != best)


def _with(one: Figure) -> str:
    return f"{one.value:.1f}" if one.low is None else number_with(one.value, one.low, one.high)


def _tours(results: TourResults) -> str:
    return f"{results.races:,}{TIED}tour{'' if results.races == 1 else 's'}"


def _rider(results: TourResults, rider: Rider) -> str:
    return f"the {rider.kind.value} of {shown_policy(results, rider.team)} (team{TIED}{rider.team}, {team_look(rider.team).name})"


def _team(results: TourResults, team: int) -> str:
    return f"{shown_policy(results, team)} (team{TIED}{team}, {team_look(team).name})"
