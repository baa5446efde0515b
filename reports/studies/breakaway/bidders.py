"""A rider for a study: rides card for card as `drafter` does, and bids for the break-away what it is told to."""


def bidder(view, card=2, sprinteur=0, pace=4, sprint=25):
    """Rides as `drafter`, and bids the cards nearest to `card`.

    `sprinteur` 1 bids with the sprinteur, 0 with the rouleur. `pace` and `sprint` are those of `drafter`.
    """
    own = view.square[view.rider]
    is_finale = view.finish_line - own <= sprint
    chosen, most = 0, -1000
    for kind in range(view.kinds):
        if view.hand[kind] > 0:
            moved = _moved(view, own, view.value[kind])
            worth = 5 * moved
            if not is_finale:
                worth -= 3 * view.value[kind]
                if _is_expected(view, own + moved + 1, pace):
                    worth += 10
                elif _is_expected(view, own + moved + 2, pace) and view.shelter[own + moved] == 1:
                    worth += 20
            if worth > most:
                chosen, most = kind, worth
    return chosen


def bidder_bid_rider(view, card=2, sprinteur=0, pace=4, sprint=25):
    """The rider that it is told to name."""
    return sprinteur == 1


def bidder_bid(view, card=2, sprinteur=0, pace=4, sprint=25):
    """The card in hand nearest to `card`, the higher one of two."""
    chosen, nearest = 0, 1000
    for kind in range(view.kinds):
        if view.hand[kind] > 0:
            off = abs(view.value[kind] - card)
            if off <= nearest:
                chosen, nearest = kind, off
    return chosen


def _moved(view, own, number):
    """How far a card goes by the terrain, whatever stands at the end of the road."""
    wanted = max(number, view.at_least[own])
    if wanted >= view.limited_from[own]:
        return min(wanted, view.at_most[own])
    return wanted


def _is_expected(view, square, pace):
    """Whether somebody else may be on `square` after a move of `pace` or one more."""
    for other in range(view.riders):
        away = square - view.square[other] - pace
        if other != view.rider and view.square[other] >= 0 and (away == 0 or away == 1):
            return True
    return False
