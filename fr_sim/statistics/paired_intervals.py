"""Confidence intervals of paired differences: Tango's score interval for shares, an adjusted normal one for means."""

import numpy as np

from fr_sim.statistics.intervals import ANYTHING, CONFIDENCE, normal_quantile, within

#: Halvings of the interval in which an end is looked for: more than a float of full precision has.
_HALVINGS = 80


def paired_share_interval(
    gained: np.ndarray, lost: np.ndarray, pairs: np.ndarray, confidence: float = CONFIDENCE
) -> tuple[np.ndarray, np.ndarray]:
    """Tango's score interval of the difference of two shares seen in the same races: (low, high), float64 of the common shape.

    `gained` counts the pairs with a success on the second side only, `lost` those with one on the first only. The interval holds the
    differences d that a score test does not reject (T. Tango, Statistics in Medicine 17, 1998, pages 891-908):

        |gained - lost - n d| <= z sqrt(n (2 q + d (1 - d)))

    where q is the likeliest share of `lost` pairs if the difference is d, the larger root of
    2 n q² + ((2 n - gained + lost) d - gained - lost) q - lost d (1 - d) = 0. It is sound where changes are rare, as the normal
    interval is not: with no change at all it is ± z² / (n + z²). With no pair nothing is known: (-1, 1).
    """
    z = normal_quantile(confidence)
    gained, lost, pairs = np.broadcast_arrays(*(np.asarray(counts, np.float64) for counts in (gained, lost, pairs)))
    seen = (gained - lost) / np.maximum(pairs, 1)

    def is_rejected(difference: np.ndarray) -> np.ndarray:
        slope = (2 * pairs - gained + lost) * difference - gained - lost
        constant = lost * difference * (1 - difference)
        share_lost = (np.sqrt(np.maximum(slope * slope + 8 * pairs * constant, 0)) - slope) / np.maximum(4 * pairs, 1)
        variance = pairs * np.maximum(2 * share_lost + difference * (1 - difference), 0)
        return np.abs(gained - lost - pairs * difference) > z * np.sqrt(variance)

    ends = []
    for outside in (-np.ones_like(seen), np.ones_like(seen)):
        inside = seen.copy()
        for _ in range(_HALVINGS):
            middle = (inside + outside) / 2
            rejected = is_rejected(middle)
            outside, inside = np.where(rejected, middle, outside), np.where(rejected, inside, middle)
        # An end that is never rejected is never reached by halving either: it is the far end itself.
        ends.append(np.where(pairs == 0, np.sign(outside), inside))
    return ends[0], ends[1]


def paired_mean_interval(
    total: np.ndarray,
    squares: np.ndarray,
    changed: np.ndarray,
    pairs: np.ndarray,
    confidence: float = CONFIDENCE,
    possible: tuple[float, float] = ANYTHING,
) -> tuple[np.ndarray, np.ndarray]:
    """The interval of the mean of whole-number differences from their sum, their sum of squares and how many are not 0: (low, high).

    Mean ± z s / sqrt(n), the normal interval, with z² pairs added to the squares but not to the sum: changes that nobody saw, half of
    them up and half down, as large as those that were seen (of size 1 where none was). It is what A. Agresti and Y. Min (Statistics in
    Medicine 24, 2005, pages 729-740) do for shares, with the number of pairs at which it meets Tango's interval when there is no
    change: ± z² / n. Where changes are many they do not matter; where they are few the plain interval would be far too short, and
    without any it would be a point. NaN with fewer than two pairs; `within` the possible range of a difference.
    """
    z = normal_quantile(confidence)
    total, squares, changed, pairs = (np.asarray(sums, np.float64) for sums in (total, squares, changed, pairs))
    known = np.where(pairs > 1, pairs, np.nan)
    unseen = z * z * np.where(changed > 0, squares / np.maximum(changed, 1), 1.0)
    spread = np.maximum(squares - total * total / known, 0) * known / (known - 1)
    reach = z * np.sqrt(spread + unseen) / known
    return within((total / known - reach, total / known + reach), possible)
