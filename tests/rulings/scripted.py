"""Races in which a test decides for everybody: what policies would answer is given as plain functions of card codes."""

from fr_sim.arrays.game import card_codes
from fr_sim.game.cards import pile_order
from fr_sim.game.lineup import Lineup, Team
from fr_sim.game.riders import Kind
from fr_sim.game.rules import Rules
from fr_sim.game.stage import Square, Stage
from fr_sim.game.terrain import Terrain
from fr_sim.reference.race import play_race

PAIR = (Kind.ROULEUR, Kind.SPRINTEUR)


def flat_stage(squares=40, start_line=5, finish_line=35, lanes=2):
    """A flat road."""
    return Stage("Flat", (Square(lanes, Terrain.FLAT),) * squares, start_line, finish_line)


def lineup(*kinds):
    """A line-up with one team for each of `kinds`, a tuple of kinds of rider or the name of a dummy team."""
    return Lineup(tuple(Team(team) if isinstance(team, str) else Team(f"team-{number}", (), team) for number, team in enumerate(kinds)))


def highest(hand):
    """The highest card, exhaustion last of all."""
    return max(hand, key=pile_order)


class Scripted:
    """Answers for all riders. `seen` lists what was shown at each choice of a card, cards as codes, `asked` the same for each bid.

    `bids` names the two cards that a rider bids; the others bid their lowest.
    """

    def __init__(self, teams, rules, choose=highest, place=None, sprinteur_first=False, bids=None, sprinteur_bids=False):
        self.codes = card_codes(teams, rules)
        self.choose, self.squares, self.goes_first = choose, place or {}, sprinteur_first
        self.bids, self.sprinteur_bids = bids or {}, sprinteur_bids
        self.seen, self.asked, self.shown = [], [], []

    def look(self, weather, fallen):
        self.shown.append((weather, fallen))

    def place(self, key, squares, lanes, rider):
        if rider in self.squares:
            return self.squares[rider]
        return next(square for square in range(4, -1, -1) if squares.count(square) < 2)

    def first(self, key, turn, squares, lanes, left, rider):
        return self.goes_first

    def card(self, key, turn, squares, lanes, left, pile, hand, rider, mate_card):
        codes = self.codes[rider]
        in_hand = [code for code, count in zip(codes, hand, strict=True) for _ in range(count)]
        self.seen.append({"turn": turn, "rider": rider, "hand": in_hand, "left": left, "pile": pile, "mate_card": mate_card})
        return codes.index(self.choose(in_hand))

    def bid_rider(self, key, squares, lanes, left, rider):
        return self.sprinteur_bids

    def bid(self, key, step, squares, lanes, left, pile, hand, rider, bid_card):
        codes = self.codes[rider]
        in_hand = [code for code, count in zip(codes, hand, strict=True) for _ in range(count)]
        self.asked.append({"step": step, "rider": rider, "hand": in_hand, "left": left, "bid_card": bid_card})
        return codes.index(self.bids[rider][step] if rider in self.bids else min(in_hand, key=pile_order))


def ride(teams, rules=None, stage=None, seats="fixed", race=0, **script):
    """The log of a race under scripted decisions, and who decided."""
    rules = rules or Rules()
    decider = Scripted(teams, rules, **script)
    return play_race(stage or flat_stage(), rules, teams, seed=0, race=race, seats=seats, decider=decider), decider


def events(log, name, **wanted):
    """The events called `name` whose fields are as `wanted`."""
    return [event for event in log if event["event"] == name and all(event[key] == value for key, value in wanted.items())]
