"""The door to the kernel: plays a batch of races, 64 at a time, and counts them."""

from typing import NamedTuple

import numpy as np

from fr_sim.arrays.counts import PROFILE_RACES, ROAD_RACES, Finishes, Tally
from fr_sim.arrays.game import Entrants, Position, Road, RuleNumbers
from fr_sim.game.riders import MOST_RIDERS
from fr_sim.jit import entry, phase
from fr_sim.kernel.breakaway import breakaway
from fr_sim.kernel.finish import write_finishes
from fr_sim.kernel.places import line_up
from fr_sim.kernel.race import clear_notes, play_rounds
from fr_sim.kernel.road_counts import count_shifts, forget_road
from fr_sim.kernel.start import deal_cards, deal_seats, note_carried, place_riders, set_up_position
from fr_sim.kernel.state import ALL, FROM_THE_START, RIDER_BITS, ROUNDS_TAKEN, TROUBLE, Block, from_the_start, new_block
from fr_sim.kernel.survey import survey
from fr_sim.kernel.tally import count_cards, count_races, count_weather
from fr_sim.kernel.weather import lay_fallen, lay_tokens
from fr_sim.lanes import LANES, first_lanes, kept, lanes8, store
from fr_sim.policies.own import in_this_thread, no_policies
from fr_sim.rng.lanes import fill_race_keys

__all__ = ["Refusal", "new_block", "play_batch", "refusal_of"]


class Refusal(NamedTuple):
    """An answer of a user's policy that cannot be played: in which race, in which round (0: at the start), for which rider."""

    race: int
    turn: int
    rider: int


def play_batch(
    road: Road,
    rules: RuleNumbers,
    entrants: Entrants,
    seats: np.ndarray,
    start: Position | None,
    seed_mixed: np.uint64,
    first_race: int,
    races: int,
    tally: Tally,
    finishes: Finishes,
    block: Block,
    own=None,
    carried: np.ndarray | None = None,
) -> int:
    """Play the races `first_race` … `first_race` + `races` - 1, add them to `tally`, and note how each ended in `finishes`.

    `seats` holds placing orders, uint8 [order, seat], race i taking order i modulo their number; without rows each race draws its own.
    `carried` are exhaustion cards that the riders' decks start with beside those of the line-up (G1), uint8 [rider, races], the first
    column for race `first_race`; None or no columns for none. `rules.word_per_card` has to allow for the decks that they make.
    `start` is the position from which every race goes on, None for the start line. `seed_mixed` is `np.uint64(rng.mix_seed(seed))`;
    `first_race` is a multiple of 64. `tally` counts places and single squares (`profile` and what is like it) only where that table has
    squares; `finishes` is written where it has columns, whole blocks of 64. `block` comes from `new_block`, one a thread; `own` is the
    table of addresses of users' policies.

    Returns 0, or what `refusal_of` explains; the races of the batch are then not all played.
    """
    position = from_the_start() if start is None else start
    addresses = no_policies() if own is None else in_this_thread(own)
    cards = np.zeros((MOST_RIDERS, 0), np.uint8) if carried is None else carried
    return int(_play_batch(road, rules, entrants, seats, position, seed_mixed, first_race, races, tally, finishes, block, addresses, cards))


def refusal_of(status: int) -> Refusal | None:
    """What `play_batch` returned: None for 0, else the first answer of a user's policy that could not be played."""
    if status == 0:
        return None
    trouble, race = (status - 1) & 0xFFFF, (status - 1) >> 16
    return Refusal(race, trouble >> 4, (trouble & RIDER_BITS) - 1)


@entry
def _play_batch(road, rules, entrants, seats, start, seed_mixed, first_race, races, tally, finishes, block, addresses, carried):
    game = kept(road), kept(rules), kept(entrants), seats, kept(start), seed_mixed
    return play_blocks(kept(block), *game, first_race, races, kept(tally), kept(finishes), addresses, carried)


@phase
def play_blocks(block, road, rules, entrants, seats, start, seed_mixed, first_race, races, tally, finishes, addresses, carried):
    """Play all races, 64 at a time, as far as users' policies give answers that can be played; see `play_batch`."""
    course = kept(survey(block, road, rules, entrants, start))
    for begin in range(0, races, LANES):
        count = min(races - begin, LANES)
        note_carried(block, entrants.riders, carried, begin)
        status = play_block(block, road, course, rules, entrants, seats, start, seed_mixed, first_race + begin, count, tally, addresses)
        if finishes.winner.shape[0] > 0:
            write_finishes(block, entrants, finishes, begin)
        if status != 0:
            return status
    return 0


@phase
def play_block(block, road, course, rules, entrants, seats, start, seed_mixed, first_race, races, tally, addresses):
    """Play up to 64 races and count them."""
    counted = first_lanes(races)
    clear_notes(block, entrants.riders)
    has_profile = first_race < PROFILE_RACES and tally.profile.shape[2] > 0
    noting = has_profile and first_race < ROAD_RACES
    if noting:
        forget_road(block, road, entrants.riders)
    fill_race_keys(block.keys, seed_mixed, first_race)
    deal_seats(block, entrants, seats, first_race)
    if road.token_places > 0:
        lay_tokens(block, road, course, start)
    lay_fallen(block, course, entrants.riders, start)
    going, first_turn = counted, 1
    if start.turn == FROM_THE_START:
        deal_cards(block, rules, entrants)
        place_riders(block, road, course, rules, entrants, addresses, counted)
        if entrants.breakaway_places > 0:
            breakaway(block, road, rules, entrants, addresses, counted)
        line_up(block, entrants.riders)
    else:
        set_up_position(block, rules, entrants, start)
        first_turn = start.turn + 1
        if is_over(road, rules, entrants, start):
            going = counted & ~counted
    store(block.rows, ROUNDS_TAKEN, lanes8(first_turn - 1))
    last_turn = play_rounds(block, road, course, rules, entrants, addresses, tally, first_turn, going, has_profile, noting)
    count_races(block, entrants, tally, first_turn, last_turn, counted, races)
    if road.token_places > 0:
        count_weather(block, road.token_places, entrants, tally, races)
    count_cards(block, course, rules, entrants, tally, first_turn, last_turn)
    if noting:
        count_shifts(block, entrants.riders, tally, first_turn, last_turn, counted)
    return status_of(block, first_race)


@phase
def is_over(road, rules, entrants, start):
    """F1, F3: whether a race is over before it goes on from a position."""
    crossed = 0
    for rider in range(entrants.riders):
        crossed += 1 if start.crossed_round[rider] > 0 else 0
    return crossed == entrants.riders if rules.race_end == ALL else crossed > 0


@phase
def status_of(block, first_race):
    """0, or the first refused answer of the first race that has one: 1 + trouble + 65536 * race."""
    for lane in range(LANES):
        if block.wide[TROUBLE, lane] != 0:
            return 1 + np.int64(block.wide[TROUBLE, lane]) + ((first_race + lane) << 16)
    return 0
