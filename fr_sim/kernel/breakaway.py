"""The break-away: every team bids two cards of one of its riders for a place ahead of the start (chapter B)."""

from fr_sim.arrays.game import NO_CARD, NOWHERE
from fr_sim.jit import phase
from fr_sim.kernel.ask import ask_bid, ask_bid_rider
from fr_sim.kernel.hands import draw_any_hand
from fr_sim.kernel.places import tag_of
from fr_sim.kernel.state import (
    BID,
    FIRST_BID,
    FULL_TAG_TABLE,
    LANE_PART,
    NAMED,
    NO_LANES,
    SECOND_BID,
    SUPPLY,
    VALUES_TABLE,
)
from fr_sim.lanes import any_lane, lanes8, lanes16, load, lookup, minimum, store, to8, to16, where
from fr_sim.rng.lanes import counter
from fr_sim.rng.words import HAND, HAND_WORDS

#: B4: exhaustion cards that enter a winner's deck.
EXHAUSTION_CARDS = 2


@phase
def breakaway(block, road, rules, entrants, addresses, counted):
    """B1 to B4: who enters the break-away, where, and with which cards."""
    name_riders(block, road, rules, entrants, addresses, counted)
    for step in range(2):
        bid(block, road, rules, entrants, addresses, step, counted)
    for rider in range(entrants.riders):
        rate_bids(block, rider)
    for _ in range(entrants.breakaway_places):
        enter(block, road, rules, entrants)
    for rider in range(entrants.riders):
        if entrants.dummy[entrants.team_of[rider]] == 0:
            shuffle_back(block, entrants.kinds, rider)


@phase
def name_riders(block, road, rules, entrants, addresses, counted):
    """B1: one rider of each team but the dummies."""
    for rider in range(entrants.riders):
        store(block.rows, FIRST_BID + rider, lanes8(NO_CARD))
        store(block.rows, SECOND_BID + rider, lanes8(NO_CARD))
        store(block.rows, NAMED + rider, lanes8(0))
    for team in range(entrants.teams):
        if entrants.dummy[team] == 0:
            rouleur = int(entrants.first_rider[team])
            sprinteur_bids = counted & ~counted
            if entrants.team_size[team] == 2:
                sprinteur_bids = ask_bid_rider(block, road, rules, entrants, addresses, rouleur, counted)
                store(block.rows, NAMED + rouleur + 1, to8(sprinteur_bids))
            store(block.rows, NAMED + rouleur, to8(~sprinteur_bids))


@phase
def bid(block, road, rules, entrants, addresses, step, counted):
    """B2: all riders that are named draw a hand and bid a card; the rest of the hand is recycled, the bids lie aside.

    In races where it is not named a rider draws, too, which means nothing, as all piles are shuffled again at the end.
    """
    bids = FIRST_BID if step == 0 else SECOND_BID
    for team in range(entrants.teams):
        size = int(entrants.team_size[team]) if entrants.dummy[team] == 0 else 0
        for mate_number in range(size):
            rider = int(entrants.first_rider[team]) + mate_number
            named = load(block.rows, NAMED + rider) != 0
            if any_lane(named):
                first_word = counter(0, rider, HAND + step * (HAND_WORDS // 2))
                hand_size = lanes8(rules.hand_size)
                draw_any_hand(block, rules, entrants.kinds, first_word, hand_size, rules.hand_size, rider, mate_number)
                bids_card = named & (load(block.hand, (mate_number, entrants.kinds - 1)) != 0)
                before = load(block.rows, FIRST_BID + rider)
                kind = ask_bid(block, road, rules, entrants, addresses, step, rider, mate_number, before, bids_card & counted)
                store(block.rows, bids + rider, where(bids_card, kind, NO_CARD))
    # E6: all are revealed together.
    for rider in range(entrants.riders):
        card = load(block.rows, bids + rider)
        for kind in range(entrants.kinds):
            store(block.left, (rider, kind), load(block.left, (rider, kind)) - to8(card <= kind))


@phase
def rate_bids(block, rider):
    """B3: the sum of a rider's bids; of equals that of the rider further back is higher, then that of the one further left."""
    values = block.tables[VALUES_TABLE + rider]
    total = lookup(values, load(block.rows, FIRST_BID + rider)) + lookup(values, load(block.rows, SECOND_BID + rider))
    # At most 40 squares, so that it fits.
    rating = (to16(total) << 10) | (to16(NOWHERE - load(block.square, rider)) << 2) | to16(load(block.lane, rider))
    store(block.wide, BID + rider, where(load(block.rows, NAMED + rider) != 0, rating, 0))


@phase
def enter(block, road, rules, entrants):
    """B4: whoever has bid most, of those that are left, goes to the break-away space or the next free place behind it."""
    highest, winner = lanes16(0), lanes8(NOWHERE)
    for rider in range(entrants.riders):
        rating = load(block.wide, BID + rider)
        winner = where(rating > highest, rider, winner)
        highest = where(rating > highest, rating, highest)
    square, taken = lanes8(road.breakaway_square), lanes8(0)
    looking = True
    while looking:
        taken = lanes_taken(block, entrants.riders, square, winner)
        full = taken == lookup(block.tables[FULL_TAG_TABLE], square)
        square = where(full, square - 1, square)
        looking = any_lane(full)
    lane = (((taken + 1) & ~taken) & LANE_PART) >> 5
    for rider in range(entrants.riders):
        enters = winner == rider
        if any_lane(enters):
            store(block.square, rider, where(enters, square, load(block.square, rider)))
            store(block.lane, rider, where(enters, lane, load(block.lane, rider)))
            store(block.wide, BID + rider, where(enters, 0, load(block.wide, BID + rider)))
            cards = lanes8(EXHAUSTION_CARDS)
            if rules.exhaustion_supply > 0:  # C2
                supply = SUPPLY + entrants.is_sprinteur[rider]
                cards = minimum(cards, load(block.rows, supply))
                store(block.rows, supply, load(block.rows, supply) - where(enters, cards, 0))
            for kind in range(entrants.kinds):
                store(block.left, (rider, kind), load(block.left, (rider, kind)) + where(enters, cards, 0))


@phase
def lanes_taken(block, riders, square, but):
    """The lanes of a square in which anybody stands but the rider `but`: bits of tags."""
    taken = lanes8(NO_LANES)
    for rider in range(riders):
        standing = (load(block.square, rider) == square) & (but != rider)
        taken = where(standing, taken | tag_of(lanes8(0), load(block.lane, rider)), taken)
    return taken


@phase
def shuffle_back(block, kinds, rider):
    """B4: the bids of those that have not entered return to their decks; all cards are shuffled."""
    returns = load(block.wide, BID + rider) != 0
    first = where(returns, load(block.rows, FIRST_BID + rider), NO_CARD)
    second = where(returns, load(block.rows, SECOND_BID + rider), NO_CARD)
    for kind in range(kinds):
        left = load(block.left, (rider, kind)) + to8(first <= kind) + to8(second <= kind)
        store(block.left, (rider, kind), left)
        store(block.pile, (rider, kind), left)
