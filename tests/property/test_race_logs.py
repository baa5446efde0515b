"""What holds of every race log, whatever the edition, the road, the line-up and the decisions."""

import json
from collections import Counter

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from race_strategies import Whim, lineups, rules, stages

from fr_sim.game.lineup import DUMMIES
from fr_sim.game.riders import Kind
from fr_sim.game.weather import WEATHER_KINDS, Token, token_places
from fr_sim.reference.course import Course
from fr_sim.reference.field import Field, Place, RoadRider
from fr_sim.reference.log_lines import Line, written
from fr_sim.reference.race import play_race
from fr_sim.reference.slipstream import pack_moves, slipstream
from fr_sim.reference.verify import verify_race


@st.composite
def races(draw):
    """A race with its stage and rules."""
    teams = draw(lineups())
    stage = draw(stages(places=len(teams.riders)))
    edition = draw(rules(teams=len(teams.teams), stage=stage))
    seats = draw(st.sampled_from(("rotate", "random", "fixed")))
    whim = Whim(stage, draw(st.integers(0, 2**32)))
    return stage, edition, play_race(stage, edition, teams, draw(st.integers(0, 99)), draw(st.integers(0, 9999)), seats, decider=whim)


EXAMPLES = settings(max_examples=150, deadline=None, suppress_health_check=[HealthCheck.too_slow])


@given(races())
@EXAMPLES
def test_the_log_is_by_the_rules(race):
    _, _, log = race
    lines = [Line(number, json.loads(written(event))) for number, event in enumerate(log, start=1)]
    assert verify_race(lines) is None


@given(races())
@EXAMPLES
def test_places(race):
    """Lanes are never overfull, places exist, and nobody moves back."""
    stage, edition, log = race
    places = {}
    for event in log:
        if event["event"] == "energy" and edition.race_end == "all":
            places = {rider: place for rider, place in places.items() if place[0] < stage.finish_line}
        if event["event"] in ("placement", "breakaway"):
            places[event["rider"]] = tuple(event["place"])
        for rider, start, end in steps(event):
            assert places[rider] == start
            assert end[0] >= start[0]
            places[rider] = end
        assert len(set(places.values())) == len(places)
        for square, lane in places.values():
            assert square < len(stage.squares) or edition.road_end == "open"
            assert 0 <= lane < (stage.squares[square].lanes if square < len(stage.squares) else 2)


def steps(event):
    """Rider, place before and place after for everybody who moves in an event."""
    if event["event"] == "move":
        yield event["rider"], tuple(event["from"]), tuple(event["to"])
    if event["event"] == "slipstream":
        yield from zip(event["riders"], map(tuple, event["from"]), map(tuple, event["to"]), strict=True)


