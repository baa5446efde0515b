"""The energy phase: every team draws, chooses, and then all cards are turned over (chapter E)."""

from collections.abc import Callable

from fr_sim.game.lineup import Lineup, Rider
from fr_sim.reference.dummies import flip_cards
from fr_sim.reference.luck import Luck
from fr_sim.reference.minds import Minds
from fr_sim.reference.records import Event
from fr_sim.reference.state import RaceState, put_away, without_a_card
from fr_sim.reference.weather import hand_size


def energy(state: RaceState, lineup: Lineup, minds: Minds, luck: Luck) -> list[Event]:
    """Let every rider on the road draw and choose its card, the teams in line-up order, then the dummies; one event each as they drew."""
    events = []
    # E6: what is public stays as it is until every team has chosen.
    minds.look(state)
    for team in lineup.players:
        mate_card = None
        for rider in _drawing_order(state, lineup, team, minds):
            event = draw_and_choose(state, rider, mate_card, minds, luck.hand(state.turn, rider.rider))
            events.append(event)
            mate_card = event["card"]
    for event in events:
        state.field.riders[event["rider"]].card = event["card"]
        put_away(state, event["rider"], event["card"])  # E7
    return events + flip_cards(state, lineup, luck)


def _drawing_order(state: RaceState, lineup: Lineup, team: int, minds: Minds) -> list[Rider]:
    """E1: a team with both riders on the road says which of them draws first."""
    riders = [rider for rider in lineup.riders if rider.team == team and state.field.riders[rider.rider].place is not None]
    if len(riders) == 2 and minds.sprinteur_first(state, riders[0]):
        riders.reverse()
    return riders


def draw_and_choose(state: RaceState, rider: Rider, mate_card: str | None, minds: Minds, pick: Callable[[int], int]) -> Event:
    """E2 to E5: draw a hand, choose a card from it and recycle the others; without any card do what E5 says."""
    deck = state.decks[rider.rider]
    reshuffled = deck.draw(hand_size(state.field, state.field.riders[rider.rider]), pick)
    hand = list(deck.hand)
    if hand:
        card = minds.card(state, rider, mate_card)
        deck.choose(card)
    else:
        card = without_a_card(state, rider.kind)
    return {"event": "energy", "round": state.turn, "rider": rider.rider, "hand": hand, "card": card, "reshuffled": reshuffled}
