"""The kernel's questions to the policies: what each may see is laid out here and nowhere else (E6)."""

from fr_sim.arrays.game import NO_CARD
from fr_sim.jit import phase
from fr_sim.kernel.state import TROUBLE
from fr_sim.lanes import any_lane, lanes8, load, store, where
from fr_sim.policies import own, registry
from fr_sim.policies.own import OWN
from fr_sim.policies.view import View, field_of
from fr_sim.rng.lanes import counter, word
from fr_sim.rng.words import CHOICE, FIRST, PLACE


@phase
def ask_place(block, road, rules, entrants, addresses, rider, asked):
    """S1: the square where `rider` starts; `asked` are the races that want to know."""
    view = View(
        road,
        rules,
        field_of(entrants),
        0,
        rider,
        entrants.mate[rider],
        block.square,
        block.lane,
        block.no_cards,
        block.no_cards[rider],
        block.no_cards[rider],
        lanes8(NO_CARD),
        word(load(block.keys, 0), load(block.keys, 1), counter(0, rider, PLACE)),
        entrants.parameters[rider],
        block.weather,
        block.fallen,
        lanes8(NO_CARD),
    )
    if entrants.policy[rider] < OWN:
        return registry.place(entrants.policy[rider], view)
    square, refused = own.place(addresses, entrants.policy[rider], view, asked)
    note_trouble(block, refused, 0, rider)
    return square


@phase
def ask_first(block, road, rules, entrants, addresses, turn, rouleur, asked):
    """E1, S1: where the sprinteur of a team goes first; nobody has looked at a card yet."""
    view = View(
        road,
        rules,
        field_of(entrants),
        turn,
        rouleur,
        entrants.mate[rouleur],
        block.square,
        block.lane,
        block.left,
        block.no_cards[rouleur],
        block.no_cards[rouleur],
        lanes8(NO_CARD),
        word(load(block.keys, 0), load(block.keys, 1), counter(turn, rouleur, FIRST)),
        entrants.parameters[rouleur],
        block.weather,
        block.fallen,
        lanes8(NO_CARD),
    )
    if entrants.policy[rouleur] < OWN:
        return registry.first(entrants.policy[rouleur], view)
    sprinteur_first, refused = own.first(addresses, entrants.policy[rouleur], view, asked)
    note_trouble(block, refused, turn, rouleur)
    return sprinteur_first


@phase
def ask_card(block, road, rules, entrants, addresses, turn, rider, mate_number, mate_card, asked):
    """E2: the kind of card that `rider` plays from its hand, which is hand number `mate_number` of the team."""
    view = View(
        road,
        rules,
        field_of(entrants),
        turn,
        rider,
        entrants.mate[rider],
        block.square,
        block.lane,
        block.left,
        block.pile[rider],
        block.hand[mate_number],
        mate_card,
        word(load(block.keys, 0), load(block.keys, 1), counter(turn, rider, CHOICE)),
        entrants.parameters[rider],
        block.weather,
        block.fallen,
        lanes8(NO_CARD),
    )
    if entrants.policy[rider] < OWN:
        return registry.card(entrants.policy[rider], view)
    kind, refused = own.card(addresses, entrants.policy[rider], view, asked)
    note_trouble(block, refused, turn, rider)
    return kind


@phase
def ask_bid_rider(block, road, rules, entrants, addresses, rouleur, asked):
    """B1: where a team's sprinteur bids for the break-away."""
    view = View(
        road,
        rules,
        field_of(entrants),
        0,
        rouleur,
        entrants.mate[rouleur],
        block.square,
        block.lane,
        block.left,
        block.no_cards[rouleur],
        block.no_cards[rouleur],
        lanes8(NO_CARD),
        word(load(block.keys, 0), load(block.keys, 1), counter(0, rouleur, FIRST + 1)),
        entrants.parameters[rouleur],
        block.weather,
        block.fallen,
        lanes8(NO_CARD),
    )
    if entrants.policy[rouleur] < OWN:
        return registry.bid_rider(entrants.policy[rouleur], view)
    sprinteur_bids, refused = own.bid_rider(addresses, entrants.policy[rouleur], view, asked)
    note_trouble(block, refused, 0, rouleur)
    return sprinteur_bids


@phase
def ask_bid(block, road, rules, entrants, addresses, step, rider, mate_number, bid_card, asked):
    """B2: the kind of card that `rider` bids in `step` 0 or 1; `bid_card` is what it has bid before."""
    view = View(
        road,
        rules,
        field_of(entrants),
        0,
        rider,
        entrants.mate[rider],
        block.square,
        block.lane,
        block.left,
        block.pile[rider],
        block.hand[mate_number],
        lanes8(NO_CARD),
        word(load(block.keys, 0), load(block.keys, 1), counter(0, rider, CHOICE + 1 + step)),
        entrants.parameters[rider],
        block.weather,
        block.fallen,
        bid_card,
    )
    if entrants.policy[rider] < OWN:
        return registry.bid(entrants.policy[rider], view)
    kind, refused = own.bid(addresses, entrants.policy[rider], view, asked)
    note_trouble(block, refused, 0, rider)
    return kind


@phase
def note_trouble(block, refused, turn, rider):
    """Keep the first refused answer of each race, for the message that names it."""
    if any_lane(refused):
        before = load(block.wide, TROUBLE)
        store(block.wide, TROUBLE, where(refused & (before == 0), 1 + rider + 16 * turn, before))