class Cards:
    """The cards of all riders, followed through a log; the Peloton's two riders have one pile, that of the first."""

    def __init__(self, race, edition):
        self.riders, self.edition = race["riders"], edition
        self.dummies = {rider for team in race["teams"] if team["policy"] in DUMMIES for rider in team["riders"]}
        self.piles = [Counter(rider["deck"]) for rider in self.riders]
        for team in race["teams"]:
            if team["policy"] == "peloton":
                first, second = team["riders"]
                self.piles[second] = self.piles[first]
        self.recycled = [Counter() for _ in self.riders]
        self.issued = Counter()
        for rider in self.riders:
            self.issued[rider["kind"]] += rider["deck"].get("E", 0)
        self.dealt = self.issued.copy()
        self.bids = {}
        self.flipped = set()

    def takes_exhaustion(self, rider):
        self.recycled[rider]["E"] += 1
        self.issued[self.riders[rider]["kind"]] += 1

    def draws(self, rider, hand, size):
        """Draw the hand, recycle it, and answer whether recycled cards were shuffled for it."""
        assert len(hand) == min(size, self.piles[rider].total() + self.recycled[rider].total())
        reshuffled = False
        for drawn in hand:
            if not self.piles[rider].total():
                self.piles[rider], self.recycled[rider], reshuffled = self.recycled[rider], Counter(), True
            assert self.piles[rider][drawn] > 0
            self.piles[rider][drawn] -= 1
        self.recycled[rider] += Counter(hand)
        return reshuffled

    def plays(self, rider, card):
        self.recycled[rider][card] -= 1
        assert self.recycled[rider][card] >= 0

    def bid(self, event):
        rider, hand, card = event["rider"], event["hand"], event["card"]
        self.draws(rider, hand, self.edition.hand_size)
        assert (card is None) == (hand == [])
        self.bids.setdefault(rider, []).append(card)
        if card is not None:
            self.plays(rider, card)

    def settle(self, winners):
        """B4: winners lose their bids and take two exhaustion cards, as far as there are any; losers have theirs back."""
        for rider in winners:
            for _ in range(2):
                supply = self.edition.exhaustion_supply
                if not supply or self.issued[self.riders[rider]["kind"]] < supply:
                    self.takes_exhaustion(rider)
        for rider, cards in self.bids.items():
            if rider not in winners:
                self.recycled[rider] += Counter(card for card in cards if card is not None)
            self.piles[rider] += self.recycled[rider]
            self.recycled[rider] = Counter()

    def flip(self, event):
        """P2, P4: one card of the deck, the same for both riders of the Peloton team, and none from an empty deck."""
        rider, card = event["rider"], event["card"]
        assert event["hand"] == ([] if card is None else [card])
        pile = self.piles[rider]
        if id(pile) not in self.flipped:
            assert (card is None) == (pile.total() == 0)
            if card is not None:
                assert pile[card] > 0
                pile[card] -= 1
            self.flipped.add(id(pile))


@given(races())
@EXAMPLES
def test_cards(race):
    """Cards are conserved, in the break-away too, every hand could be drawn, and the supply is not overdrawn."""
    _, edition, log = race
    cards = Cards(log[0], edition)
    winners = [event["rider"] for event in log if event["event"] == "breakaway"]
    weather, places, turn = {}, {}, 0
    for event in log:
        name = event["event"]
        if name == "bid":
            cards.bid(event)
        if name == "weather":
            weather |= dict.fromkeys(range(event["square"], event["square"] + event["length"]), event["kind"])
        if name in ("placement", "breakaway"):
            places[event["rider"]] = event["place"]
        for rider, _, end in steps(event):
            places[rider] = end
        if name == "exhaustion":
            assert not cards.dummies & set(event["riders"])
            for rider in event["riders"]:
                cards.takes_exhaustion(rider)
        if name == "energy":
            if turn == 0 and edition.breakaway:
                cards.settle(winners)
            if event["round"] != turn:
                turn, cards.flipped = event["round"], set()
            rider, hand, card = event["rider"], event["hand"], event["card"]
            if rider in cards.dummies:
                assert event["reshuffled"] is False
                cards.flip(event)
                continue
            blown = weather.get(places[rider][0], "fair")
            size = {"tailwind": edition.hand_size + 1, "headwind": max(1, edition.hand_size - 1)}.get(blown, edition.hand_size)
            assert event["reshuffled"] is cards.draws(rider, hand, size)
            if hand:
                cards.plays(rider, card)
            elif card is not None:
                cards.issued[cards.riders[rider]["kind"]] += 1
            if card is not None and (edition.played_exhaustion if card == "E" else edition.played_cards) == "recycled":
                cards.recycled[rider][card] += 1
    if edition.exhaustion_supply:
        for kind in Kind:
            assert cards.issued[kind] <= max(edition.exhaustion_supply, cards.dealt[kind])


