"""Looks for the card that leaves it sheltered, or one square behind somebody so that the slipstream carries it.

How experienced players ride most of a race: no exhaustion, free squares, good cards kept. It takes everybody to ride on
at `pace` squares or one more, and asks of each card whether somebody will then be on the next square (no exhaustion) or
on the one after it (a square for nothing). Beside that it likes squares, dislikes cards that a climb cuts short, and
plays low where a descent does the work. From `sprint` squares before the line it rides for the line alone.
"""

from fr_sim.jit import phase
from fr_sim.lanes import lanes8, lanes16, load, lookup, to8, to16, where
from fr_sim.policies.view import holds, squares_moved, start_of, to_finish, value

PARAMETERS = {
    "pace": {"default": 4, "low": 0, "high": 9, "meaning": "squares that it expects the others to move, or one more"},
    "sprint": {"default": 25, "low": 0, "high": 99, "meaning": "squares before the line from which it rides for the line"},
}

#: What a card is worth: to be sheltered or carried, each square moved, and what is taken off for each square of its number.
SHELTERED = 10
CARRIED = 20
MOVED = 5
SPENT = 3
#: Keeps the sum above zero for the highest card (20) on a square where it does not move.
_BASE = 64


@phase
def card(view):
    """The card worth most, the lowest of several; near the line the one that goes furthest."""
    start = start_of(view)
    is_finale = to_finish(view) <= lanes8(view.parameters[1])
    # Bit 0 for a rider one square ahead; near the line nobody looks for shelter.
    ahead = where(is_finale, 0, expected_ahead(view, start.square, view.parameters[0]) >> 1)
    chosen, most = lanes8(0), lanes8(0)
    for kind in range(view.entrants.kinds):
        moved = squares_moved(start, value(view, kind))
        next_two = to8(ahead >> to16(moved))
        is_sheltered = (next_two & 1) != 0
        is_carried = ((next_two & 2) != 0) & (lookup(view.road.shelter, start.square + moved) != 0)
        gain = where(is_sheltered, SHELTERED, where(is_carried, CARRIED, lanes8(0)))
        spent = where(is_finale, 0, lanes8(SPENT * value(view, kind)))
        worth = gain + moved * MOVED - spent + _BASE
        better = holds(view, kind) & (worth > most)
        chosen, most = where(better, kind, chosen), where(better, worth, most)
    return chosen


@phase
def expected_ahead(view, square, pace):
    """Where the others are expected from `square` on, as bits of a uint16 row: bit n for n squares ahead.

    Everybody may move `pace` squares or one more, so each rider sets two bits; those out of sight set none.
    """
    expected = lanes16(0)
    for rider in range(view.entrants.riders):
        if rider != view.rider:
            ahead = load(view.square, rider) + pace - square
            expected = expected | (lanes16(3) << to16(ahead))
    return expected
