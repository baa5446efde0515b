"""Judges race logs from what they say themselves, without policies or seed: where does one depart from the rules?"""

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

from fr_sim.reference.exhaustion import exhaustion
from fr_sim.reference.field import Place, RoadRider
from fr_sim.reference.log_lines import Line, read_races, written
from fr_sim.reference.logged_start import Departs, LoggedStart, is_whole, logged_start, same, want, want_keys
from fr_sim.reference.movement import movement, stopped
from fr_sim.reference.slipstream import pack_moves, slipstream
from fr_sim.reference.state import RaceState, put_away, without_a_card


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
    reader = _Reader(lines)
    try:
        _judge_race(reader)
    except Departs as departs:
        return Departure(reader.at, departs.rule, departs.message)
    return None


class _Reader:
    """The lines of one race in order; `at` is the number of the line that is being judged."""

    def __init__(self, lines: Sequence[Line]):
        self._rest: Iterator[Line] = iter(lines)
        self.at = lines[0].number

    def next(self, name: str) -> dict:
        """The next line's event, which must be called `name`."""
        event = self.any()
        want(same(event.get("event"), name), "log", f"the event {event.get('event')!r}, where '{name}' is due")
        return event

    def any(self) -> dict:
        """The next line's event."""
        line = next(self._rest, None)
        if line is None:
            self.at += 1
            raise Departs("log", "the race breaks off")
        self.at = line.number
        return line.event

    def expect_end(self) -> None:
        """No line of this race is left."""
        line = next(self._rest, None)
        if line is not None:
            self.at = line.number
            raise Departs("F1", f"the event {line.event.get('event')!r} after the result")

    def expect(self, expected: dict, rule: str, why: Sequence[str] = ()) -> None:
        """The next line must be exactly `expected`; `why` says how the rules come to it."""
        event = self.next(expected["event"])
        want_keys(event, tuple(expected))
        different = [key for key, value in expected.items() if not same(event[key], value)]
        reasons = f" ({'; '.join(why)})" if why else ""
        want(not different, rule, f"{', '.join(different)} should read as in {written(expected)}{reasons}")


def _judge_race(reader: _Reader) -> None:
    start = logged_start(reader.next("race"))
    state = RaceState(start.stage, start.rules, start.riders, start.decks)
    _judge_placement(reader, start, state)
    while not state.is_over():
        state.turn += 1
        _judge_energy(reader, state)
        _judge_end_phases(reader, state)
    reader.expect(state.result(), "F2")
    reader.expect_end()


def _judge_placement(reader: _Reader, start: LoggedStart, state: RaceState) -> None:
    """S1: the teams in seat order, each both riders, on free places behind the start line, filled from the right."""
    for team in start.order:
        waiting = {rider.rider for rider in start.riders if rider.team == team}
        while waiting:
            event = reader.next("placement")
            want_keys(event, ("event", "rider", "place"))
            number, place = event["rider"], event["place"]
            want(is_whole(number, 0) and number in waiting, "S1", f"rider {number!r} is put down where team {team} is to place {waiting}")
            is_place = isinstance(place, list) and len(place) == 2 and all(is_whole(part, 0) for part in place)
            want(is_place, "S1", f"{place!r} is not a place")
            square, lane = place
            want(square < start.stage.start_line, "S1", f"square {square} is not behind the start line, {start.stage.start_line}")
            free = state.field.free_lane(square)
            want(free is not None, "S1", f"square {square} is full")
            want(lane == free, "S1", f"lane {lane} of square {square}, which is filled from the right: lane {free} is free")
            state.field.riders[number].place = Place(square, lane)
            waiting.remove(number)


def _judge_energy(reader: _Reader, state: RaceState) -> None:
    """E2 to E5: every rider on the road draws once, a hand that its deck can give, and plays a card of it."""
    waiting = {rider.number: rider for rider in state.field.on_road()}
    while waiting:
        event = reader.next("energy")
        want_keys(event, ("event", "round", "rider", "hand", "card", "reshuffled"))
        want(same(event["round"], state.turn), "E2", f"round {event['round']!r}, where round {state.turn} is played")
        number = event["rider"]
        want(is_whole(number, 0) and number in waiting, "E2", f"rider {number!r} has drawn already or is not on the road")
        _judge_hand(event, state, waiting.pop(number))
    for rider in state.field.on_road():
        put_away(state, rider.number, rider.card)


def _judge_hand(event: dict, state: RaceState, rider: RoadRider) -> None:
    hand, card, deck = event["hand"], event["card"], state.decks[rider.number]
    want(isinstance(hand, list) and all(isinstance(code, str) for code in hand), "E2", f"{hand!r} is not a hand of cards")
    problem = deck.hand_problem(hand, state.rules.hand_size)
    want(problem is None, "E3" if len(hand) > len(deck.pile) else "E2", f"rider {rider.number}: {problem}")
    reshuffled = deck.take(hand)
    want(same(event["reshuffled"], reshuffled), "E3", f"reshuffled should be {str(reshuffled).lower()} for rider {rider.number}")
    if hand:
        want(isinstance(card, str) and card in hand, "E2", f"rider {rider.number} plays {card!r}, which is not in its hand")
        deck.choose(card)
    else:
        due = without_a_card(state, rider.kind)
        want(same(card, due), "E5", f"rider {rider.number} has no card left and plays {card!r}, where {due!r} is due")
    rider.card = card


def _judge_end_phases(reader: _Reader, state: RaceState) -> None:
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
