"""Stage files: every spelling that is read, and every error with file, key, what was found and what was expected."""

import pytest

from fr_sim.files import check_stage_table, load_stage, stage_from_table
from fr_sim.game.errors import BadInput
from fr_sim.game.terrain import Terrain

TWO_WALLS = """
name = "Two walls"
players = [2, 5]
start = 5
past_finish = 5
lanes = 2
[[stretch]]
squares = 12
terrain = "flat"
[[stretch]]
squares = 6
terrain = "ascent"
lanes = [2, 2, 1, 1, 3, 3]
[[stretch]]
squares = 30
terrain = "cobbles"
lanes = 1
"""


def road(**changes):
    """The table of a short free-form stage, with keys changed, or left out where None."""
    table = {"name": "Test", "start": 5, "past_finish": 5, "stretch": [{"squares": 40, "terrain": "flat"}]} | changes
    return {key: value for key, value in table.items() if value is not None}


def tiled(tiles, **changes):
    return {"name": "Test", "tiles": tiles} | changes


def errors(table):
    return [str(error) for error in check_stage_table(table, "my.toml").errors]


def test_a_free_form_road(tmp_path):
    file = tmp_path / "walls.toml"
    file.write_text(TWO_WALLS)
    stage = load_stage(file)
    assert stage == load_stage(str(file))
    assert (stage.name, stage.players, stage.tiles, stage.start_line, stage.finish_line) == ("Two walls", (2, 5), None, 5, 43)
    assert [square.lanes for square in stage.squares] == [2] * 12 + [2, 2, 1, 1, 3, 3] + [1] * 30
    assert [str(square.terrain) for square in stage.squares] == ["flat"] * 12 + ["ascent"] * 6 + ["cobbles"] * 30


def test_what_a_free_form_road_may_leave_out():
    stage = stage_from_table(road(stretch=[{"squares": 40}]), "my.toml")
    assert stage.players == (2, 4)
    assert stage.squares == ((2, Terrain.FLAT),) * 40


def test_a_file_without_its_suffix_is_found_where_it_lies(tmp_path, monkeypatch):
    (tmp_path / "walls").write_text(TWO_WALLS)
    monkeypatch.chdir(tmp_path)
    assert load_stage("walls").name == "Two walls"


def test_a_byte_order_mark_does_no_harm(tmp_path):
    file = tmp_path / "walls.toml"
    file.write_bytes(b"\xef\xbb\xbf" + TWO_WALLS.encode())
    assert load_stage(file).name == "Two walls"


@pytest.mark.parametrize("tiles", ["ab^7u", "ab_7u", ["a", "b", "7B", "u"], ["a", "b", "^7", "u"], ["a", "b", "_7", "u"]])
def test_three_spellings_of_a_dark_face(tiles):
    assert [tile.name for tile in stage_from_table(tiled(tiles), "my.toml").tiles] == ["a", "b", "7B", "u"]


def test_dark_faces_of_letters():
    assert [tile.name for tile in stage_from_table(tiled("^ab_cu"), "my.toml").tiles] == ["A", "b", "C", "u"]


def test_in_a_string_every_character_is_a_tile():
    assert [tile.name for tile in stage_from_table(tiled("a7Bu"), "my.toml").tiles] == ["a", "7", "B", "u"]


def test_own_tiles():
    own = {
        "w": {"geometry": "soft-left", "stretch": [{"squares": 1, "terrain": "ascent"}, {"squares": 1, "terrain": "descent", "lanes": 1}]},
        "gate": {"squares": 6, "terrain": "flat", "lanes": 3, "start": 4},
        "end": {"squares": 4, "past_finish": 3, "lanes": [2, 2, 3, 3]},
    }
    stage = stage_from_table(tiled(["gate", "b", "w", "end"], tile=own), "my.toml")
    assert (stage.start_line, stage.finish_line) == (4, 15)
    assert [square.lanes for square in stage.squares] == [3] * 6 + [2] * 6 + [2, 1] + [2, 2, 3, 3]
    assert [str(square.terrain) for square in stage.squares[12:14]] == ["ascent", "descent"]
    assert stage.tiles[2].geometry == "soft-left"


def test_an_own_tile_in_a_string():
    assert len(stage_from_table(tiled("awu", tile={"w": {"squares": 30}}), "my.toml").squares) == 42


