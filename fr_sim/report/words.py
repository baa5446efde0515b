"""Figures as a reader wants them: percent, intervals, counts, and teams by name."""

import math

from fr_sim.report.colours import team_look
from fr_sim.report.stored import Team

#: A space at which no line breaks.
TIED = "\u00a0"


def percent(share: float, digits: int = 1) -> str:
    """A share as `25.1 %`; a dash where it does not exist."""
    return "–" if math.isnan(share) else f"{100 * share:.{digits}f}{TIED}%"


def percent_range(low: float, high: float, to: str = "–") -> str:
    """An interval of a share as `24.3 – 26.0 %`, or with another word between; narrow ones with the digits they need."""
    digits = digits_of(low, high)
    return f"{100 * low:.{digits}f}{TIED}{to}{TIED}{100 * high:.{digits}f}{TIED}%"


def digits_of(low: float, high: float) -> int:
    """Decimals of a percentage whose interval is `low` to `high`: 1, or more if its ends would else look alike."""
    return next((digits for digits in (1, 2, 3) if high - low >= 0.04 * 0.1**digits), 4)


def percent_with(share: float, low: float, high: float) -> str:
    """A share with its interval, for a sentence: `25.1 % (24.3 to 26.0 %)`."""
    return f"{percent(share, digits_of(low, high))} ({percent_range(low, high, 'to')})"


def points(difference: float) -> str:
    """A difference of two shares in percentage points, signed: `+1.2`."""
    return f"{100 * difference:+.1f}".replace("-", "−")


def number(value: float, digits: int = 2) -> str:
    """A number with `digits` decimals, a dash where it does not exist."""
    return "–" if math.isnan(value) else f"{value:.{digits}f}"


def number_range(low: float, high: float, to: str = "–") -> str:
    """An interval as `4.24 – 4.38`, or with another word between; nothing where it does not exist."""
    digits = decimals_of(low, high)
    return "" if math.isnan(low) or math.isnan(high) else f"{low:.{digits}f}{TIED}{to}{TIED}{high:.{digits}f}"


def decimals_of(low: float, high: float) -> int:
    """Decimals of a number whose interval is `low` to `high`: 2, or more if its ends would else look alike; an exact number keeps 2."""
    if high == low:
        return 2
    return next((digits for digits in (2, 3, 4) if not high - low < 4 * 0.1**digits), 5)


def number_with(value: float, low: float, high: float) -> str:
    """A number with its interval, for a sentence: `4.31 (4.24 to 4.38)`."""
    return f"{number(value, decimals_of(low, high))} ({number_range(low, high, 'to')})"


def races(count: int) -> str:
    """`1 race`, `10,000 races`."""
    return f"{count:,}{TIED}race" + ("" if count == 1 else "s")


def about(count: float) -> str:
    """A large number to one digit: `about 40,000`."""
    if count >= 1e9:
        return "more than a billion"
    size = 10 ** max(0, math.floor(math.log10(max(count, 1))))
    return f"about {math.ceil(count / size) * size:,}"


def team_words(team: Team) -> str:
    """A team in a sentence: `drafter (team 0, blue)`."""
    return f"{team.policy} (team {team.team}, {team_look(team.team).name})"


def listed(words: list[str]) -> str:
    """`a`, `a and b`, `a, b and c`."""
    return words[0] if len(words) == 1 else ", ".join(words[:-1]) + " and " + words[-1]
