"""The table of placing orders behind `--seats`."""

from itertools import permutations

import numpy as np

#: The most teams whose orders are listed; the orders of more are drawn (7! would be 5,040 rows, and few runs would see each).
MOST_ROTATED = 6


def placing_orders(teams: int, seats: str) -> np.ndarray:
    """The orders in which teams place, uint8 [order, seat]: the team in each seat; race i takes order i mod their number.

    `rotate`: all orders of up to six teams, in lexicographic order; `fixed`: the line-up's own. No rows mean that each race
    draws its order from its own random words: `random`, and `rotate` with more teams.
    """
    if seats == "fixed":
        return np.arange(teams, dtype=np.uint8).reshape(1, teams)
    if seats == "rotate" and teams <= MOST_ROTATED:
        return np.array(list(permutations(range(teams))), np.uint8)
    return np.zeros((0, teams), np.uint8)