def test_a_tile_of_the_catalogue_cannot_be_made_anew():
    check = check_stage_table(tiled("abu", tile={"b": {"squares": 40, "terrain": "ascent"}}), "my.toml")
    assert check.stage is None
    assert "my.toml: tile.b: found a tile of the catalogue" in str(check.errors[0])


def test_lines_may_be_said_where_no_tile_has_them():
    stage = stage_from_table(tiled("bcd", start=4, past_finish=3), "my.toml")
    assert (stage.start_line, stage.finish_line) == (4, 15)


@pytest.mark.parametrize(
    ("table", "words"),
    [
        ({}, ["my.toml: name: found no name", "my.toml: found no road, expected `tiles`, or at least one [[stretch]]"]),
        (road(name="  "), ["name: found no name"]),
        (road(name=3), ["name: found 3, expected a string"]),
        (road(nmae="x"), ["nmae: found an unknown key", "did you mean 'name'?"]),
        (road(players=[4, 2]), ["players: found [4, 2], expected the smallest and largest number of teams"]),
        (road(players=4), ["players: found 4"]),
        (road(players=[2, 13]), ["players: found [2, 13]"]),
        (road(players=[True, 4]), ["players: found [True, 4]"]),
        (road(players=[5, 6]), ["players: found 10 places behind the start line, expected 12, for 6 teams"]),
        (road(players=[2, 11]), ["players: found 10 places behind the start line, expected 11, for 11 teams"]),
        (road(also="x"), ["also: found 'x', expected a list of strings"]),
        (road(start=None), ["start: found none, expected a start line"]),
        (road(past_finish=None), ["past_finish: found none, expected a finish line"]),
        (road(start=0), ["start: found 0, expected a whole number from 1 to 40"]),
        (road(start=41), ["start: found 41"]),
        (road(start=5.0), ["start: found 5.0"]),
        (road(start=True), ["start: found True"]),
        (road(past_finish=-1), ["past_finish: found -1"]),
        (road(start=30, past_finish=30), ["found the finish line on square 10, the start line on square 30"]),
        (road(start=35), ["found the finish line on square 35, the start line on square 35"]),
        (road(lanes=4), ["lanes: found 4, expected a whole number from 1 to 3"]),
        (road(stretch=[]), ["stretch: found [], expected at least one stretch"]),
        (road(stretch=3), ["stretch: found 3, expected a list of tables"]),
        (road(stretch=[3]), ["stretch: found [3]"]),
        (road(stretch=[{"terrain": "flat"}]), ["stretch 1: squares: found nothing"]),
        (road(stretch=[{"squares": 0}]), ["stretch 1: squares: found 0, expected a whole number from 1 to 200"]),
        (road(stretch=[{"squares": 10**30}]), ["stretch 1: squares: found 1000"]),
        (
            road(stretch=[{"squares": 40}, {"squares": 3, "terrain": "ascnt"}]),
            ["stretch 2: terrain: found 'ascnt'", "did you mean 'ascent'?"],
        ),
        (road(stretch=[{"squares": 40, "lane": 2}]), ["stretch 1: lane: found an unknown key", "did you mean 'lanes'?"]),
        (
            road(stretch=[{"squares": 40, "lanes": [2, 2]}]),
            ["stretch 1: lanes: found a list of 2, expected one for each of the 40 squares"],
        ),
        (road(stretch=[{"squares": 2, "lanes": [2, 0]}]), ["stretch 1: lanes: found [2, 0]"]),
        (road(stretch=[{"squares": 150}, {"squares": 51}]), ["found 201 squares, expected at most 200"]),
        (road(tiles="abu"), ["stretch: found tiles as well, expected either `tiles` or stretches"]),
        (tiled("bcu"), ["tiles: found none, expected a start line"]),
        (tiled("abc"), ["tiles: found none, expected a finish line"]),
        (tiled(""), ["tiles: found none, expected a start line", "tiles: found none, expected a finish line"]),
        (tiled("abb"), ["tiles: found tile 'b' 2 times, expected each tile once"]),
        (tiled("abBu"), ["tiles: found both faces of one tile, B and b"]),
        (tiled(["a", "7", "7B", "u"]), ["tiles: found both faces of one tile, 7 and 7B"]),
        (tiled("ab%u"), ["tiles, number 3: found '%', expected a tile of the catalogue"]),
        (tiled(["a", "10", "u"]), ["tiles, number 2: found '10'"]),
        (tiled("ab^Cu"), ["tiles, number 3: found '^C', expected the light face of a tile after '^'"]),
        (tiled("abu^"), ["tiles, number 4: found '^'"]),
        (tiled("^vabu"), ["tiles: found 2 lines, on V and u, expected only one of them: a finish line"]),
        (tiled("a1bu"), ["tiles: found 2 lines, on a and 1"]),
        (tiled("ub^a"), ["found the finish line on square 1, the start line on square 16"]),
        (tiled(3), ["tiles: found 3, expected a string of tiles"]),
        (tiled(["a", 2, "u"]), ["tiles: found 2, expected a string of tiles"]),
        (tiled("abu", start=3), ["start: found 3, expected no such key, or 5: tile a says where the line is"]),
        (tiled("awu", tile=3), ["tile: found 3, expected tables named [tile.NAME]"]),
        (tiled("awu", tile={"w": 3}), ["tile.w: found 3"]),
        (tiled("awu", tile={"w": {}}), ["tile.w: found no squares"]),
        (tiled("awu", tile={"w": {"squares": 2, "geometry": "sharp"}}), ["tile.w: geometry: found 'sharp'", "did you mean 'sharp-left'?"]),
        (tiled("awu", tile={"w": {"squares": 2, "start": 3}}), ["tile.w: start: found 3, expected a whole number from 1 to 2"]),
        (tiled("awu", tile={"w": {"squares": 2, "stretch": [{"squares": 2}]}}), ["both its own squares and a stretch"]),
    ],
)
def test_errors_name_key_found_and_expected(table, words):
    said = " | ".join(errors(table))
    for word in words:
        assert word in said
    assert said.startswith("my.toml")
    with pytest.raises(BadInput) as refusal:
        stage_from_table(table, "my.toml")
    assert str(refusal.value) == errors(table)[0]


