"""The table of placing orders behind `--seats`."""

from itertools import permutations

import numpy as np

from fr_sim.game.lineup import Lineup

#: The most teams whose orders are listed; the orders of more are drawn (7! would be 5,040 rows, and few runs would see each).
MOST_ROTATED = 6


def placing_orders(lineup: Lineup, seats: str) -> np.ndarray:
    """The orders in which teams place, uint8 [order, seat]: the team in each seat; race i takes order i mod their number.

    `rotate`: all orders of up to six teams, in lexicographic order; `fixed`: the line-up's own. No rows mean that each race
    draws its order from its own random words: `random`, and `rotate` with more teams. Dummies, which place before all others,
    have the seats after them, in line-up order (S2).
    """
    players, dummies = lineup.players, lineup.dummies
    if seats == "fixed":
        return np.array([players + dummies], np.uint8)
    if seats == "rotate" and len(players) <= MOST_ROTATED:
        return np.array([order + dummies for order in permutations(players)], np.uint8)
    return np.zeros((0, len(lineup.teams)), np.uint8)
