"""The five terrains of a square."""

from enum import StrEnum


class Terrain(StrEnum):
    """Terrain of a square (T1 to T4); what it does to a move is a matter of the rules."""

    FLAT = "flat"
    ASCENT = "ascent"
    DESCENT = "descent"
    COBBLES = "cobbles"
    SUPPLY = "supply"
