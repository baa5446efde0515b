"""The shipped stages and tiles: square counts as the stage cards give them, and what cardboard can do."""

import pytest

from fr_sim.files import check_stage, load_stage, load_tiles, shipped_stages, slug, stage_names
from fr_sim.files.tiles import dark_face, piece
from fr_sim.game.terrain import Terrain

#: Name, squares in all, behind the start line, from start to finish, past the finish line.
COUNTS = """
avenue-corso-paseo                                                  78   5   68   5
firenze-milano                                                      78   5   68   5
la-classicissima                                                    78   4   69   5
la-haut-montagne                                                    78   5   69   4
le-col-du-ballon                                                    78   4   69   5
ronde-van-wevelgem                                                  78   5   68   5
plateaux-de-wallonie                                                78   4   69   5
stage-7-2-4-players                                                 78   5   68   5
stage-7-5-6-players                                                 81   5   71   5
stage-8-2-4-players                                                 78   5   68   5
stage-8-5-6-players                                                 81   5   71   5
stage-9-2-4-players                                                 78   4   69   5
stage-9-5-6-players                                                 81   4   72   5
stage-10-2-4-players                                                78   5   69   4
stage-10-5-6-players                                                81   5   72   4
stage-11-2-4-players                                                78   5   68   5
stage-11-5-6-players                                                81   5   71   5
tdf-2018-stage-1-fontenay-le-comte                                  78   4   69   5
tdf-2018-stage-2-la-roche-sur-yon                                   78   4   69   5
tdf-2018-stage-3-cholet                                             78   5   68   5
tdf-2018-stage-4-sarzeau                                            78   5   68   5
tdf-2018-stage-5-quimper-hill                                       78   5   69   4
tdf-2018-stage-6-mur-de-bretagne                                    78   5   68   5
tdf-2018-stage-7-chartres                                           78   5   68   5
tdf-2018-stage-8-amiens                                             78   5   68   5
tdf-2018-stage-9-roubaix                                            80   5   70   5
tdf-2018-stage-10-le-grand-bornand                                  78   5   68   5
tdf-2018-stage-11-la-rosiere                                        78   4   69   5
tdf-2018-stage-12-alpe-d-huez                                       78   5   68   5
tdf-2018-stage-13-valence                                           78   5   68   5
tdf-2018-stage-14-mende                                             78   4   69   5
tdf-2018-stage-15-carcassonne                                       78   5   68   5
tdf-2018-stage-16-bagneres-de-luchon                                78   5   68   5
tdf-2018-stage-17-col-de-portet                                     72   4   64   4
tdf-2018-stage-18-pau                                               78   5   68   5
tdf-2018-stage-19-laruns                                            78   5   68   5
tdf-2018-stage-20-espelette                                         78   4   70   4
briancon-izoard                                                     78   5   69   4
col-cintre                                                          78   5   68   5
col-d-asger                                                         78   5   69   4
col-hector                                                          78   5   69   4
dole-station-des-rousses                                            78   5   68   5
dole-station-des-rousses-direct-energie-le-grand-baroud             78   5   68   5
histoire-d-un-aller-retour                                          78   5   69   4
la-mure-serre-chevalier                                             72   5   62   5
la-doublette                                                        72   5   62   5
la-doyenne                                                          78   4   70   4
laissac-severac-l-eglise-le-puy-en-velay                            78   4   69   5
l-entre-cotes                                                       76   5   66   5
nantua-chambery                                                     78   5   68   5
over-the-hills-and-far-away-direct-energie-piege-pour-sprinteurs    78   5   68   5
paris-roubaix                                                       78   5   68   5
pau-peyragudes                                                      78   5   69   4
saint-girons-foix                                                   78   5   68   5
sprint-de-montagne                                                  78   5   68   5
vittel-la-planche-des-belles-filles                                 78   5   69   4
firenze-milano-5-6                                                  81   5   71   5
ballons-centrale-5-6                                                81   4   72   5
la-haute-montagne-5-6                                               81   5   72   4
avenue-corso-paseo-5-6                                              81   5   71   5
la-classicissima-5-6                                                81   4   72   5
ronde-van-wevelgem-5-6                                              81   5   71   5
flandres-2-4                                                        78   5   68   5
flandres-5-6                                                        81   5   71   5
ronde-van-vlaanderen                                                78   4   69   5
paris-roubaix-2018                                                  78   5   68   5
paris-roubaix-5-6                                                  123   4  114   5
liege-bastogne-liege                                                78   5   69   4
uci-bergen-2017                                                     78   4   69   5
montagnes-jumelles                                                  78   5   68   5
mont-ventoux                                                        78   5   69   4
col-chic-dans-les-pres                                              72   5   62   5
grand-tour-stage-3-2-4-players                                      78   5   68   5
"""
ROWS = [line.split() for line in COUNTS.strip().splitlines()]


