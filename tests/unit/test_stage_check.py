"""`stage check` as a Python call: what it warns of, and that a warning is no error."""

import pytest

from fr_sim.files import check_stage, check_stage_table, new_stage_file, stage_from_table, stage_names, write_new
from fr_sim.files.check import stage_warnings
from fr_sim.game.errors import BadInput


def warnings(*stretches, **keys):
    """Warnings of a free-form stage of stretches (squares, terrain, lanes)."""
    tables = [{"squares": squares, "terrain": terrain, "lanes": lanes} for squares, terrain, lanes in stretches]
    table = {"name": "Test", "start": 5, "past_finish": 5, "stretch": tables} | keys
    check = check_stage_table(table, "my.toml")
    assert check.errors == ()
    assert check.stage == stage_from_table(table, "my.toml")
    return list(check.warnings)


def test_a_plain_road_has_nothing_to_say():
    assert warnings((78, "flat", 2)) == []


@pytest.mark.parametrize(
    ("stretches", "keys", "words"),
    [
        ([(30, "flat", 2)], {}, ["a short road: 20 squares from start to finish"]),
        ([(100, "flat", 2)], {}, ["a long road: 90 squares from start to finish, and the cards of a Rouleur move 75 in all"]),
        ([(60, "flat", 2)], {"past_finish": 1}, ["only 1 square past the finish line"]),
        ([(60, "flat", 2)], {"past_finish": 3}, ["only 3 squares past the finish line"]),
        ([(3, "flat", 1), (60, "flat", 3)], {}, ["the start is one lane wide in places"]),
        (
            [(7, "flat", 2), (60, "flat", 1)],
            {},
            ["one lane on square 7, right after the start", "one lane for 60 squares, 7–66", "has one lane"],
        ),
        ([(8, "flat", 2), (6, "ascent", 2), (60, "flat", 2)], {}, ["the road climbs from square 8"]),
        ([(60, "flat", 2)], {"players": [2, 2]}, ["players says at most 2 teams, and the start has places for 5"]),
        ([(50, "flat", 2), (3, "ascent", 2), (7, "flat", 2)], {}, ["a climb near the finish, squares 50–52 and the line on 55"]),
        ([(50, "flat", 2), (8, "ascent", 2), (2, "flat", 2)], {}, ["a climb near the finish, squares 50–57 and the line on 55"]),
        ([(30, "flat", 2), (1, "descent", 2), (30, "flat", 2)], {}, ["a descent that follows no climb, square 30"]),
        ([(30, "flat", 2), (5, "supply", 2), (30, "flat", 2)], {}, ["supply with 2 lanes, from square 30: published tiles have 3 (T3)"]),
        ([(30, "flat", 2), (4, "supply", [3, 1, 2, 3]), (30, "flat", 2)], {}, ["supply with 1 and 2 lanes, from square 31"]),
        ([(30, "flat", 2), (5, "ascent", 1), (30, "flat", 2)], {}, ["ascent with 1 lane, from square 30: published tiles have 2 or 3"]),
        (
            [(30, "flat", 2), (5, "ascent", 3), (3, "descent", 3), (30, "flat", 2)],
            {},
            ["descent with 3 lanes, from square 35: published tiles have 2"],
        ),
        ([(30, "flat", 2), (4, "cobbles", [1, 2, 2, 1]), (5, "supply", 3), (30, "flat", 3)], {}, []),
    ],
)
def test_warnings(stretches, keys, words):
    found = warnings(*stretches, **keys)
    assert len(found) == len(words)
    for warning, word in zip(found, words, strict=True):
        assert word in warning