def test_a_tile_start_that_repeats_what_the_tile_says_is_fine():
    assert stage_from_table(tiled("abu", start=5), "my.toml").start_line == 5


def test_all_errors_at_once():
    table = road(name=3, players=[0, 1], lanes=9, stretch=[{"squares": -1}, {"squares": 3, "terrain": "mud"}])
    assert len(errors(table)) == 5


def test_a_small_start_with_single_riders():
    """P7: more than six teams have one rider each, so eleven places serve eleven teams."""
    assert errors(road(start=6, players=[7, 12])) == []


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("avenue-corso-pasio", "did you mean 'avenue-corso-paseo'?"),
        ("Avenue Corso Pasio", "did you mean 'Avenue Corso Paseo'?"),
        ("ventoux", "did you mean 'mont-ventoux'?"),
        ("roubaix", "'roubaix' is part of paris-roubaix"),
        ("", "found an empty name"),
        ("tiles", "found 'tiles', expected the name of a shipped stage"),
        ("zzzz", "fr-sim stage list"),
        ("nowhere/road.toml", "nowhere/road.toml: found no such file, expected a stage file"),
        ("road\0.toml", "expected a stage file"),
        ("x" * 5000 + ".toml", "expected a stage file"),
    ],
)
def test_names_that_nobody_has(name, words):
    with pytest.raises(BadInput) as refusal:
        load_stage(name)
    assert words in str(refusal.value)


def test_files_that_cannot_be_read(tmp_path):
    broken, binary, deep = tmp_path / "broken.toml", tmp_path / "binary.toml", tmp_path / "deep.toml"
    broken.write_text('name = "x\n')
    binary.write_bytes(bytes(range(256)))
    deep.write_text("a = " + "[" * 50_000)
    huge = tmp_path / "huge.toml"
    huge.write_text("start = " + "9" * 5000)
    expected = {
        broken: "broken TOML",
        binary: "bytes that are no text",
        tmp_path: "a folder",
        deep: "beyond all measure",
        huge: "beyond all measure",
    }
    for path, words in expected.items():
        with pytest.raises(BadInput) as refusal:
            load_stage(path)
        assert words in str(refusal.value)
        assert str(path) in str(refusal.value)
