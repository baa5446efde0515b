"""Movement, slipstream and exhaustion, from any position on any road under any rules: the kernel against the arbiter."""

from random import Random

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from fr_sim.game.cards import energy_value
from fr_sim.game.riders import Kind
from fr_sim.game.rules import Rules
from fr_sim.game.stage import Stage
from fr_sim.positions import PlacedRider, Position
from fr_sim.reference.judge import judge
from tests.differential.kernel_phases import kernel_rulings
from tests.differential.logs import RoadNumbers
from tests.property.race_strategies import rules, stages

_CARDS = ("E", "0", "2", "4", "5", "7", "9", "20")


def positions_on(stage: Stage, edition: Rules, riders: int, seed: int, count: int = 64) -> list[Position]:
    """Random positions, most of them crowded: riders close together, a few of them without a card."""
    random = Random(seed)
    kinds = [random.choice(tuple(Kind)) for _ in range(riders)]
    return [_position(stage, edition, kinds, random) for _ in range(count)]


def _position(stage, edition, kinds, random):
    # Once somebody has crossed, a race goes on under "all" alone, without them.
    end = len(stage.squares) if edition.race_end == "round" else stage.finish_line
    places = [(square, lane) for square in range(end) for lane in range(stage.squares[square].lanes)]
    begin = random.randrange(max(1, len(places) - len(kinds)))
    near = places[begin : begin + random.choice([len(kinds), 2 * len(kinds), 4 * len(kinds)])]
    near = near if len(near) >= len(kinds) else places
    chosen = random.sample(near, len(kinds))
    stands = random.choice([0, 0, 0.3])
    cards = random.sample(_CARDS, random.randint(1, len(_CARDS)))
    riders = tuple(
        PlacedRider(number, kind, place, None if random.random() < stands else random.choice(cards))
        for number, (kind, place) in enumerate(zip(kinds, chosen, strict=True))
    )
    return Position(stage, edition, 1, riders)


def expected_ruling(position: Position) -> dict:
    """The arbiter's ruling in the shape of the kernel's."""
    ruling = judge(position)
    riders = range(len(position.riders))
    road = RoadNumbers([square.terrain for square in position.stage.squares], position.stage.finish_line, position.rules)
    squares = {name: [0 for _ in riders] for name in ("slipstream", "blocked", "ascent_lost", "minimum_gained")}
    for move in ruling["moves"]:
        if move["card"] is not None:
            for name, number in road.squares_of(move, energy_value(move["card"], position.rules.exhaustion_value)).items():
                squares[name][move["rider"]] = number
    for pack in ruling["slipstream"]:
        for rider in pack["riders"]:
            squares["slipstream"][rider] += 1
    return {**squares, **{name: ruling[name] for name in ("places", "exhaustion", "winner")}}


def assert_rulings_agree(stage: Stage, edition: Rules, riders: int, seed: int) -> None:
    positions = positions_on(stage, edition, riders, seed)
    for position, ours in zip(positions, kernel_rulings(positions), strict=True):
        assert ours == expected_ruling(position), position


@settings(max_examples=60, deadline=None, suppress_health_check=list(HealthCheck))
@given(st.integers(1, 12).flatmap(lambda riders: st.tuples(st.just(riders), stages(places=riders))), rules(), st.integers(0, 2**32))
def test_any_rules(riders_and_stage, edition, seed):
    riders, stage = riders_and_stage
    assert_rulings_agree(stage, edition, riders, seed)


@settings(max_examples=60, deadline=None, suppress_health_check=list(HealthCheck))
@given(st.integers(2, 12).flatmap(lambda riders: st.tuples(st.just(riders), stages(places=riders))), st.integers(0, 2**32))
def test_plain_rules(riders_and_stage, seed):
    riders, stage = riders_and_stage
    assert_rulings_agree(stage, Rules(), riders, seed)
