"""The sides of a comparison: editions with one line-up, or line-ups under one edition, what they are called, and which go together."""

from collections import Counter
from collections.abc import Sequence

from fr_sim.game.errors import BadInput, Words
from fr_sim.policies.catalogue import DUMMIES
from fr_sim.races.results import Question

#: What differs between the sides.
RULES, TEAMS = "rules", "teams"
MOST_SIDES = 64


def check_sides(sides: Sequence[Question], varies: str) -> None:
    """Raises BadInput for fewer than two or too many, and for line-ups that cannot be paired team by team."""
    option = f"--{varies}"
    if not 2 <= len(sides) <= MOST_SIDES:
        raise BadInput(option, Words(f"{len(sides)} to compare" if sides else "nothing to compare"), f"two, up to {MOST_SIDES}")
    dummies = [[team.policy in DUMMIES for team in side.lineup.teams] for side in sides]
    for side, where in zip(sides, dummies, strict=True):
        if len(where) != len(dummies[0]):
            expected = f"{len(dummies[0])} teams, as in {lineup_words(sides[0])}: races are paired team by team"
            raise BadInput(option, lineup_words(side), expected)
        if where != dummies[0]:
            raise BadInput(
                option, lineup_words(side), f"dummy teams where {lineup_words(sides[0])} has them: races are paired seat by seat"
            )


def labels_of(sides: Sequence[Question], varies: str) -> list[str]:
    """What the sides are called where they differ: editions' names, or line-ups; the second of one name is `name#2`."""
    names = [side.edition.name if varies == RULES else lineup_words(side) for side in sides]
    seen: Counter[str] = Counter()
    labels = []
    for name in names:
        seen[name] += 1
        labels.append(name if seen[name] == 1 else f"{name}#{seen[name]}")
    return labels


def lineup_words(question: Question) -> str:
    """The line-up as the user wrote it."""
    return ",".join(team.label for team in question.lineup.teams)
