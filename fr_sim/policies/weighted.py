"""Adds up what it likes and dislikes about each card, by weights that may be set, and plays the card with the highest sum.

A rider whose taste is data: every weight is a whole number, `weighted:sheltered=30:wasted=-9` is another rider, and a search
over the weights finds how a stage wants to be ridden. The features are those that players talk about: how far a card goes,
what a climb or a descent does to it, who will be next to it, and whether it should be kept. The default weights were found
by such a search on five stages, flat, cobbled and hilly, against `drafter`, `saver`, `steady` and `highest`.
"""

from fr_sim.jit import phase
from fr_sim.lanes import lanes8, lanes16, load, lookup, minus_or_zero, to8, to16, where
from fr_sim.policies.drafter import expected_ahead
from fr_sim.policies.saver import reach_of_best_cards
from fr_sim.policies.view import holds, squares_moved, start_of, still_left, to_finish, value

#: The features: a card's sum is each feature times its weight. In the finale (see `finale`) every card may be spent.
PARAMETERS = {
    "squares": {"default": 1, "low": -99, "high": 99, "meaning": "squares that the card moves, terrain considered"},
    "finale": {"default": 31, "low": -99, "high": 99, "meaning": "the same once its best cards reach the line, on top of `squares`"},
    "wasted": {"default": -3, "low": -99, "high": 99, "meaning": "squares of its number that a climb takes away"},
    "gained": {"default": 50, "low": -99, "high": 99, "meaning": "squares that a descent or supply zone adds to its number"},
    "sheltered": {"default": 12, "low": -99, "high": 99, "meaning": "whether somebody is expected on the next square"},
    "carried": {"default": 12, "low": -99, "high": 99, "meaning": "whether somebody is expected two squares ahead, nobody on the next"},
    "crowded": {"default": 10, "low": -99, "high": 99, "meaning": "whether somebody is expected on the very square"},
    "alone": {"default": 3, "low": -99, "high": 99, "meaning": "whether nobody is expected further ahead"},
    "kept": {"default": -3, "low": -99, "high": 99, "meaning": "whether it is one of the deck's best cards, before the finale"},
    "exhaustion": {"default": -26, "low": -99, "high": 99, "meaning": "whether it is an exhaustion card"},
    "crosses": {"default": 2, "low": -99, "high": 99, "meaning": "whether it crosses the line"},
    "best": {"default": 9, "low": 0, "high": 15, "meaning": "no weight: how many cards count as the deck's best"},
    "pace": {"default": 2, "low": 0, "high": 9, "meaning": "no weight: squares that it expects the others to move, or one more"},
}

_NAMES = tuple(PARAMETERS)
_SQUARES, _FINALE, _WASTED, _GAINED, _SHELTERED, _CARRIED, _CROWDED, _ALONE, _KEPT, _EXHAUSTION, _CROSSES, _BEST, _PACE = range(len(_NAMES))
#: No sum comes near it: sums are kept above zero.
_BASE = 1 << 15


@phase
def card(view):
    """The card with the highest sum, the lowest of several."""
    weights = view.parameters
    start = start_of(view)
    expected = expected_ahead(view, start.square, weights[_PACE])
    best = lanes8(weights[_BEST])
    is_finale = to_finish(view) <= reach_of_best_cards(view, best)
    each_square = lanes16(weights[_SQUARES]) + weigh(is_finale, weights[_FINALE])
    each_kept = weigh(~is_finale, weights[_KEPT])
    not_kept = minus_or_zero(load(view.left, (view.rider, view.entrants.kinds - 1)), best)
    chosen, highest = lanes8(0), lanes16(0)
    for kind in range(view.entrants.kinds):
        number = lanes8(value(view, kind))
        moved = squares_moved(start, number)
        total = to16(moved) * each_square + _BASE
        total = total + to16(minus_or_zero(number, moved)) * lanes16(weights[_WASTED])
        total = total + to16(minus_or_zero(moved, number)) * lanes16(weights[_GAINED])
        ahead = expected >> to16(moved)
        near = to8(ahead)
        is_sheltered = (near & 2) != 0
        is_carried = ~is_sheltered & ((near & 4) != 0) & (lookup(view.road.shelter, start.square + moved) != 0)
        total = total + weigh(is_sheltered, weights[_SHELTERED]) + weigh(is_carried, weights[_CARRIED])
        total = total + weigh((near & 1) != 0, weights[_CROWDED]) + weigh(ahead < 2, weights[_ALONE])
        lower = load(view.left, (view.rider, kind)) - still_left(view, view.rider, kind)
        total = total + where(lower >= not_kept, each_kept, 0)
        total = total + weigh(start.square + moved >= view.road.finish_line, weights[_CROSSES])
        if kind == 0:
            total = total + lanes16(weights[_EXHAUSTION])
        better = holds(view, kind) & (total > highest)
        chosen, highest = where(better, kind, chosen), where(better, total, highest)
    return chosen


@phase
def weigh(feature, weight):
    """The weight where the mask holds, else 0: a uint16 row, in which a negative weight wraps around."""
    return where(feature, lanes16(weight), lanes16(0))
