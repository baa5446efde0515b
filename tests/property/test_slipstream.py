"""Slipstream from any position: a second pass changes nothing, and no gap is left that could be closed."""

from dataclasses import replace
from itertools import pairwise

from hypothesis import given, settings
from hypothesis import strategies as st
from race_strategies import rules, stages

from fr_sim.game.riders import Kind
from fr_sim.game.weather import WEATHER_KINDS, Token
from fr_sim.reference.course import Course
from fr_sim.reference.field import Field, Place, RoadRider
from fr_sim.reference.slipstream import may_not, nobody_may, pack_moves, slipstream


@st.composite
def fields(draw):
    """Up to twelve riders close together on any road."""
    edition, stage = draw(rules()), draw(stages(longest=40))
    places = [Place(square, lane) for square, here in enumerate(stage.squares) for lane in range(here.lanes)]
    chosen = draw(st.lists(st.sampled_from(places), min_size=2, max_size=12, unique=True))
    fallen = draw(st.lists(st.booleans(), min_size=12, max_size=12)) if draw(st.booleans()) else [False] * 12
    kinds = draw(st.lists(st.sampled_from(WEATHER_KINDS), max_size=10))
    tokens = [Token(square * 4, 4, kind) for square, kind in enumerate(kinds)]
    riders = [RoadRider(number, number, Kind.ROULEUR, place, fallen=fallen[number]) for number, place in enumerate(chosen)]
    return Field(Course(stage, edition, tokens), riders)


@given(fields())
@settings(max_examples=150, deadline=None)
def test_a_second_pass_changes_nothing(field):
    slipstream(field)
    places = [rider.place for rider in field.riders]
    assert pack_moves(slipstream(field)) == []
    assert [rider.place for rider in field.riders] == places


@given(fields())
@settings(max_examples=150, deadline=None)
def test_places_stay_apart_and_only_one_square_is_gained_at_a_time(field):
    before = {rider.number: rider.place for rider in field.riders}
    for move in pack_moves(slipstream(field)):
        for rider, start, end in zip(move.riders, move.starts, move.ends, strict=True):
            assert before[rider] == start
            assert end.square == start.square + 1
            before[rider] = end
    assert before == {rider.number: rider.place for rider in field.riders}
    assert len(set(before.values())) == len(before)
    assert all(place.lane in field.course.lanes(place.square) for place in before.values())


@given(fields())
@settings(max_examples=150, deadline=None)
def test_no_gap_is_left_that_could_be_closed(field):
    """D2, D4: under "riders" a gap of one square stays only where one of its edges has no slipstream, whatever the order."""
    field.course.rules = replace(field.course.rules, slipstream_split="riders")
    slipstream(field)
    packs = field.packs()
    for behind, ahead in pairwise(packs):
        if ahead.rear - behind.front == 2:
            assert nobody_may(field, behind.front) or nobody_may(field, ahead.rear)


@given(fields())
@settings(max_examples=150, deadline=None)
def test_the_front_never_moves(field):
    """The foremost riders stay where they are, and nobody comes to their square."""
    front = {rider.number: rider.place for rider in field.riders if rider.square == max(other.square for other in field.riders)}
    slipstream(field)
    assert all(field.riders[number].place == place for number, place in front.items())
    foremost = next(iter(front.values())).square
    assert all(rider.number in front or rider.square < foremost for rider in field.riders)


@given(fields())
@settings(max_examples=150, deadline=None)
def test_who_may_not_stays(field):
    """D4, W3: fallen riders, and riders where no slipstream is, never move."""
    held = {rider.number: rider.place for rider in field.riders if may_not(field, rider)}
    slipstream(field)
    for number, place in held.items():
        assert field.riders[number].place == place
