"""The track on the table, its drawing, and its colours."""

import itertools
from math import hypot, pi
from xml.etree import ElementTree

import numpy as np
import pytest

from fr_sim.files import load_stage, shipped_stages, stage_from_table
from fr_sim.game.errors import BadInput
from fr_sim.game.layout import LANE_WIDTH, SHARP_RADIUS, lay_out, overlaps
from fr_sim.game.profile import road_profile, stage_counts
from fr_sim.game.terrain import Terrain
from fr_sim.report.colours import TEAM_LOOKS, TERRAIN_LOOKS, team_colours, team_look
from fr_sim.report.track import save_drawing

FREE = stage_from_table({"name": "Free", "start": 5, "past_finish": 5, "stretch": [{"squares": 70, "terrain": "ascent"}]}, "free.toml")


def test_squares_follow_each_other_without_a_gap():
    for stage in shipped_stages().values():
        segments = lay_out(stage)
        assert len(segments) == len(stage.squares)
        for segment, following in itertools.pairwise(segments):
            assert segment.at(1.0) == pytest.approx(following.at(0.0), abs=1e-9)


def test_four_sharp_left_curves_are_a_circle():
    ring = {"e": {"geometry": "sharp-left", "squares": 2}}
    tiles = {name: ring["e"] | {"start": 1} if name == "first" else ring["e"] for name in ("first", "second", "third")}
    table = {"name": "Ring", "players": [1, 1], "tiles": [*tiles, "last"], "tile": tiles | {"last": ring["e"] | {"past_finish": 1}}}
    segments = lay_out(stage_from_table(table, "ring.toml"))
    assert segments[-1].at(1.0) == pytest.approx((0.0, 0.0), abs=1e-9)
    assert segments[3].at(1.0) == pytest.approx((0.0, 2 * SHARP_RADIUS), abs=1e-9)
    assert segments[-1].heading + segments[-1].turn == pytest.approx(2 * pi)


def test_the_left_lane_lies_to_the_left():
    straight, curve = lay_out(load_stage("avenue-corso-paseo"))[0], lay_out(load_stage("avenue-corso-paseo"))[24]
    assert straight.at(0.5, 1.0)[1] > 0 > straight.at(0.5, -1.0)[1]
    inner, outer = (hypot(*np.subtract(curve.at(1.0, side), curve.at(0.0, side))) for side in (LANE_WIDTH, -LANE_WIDTH))
    assert curve.turn > 0
    assert inner < outer


def test_a_free_form_road_is_straight_and_clear_of_itself():
    assert {segment.turn for segment in lay_out(FREE)} == {0.0}
    assert overlaps(FREE) == []


def test_a_road_as_runs_of_one_terrain():
    stage = load_stage("le-col-du-ballon")
    runs = road_profile(stage.squares)
    assert [square for run in runs for square in range(run.first, run.end)] == list(range(78))
    assert [(str(run.terrain), run.first, run.end) for run in runs[:3]] == [("flat", 0, 12), ("ascent", 12, 15), ("descent", 15, 20)]
    assert all(before.terrain is not after.terrain for before, after in itertools.pairwise(runs))
    assert runs[1].words == "squares 12–14"


def test_counts():
    counts = stage_counts(load_stage("le-col-du-ballon"))
    assert sum(counts[str(terrain)] for terrain in Terrain) == counts["squares"] == 78
    assert (counts["behind_start"], counts["start_to_finish"], counts["past_finish"], counts["start_places"]) == (4, 69, 5, 8)
    assert counts["climbs"] == 3


@pytest.mark.parametrize("stage", [load_stage("stage-9-5-6-players"), FREE], ids=["tiles", "free-form"])
def test_a_drawing_says_what_it_shows(stage, tmp_path):
    svg, png = tmp_path / "road.svg", tmp_path / "road.png"
    save_drawing(stage, svg)
    save_drawing(stage, png)
    assert ElementTree.parse(svg).getroot().tag.endswith("svg")
    words = svg.read_text()
    for word in (stage.name, "START", "FINISH", "0", "65", *(tile.name for tile in stage.tiles or ())):
        assert f"<!-- {word} -->" in words
    assert f"{len(stage.squares)} squares: {stage.start_line} behind the start line" in words
    assert png.read_bytes().startswith(b"\x89PNG")


def test_the_same_stage_gives_the_same_drawing(tmp_path):
    drawings = []
    for name in ("one.svg", "two.svg"):
        save_drawing(FREE, tmp_path / name)
        drawings.append((tmp_path / name).read_bytes())
    assert drawings[0] == drawings[1]


@pytest.mark.parametrize("name", ["road.gif", "road", "no/such/folder/road.svg"])
def test_drawings_that_cannot_be(name, tmp_path):
    with pytest.raises(BadInput, match="--out"):
        save_drawing(FREE, tmp_path / name)


# Machado, Oliveira and Fernandes (2009): what linear RGB looks like to who lacks one kind of cone.
CONES = {
    "protanopia": [[0.152286, 1.052583, -0.204868], [0.114503, 0.786281, 0.099216], [-0.003882, -0.048116, 1.051998]],
    "deuteranopia": [[0.367322, 0.860646, -0.227968], [0.280085, 0.672501, 0.047413], [-0.011820, 0.042940, 0.968881]],
    "tritanopia": [[1.255528, -0.076749, -0.178779], [-0.078411, 0.930809, 0.147602], [0.004733, 0.691367, 0.303900]],
    "all cones": np.eye(3),
}


def lab(colour, cones):
    """`#RRGGBB` as seen with `cones`, in CIE L*a*b* (D65)."""
    share = np.array([int(colour[at : at + 2], 16) for at in (1, 3, 5)]) / 255
    linear = np.where(share <= 0.04045, share / 12.92, ((share + 0.055) / 1.055) ** 2.4)
    seen = np.clip(np.array(cones) @ linear, 0, 1)
    xyz = np.array([[0.4124, 0.3576, 0.1805], [0.2126, 0.7152, 0.0722], [0.0193, 0.1192, 0.9505]]) @ seen / [0.9505, 1.0, 1.089]
    root = np.where(xyz > 0.008856, np.cbrt(xyz), 7.787 * xyz + 16 / 116)
    return np.array([116 * root[1] - 16, 500 * (root[0] - root[1]), 200 * (root[1] - root[2])])


def nearest(colours, cones):
    """The smallest distance between two of the colours; about 2 can just be told apart side by side."""
    return min(np.linalg.norm(lab(one, cones) - lab(other, cones)) for one, other in itertools.combinations(colours, 2))


@pytest.mark.parametrize("cones", CONES.values(), ids=CONES)
def test_colours_are_told_apart_by_colour_blind_people(cones):
    assert nearest([look.fill for look in TERRAIN_LOOKS.values()], cones) > 18
    assert nearest(team_colours(6), cones) > 18


def test_colour_never_stands_alone():
    assert len({look.marker for look in TEAM_LOOKS}) == len(TEAM_LOOKS) == 12
    assert len({look.hatch for look in TERRAIN_LOOKS.values()}) == len({look.letter for look in TERRAIN_LOOKS.values()}) == len(Terrain)
    assert team_look(12) == team_look(0)
