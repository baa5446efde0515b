"""Rides at a pace of its own: plays the card that moves it nearest to `pace` squares, whatever the others do.

The time trialist. Middling cards all the way keep something for the end without ever being slow, and need no eye for the
others; but nobody's slipstream is sought, so a good deal is left to chance. What counts is how far a card goes on the
terrain: where several go equally far, on a climb or a descent, the lowest of them is played.
"""

from fr_sim.jit import phase
from fr_sim.lanes import lanes8, where
from fr_sim.policies.view import apart, holds, squares_moved, start_of, value

PARAMETERS = {
    "pace": {"default": 5, "low": 0, "high": 20, "meaning": "squares a round that it likes to move"},
}


@phase
def card(view):
    """The card whose move is nearest to the pace, the lowest of several."""
    pace = view.parameters[0]
    start = start_of(view)
    chosen, nearest = lanes8(0), lanes8(255)
    for kind in range(view.entrants.kinds):
        off = apart(squares_moved(start, value(view, kind)), lanes8(pace))
        better = holds(view, kind) & (off < nearest)
        chosen, nearest = where(better, kind, chosen), where(better, off, nearest)
    return chosen
