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


#: Rounds are counted from 1 and reach `max_rounds`, at most 100.
ROUNDS = 101
#: Cards taken in one race: at most one a round.
MOST_EXHAUSTION = ROUNDS
#: The race profile is taken from the races numbered below this.
PROFILE_RACES = 65_536


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
    }
    return Tally(**{name: np.zeros(shape, np.int64) for name, shape in shapes.items()})


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
