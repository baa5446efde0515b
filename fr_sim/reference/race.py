"""One whole race, from the start line to the ranking, written down as the lines of a race log."""

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from fr_sim.apart import apart
from fr_sim.arrays.game import RuleNumbers, entrants_of, road_of, rule_numbers
from fr_sim.game.entry import check_start
from fr_sim.game.errors import BadInput
from fr_sim.game.lineup import Lineup, starting_decks
from fr_sim.game.rules import Rules
from fr_sim.game.stage import Stage
from fr_sim.reference.breakaway import breakaway
from fr_sim.reference.energy import energy
from fr_sim.reference.exhaustion import exhaustion
from fr_sim.reference.luck import Luck
from fr_sim.reference.minds import Decider, Minds
from fr_sim.reference.movement import movement, stopped
from fr_sim.reference.records import Event, rider_record
from fr_sim.reference.slipstream import pack_moves, slipstream
from fr_sim.reference.start import place_riders, seating
from fr_sim.reference.state import RaceState
from fr_sim.reference.weather import draw_tokens, token_events
from fr_sim.rng import words as rng

if TYPE_CHECKING:
    from fr_sim.policies.own_files import OwnPolicies

#: The version of the race log's shape.
SCHEMA = 1


def play_race(
    stage: Stage,
    rules: Rules,
    lineup: Lineup,
    seed: int,
    race: int,
    seats: str = "rotate",
    own: "OwnPolicies | None" = None,
    decider: Decider | None = None,
) -> list[Event]:
    """The lines of the race log, in order, of race number `race` of a run with `seed`.

    `own` are the user's policies (`fr_sim.policies.own_files`); `decider` answers in place of the line-up's policies. `races_of` is faster
    for several races of one run. Raises BadInput for a line-up that cannot start and for a decision that no rule allows.
    """
    return next(races_of(stage, rules, lineup, seed, [race], seats, own, decider))


def races_of(
    stage: Stage,
    rules: Rules,
    lineup: Lineup,
    seed: int,
    races: Iterable[int],
    seats: str = "rotate",
    own: "OwnPolicies | None" = None,
    decider: Decider | None = None,
) -> Iterator[list[Event]]:
    """`play_race` for each of `races`, one log after the other; the arguments are the same."""
    check_start(stage, rules, lineup)
    decks = starting_decks(rules, lineup)
    numbers = rule_numbers(rules, max(sum(deck.values()) for deck in decks))
    decider = decider or shipped_decider(stage, rules, numbers, lineup, own)
    for race in races:
        key = rng.race_key(seed, race)
        luck = Luck(key, numbers.word_per_card)
        order = seating(seats, lineup, race, luck.seats)
        state = RaceState(stage, rules, lineup, decks)
        with naming_the_race(race):
            # A user's policy may never answer.
            riding = (state, lineup, order, Minds(decider, lineup, race, key, decks), luck)
            log = ride(*riding) if own is None else apart(ride, *riding)
        yield [race_event(stage, rules, lineup, decks, order, seed, race), *log, state.result()]


def ride(state: RaceState, lineup: Lineup, order: list[int], minds: Minds, luck: Luck) -> list[Event]:
    """Ride the race that `state` is the beginning of, with the teams by seat as in `order`; its log from the first placement on.

    Afterwards `state` is the end of the race.
    """
    tokens = draw_tokens(state.field.course.stage, state.rules, luck.token)
    state.field.course.lay(tokens)
    log = place_riders(state, lineup, order, minds)
    log += breakaway(state, lineup, minds, luck)
    log += token_events(tokens)
    while not state.is_over():
        log += play_round(state, lineup, minds, luck)
    return log


@contextmanager
def naming_the_race(race: int) -> Iterator[None]:
    """The failure of a user's policy is told with the race that it happened in."""
    try:
        yield
    except BadInput as failure:
        from fr_sim.policies.own_tables import PolicyFailed

        raise failure.in_race(race) if isinstance(failure, PolicyFailed) else failure from None


def play_round(state: RaceState, lineup: Lineup, minds: Minds, luck: Luck) -> list[Event]:
    """One round, as the rulebook's summary has it: energy, movement, slipstream, exhaustion; then see who has crossed."""
    state.turn += 1
    log = energy(state, lineup, minds, luck)
    moves = movement(state.field)
    log += [move.event(state.turn) for move in moves]
    if not stopped(state.field, moves):  # F1
        log += [move.event(state.turn) for move in pack_moves(slipstream(state.field))]
        tired = exhaustion(state.field, state.supply)
        log.append(tired.event(state.turn))
        state.tire(tired.riders)
    state.end_round()
    return log


def race_event(stage: Stage, rules: Rules, lineup: Lineup, decks: list[dict[str, int]], order: list[int], seed: int, race: int) -> Event:
    """The first line of the race log: everything that the race starts from."""
    riders = lineup.riders
    return {
        "event": "race",
        "schema": SCHEMA,
        "stage": stage.name,
        "tiles": None if stage.tiles is None else [tile.name for tile in stage.tiles],
        "lanes": [square.lanes for square in stage.squares],
        "terrain": [square.terrain.value for square in stage.squares],
        "start_line": stage.start_line,
        "finish_line": stage.finish_line,
        "rules": rules.as_table(),
        "seed": seed,
        "race": race,
        "teams": [
            {
                "team": number,
                "policy": team.rides,
                "seat": order.index(number),
                "riders": [rider.rider for rider in riders if rider.team == number],
            }
            for number, team in enumerate(lineup.teams)
        ],
        "riders": [rider_record(rider, deck) for rider, deck in zip(riders, decks, strict=True)],
    }


def shipped_decider(stage: Stage, rules: Rules, numbers: RuleNumbers, lineup: Lineup, own: "OwnPolicies | None") -> Decider:
    """The policies that the line-up names, the user's `own` among them."""
    # Policies bring compiled code with them, so they are imported only when they are asked.
    from fr_sim.policies.ask import Decider as PolicyDecider
    from fr_sim.policies.registry import policies_of

    return PolicyDecider(road_of(stage, rules), numbers, entrants_of(lineup, rules, policies_of(lineup, own)), own)
