"""What a comparison shows, in plain sentences, and what it does not."""

from collections.abc import Iterable

from fr_sim.game.names import NAMED, SIDE, fit, fit_all
from fr_sim.questions.compare.counts import Compared
from fr_sim.questions.compare.sides import RULES
from fr_sim.questions.compare.tables import Difference, race_differences, team_differences
from fr_sim.report.words import TIED, listed, percent, percent_range, races
from fr_sim.statistics.intervals import CONFIDENCE


def signed_points(share: float) -> str:
    """A difference of two shares in percentage points, with sign and two decimals."""
    return signed(100 * share, 2)


def signed(value: float, digits: int = 2) -> str:
    """A number with its sign; zero has none."""
    words = f"{value:+.{digits}f}"
    return words[1:] if float(words) == 0 else words.replace("-", "−")


def shown_labels(compared: Compared) -> list[str]:
    """The names of the sides as they can be shown: an edition, or a whole line-up."""
    labels = compared.comparison.labels
    shown = fit_all(labels, SIDE)
    return [shown[label] for label in labels]


def named(differences: Iterable[Difference]) -> dict[str, Difference]:
    """Differences by their measure."""
    return {one.measure: one for one in differences}


def headline(compared: Compared) -> str:
    """The answer in one sentence: in how many races another rider wins."""
    labels = shown_labels(compared)
    changes = {side: named(race_differences(compared, side))["winner_changed"] for side in range(1, len(labels))}
    most = max(changes, key=lambda side: changes[side].difference)
    found = changes[most]
    share = f"{percent(found.difference)} ({percent_range(found.low, found.high, 'to')}) of the same {races(compared.races)}"
    if not found.changed:
        return f"Nothing changes: in all of {races(compared.races)} the same rider wins as on the side of {labels[0]}."
    if len(changes) == 1:
        return f"With {labels[most]} instead of {labels[0]} another rider wins in {share}."
    return f"The most changes with {labels[most]}: in {share} another rider wins than with {labels[0]}."


def sentences(compared: Compared) -> list[str]:
    """For each side which teams win more or less often than on the first, as far as all intervals together tell; then the gain."""
    comparison = compared.comparison
    sides = range(1, len(comparison.sides))
    confidence = 1 - (1 - CONFIDENCE) / (len(sides) * comparison.teams)
    told = [_side(compared, side, confidence) for side in sides]
    told.append(
        f"“More” and “less” are said where the interval, widened for all {len(sides) * comparison.teams} differences of win rates "
        f"together (95{TIED}%, Bonferroni), leaves out zero."
    )
    gains = [
        one.fewer_races
        for side in sides
        for team in range(comparison.teams)
        for one in [named(team_differences(compared, side, team))["win_rate"]]
        if one.fewer_races is not None
    ]
    if gains:
        span = f"{min(gains):.1f}" if f"{min(gains):.1f}" == f"{max(gains):.1f}" else f"{min(gains):.1f} to {max(gains):.1f}"
        told.append(f"For differences of win rates the pairing needed {span} times fewer races than independent runs would have.")
    return told


def limits(compared: Compared) -> list[tuple[str, str]]:
    """What the page does not show."""
    what = "these editions" if compared.comparison.varies == RULES else "these line-ups"
    rows = [
        ("Only this", f"The differences are those of {what}, on this stage and for these policies; others may change otherwise."),
        (
            "Policies stay",
            "The policies ride as before. A person would adapt to other rules, and the difference might shrink or turn round."
            if compared.comparison.varies == RULES
            else "When one team changes its policy the others do not answer it.",
        ),
        ("Many intervals", "Each interval covers the truth 95 times in 100; among many of them some miss it."),
        ("Rare changes", "Where few races change the intervals are approximate, and rather too long than too short."),
    ]
    if compared.comparison.first.precision is not None:
        rows.append(("Stopping", "The comparison ended when the intervals were short enough, which costs them a little of their coverage."))
    return rows


def _side(compared: Compared, side: int, confidence: float) -> str:
    lineup, labels = compared.comparison.sides[side].lineup, shown_labels(compared)
    more, less = [], []
    for number, team in enumerate(lineup.teams):
        one = named(team_differences(compared, side, number, confidence=confidence))["win_rate"]
        words = f"{fit(team.label, NAMED)} (team{TIED}{number}, {signed_points(one.difference)}{TIED}points)"
        if one.low > 0:
            more.append(words)
        elif one.high < 0:
            less.append(words)
    found = named(race_differences(compared, side))
    changed = found["winner_changed"]
    parts = [f"{word} often: {listed(teams)}" for word, teams in (("more", more), ("less", less)) if teams]
    winners = "wins " + "; ".join(parts) if parts else "no team's win rate is shown to change"
    rounds, exhaustion, slipstream = (signed(found[name].difference) for name in ("rounds", "exhaustion", "slipstream"))
    return (
        f"With {labels[side]} another rider wins in {percent(changed.difference)} of the races; {winners}. "
        f"A race has {rounds} rounds, {exhaustion} exhaustion cards, {slipstream} squares of slipstream."
    )
