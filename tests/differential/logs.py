"""What a race log says about the end of its race and about its cards, in the kernel's own terms."""

from collections import Counter
from collections.abc import Sequence

import numpy as np

from fr_sim.arrays.counts import PROFILE_RACES, ROAD_RACES, Finishes, Tally, empty_finishes, empty_tally
from fr_sim.arrays.game import MOST_KINDS, NOWHERE, OPEN_END, card_codes
from fr_sim.game.cards import ATTACK, ATTACK_AHEAD, ATTACK_BEHIND, EXHAUSTION, energy_value
from fr_sim.game.lineup import Lineup
from fr_sim.game.rules import Rules
from fr_sim.game.weather import WEATHER_KINDS
from tests.differential.road_counts_of_logs import add_road_counts


def finishes_of(logs: list[list[dict]], lineup: Lineup, rules: Rules) -> Finishes:
    """The columns that the kernel should write for these races."""
    finishes = empty_finishes(len(logs))
    for race, log in enumerate(logs):
        _finish(finishes, race, log, lineup, rules)
    return finishes


def _finish(finishes: Finishes, race: int, log: list[dict], lineup: Lineup, rules: Rules) -> None:
    head, result = log[0], log[-1]
    road = RoadNumbers(head["terrain"], head["finish_line"], rules)
    for team in head["teams"]:
        finishes.seat[team["team"], race] = team["seat"]
    finishes.rounds[race] = result["rounds"]
    finishes.winner[race] = NOWHERE if result["winner"] is None else result["winner"]["rider"]
    for number, rider in enumerate(result["ranking"]):
        finishes.rank[rider, race] = number
    for rider in range(len(lineup.riders)):
        places = places_by_round(log, rider)
        last = places[max(places)]
        finishes.square[rider, race], finishes.lane[rider, race] = last
        finishes.crossed_round[rider, race] = next((turn for turn, (square, _) in sorted(places.items()) if square >= road.finish_line), 0)
        finishes.exhaustion[rider, race] = sum(rider in event["riders"] for event in log if event["event"] == "exhaustion")
        finishes.tired[rider, race] = _tired(log, rider, rules)
        for event in log:
            if event["event"] == "slipstream" and rider in event["riders"]:
                finishes.slipstream[rider, race] += 1
            if event["event"] == "move" and event["rider"] == rider:
                number = number_of_card(event, _team_in_order(log, event, lineup), lineup.teams[lineup.riders[rider].team].dummy, rules)
                if number is not None:
                    for name, squares in road.squares_of(event, number).items():
                        getattr(finishes, name)[rider, race] += squares


def _team_in_order(log: list[dict], move: dict, lineup: Lineup) -> list[int]:
    """The riders of a team that are on the road in the round of `move`, as they move; F1 "at-once": or would have moved."""
    team = lineup.riders_of(lineup.riders[move["rider"]].team)
    moves, cards = (
        [event["rider"] for event in log if event["event"] == name and event["round"] == move["round"]] for name in ("move", "energy")
    )
    return sorted(
        (rider.rider for rider in team if rider.rider in cards), key=lambda rider: moves.index(rider) if rider in moves else len(moves)
    )


def number_of_card(move: dict, team: list[int], dummy: str | None, rules: Rules) -> int | None:
    """The card's own number (P2, P6); None of a rider that stands. `team` are its team's riders in the order of the movement phase."""
    if move["card"] is None:
        return None if dummy is None else rules.dummy_empty
    if move["card"] == ATTACK:
        return ATTACK_AHEAD if len(team) == 2 and team[0] == move["rider"] else ATTACK_BEHIND
    return energy_value(move["card"], rules.exhaustion_value)


def _breakaway_cards(log: list[dict], rules: Rules) -> dict[int, int]:
    """B4, C2: exhaustion cards that the riders of the break-away take, two each, the highest bidder first."""
    riders = log[0]["riders"]
    supply = {"rouleur": 255, "sprinteur": 255}
    if rules.exhaustion_supply:
        supply = {
            kind: max(0, rules.exhaustion_supply - sum(rider["deck"].get(EXHAUSTION, 0) for rider in riders if rider["kind"] == kind))
            for kind in supply
        }
    cards = {}
    for event in log:
        if event["event"] == "breakaway":
            kind = riders[event["rider"]]["kind"]
            cards[event["rider"]] = min(2, supply[kind])
            supply[kind] -= cards[event["rider"]]
    return cards


