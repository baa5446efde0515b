"""A tour: stages ridden one after the other; what is carried over, times, points and standings (chapter G)."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import TYPE_CHECKING

from fr_sim.arrays.game import rule_numbers
from fr_sim.game.cards import EXHAUSTION, Deck, pile_order
from fr_sim.game.entry import check_start
from fr_sim.game.lineup import Lineup, starting_decks
from fr_sim.game.rules import Rules
from fr_sim.game.stage import Stage
from fr_sim.reference.finish import ranking
from fr_sim.reference.luck import Luck
from fr_sim.reference.minds import Decider, Minds
from fr_sim.reference.race import naming_the_race, ride, shipped_decider
from fr_sim.reference.start import seating
from fr_sim.reference.state import RaceState
from fr_sim.rng import words as rng

if TYPE_CHECKING:
    from fr_sim.policies.own_files import OwnPolicies

#: G3: points of a stage's first three riders, and of the tour's.
POINTS = (3, 2, 1)
#: G1: a deck takes over no more cards than this.
MOST_CARRIED = 100


@dataclass(frozen=True)
class RiddenStage:
    """One stage of a tour. Lists by rider, `order` teams by seat, `points` by team; `ranking` the riders, the first one first."""

    order: list[int]
    rounds: int
    ranking: list[int]
    crossed: dict[int, int]
    squares: list[int]
    times: list[int]
    points: list[int]
    carried: list[int]
    tired: list[int]


@dataclass(frozen=True)
class RiddenTour:
    """A whole tour: its stages, then the final standings of riders by time and of teams by points, and what these are."""

    stages: list[RiddenStage]
    times: list[int]
    points: list[int]
    riders: list[int]
    teams: list[int]


def play_tour(
    stages: Sequence[Stage],
    rules: Rules,
    lineup: Lineup,
    seed: int,
    race: int,
    seats: str = "rotate",
    own: "OwnPolicies | None" = None,
    decider: Decider | None = None,
) -> RiddenTour:
    """Tour number `race` of a run with `seed`; the arguments are those of `play_race`. Raises BadInput likewise."""
    ridden: list[RiddenStage] = []
    for number, stage in enumerate(stages):
        # G1: handicap cards, and those of a lone player, are dealt in the first stage only.
        stage_rules = rules if number == 0 else replace(rules, handicap=0, solo_exhaustion=False)
        carried = [0] * len(lineup.riders) if number == 0 else [carry(rules.carry, tired) for tired in ridden[-1].tired]
        order = None if number == 0 else [*reversed(standing_players(lineup, ridden)), *lineup.dummies]
        ridden.append(_ride_stage(stage, stage_rules, lineup, rng.stage_seed(seed, number), race, seats, order, carried, own, decider))
    riders = general_classification(ridden)
    points = [stage_points + final for stage_points, final in zip(_points_of(ridden), points_of(lineup, riders), strict=True)]
    return RiddenTour(ridden, _times_of(ridden), points, riders, team_standings(lineup, points, riders))


def carry(rule: str, tired: int) -> int:
    """G1: how many of a rider's `tired` exhaustion cards start in its deck at the next stage."""
    cards = {"none": 0, "all": tired, "half-down": tired // 2, "half-up": tired - tired // 2}[rule]
    return min(cards, MOST_CARRIED)


def stage_times(ranked: Sequence[int], crossed: Mapping[int, int], squares: Sequence[int], finish_line: int, max_rounds: int) -> list[int]:
    """G2: the riders' times in seconds, counted from the round in which the first one crossed.

    `ranked` are the riders of the stage's ranking, `squares` by rider where each stood when the round in which it crossed was over.
    """
    first = min(crossed.values(), default=max_rounds)
    times = [60 * (max_rounds - first)] * len(squares)
    finished = [rider for rider in ranked if rider in crossed]
    for rider in finished:
        times[rider] = 60 * (crossed[rider] - first) - 10 * (squares[rider] - finish_line + 1)
    # Riders are in line if they crossed in the same round and no empty square was between them when it was over.
    for ahead, rider in pairwise(finished):
        if crossed[ahead] == crossed[rider] and squares[ahead] - squares[rider] <= 1:
            times[rider] = times[ahead]
    return times


def points_of(lineup: Lineup, best: Sequence[int]) -> list[int]:
    """G3: 3, 2 and 1 points to the teams of the first three of `best`, by team."""
    points = [0] * len(lineup.teams)
    for rider, earned in zip(best, POINTS, strict=False):
        points[lineup.riders[rider].team] += earned
    return points


def general_classification(stages: Sequence[RiddenStage]) -> list[int]:
    """The riders by summed time; of equals the one with the smaller sum of places goes ahead, then the better placed in the last stage."""
    times = _times_of(stages)

    def worth(rider: int) -> tuple[int, int, int]:
        places = [stage.ranking.index(rider) for stage in stages]
        return times[rider], sum(places), places[-1]

    return sorted(range(len(times)), key=worth)


def team_standings(lineup: Lineup, points: Sequence[int], riders: Sequence[int]) -> list[int]:
    """G3: the teams by points; of equals the one whose better rider has the smaller summed time, and so stands ahead in `riders`."""
    best = [min(riders.index(rider.rider) for rider in lineup.riders_of(team)) for team in range(len(lineup.teams))]
    return sorted(range(len(lineup.teams)), key=lambda team: (-points[team], best[team]))


def standing_players(lineup: Lineup, stages: Sequence[RiddenStage]) -> list[int]:
    """The teams that are no dummies as they stand after `stages`, the best first."""
    standings = team_standings(lineup, _points_of(stages), general_classification(stages))
    return [team for team in standings if team in lineup.players]


def _points_of(stages: Sequence[RiddenStage]) -> list[int]:
    return [sum(points) for points in zip(*(stage.points for stage in stages), strict=True)]


def _times_of(stages: Sequence[RiddenStage]) -> list[int]:
    return [sum(times) for times in zip(*(stage.times for stage in stages), strict=True)]


def _ride_stage(
    stage: Stage,
    rules: Rules,
    lineup: Lineup,
    seed: int,
    race: int,
    seats: str,
    order: list[int] | None,
    carried: list[int],
    own: "OwnPolicies | None",
    decider: Decider | None,
) -> RiddenStage:
    """One stage; without `order` the teams are seated as in a race by itself, which the first stage is."""
    check_start(stage, rules, lineup)
    decks = [_with_carried(deck, cards) for deck, cards in zip(starting_decks(rules, lineup), carried, strict=True)]
    numbers = rule_numbers(rules, max(sum(deck.values()) for deck in decks))
    if order is not None:
        # Whatever was carried, so that the words of a race do not depend on it.
        numbers = numbers._replace(word_per_card=True)
    key = rng.race_key(seed, race)
    luck = Luck(key, numbers.word_per_card)
    order = seating(seats, lineup, race, luck.seats) if order is None else order
    state = RaceState(stage, rules, lineup, decks)
    asked = decider or shipped_decider(stage, rules, numbers, lineup, own)
    with naming_the_race(race):
        ride(state, lineup, order, Minds(asked, lineup, race, key, decks), luck)
    ranked = ranking(state.places, state.crossed)
    squares = [place.square for place in state.places]
    return RiddenStage(
        order=order,
        rounds=state.turn,
        ranking=ranked,
        crossed=state.crossed,
        squares=squares,
        times=stage_times(ranked, state.crossed, squares, stage.finish_line, rules.max_rounds),
        points=points_of(lineup, [rider for rider in ranked if rider in state.crossed]),
        carried=carried,
        tired=list(_tired(state, lineup)),
    )


def _with_carried(deck: Deck, cards: int) -> dict[str, int]:
    """A starting deck with `cards` exhaustion cards more, in pile order."""
    whole = {**deck, EXHAUSTION: deck.get(EXHAUSTION, 0) + cards}
    return {card: whole[card] for card in sorted(whole, key=pile_order) if whole[card]}


def _tired(state: RaceState, lineup: Lineup) -> Iterator[int]:
    """G1: the exhaustion cards in each rider's pile and recycled cards; dummies never have any (P3, P4)."""
    for rider in lineup.riders:
        deck = state.decks[rider.rider]
        yield deck.pile.count(EXHAUSTION) + deck.recycled.count(EXHAUSTION)
