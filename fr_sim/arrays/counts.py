"""What is counted of races: tallies that add up, and the finishes of single races."""

from typing import NamedTuple

import numpy as np

from fr_sim.arrays.game import MOST_KINDS, MOST_TOKEN_PLACES, TABLE
from fr_sim.game.riders import MOST_RIDERS
from fr_sim.game.weather import WEATHER_KINDS


class Tally(NamedTuple):
    """Counts over races, int64; tallies of disjoint sets of races add up field by field."""

    races: np.ndarray  # [1]
    draws: np.ndarray  # [1] races that nobody won (F3)
    rounds: np.ndarray  # [rounds 0 … 100]
    seat_races: np.ndarray  # [team, seat]
    wins: np.ndarray  # [rider, seat of its team]
    ranks: np.ndarray  # [rider, rank], 0 the first
    team_ranks: np.ndarray  # [team, rank of its better rider]
    exhaustion: np.ndarray  # [rider, cards taken under X1]
    slipstream: np.ndarray  # [rider] squares gained
    blocked: np.ndarray  # [rider] squares lost to riders (M3)
    ascent_lost: np.ndarray  # [rider] squares lost to T1
    minimum_gained: np.ndarray  # [rider] squares gained from T2 and T3
    played: np.ndarray  # [round, rider, kind]; the last kind counts turns without a card
    played_won: np.ndarray  # [round, rider, kind] the same, in races that the rider won
    weather_races: np.ndarray  # [weather, tokens] by how many tokens of each of WEATHER_KINDS lie on the road; none with weather off
    weather_rounds: np.ndarray  # [weather, tokens] the rounds of these races together
    weather_wins: np.ndarray  # [weather, tokens, team] those of them that the team won
    profile: np.ndarray  # [round, rider, square] places after each round, in the first PROFILE_RACES races only
    chains: np.ndarray  # [squares] the most that one rider gained by slipstream in one round of the race (D3)
    lead_changes: np.ndarray  # [changes] how often another rider led after a round than after the round before
    best_card_held: np.ndarray  # [rider] races after which its deck still held a card that moves the most squares
    road_sums: np.ndarray  # [measure of ROAD_MEASURES, rider, square], like all that follows in the first ROAD_RACES races only
    road_pairs: np.ndarray  # [measure, rider, square] number × (number - 1), where `road_sums` adds up the numbers of all races
    place_races: np.ndarray  # [round] races that played the round
    place_shifts: np.ndarray  # [round] over riders, squared: the place after the round less the final place
    place_shift_squares: np.ndarray  # [round] the squares of these numbers of single races


#: Rounds are counted from 1 and reach `max_rounds`, at most 100.
ROUNDS = 101
#: Cards taken in one race: at most one a round.
MOST_EXHAUSTION = ROUNDS
#: The race profile is taken from the races numbered below this.
PROFILE_RACES = 65_536
#: What happens on single squares, and how places go with final ones, is taken from the races numbered below this: all of a run of the usual
#: length, and few enough of a long one, as each of them takes twice as long.
ROAD_RACES = 10_240
#: What is counted by square: where the rider stood that took a card (X1); where it wanted to go, the squares lost to riders (M3); squares
#: moved into by slipstream; pack moves that it drew along from there; where it stood when a round was over.
ROAD_MEASURES = ("exhaustion", "blocked", "slipstream_taken", "slipstream_given", "ended_round")
#: The counts of version 0.1.0, which the digest of results is over; the others have a digest of their own, and old results lack them.
DIGESTED = Tally._fields[: Tally._fields.index("profile") + 1]
ADDED = Tally._fields[len(DIGESTED) :]


def empty_tally() -> Tally:
    """A tally of no race."""
    riders = MOST_RIDERS
    shapes = {
        "races": (1,),
        "draws": (1,),
        "rounds": (ROUNDS,),
        "seat_races": (riders, riders),
        "wins": (riders, riders),
        "ranks": (riders, riders),
        "team_ranks": (riders, riders),
        "exhaustion": (riders, MOST_EXHAUSTION),
        "slipstream": (riders,),
        "blocked": (riders,),
        "ascent_lost": (riders,),
        "minimum_gained": (riders,),
        "played": (ROUNDS, riders, MOST_KINDS + 1),
        "played_won": (ROUNDS, riders, MOST_KINDS + 1),
        "weather_races": (len(WEATHER_KINDS), MOST_TOKEN_PLACES + 1),
        "weather_rounds": (len(WEATHER_KINDS), MOST_TOKEN_PLACES + 1),
        "weather_wins": (len(WEATHER_KINDS), MOST_TOKEN_PLACES + 1, riders),
        "profile": (ROUNDS, riders, TABLE),
        "chains": (riders,),
        "lead_changes": (ROUNDS,),
        "best_card_held": (riders,),
        "road_sums": (len(ROAD_MEASURES), riders, TABLE),
        "road_pairs": (len(ROAD_MEASURES), riders, TABLE),
        "place_races": (ROUNDS,),
        "place_shifts": (ROUNDS,),
        "place_shift_squares": (ROUNDS,),
    }
    return Tally(**{name: np.zeros(shape, np.int64) for name, shape in shapes.items()})


def without_road(tally: Tally) -> Tally:
    """`tally` without the large tables of the first races only, for races that are not counted in them."""
    large = ("profile", "road_sums", "road_pairs")
    return tally._replace(**{name: getattr(tally, name)[:, :, :0].copy() for name in large})


class Finishes(NamedTuple):
    """One column per race: how it ended; zero columns where nobody asked for them."""

    rounds: np.ndarray  # uint8 [race]
    winner: np.ndarray  # uint8 [race], the winning rider, NOWHERE in a draw
    seat: np.ndarray  # uint8 [team, race]
    rank: np.ndarray  # uint8 [rider, race], 0 the first
    square: np.ndarray  # uint8 [rider, race] where it stood at the end
    lane: np.ndarray  # uint8 [rider, race]
    crossed_round: np.ndarray  # uint8 [rider, race], 0 for not crossed
    exhaustion: np.ndarray  # uint8 [rider, race] cards taken under X1
    slipstream: np.ndarray  # uint8 [rider, race] squares
    blocked: np.ndarray  # uint8 [rider, race] squares
    ascent_lost: np.ndarray  # uint16 [rider, race] squares
    minimum_gained: np.ndarray  # uint16 [rider, race] squares
    tired: np.ndarray  # uint8 [rider, race] exhaustion cards in its pile and recycled cards at the end (G1)


def empty_finishes(races: int) -> Finishes:
    """Room for `races` races; the kernel writes whole blocks of 64, so the columns are rounded up to those."""
    columns = -(-races // 64) * 64
    of_the_race, wide = {"rounds", "winner"}, {"blocked", "ascent_lost", "minimum_gained"}
    return Finishes(
        **{
            name: np.zeros(columns if name in of_the_race else (MOST_RIDERS, columns), np.uint16 if name in wide else np.uint8)
            for name in Finishes._fields
        }
    )
