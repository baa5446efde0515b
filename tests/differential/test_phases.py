"""Movement, slipstream and exhaustion, from any position on any road under any rules: the kernel against the arbiter."""

from random import Random

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from fr_sim.files.positions import PlacedRider, Position
from fr_sim.game.cards import ATTACK
from fr_sim.game.lineup import MUSCLE_TEAM, PELOTON_TEAM
from fr_sim.game.riders import MOST_RIDERS, Kind
from fr_sim.game.rules import Rules
from fr_sim.game.stage import Stage
from fr_sim.game.weather import CROSSWIND, WEATHER_KINDS, WET, Token
from fr_sim.reference.judge import judge
from tests.differential.kernel_phases import kernel_rulings
from tests.differential.logs import RoadNumbers, number_of_card
from tests.property.race_strategies import rules, stages

_CARDS = ("E", "0", "2", "4", "5", "7", "9", "20")


def positions_on(stage: Stage, edition: Rules, riders: int, seed: int, count: int = 64) -> list[Position]:
    """Random positions, most of them crowded: riders close together, a few of them without a card."""
    random = Random(seed)
    field, weather = _field(riders, random), _weather(stage, random)
    return [_position(stage, edition, field, weather, random) for _ in range(count)]


def _field(riders: int, random: Random) -> list[tuple[int, Kind, str | None]]:
    """Team, kind and dummy of every rider: at times a Peloton or a Muscle team, or what is left of one, the others alone in their teams."""
    field, has_peloton = [], False
    while len(field) < riders:
        dummy = random.choice([None, None, None, MUSCLE_TEAM, PELOTON_TEAM])
        if dummy == PELOTON_TEAM and (has_peloton or len(field) > MOST_RIDERS - 2):
            dummy = None
        has_peloton = has_peloton or dummy == PELOTON_TEAM
        # The rows of a mate that has left the road are those of a twelfth rider.
        halved = random.random() < 0.3 and (dummy == MUSCLE_TEAM or riders < MOST_RIDERS)
        kinds = random.sample(tuple(Kind), 1 if dummy is None or halved else 2)
        field += [(len(field), kind, dummy) for kind in kinds]
    return field[:riders]


def _weather(stage: Stage, random: Random) -> tuple[Token, ...]:
    """No weather, or tokens of any kind along the road."""
    if random.random() < 0.3:
        return ()
    tokens, square = [], random.randrange(4)
    while square < len(stage.squares):
        length = min(random.randint(1, 6), len(stage.squares) - square)
        tokens.append(Token(square, length, random.choice([*WEATHER_KINDS, WET, CROSSWIND])))
        square += length + random.choice([0, 0, 3])
    return tuple(tokens)


def _position(stage, edition, field, weather, random):
    # Once somebody has crossed, a race goes on under "all" alone, without them.
    end = len(stage.squares) if edition.race_end == "round" else stage.finish_line
    places = [(square, lane) for square in range(end) for lane in range(stage.squares[square].lanes)]
    begin = random.randrange(max(1, len(places) - len(field)))
    near = places[begin : begin + random.choice([len(field), 2 * len(field), 4 * len(field)])]
    near = near if len(near) >= len(field) else places
    chosen = random.sample(near, len(field))
    stands = random.choice([0, 0, 0.3])
    cards = random.sample(_CARDS, random.randint(1, len(_CARDS)))
    peloton, lies = random.choice([ATTACK, ATTACK, "3", "5", "7", None]), random.choice([0, 0, 0.4])
    riders = []
    for (team, kind, dummy), place in zip(field, chosen, strict=True):
        card = None if random.random() < stands else random.choice(cards)
        card = peloton if dummy == PELOTON_TEAM else card
        riders.append(PlacedRider(team, kind, place, card, policy=dummy, fallen=random.random() < lies))
    return Position(stage, edition, 1, tuple(riders), weather=weather)


def expected_ruling(position: Position) -> dict:
    """The arbiter's ruling in the shape of the kernel's."""
    ruling = judge(position)
    riders = range(len(position.riders))
    road = RoadNumbers([square.terrain for square in position.stage.squares], position.stage.finish_line, position.rules)
    squares = {name: [0 for _ in riders] for name in ("slipstream", "blocked", "ascent_lost", "minimum_gained")}
    for move in ruling["moves"]:
        rider = position.riders[move["rider"]]
        team = [number for number, other in enumerate(position.riders) if other.team == rider.team]
        team.sort(key=lambda number: (-position.riders[number].place[0], position.riders[number].place[1]))
        card = number_of_card(move, team, rider.dummy, position.rules)
        if card is not None:
            for name, number in road.squares_of(move, card).items():
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