@pytest.mark.parametrize(("name", "total", "behind", "ride", "past"), ROWS, ids=[row[0] for row in ROWS])
def test_square_counts(name, total, behind, ride, past):
    stage = load_stage(name)
    found = len(stage.squares), stage.start_line, stage.finish_line - stage.start_line, len(stage.squares) - stage.finish_line
    assert found == (int(total), int(behind), int(ride), int(past))


def test_the_table_is_of_all_shipped_stages():
    assert sorted(row[0] for row in ROWS) == sorted(stage_names())


def test_a_stage_is_named_after_its_title():
    assert {name: slug(stage.name) for name, stage in shipped_stages().items()} == {name: name for name in stage_names()}


def test_names_are_sorted_as_people_count():
    names = stage_names()
    assert names.index("tdf-2018-stage-2-la-roche-sur-yon") < names.index("tdf-2018-stage-10-le-grand-bornand")


def test_no_shipped_stage_has_an_error():
    assert {name: found.errors for name in stage_names() if (found := check_stage(name)).errors} == {}


def test_only_one_road_has_two_titles():
    """Everybody else's road is their own; the two cards that share one come from different booklets."""
    roads = {}
    for name, stage in shipped_stages().items():
        roads.setdefault(tuple(tile.name for tile in stage.tiles), []).append(name)
    assert [names for names in roads.values() if len(names) > 1] == [["col-chic-dans-les-pres", "la-doublette"]]


def test_avenue_corso_paseo_is_every_light_tile_once():
    stage = load_stage("avenue-corso-paseo")
    assert "".join(tile.name for tile in stage.tiles) == "abcdefghijklmnopqrstu"
    assert {square.terrain for square in stage.squares} == {Terrain.FLAT}
    assert stage.set == "base"
    assert stage.start_places == 10


def test_faces_of_one_piece_have_as_many_squares_and_opposite_turns():
    tiles = load_tiles()
    opposite = {"straight": "straight", "soft-left": "soft-right", "soft-right": "soft-left"}
    opposite |= {"sharp-left": "sharp-right", "sharp-right": "sharp-left"}
    pairs = [(tile, tiles[dark_face(name)]) for name, tile in tiles.items() if dark_face(name) in tiles]
    assert len(pairs) == 31
    for light, dark in pairs:
        assert piece(dark.name) == light.name
        assert len(light.squares) == len(dark.squares)
        assert dark.geometry == opposite[light.geometry]


def test_the_base_box_is_78_squares():
    tiles = load_tiles().values()
    assert sum(len(tile.squares) for tile in tiles if tile.set == "base" and tile.name.islower()) == 78


def test_tiles_with_lines():
    tiles = load_tiles()
    assert {name: tile.start_after for name, tile in tiles.items() if tile.start_after} == {"a": 5, "A": 4, "1": 4, "1B": 5}
    assert {name: tile.finish_after for name, tile in tiles.items() if tile.finish_after is not None} == {"u": 1, "U": 2, "v": 1, "V": 2}


@pytest.mark.parametrize(
    "spelling",
    ["plateaux-de-wallonie", "Plateaux de Wallonie", "PLATEAUX DE WALLONIE", "Classique d'avril", "classique-d-avril", "classique-davril"],
)
def test_a_stage_answers_to_all_its_titles(spelling):
    assert load_stage(spelling).name == "Plateaux de Wallonie"


@pytest.mark.parametrize(
    ("title", "name"),
    [
        ("Stage 7 (2-4 players)", "stage-7-2-4-players"),
        ("L'entre-côtes", "l-entre-cotes"),
        ("Dole - Station des Rousses (Direct Énergie : Le grand baroud)", "dole-station-des-rousses-direct-energie-le-grand-baroud"),
        ("  Hill & dale – again ", "hill-dale-again"),
        ("山", ""),
    ],
)
def test_slug(title, name):
    assert slug(title) == name
