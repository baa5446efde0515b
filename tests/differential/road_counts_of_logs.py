"""What a race log says about single squares, chains, leads, best cards and places: counted naively, line by line."""

from collections import Counter
from collections.abc import Sequence
from itertools import pairwise

from fr_sim.arrays.counts import ROAD_MEASURES, Tally
from fr_sim.arrays.game import OPEN_END
from fr_sim.game.cards import ATTACK, ATTACK_BEHIND, EXHAUSTION, energy_value
from fr_sim.game.rules import Rules


def add_road_counts(tally: Tally, log: list[dict], rules: Rules, exhausted: Sequence[int], is_early: bool) -> None:
    """Add one race to the counts that version 0.1.0 did not make; by square and place only where `is_early`.

    `exhausted` says by rider how many exhaustion cards it holds at the end.
    """
    tally.chains[longest_chain(log)] += 1
    tally.lead_changes[lead_changes(log)] += 1
    for rider in range(len(log[0]["riders"])):
        tally.best_card_held[rider] += holds_its_best(log, rider, exhausted[rider], rules)
    if not is_early:
        return
    for (name, rider, square), number in on_squares(log, rules).items():
        measure = ROAD_MEASURES.index(name)
        tally.road_sums[measure, rider, square] += number
        tally.road_pairs[measure, rider, square] += number * (number - 1)
    final = log[-1]["ranking"]
    for number, order in enumerate(orders_by_round(log)):
        shift = sum((order.index(rider) - final.index(rider)) ** 2 for rider in final)
        tally.place_races[number + 1] += 1
        tally.place_shifts[number + 1] += shift
        tally.place_shift_squares[number + 1] += shift**2


def rounds_of(log: list[dict]) -> list[list[dict]]:
    """The lines of each round."""
    return [[event for event in log if event.get("round") == turn] for turn in range(1, log[-1]["rounds"] + 1)]


def longest_chain(log: list[dict]) -> int:
    """D3: the most squares that one rider gained by slipstream within one round."""
    return max(
        (max(Counter(rider for event in lines if event["event"] == "slipstream" for rider in event["riders"]).values(), default=0))
        for lines in rounds_of(log)
    )


def on_squares(log: list[dict], rules: Rules) -> Counter:
    """By measure, rider and square of the road, how much of it the race had."""
    found: Counter = Counter()
    squares = len(log[0]["terrain"])
    last_square = squares - 1 if rules.road_end == "last-square" else OPEN_END
    wet = {
        square
        for token in log
        if token["event"] == "weather" and token["kind"] == "wet"
        for square in range(token["square"], token["square"] + token["length"])
    }
    place = {event["rider"]: event["place"] for event in log if event["event"] in ("placement", "breakaway")}
    for lines in rounds_of(log):
        fallen = set()
        for event in lines:
            if event["event"] == "move":
                rider, square = event["rider"], event["to"][0]
                place[rider] = event["to"]
                goal = min(event["from"][0] + event["value"], last_square)
                found["blocked", rider, goal] += goal - square
                if "blocked" in event["limits"] and square in wet:  # W3
                    fallen.add(rider)
            elif event["event"] == "slipstream":
                # D2: one empty square lay before the foremost of the pack; behind it stands the rear of the pack ahead.
                giving = event["from"][0][0] + 2
                for rider, (square, _) in place.items():
                    if square == giving and rider not in fallen:
                        found["slipstream_given", rider, giving] += 1
                for rider, end in zip(event["riders"], event["to"], strict=True):
                    place[rider] = end
                    found["slipstream_taken", rider, end[0]] += 1
            elif event["event"] == "exhaustion":
                for rider in event["riders"]:
                    found["exhaustion", rider, place[rider][0]] += 1
        for rider in {event["rider"] for event in lines if event["event"] == "energy"}:
            found["ended_round", rider, place[rider][0]] += 1
        if rules.race_end == "all":
            place = {rider: end for rider, end in place.items() if end[0] < log[0]["finish_line"]}
    return Counter({key: number for key, number in found.items() if number and key[2] < squares})


def orders_by_round(log: list[dict]) -> list[list[int]]:
    """The ranking after each round: those that crossed in an earlier round first, then the rest by square and lane."""
    place = {event["rider"]: event["place"] for event in log if event["event"] in ("placement", "breakaway")}
    orders, left = [], []
    for lines in rounds_of(log):
        for event in lines:
            if event["event"] == "move":
                place[event["rider"]] = event["to"]
            elif event["event"] == "slipstream":
                place |= dict(zip(event["riders"], event["to"], strict=True))
        riding = sorted((rider for rider in place if rider not in left), key=lambda rider: (-place[rider][0], place[rider][1]))
        orders.append(left + riding)
        left = left + [rider for rider in riding if place[rider][0] >= log[0]["finish_line"]]
    return orders


def lead_changes(log: list[dict]) -> int:
    """How often another rider is first after a round than after the round before."""
    return sum(before[0] != after[0] for before, after in pairwise(orders_by_round(log)))


def holds_its_best(log: list[dict], rider: int, exhausted: int, rules: Rules) -> bool:
    """Whether a card that moves the most squares, of those of its starting deck, is neither played nor bid away.

    `exhausted` is the number of exhaustion cards that the rider holds at the end.
    """
    codes = {code for code, count in log[0]["riders"][rider]["deck"].items() if count}
    squares = {code: ATTACK_BEHIND if code == ATTACK else energy_value(code, rules.exhaustion_value) for code in codes}
    team = log[0]["teams"][log[0]["riders"][rider]["team"]]
    entered = any(event["event"] == "breakaway" and event["rider"] == rider for event in log)
    gone: Counter = Counter()
    for event in log:
        # P2: the card that the Peloton's riders turn over is one.
        is_own = event.get("rider") == rider or (ATTACK in codes and event.get("rider") in team["riders"])
        if event["event"] == "bid" and is_own and entered:  # B4
            gone[event["card"]] += 1
        elif event["event"] == "energy" and is_own and (team["policy"] in ("peloton", "muscle") or rules.played_cards == "removed"):
            gone[event["card"], event["round"]] = 1
    for key in [key for key in gone if isinstance(key, tuple)]:
        gone[key[0]] += gone.pop(key)
    left = {code: log[0]["riders"][rider]["deck"][code] - gone[code] for code in codes} | {EXHAUSTION: exhausted}
    return any(left[code] > 0 for code in codes if squares[code] == max(squares.values()))
