"""The rules of a tour (chapter G) as numbers, and what can be no tour."""

from collections.abc import Sequence
from dataclasses import replace

from fr_sim.game.errors import BadInput, Words
from fr_sim.game.rules import KEYS, Edition, Rules

#: The rules that say how much exhaustion a rider takes to the next stage (G1).
CARRY_RULES: tuple[str, ...] = KEYS["carry"].metadata["choices"]
#: G1: cards that a deck takes over at most, so that counts of cards fit a byte; only "all" gets there, in tours of very many stages.
MOST_CARRIED = 100
#: G3: points of the first three, of a stage and of the final standings.
POINTS = (3, 2, 1)
#: G2: seconds that a round costs, and that a square past the line takes off.
ROUND_SECONDS, SQUARE_SECONDS = 60, 10
MOST_STAGES = 60


def stage_edition(edition: Edition, stage: int) -> Edition:
    """The edition under which a stage, numbered from 0, is ridden: after the first nothing is dealt beside the plain decks (G1)."""
    return edition if stage == 0 else replace(edition, rules=_without_handicap(edition.rules))


def _without_handicap(rules: Rules) -> Rules:
    return replace(rules, handicap=0, solo_exhaustion=False)


def check_tour(rules: Rules, stages: int, carry: Sequence[str]) -> None:
    """Raises BadInput for rules that no tour can be ridden by (G4), too many stages, and carry rules that are none, or named twice."""
    if rules.race_end != "all":
        raise BadInput("race_end", rules.race_end, "all in a tour: a stage goes on until everybody has finished (G4)")
    if not 1 <= stages <= MOST_STAGES:
        raise BadInput("stages", Words(f"{stages} stages"), f"from 1 to {MOST_STAGES}")
    if not carry:
        raise BadInput("carry", Words("no carry rule"), f"one or more of {', '.join(CARRY_RULES)}")
    for rule in carry:
        if rule not in CARRY_RULES:
            raise BadInput("carry", rule, f"one of {', '.join(CARRY_RULES)}", CARRY_RULES)
        if list(carry).count(rule) > 1:
            raise BadInput("carry", rule, "each carry rule once")
