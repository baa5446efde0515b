"""The break-away: before the race teams bid cards for a place ahead (chapter B)."""

from collections.abc import Mapping, Sequence

from fr_sim.game.cards import EXHAUSTION, energy_value
from fr_sim.game.lineup import Lineup, Rider, breakaway_places
from fr_sim.reference.field import Place
from fr_sim.reference.luck import Luck
from fr_sim.reference.minds import Minds
from fr_sim.reference.records import Event
from fr_sim.reference.state import RaceState

#: B2: cards that each bidder bids one after the other.
STEPS = 2
#: B4: exhaustion cards that a winner takes for them.
EXHAUSTION_CARDS = 2

#: The cards that each bidding rider has bid; None where it had none.
Bids = dict[int, list[str | None]]


def breakaway(state: RaceState, lineup: Lineup, minds: Minds, luck: Luck) -> list[Event]:
    """The break-away, if the edition has one, with a line for each bid and each winner."""
    if not state.rules.breakaway:
        return []
    minds.look(state)
    bidders = [_bidder(state, lineup, team, minds) for team in lineup.players]  # B1
    bids: Bids = {rider.rider: [] for rider in bidders}
    events = []
    for step in range(STEPS):
        minds.look(state)
        revealed = [_bid(state, rider, step, bids[rider.rider], minds, luck) for rider in bidders]
        for event in revealed:
            bids[event["rider"]].append(event["card"])
        events += revealed
    return events + settle(state, lineup, bids, state.field.course.stage.breakaway_square)


def _bidder(state: RaceState, lineup: Lineup, team: int, minds: Minds) -> Rider:
    """B1: the rider that a team names."""
    riders = lineup.riders_of(team)
    return riders[1] if len(riders) == 2 and minds.sprinteur_bids(state, riders[0]) else riders[0]


def _bid(state: RaceState, rider: Rider, step: int, before: Sequence[str | None], minds: Minds, luck: Luck) -> Event:
    """B2: draw a hand, choose a card from it in secret and recycle the rest; the card itself lies aside."""
    deck = state.decks[rider.rider]
    deck.draw(state.rules.hand_size, luck.bid(step, rider.rider))
    hand, card = list(deck.hand), None
    if hand:
        card = minds.bid(state, rider, step, before)
        deck.choose(card)
    return {"event": "bid", "step": step + 1, "rider": rider.rider, "hand": hand, "card": card}


def settle(state: RaceState, lineup: Lineup, bids: Bids, space: int) -> list[Event]:
    """B3, B4: move the winners to the break-away `space` and put all cards where they belong; a line for each winner."""
    events = []
    totals = {rider: _total(state, cards) for rider, cards in bids.items()}
    winners = ranked(state, totals)[: breakaway_places(state.rules, lineup)]
    for number in winners:
        rider = state.field.riders[number]
        rider.place = _place(state, number, space)
        for _ in range(EXHAUSTION_CARDS):
            if state.supply_gives(rider.kind):  # C2
                state.decks[number].recycle(EXHAUSTION)
        events.append({"event": "breakaway", "rider": number, "place": list(rider.place), "total": totals[number]})
    for number, cards in bids.items():
        for card in cards:
            if number not in winners and card is not None:
                state.decks[number].recycle(card)
        state.decks[number].shuffle_back()
    return events


def _total(state: RaceState, cards: Sequence[str | None]) -> int:
    """B2: the sum of a rider's bids; without a card a bid is 0."""
    return sum(energy_value(card, state.rules.exhaustion_value) for card in cards if card is not None)


def ranked(state: RaceState, totals: Mapping[int, int]) -> list[int]:
    """B3: the bidding riders, the highest sum first; of equal ones the rider placed further back, then in the left lane."""
    places = {number: state.field.riders[number].place for number in totals}
    return sorted(totals, key=lambda number: (-totals[number], places[number].square, -places[number].lane))


def _place(state: RaceState, number: int, space: int) -> Place:
    """B4: the right-most free lane of the break-away space, or of the first square behind it that has one."""
    for square in range(space, -1, -1):
        lane = state.field.free_lane(square, leaving=state.field.riders[number])
        if lane is not None:
            return Place(square, lane)
    raise AssertionError("a rider's own square has its own lane")
