"""The kernel's questions to the policies: what each may see is laid out here and nowhere else (E6)."""

from fr_sim.arrays.game import NO_CARD
from fr_sim.jit import phase
from fr_sim.kernel.state import TROUBLE
from fr_sim.lanes import any_lane, lanes8, load, store, where
from fr_sim.policies import own, registry
from fr_sim.policies.own import OWN
from fr_sim.policies.view import view_of
from fr_sim.rng.lanes import counter, word
from fr_sim.rng.words import CHOICE, FIRST, PLACE


@phase
def sight(block, road, rules, entrants, turn, rider, use, left, pile, hand, mate_card, bid_card):
    """What `rider` may see when it decides; the cards that it does not know of yet are given as none. `use` numbers its random word."""
    luck = word(load(block.keys, 0), load(block.keys, 1), counter(turn, rider, use))
    square, lane, weather, fallen = block.square, block.lane, block.weather, block.fallen
    return view_of(road, rules, entrants, turn, rider, square, lane, left, pile, hand, mate_card, luck, weather, fallen, bid_card)


@phase
def ask_place(block, road, rules, entrants, addresses, rider, asked):
    """S1: the square where `rider` starts; `asked` are the races that want to know."""
    nothing, no_card = block.no_cards[rider], lanes8(NO_CARD)
    view = sight(block, road, rules, entrants, 0, rider, PLACE, block.no_cards, nothing, nothing, no_card, no_card)
    if entrants.policy[rider] < OWN:
        return registry.place(entrants.policy[rider], view)
    square, refused = own.place(addresses, entrants.policy[rider], view, asked)
    note_trouble(block, refused, 0, rider)
    return square


@phase
def ask_first(block, road, rules, entrants, addresses, turn, rouleur, asked):
    """E1, S1: where the sprinteur of a team goes first; nobody has looked at a card yet."""
    nothing, no_card = block.no_cards[rouleur], lanes8(NO_CARD)
    view = sight(block, road, rules, entrants, turn, rouleur, FIRST, block.left, nothing, nothing, no_card, no_card)
    if entrants.policy[rouleur] < OWN:
        return registry.first(entrants.policy[rouleur], view)
    sprinteur_first, refused = own.first(addresses, entrants.policy[rouleur], view, asked)
    note_trouble(block, refused, turn, rouleur)
    return sprinteur_first


@phase
def ask_card(block, road, rules, entrants, addresses, turn, rider, mate_number, mate_card, asked):
    """E2: the kind of card that `rider` plays from its hand, which is hand number `mate_number` of the team."""
    pile, hand, no_card = block.pile[rider], block.hand[mate_number], lanes8(NO_CARD)
    view = sight(block, road, rules, entrants, turn, rider, CHOICE, block.left, pile, hand, mate_card, no_card)
    if entrants.policy[rider] < OWN:
        return registry.card(entrants.policy[rider], view)
    kind, refused = own.card(addresses, entrants.policy[rider], view, asked)
    note_trouble(block, refused, turn, rider)
    return kind


@phase
def ask_bid_rider(block, road, rules, entrants, addresses, rouleur, asked):
    """B1: where a team's sprinteur bids for the break-away."""
    nothing, no_card = block.no_cards[rouleur], lanes8(NO_CARD)
    view = sight(block, road, rules, entrants, 0, rouleur, FIRST + 1, block.left, nothing, nothing, no_card, no_card)
    if entrants.policy[rouleur] < OWN:
        return registry.bid_rider(entrants.policy[rouleur], view)
    sprinteur_bids, refused = own.bid_rider(addresses, entrants.policy[rouleur], view, asked)
    note_trouble(block, refused, 0, rouleur)
    return sprinteur_bids


@phase
def ask_bid(block, road, rules, entrants, addresses, step, rider, mate_number, bid_card, asked):
    """B2: the kind of card that `rider` bids in `step` 0 or 1; `bid_card` is what it has bid before."""
    pile, hand, no_card = block.pile[rider], block.hand[mate_number], lanes8(NO_CARD)
    view = sight(block, road, rules, entrants, 0, rider, CHOICE + 1 + step, block.left, pile, hand, no_card, bid_card)
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
