"""`fr-sim stage` as a user runs it."""

import json

import pytest

from fr_sim.cli.main import main

ROAD = """
name = "Short"
players = [2, 2]
start = 2
past_finish = 5
[[stretch]]
squares = 30
terrain = "flat"
"""


@pytest.fixture
def run(capsys, tmp_path, monkeypatch):
    """Runs a command line in an empty folder; gives its status, stdout and stderr."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("COLUMNS", "100")

    def call(*arguments):
        status = main(arguments)
        said = capsys.readouterr()
        return status, said.out, said.err

    return call


def test_list_is_an_aligned_table(run):
    status, out, err = run("stage", "list")
    lines = out.splitlines()
    assert (status, err, len(lines)) == (0, "", 74)
    assert lines[0].split() == ["name", "set", "players", "squares", "ride", "climbs", "ascent", "descent", "cobbles", "supply", "title"]
    ends = lines[0].index("squares") + len("squares")
    assert all(line[ends - 1].isdigit() and line[ends] == " " for line in lines[1:])


def test_list_as_json(run):
    status, out, _ = run("stage", "list", "--json")
    stages = {stage["name"]: stage for stage in json.loads(out)["stages"]}
    assert (status, len(stages)) == (0, 73)
    assert stages["le-col-du-ballon"]["also"] == ["Ballons centrale"]
    assert stages["le-col-du-ballon"]["counts"]["squares"] == 78


def test_show(run):
    status, out, _ = run("stage", "show", "stage-9-5-6-players")
    assert status == 0
    assert "81 squares: 4 behind the start line, 72 to the finish line, 5 past it" in out
    assert "\x1b" not in out
    assert "  . . . .│. . . . . . . . . . . S S S S S . . .   C   C" in out
    assert ". . . . . .║. . . . . \n" in out
    assert "C  cobbles" in out
    assert "A  ascent" not in out


def test_show_in_colour_and_without(run, monkeypatch):
    monkeypatch.setenv("FORCE_COLOR", "1")
    monkeypatch.setenv("TERM", "xterm-256color")
    assert "\x1b[97;41mA" in run("stage", "show", "la-haut-montagne")[1]
    monkeypatch.setenv("NO_COLOR", "1")
    assert ";41m" not in run("stage", "show", "la-haut-montagne")[1]


def test_show_as_json(run):
    status, out, _ = run("stage", "show", "Avenue Corso Paseo", "--json")
    facts = json.loads(out)
    assert (status, facts["start_line"], facts["finish_line"], facts["lanes"], facts["tiles"][0]) == (0, 5, 73, [2] * 78, "a")


def test_check(run, tmp_path):
    status, out, err = run("stage", "check", "avenue-corso-paseo", "la-haut-montagne")
    assert (status, err) == (0, "")
    assert "no errors, no warnings" in out
    assert "warning: a climb near the finish" in out


def test_check_says_everything_and_ends_with_one(run, tmp_path):
    (tmp_path / "bad.toml").write_text('name = "Bad"\ntiles = "abBz"\nplayers = [4, 2]\n')
    status, out, err = run("stage", "check", "bad.toml", "avenue-corso-paseo")
    assert (status, err) == (1, "")
    assert out.splitlines()[0] == "bad.toml: 3 errors"
    for words in ("players: found [4, 2]", "tiles, number 4: found 'z'", "both faces of one tile, B and b"):
        assert words in out
    assert "avenue-corso-paseo: Avenue Corso Paseo, 78 squares" in out
    facts = json.loads(run("stage", "check", "bad.toml", "--json")[1])["checks"][0]
    assert (facts["ok"], len(facts["errors"]), facts["counts"]) == (False, 3, None)


def test_warnings_are_no_errors(run, tmp_path):
    (tmp_path / "short.toml").write_text(ROAD)
    status, out, _ = run("stage", "check", "short.toml")
    assert status == 0
    assert "warning: a short road" in out


@pytest.mark.parametrize("command", [["show"], ["draw"]])
def test_what_check_calls_wrong_every_other_command_refuses(run, tmp_path, command):
    (tmp_path / "bad.toml").write_text(ROAD.replace("start = 2", ""))
    status, out, err = run("stage", *command, "bad.toml")
    assert (status, out) == (2, "")
    assert err.startswith("fr-sim: bad.toml: start: found none, expected a start line")
    assert len(err.splitlines()) == 1
    assert sorted(path.name for path in tmp_path.iterdir()) == ["bad.toml"]


@pytest.mark.parametrize("command", ["show", "check", "draw"])
@pytest.mark.parametrize(
    ("content", "words"),
    [
        (None, "found no such file"),
        (b"name = ", "broken TOML"),
        (b"\xff\xfe\x00\x01", "no text"),
        ("folder", "found a folder"),
    ],
    ids=["missing", "broken", "binary", "folder"],
)
def test_files_that_cannot_be_read(run, tmp_path, command, content, words):
    file = tmp_path / "road.toml"
    if content == "folder":
        file.mkdir()
    elif content is not None:
        file.write_bytes(content)
    status, out, err = run("stage", command, "road.toml")
    assert (status, out, len(err.splitlines())) == (2, "", 1)
    assert words in err


def test_an_empty_file_is_checked(run, tmp_path):
    (tmp_path / "empty.toml").touch()
    assert run("stage", "check", "empty.toml")[0] == 1
    assert run("stage", "show", "empty.toml")[0] == 2


def test_the_nearest_name(run):
    status, _, err = run("stage", "show", "avenue-corso-pasio")
    assert (status, "did you mean 'avenue-corso-paseo'?" in err) == (2, True)


def test_new_then_check_show_and_draw(run, tmp_path):
    assert run("stage", "new", "two-walls.toml")[0] == 0
    assert 'name = "Two walls"' in (tmp_path / "two-walls.toml").read_text()
    assert "no errors, no warnings" in run("stage", "check", "two-walls.toml")[1]
    assert "S  supply" in run("stage", "show", "two-walls.toml")[1]
    assert run("stage", "draw", "two-walls.toml")[:2] == (0, "wrote two-walls.svg\n")
    assert run("stage", "draw", "two-walls.toml", "-o", "drawing.png")[0] == 0
    assert sorted(path.name for path in tmp_path.iterdir()) == ["drawing.png", "two-walls.svg", "two-walls.toml"]


def test_new_with_a_title(run, tmp_path):
    assert run("stage", "new", "mine.toml", "--name", 'The "wall"')[0] == 0
    assert 'The "wall", 78 squares' in run("stage", "check", "mine.toml")[1]


def test_new_overwrites_nothing(run, tmp_path):
    (tmp_path / "mine.toml").write_text("precious")
    status, _, err = run("stage", "new", "mine.toml")
    assert (status, "there already" in err) == (2, True)
    assert (tmp_path / "mine.toml").read_text() == "precious"
    assert run("stage", "new", "no/such/mine.toml")[0] == 2


@pytest.mark.parametrize("out", ["road.gif", "road", "no/such/road.svg"])
def test_drawings_that_cannot_be(run, tmp_path, out):
    status, _, err = run("stage", "draw", "avenue-corso-paseo", "-o", out)
    assert (status, len(err.splitlines()), list(tmp_path.iterdir())) == (2, 1, [])
