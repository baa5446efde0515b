"""Positions for policies: hand-made ones, and random ones whose decisions are printed when run as a script."""

import json
import sys

import numpy as np

from fr_sim.arrays.game import NO_CARD, NOWHERE, entrants_of, road_of, rule_numbers
from fr_sim.game.rules import Rules
from fr_sim.game.stage import Square, Stage
from fr_sim.game.terrain import Terrain
from fr_sim.policies.ask import Decider
from fr_sim.policies.lineups import parse_lineup, policies_of

#: Card codes by kind index of the plain decks: E is kind 0.
KINDS = {0: "E34567", 1: "E23459"}


def stage_of(words: str, start_line: int = 5, past_finish: int = 5) -> Stage:
    """A stage from one letter a square: f flat, a ascent, d descent, c cobbles, s supply (three lanes)."""
    terrains = {terrain.value[0]: terrain for terrain in Terrain}
    squares = tuple(Square(3 if letter == "s" else 2, terrains[letter]) for letter in words)
    return Stage("made", squares, start_line, len(squares) - past_finish)


FLAT = stage_of("f" * 78)
HILLS = stage_of("f" * 14 + "a" * 6 + "d" * 8 + "f" * 6 + "s" * 3 + "c" * 6 + "f" * 5 + "a" * 8 + "f" * 18)


def decider_of(lineup: str, stage: Stage = FLAT, own=None, **rules) -> Decider:
    """A decider for the line-up on the stage, under the default rules with some changed."""
    changed = Rules(**rules)
    teams = parse_lineup(lineup, own)
    return Decider(road_of(stage, changed), rule_numbers(changed, 15), entrants_of(teams, changed, policies_of(teams, own)), own)


def card_of(
    policy: str, square: int, hand: str, others=(), *, rider=0, stage=FLAT, left=None, mate_card=NO_CARD, key=(1, 2), own=None, **rules
):
    """The card code that the first team's `rider` (0 rouleur, 1 sprinteur) plays from `hand`, the other riders on the squares `others`.

    Its mate stands far behind. `left` is what its deck still holds, as card codes; the whole deck if not given.
    """
    decider = decider_of(f"{policy},random,random,random", stage, own, **rules)
    places = [0, 0, *others]
    places[rider] = square
    places += [NOWHERE] * (8 - len(places))
    codes = KINDS[rider]
    deck = [(left or codes[1:] * 3).count(code) for code in codes]
    lefts = [deck if number == rider else [0, 3, 3, 3, 3, 3] for number in range(8)]
    lanes = [0 if place != NOWHERE else NOWHERE for place in places]
    kind = decider.card(key, 7, places, lanes, lefts, [0] * 6, [hand.count(code) for code in codes], rider, mate_card)
    return codes[kind]


def random_decisions(count: int = 60) -> list:
    """What every shipped policy decides in `count` random positions, one line-up after another."""
    luck = np.random.default_rng(7)
    lineups = (
        "random,highest,lowest,steady,saver,drafter",
        "weighted,weighted:pace=3:best=6:squares=-7:alone=9:crowded=-20,steady:pace=7,saver:cards=2,drafter:pace=5:sprint=12",
    )
    variants = ({}, {"exhaustion_value": 5}, {"road_end": "open", "climb_entry": "cap"}, {"deck_rouleur": dict.fromkeys("0123456", 2)})
    decisions = []
    for lineup in lineups:
        for variant in variants:
            decider = decider_of(lineup, HILLS, **variant)
            entrants = decider._game[2]
            for _ in range(count):
                squares = [int(square) for square in luck.integers(0, len(HILLS.squares), entrants.riders)]
                lanes = [int(lane) for lane in luck.integers(0, 2, entrants.riders)]
                left = [[int(luck.integers(0, most + 1)) for most in entrants.deck[rider]] for rider in range(entrants.riders)]
                key, turn = tuple(int(word) for word in luck.integers(0, 2**32, 2)), int(luck.integers(1, 20))
                rider = int(luck.integers(entrants.riders))
                kinds = [kind for kind in range(8) if kind == 0 or entrants.deck[rider, kind]]
                hand = np.bincount(luck.choice(kinds, 4), minlength=8).tolist()
                left[rider] = [held + kept for held, kept in zip(hand, left[rider], strict=True)]
                mate_card = int(luck.integers(0, 6)) if luck.random() < 0.5 else NO_CARD
                placed = [square % 5 if square < 40 else NOWHERE for square in squares]
                decisions.append(
                    [
                        decider.card(key, turn, squares, lanes, left, [0] * 8, hand, rider, mate_card),
                        decider.first(key, turn, squares, lanes, left, rider - rider % 2),
                        decider.place(key, placed, lanes, rider),
                    ]
                )
    return decisions


if __name__ == "__main__":
    json.dump(random_decisions(), sys.stdout)
