"""The two kinds of rider, and how many of them a race holds."""

from enum import StrEnum

#: P7: riders on the road at once.
MOST_RIDERS = 12


class Kind(StrEnum):
    """What a rider is; a team numbers its rouleur before its sprinteur."""

    ROULEUR = "rouleur"
    SPRINTEUR = "sprinteur"