@pytest.mark.parametrize(
    "keys",
    [
        {"stretch": [{"squares": 30}, {"squares": 4, "terrain": "cobbles", "lanes": 3}, {"squares": 30}]},
        {"stretch": [{"squares": 30}, {"squares": 4, "terrain": "cobbles", "lanes": [1, 2, 3, 2]}, {"squares": 30}]},
        {"lanes": 3, "stretch": [{"squares": 30}, {"squares": 4, "terrain": "cobbles"}, {"squares": 30}]},
        {"tiles": ["a", "x", "u"], "tile": {"x": {"squares": 60, "terrain": "cobbles", "lanes": 3}}, "start": None, "past_finish": None},
    ],
)
def test_cobbles_have_two_lanes_at_most(keys):
    """T4; what check calls wrong every other command refuses."""
    table = {key: value for key, value in ({"name": "Test", "start": 5, "past_finish": 5} | keys).items() if value is not None}
    (wrong,) = check_stage_table(table, "my.toml").errors
    assert "found cobbles with 3 lanes, expected one or two lanes on cobbles (T4)" in str(wrong)
    with pytest.raises(BadInput, match="T4"):
        stage_from_table(table, "my.toml")


def test_published_stages_have_the_widths_of_published_tiles():
    for name in stage_names():
        check = check_stage(name)
        assert check.errors == ()
        assert not [warning for warning in check.warnings if "published tiles have" in warning]


def test_a_descent_may_come_a_while_after_its_climb():
    assert warnings((20, "flat", 2), (4, "ascent", 2), (8, "flat", 2), (4, "descent", 2), (34, "flat", 2)) == []


def test_a_climb_serves_one_descent():
    found = warnings((20, "flat", 2), (4, "ascent", 2), (4, "descent", 2), (4, "flat", 2), (4, "descent", 2), (34, "flat", 2))
    assert found == ["a descent that follows no climb, squares 32–35"]


def test_a_climb_far_from_the_finish_does_not_hold_a_sprint():
    """Nine squares on, the longest card ends before the line, whatever the climb does."""
    assert warnings((40, "flat", 2), (4, "ascent", 2), (14, "flat", 2)) == []


def test_tiles_that_lie_over_each_other():
    table = {"name": "Ring", "tiles": ["a", "e", "b", "g", "c", "i", "d", "O", "u"]}
    assert any("tiles lie over each other on the table" in warning for warning in check_stage_table(table, "ring.toml").warnings)


def test_most_published_stages_lie_flat_on_the_table():
    """The curves' radii are chosen so; of 73 cards two cross themselves."""
    crossing = [name for name in stage_names() if any("lie over each other" in warning for warning in check_stage(name).warnings)]
    assert crossing == ["col-cintre", "tdf-2018-stage-16-bagneres-de-luchon"]


def test_the_stages_of_the_box_are_not_warned_about_for_their_start_or_length():
    for name in ("avenue-corso-paseo", "firenze-milano", "la-classicissima", "le-col-du-ballon"):
        assert check_stage(name).warnings == ()
    for name in ("la-haut-montagne", "ronde-van-wevelgem"):
        assert [warning[:24] for warning in check_stage(name).warnings] == ["a climb near the finish,"]


def test_a_new_stage_file_is_fine_as_it_stands(tmp_path):
    file = tmp_path / "mine.toml"
    write_new(file, new_stage_file('Say "cheese" — à la plage'))
    check = check_stage(file)
    assert (check.errors, check.warnings) == ((), ())
    assert check.stage.name == 'Say "cheese" — à la plage'
    assert stage_warnings(check.stage) == []


@pytest.mark.parametrize("name", ["", "  "])
def test_a_new_stage_needs_a_title(name):
    with pytest.raises(BadInput, match="expected a title"):
        new_stage_file(name)


def test_nothing_is_overwritten(tmp_path):
    file = tmp_path / "mine.toml"
    file.write_text("precious")
    for path, words in ((file, "there already"), (tmp_path, "there already"), (tmp_path / "no" / "x.toml", "does not exist")):
        with pytest.raises(BadInput, match=words):
            write_new(path, "text")
    assert file.read_text() == "precious"
