"""What holds of every race log, whatever the edition, the road, the line-up and the decisions."""

import json
from collections import Counter

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from race_strategies import Whim, lineups, rules, stages

from fr_sim.game.riders import Kind
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
    edition = draw(rules(teams=len(teams.teams)))
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
        if event["event"] == "placement":
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


@given(races())
@EXAMPLES
def test_cards(race):
    """Cards are conserved, every hand could be drawn, and the supply is not overdrawn."""
    _, edition, log = race
    riders = log[0]["riders"]
    piles = [Counter(rider["deck"]) for rider in riders]
    recycled = [Counter() for _ in riders]
    issued = Counter()
    for rider in riders:
        issued[rider["kind"]] += rider["deck"].get("E", 0)
    dealt = issued.copy()
    for event in log:
        if event["event"] == "exhaustion":
            for rider in event["riders"]:
                recycled[rider]["E"] += 1
                issued[riders[rider]["kind"]] += 1
        if event["event"] == "energy":
            rider, hand, card = event["rider"], event["hand"], event["card"]
            owned = piles[rider].total() + recycled[rider].total()
            assert len(hand) == min(edition.hand_size, owned)
            reshuffled = False
            for drawn in hand:
                if not piles[rider].total():
                    piles[rider], recycled[rider], reshuffled = recycled[rider], Counter(), True
                assert piles[rider][drawn] > 0
                piles[rider][drawn] -= 1
            assert event["reshuffled"] is reshuffled
            if hand:
                recycled[rider] += Counter(hand)
                recycled[rider][card] -= 1
                assert recycled[rider][card] >= 0
            elif card is not None:
                issued[riders[rider]["kind"]] += 1
            if card is not None and (edition.played_exhaustion if card == "E" else edition.played_cards) == "recycled":
                recycled[rider][card] += 1
    if edition.exhaustion_supply:
        for kind in Kind:
            assert issued[kind] <= max(edition.exhaustion_supply, dealt[kind])


@given(races())
@EXAMPLES
def test_a_second_slipstream_changes_nothing(race):
    stage, edition, log = race
    riders = [RoadRider(rider["rider"], rider["team"], Kind(rider["kind"])) for rider in log[0]["riders"]]
    field = Field(Course(stage, edition), riders)
    for event in log:
        if event["event"] == "energy":
            for rider in riders:
                if rider.place and edition.race_end == "all" and rider.square >= stage.finish_line:
                    rider.place = None
        if event["event"] == "placement":
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