def _tired(log: list[dict], rider: int, rules: Rules) -> int:
    """G1: exhaustion cards that a rider holds at the end: those it started with, and took, less those that left the game."""
    cards = log[0]["riders"][rider]["deck"].get(EXHAUSTION, 0)
    for event in log:
        if event["event"] == "breakaway" and event["rider"] == rider:
            cards += _breakaway_cards(log, rules)[rider]
            cards -= sum(bid["card"] == EXHAUSTION for bid in log if bid["event"] == "bid" and bid["rider"] == rider)
        if event["event"] == "exhaustion":
            cards += rider in event["riders"]
        elif event["event"] == "energy" and event["rider"] == rider and event["card"] == EXHAUSTION:
            # E5: who has an empty hand takes a card from the supply first.
            cards += (not event["hand"]) - (rules.played_exhaustion == "removed")
    return cards


#: W3.
SLOWED_BY = 2


class RoadNumbers:
    """What a road does to a move, worked out from a log or a position."""

    def __init__(self, terrain: Sequence[str], finish_line: int, rules: Rules):
        self.terrain = terrain
        self.finish_line = finish_line
        self.last_square = len(terrain) - 1 if rules.road_end == "last-square" else OPEN_END
        self.minimum = {"descent": rules.descent_min, "supply": rules.supply_min}

    def squares_of(self, move: dict, card: int) -> dict[str, int]:
        """Squares that the terrain, the road's end and other riders gave to a move and took from it; `card` is the card's own number."""
        square, value = move["from"][0], move["value"]
        terrain = self.terrain[square] if square < len(self.terrain) else "flat"
        raised = max(card, self.minimum.get(terrain, 0))
        return {
            "minimum_gained": raised - card,
            "ascent_lost": max(0, raised - (SLOWED_BY if "fallen" in move["limits"] else 0)) - value,
            "blocked": min(square + value, self.last_square) - move["to"][0],
        }


def places_by_round(log: list[dict], rider: int) -> dict[int, tuple[int, int]]:
    """Where a rider stood after each round in which it was on the road; round 0 is the start."""
    places = {}
    for event in log:
        if event["event"] in ("placement", "breakaway") and event["rider"] == rider:
            places[0] = tuple(event["place"])
        elif event["event"] == "energy" and event["rider"] == rider:
            places[event["round"]] = places[event["round"] - 1]
        elif event["event"] == "move" and event["rider"] == rider:
            places[event["round"]] = tuple(event["to"])
        elif event["event"] == "slipstream" and rider in event["riders"]:
            places[event["round"]] = tuple(event["to"][event["riders"].index(rider)])
    return places


def tally_of(logs: list[list[dict]], lineup: Lineup, rules: Rules, finishes: Finishes, first_race: int) -> Tally:
    """The counts that the kernel should come to."""
    tally = empty_tally()
    races = len(logs)
    riders, teams = lineup.riders, len(lineup.teams)
    codes = card_codes(lineup, rules)
    tally.races[0] = races
    tally.draws[0] = np.count_nonzero(finishes.winner[:races] == NOWHERE)
    for race, log in enumerate(logs):
        tally.rounds[finishes.rounds[race]] += 1
        winner = finishes.winner[race]
        for team in range(teams):
            tally.seat_races[team, finishes.seat[team, race]] += 1
            tally.team_ranks[team, min(finishes.rank[rider.rider, race] for rider in riders if rider.team == team)] += 1
        for rider in riders:
            number = rider.rider
            tally.ranks[number, finishes.rank[number, race]] += 1
            tally.exhaustion[number, finishes.exhaustion[number, race]] += 1
            if number == winner:
                tally.wins[number, finishes.seat[rider.team, race]] += 1
            if first_race + race < PROFILE_RACES:
                for turn, (square, _) in places_by_round(log, number).items():
                    if turn > 0:
                        tally.profile[turn, number, square] += 1
        for event in log:
            if event["event"] == "energy":
                number = event["rider"]
                kind = MOST_KINDS if event["card"] is None else codes[number].index(event["card"])
                tally.played[event["round"], number, kind] += 1
                tally.played_won[event["round"], number, kind] += number == winner
        tokens = Counter(event["kind"] for event in log if event["event"] == "weather")
        for kind, word in enumerate(WEATHER_KINDS if tokens else ()):
            tally.weather_races[kind, tokens[word]] += 1
            tally.weather_rounds[kind, tokens[word]] += finishes.rounds[race]
            if winner != NOWHERE:
                tally.weather_wins[kind, tokens[word], riders[winner].team] += 1
    for name in ("slipstream", "blocked", "ascent_lost", "minimum_gained"):
        getattr(tally, name)[:] = getattr(finishes, name)[:, :races].sum(axis=1, dtype=np.int64)
    for race, log in enumerate(logs):
        add_road_counts(tally, log, rules, finishes.tired[:, race].tolist(), first_race + race < ROAD_RACES)
    return tally
