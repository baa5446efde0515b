"""Judges race logs from what they say themselves, without policies or seed: where does one depart from the rules?"""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

from fr_sim.game.lineup import PELOTON_TEAM
from fr_sim.reference.exhaustion import exhaustion
from fr_sim.reference.field import RoadRider
from fr_sim.reference.judged_start import judge_start
from fr_sim.reference.log_lines import Line, read_races
from fr_sim.reference.log_reader import LogReader, is_card_of
from fr_sim.reference.logged_start import Departs, is_whole, logged_start, same, want, want_keys
from fr_sim.reference.movement import movement, stopped
from fr_sim.reference.slipstream import pack_moves, slipstream
from fr_sim.reference.state import RaceState, put_away, without_a_card
from fr_sim.reference.weather import hand_size


class Departure(NamedTuple):
    """Where a log departs from the rules: the line, counted from 1; the rule's id, or "log" for a line that is no log's; and how."""

    line: int
    rule: str
    message: str


class Verdict(NamedTuple):
    """How many races were found lawful, and the first departure, None if there is none."""

    races: int
    departure: Departure | None


def verify(path: str | Path) -> Verdict:
    """Judge every race of a log file up to the first departure; raises BadInput for a file that is no race log."""
    races = 0
    for lines in read_races(path):
        departure = verify_race(lines)
        if departure is not None:
            return Verdict(races, departure)
        races += 1
    return Verdict(races, None)


def verify_race(lines: Sequence[Line]) -> Departure | None:
    """The first departure of one race's lines from the rules; None if the race was lawful."""
    reader = LogReader(lines)
    try:
        _judge_race(reader)
    except Departs as departs:
        return Departure(reader.at, departs.rule, departs.message)
    return None


def _judge_race(reader: LogReader) -> None:
    start = logged_start(reader.next("race"))
    state = RaceState(start.stage, start.rules, start.lineup)
    judge_start(reader, start, state)
    while not state.is_over():
        state.turn += 1
        _judge_energy(reader, state)
        _judge_end_phases(reader, state)
    reader.expect(state.result(), "F2")
    reader.expect_end()


def _judge_energy(reader: LogReader, state: RaceState) -> None:
    """E2 to E5: every rider on the road draws once, a hand that its deck can give, and plays a card of it; P2, P4: dummies come last."""
    waiting = {rider.number: rider for rider in state.field.on_road()}
    players = {number for number, rider in waiting.items() if rider.dummy is None}
    while waiting:
        event = reader.next("energy")
        want_keys(event, ("event", "round", "rider", "hand", "card", "reshuffled"))
        want(same(event["round"], state.turn), "E2", f"round {event['round']!r}, where round {state.turn} is played")
        number = event["rider"]
        want(is_whole(number, 0) and number in waiting, "E2", f"rider {number!r} has drawn already or is not on the road")
        rider = waiting.pop(number)
        if rider.dummy is None:
            players.remove(number)
            _judge_hand(event, state, rider)
        else:
            want(not players, "P2", f"a card is turned over for rider {number}, and riders {sorted(players)} have not chosen")
            _judge_flip(event, state, rider, waiting)
    for rider in state.field.on_road():
        put_away(state, rider.number, rider.card)


def _judge_hand(event: dict, state: RaceState, rider: RoadRider) -> None:
    hand, card, deck = event["hand"], event["card"], state.decks[rider.number]
    want(isinstance(hand, list) and all(isinstance(code, str) for code in hand), "E2", f"{hand!r} is not a hand of cards")
    problem = deck.hand_problem(hand, hand_size(state.field, rider))
    want(problem is None, "E3" if len(hand) > len(deck.pile) else "E2", f"rider {rider.number}: {problem}")
    reshuffled = deck.take(hand)
    want(same(event["reshuffled"], reshuffled), "E3", f"reshuffled should be {str(reshuffled).lower()} for rider {rider.number}")
    if hand:
        want(is_card_of(card, hand), "E2", f"rider {rider.number} plays {card!r}, which is not in its hand")
        deck.choose(card)
    else:
        due = without_a_card(state, rider.kind)
        want(same(card, due), "E5", f"rider {rider.number} has no card left and plays {card!r}, where {due!r} is due")
    rider.card = card


def _judge_flip(event: dict, state: RaceState, rider: RoadRider, waiting: Mapping[int, RoadRider]) -> None:
    """P2, P4, P6: a card that a dummy's deck holds, the Peloton's one card for each of its riders; nothing from an empty deck."""
    rule = "P2" if rider.dummy == PELOTON_TEAM else "P4"
    card, pile = event["card"], state.decks[rider.number].pile
    want(same(event["reshuffled"], False), rule, "a dummy's cards are never shuffled again")
    mates = [other for other in state.field.on_road() if other.team == rider.team and other is not rider and other.number not in waiting]
    if rider.dummy == PELOTON_TEAM and mates:
        want(same(card, mates[0].card), "P2", f"{card!r} is turned over, where rider {mates[0].number} of the team has {mates[0].card!r}")
    elif pile:
        want(is_card_of(card, pile), rule, f"{card!r} is turned over, which is not in the deck of rider {rider.number}")
        pile.remove(card)
    else:
        want(card is None, "P6", f"{card!r} is turned over, and the deck of rider {rider.number} is empty")
    want(same(event["hand"], [] if card is None else [card]), rule, f"the hand is not the card that is turned over, {card!r}")
    rider.card = card


def _judge_end_phases(reader: LogReader, state: RaceState) -> None:
    """M, T, D, X: what follows once the cards are known leaves no choice, so it is played and compared line by line."""
    moves = movement(state.field)
    for move in moves:
        reader.expect(move.event(state.turn), "M2", move.why)
    if not stopped(state.field, moves):  # F1
        for move in pack_moves(slipstream(state.field)):
            reader.expect(move.event(state.turn), "D2", move.why)
        tired = exhaustion(state.field, state.supply)
        reader.expect(tired.event(state.turn), "X1", tired.why)
        state.tire(tired.riders)
    state.end_round()
