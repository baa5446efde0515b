"""Confidence intervals: Wilson's for shares, the normal one for means, and the test of `--precision`."""

from statistics import NormalDist

import numpy as np

#: How often an interval covers the truth.
CONFIDENCE = 0.95
#: The possible range of a number of which nothing is known.
ANYTHING = (-np.inf, np.inf)


def normal_quantile(confidence: float = CONFIDENCE) -> float:
    """How many standard errors the two-sided normal interval reaches to either side: 1.96 for 95 %."""
    return NormalDist().inv_cdf(0.5 + confidence / 2)


def wilson(successes: np.ndarray, trials: np.ndarray, confidence: float = CONFIDENCE) -> tuple[np.ndarray, np.ndarray]:
    """Wilson's score interval of a share: (low, high), float64 of the arguments' common shape.

    The shares p that a score test at this confidence does not reject, |s/n - p| <= z sqrt(p (1 - p) / n), solved for p
    (E. B. Wilson, Journal of the American Statistical Association 22, 1927, pages 209-212):

        (s + z²/2 ± z sqrt(s (n - s) / n + z²/4)) / (n + z²)

    It stays within 0 and 1 and is sound for shares near either, where the textbook's p ± z sqrt(p (1 - p) / n) is not.
    With no trial nothing is known: (0, 1).
    """
    z = normal_quantile(confidence)
    successes, trials = np.broadcast_arrays(np.asarray(successes, np.float64), np.asarray(trials, np.float64))
    failures = trials - successes
    spread = z * np.sqrt(successes * failures / np.maximum(trials, 1) + z * z / 4)
    low = (successes + z * z / 2 - spread) / (trials + z * z)
    high = (successes + z * z / 2 + spread) / (trials + z * z)
    # Rounding must not move the ends that are exact.
    return np.where(successes == 0, 0.0, low), np.where(failures == 0, 1.0, high)


def within(ends: tuple[np.ndarray, np.ndarray], possible: tuple[float, float]) -> tuple[np.ndarray, np.ndarray]:
    """An interval, less what lies outside the `possible` range of the number that it is about; NaN stays.

    The true number lies in that range, so the shorter interval holds it exactly when the longer one does: it covers as often.
    """
    return np.clip(ends[0], *possible), np.clip(ends[1], *possible)


def mean_interval(
    mean: np.ndarray,
    deviation: np.ndarray,
    trials: np.ndarray,
    confidence: float = CONFIDENCE,
    possible: tuple[float, float] = ANYTHING,
) -> tuple[np.ndarray, np.ndarray]:
    """The normal interval of a mean, mean ± z deviation / sqrt(trials), `within` the possible range of what it is the mean of.

    (low, high), NaN with fewer than two trials.

    `deviation` is the sample standard deviation. By the central limit theorem; races come in hundreds and more, where Student's t
    would not differ in the third digit.
    """
    trials = np.asarray(trials, np.float64)
    reach = normal_quantile(confidence) * np.asarray(deviation, np.float64) / np.sqrt(np.where(trials > 1, trials, np.nan))
    return within((mean - reach, mean + reach), possible)


def furthest_reach(successes: np.ndarray, trials: int, confidence: float = CONFIDENCE) -> float:
    """The largest distance between a share and an end of its Wilson interval, over all shares; 1 with no trial."""
    if trials == 0:
        return 1.0
    share = np.asarray(successes, np.float64) / trials
    low, high = wilson(successes, trials, confidence)
    return float(np.maximum(share - low, high - share).max())
