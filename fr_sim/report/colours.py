"""The colours of every picture: terrains and teams, chosen so that colour-blind people can tell them apart.

Colour never stands alone: each terrain has a hatch and a letter, each team a marker. Nothing here imports matplotlib.
"""

from typing import NamedTuple

from fr_sim.game.profile import Run, road_profile
from fr_sim.game.terrain import Terrain

__all__ = ["TEAM_LOOKS", "TERRAIN_LOOKS", "Run", "TeamLook", "TerrainLook", "road_profile", "team_colours", "team_look"]


class TerrainLook(NamedTuple):
    """How a terrain is shown: `fill` of a square, `deep` for outlines, `hatch` of matplotlib, `letter` in a terminal."""

    fill: str
    deep: str
    hatch: str
    letter: str


TERRAIN_LOOKS = {
    Terrain.FLAT: TerrainLook("#E3DDCF", "#77705F", "", "."),
    Terrain.ASCENT: TerrainLook("#D1495B", "#8E2233", "///", "A"),
    Terrain.DESCENT: TerrainLook("#5AA2D8", "#1F5F93", "\\\\\\", "D"),
    Terrain.COBBLES: TerrainLook("#9FA3A7", "#4C5054", "ooo", "C"),
    Terrain.SUPPLY: TerrainLook("#F2C14E", "#8A6508", "...", "S"),
}

#: Ink of lines and labels, and the paper they stand on.
INK = "#26323A"
PAPER = "#FFFFFF"
GRASS = "#DCE8D2"


class TeamLook(NamedTuple):
    """How a team is shown: its colour's `name` in the game's own box, `fill`, `edge` and matplotlib `marker`."""

    name: str
    fill: str
    edge: str
    marker: str


#: The game's own colours in box order (base game, then Peloton), then six more for single-rider teams.
TEAM_LOOKS = (
    TeamLook("blue", "#2166B0", "#123C6B", "o"),
    TeamLook("red", "#D7301F", "#7F1A10", "s"),
    TeamLook("green", "#2CA089", "#145A4C", "^"),
    TeamLook("black", "#2B2B2B", "#000000", "D"),
    TeamLook("pink", "#F29AC2", "#A8326D", "P"),
    TeamLook("white", "#F7F7F7", "#6B6B6B", "X"),
    TeamLook("orange", "#E69F00", "#7A5500", "v"),
    TeamLook("purple", "#7B4FA3", "#45276A", "p"),
    TeamLook("yellow", "#F0E442", "#857B00", "*"),
    TeamLook("sky", "#7CC4EE", "#2B7BA8", "<"),
    TeamLook("brown", "#7F4F24", "#472A10", ">"),
    TeamLook("grey", "#9A9A9A", "#4D4D4D", "h"),
)


def team_look(team: int) -> TeamLook:
    """The look of a team by its number in the line-up, from 0; looks repeat after the twelfth."""
    return TEAM_LOOKS[team % len(TEAM_LOOKS)]


def team_colours(teams: int) -> list[str]:
    """Fill colours of the first `teams` teams, as `#RRGGBB`."""
    return [team_look(team).fill for team in range(teams)]