@given(races())
@EXAMPLES
def test_the_break_away(race):
    """B1 to B4: who bids, who wins, and where the winners stand."""
    stage, edition, log = race
    bids, winners = [event for event in log if event["event"] == "bid"], [event for event in log if event["event"] == "breakaway"]
    players = [team for team in log[0]["teams"] if team["policy"] not in DUMMIES]
    if not edition.breakaway:
        assert not bids
        assert not winners
        return
    for step in (1, 2):
        named = [event["rider"] for event in bids if event["step"] == step]
        assert [sum(rider in team["riders"] for rider in named) for team in players] == [1] * len(players)
        assert len(named) == len(players)
    totals = {}
    for event in bids:
        value = {"E": edition.exhaustion_value, None: 0}.get(event["card"])
        totals[event["rider"]] = totals.get(event["rider"], 0) + (int(event["card"]) if value is None else value)
    counted = log[0]["teams"] if edition.breakaway_counts_dummies else players
    size = (2 if len(counted) >= 5 else 1) if edition.breakaway_size == "auto" else edition.breakaway_size
    assert len(winners) == min(size, len(players))
    won = [event["total"] for event in winners]
    assert won == sorted(totals.values(), reverse=True)[: len(won)]
    assert all(totals[event["rider"]] == event["total"] for event in winners)
    assert all(event["place"][0] < stage.finish_line for event in winners)


@given(races())
@EXAMPLES
def test_the_weather(race):
    """W1: a token on every place, of the kinds that the edition names, or as many of each as there are."""
    stage, edition, log = race
    tokens = [event for event in log if event["event"] == "weather"]
    if edition.weather == "off":
        assert not tokens
        return
    assert [(event["square"], event["length"]) for event in tokens] == token_places(stage)
    kinds = [event["kind"] for event in tokens]
    if isinstance(edition.weather, tuple):
        assert tuple(kinds) == edition.weather
    else:
        assert all(kinds.count(kind) <= 1 for kind in WEATHER_KINDS if kind != "fair")


@given(races())
@EXAMPLES
def test_a_second_slipstream_changes_nothing(race):
    stage, edition, log = race
    riders = [RoadRider(rider["rider"], rider["team"], Kind(rider["kind"])) for rider in log[0]["riders"]]
    field = Field(Course(stage, edition), riders)
    tokens = [Token(event["square"], event["length"], event["kind"]) for event in log if event["event"] == "weather"]
    field.course.lay(tokens)
    for event in log:
        if event["event"] == "energy":
            for rider in riders:
                if rider.place and edition.race_end == "all" and rider.square >= stage.finish_line:
                    rider.place = None
        if event["event"] == "move":
            # W3: as a move ends says who lies on the road.
            lost = "blocked" in event["limits"] and field.course.weather(event["to"][0]) == "wet"
            riders[event["rider"]].fallen = lost
        if event["event"] in ("placement", "breakaway"):
            riders[event["rider"]].place = Place(*event["place"])
        for rider, _, end in steps(event):
            riders[rider].place = Place(*end)
        if event["event"] == "exhaustion":
            assert pack_moves(slipstream(field)) == []


@given(races())
@EXAMPLES
def test_the_end(race):
    """The race ends when F1 and F3 say so, and all are ranked."""
    stage, edition, log = race
    result = log[-1]
    crossed = {}
    for event in log:
        for rider, _, end in steps(event):
            if end[0] >= stage.finish_line:
                crossed.setdefault(rider, event["round"])
    assert sorted(result["ranking"]) == list(range(len(log[0]["riders"])))
    assert (result["winner"] is None) == (not crossed)
    last = result["rounds"]
    if last < edition.max_rounds:
        if edition.race_end == "all":
            assert len(crossed) == len(log[0]["riders"])
        else:
            assert set(crossed.values()) == {last}
    if result["winner"] is not None:
        assert crossed[result["winner"]["rider"]] == min(crossed.values())
        assert result["winner"]["rider"] == result["ranking"][0]
    assert {event["round"] for event in log if event["event"] == "move"} == set(range(1, last + 1))
