"""`fr-sim rules` as a user runs it."""

import json

import pytest

from fr_sim.cli.main import main
from fr_sim.game.rules import KEYS


@pytest.fixture
def run(capsys):
    def call(*arguments):
        status = main(arguments)
        said = capsys.readouterr()
        return status, said.out, said.err

    return call


def test_list(run):
    status, out, _ = run("rules", "list")
    assert status == 0
    assert out.splitlines()[1].startswith("gigamic-v2")
    assert 'empty_hand = "stand"' in next(line for line in out.splitlines() if line.startswith("base-2016"))


def test_list_as_json(run):
    editions = json.loads(run("rules", "list", "--json")[1])["editions"]
    assert editions[0]["name"] == "gigamic-v2"
    assert all(edition["source"] for edition in editions)


def test_show_lists_every_key(run):
    status, out, _ = run("rules", "show")
    assert status == 0
    assert [line.split()[0] for line in out.splitlines()[4:]] == list(KEYS)


def test_show_marks_what_differs(run):
    out = run("rules", "show", "base-2016", "--set", "hand_size=3")[1]
    assert {line.split()[0] for line in out.splitlines() if " * " in line} == {"empty_hand", "hand_size"}


def test_show_as_json(run):
    shown = json.loads(run("rules", "show", "grand-race", "--json")[1])
    assert (shown["name"], shown["extends"], shown["rules"]["hand_size"], list(shown["rules"])) == (
        "grand-race",
        "gigamic-v2",
        3,
        list(KEYS),
    )


def test_diff(run):
    status, out, _ = run("rules", "diff", "base-2016", "grand-race")
    assert status == 0
    assert [line.split() for line in out.splitlines()] == [
        ["key", "rule", "base-2016", "grand-race"],
        ["hand_size", "E2", "4", "3"],
        ["empty_hand", "E5", '"stand"', '"exhaustion"'],
    ]
    assert json.loads(run("rules", "diff", "base-2016", "grand-race", "--json")[1])["differs"]["hand_size"] == [4, 3]
    assert "the same rules" in run("rules", "diff", "base-2016", "base-2016")[1]


def test_an_edition_of_ones_own(run, tmp_path):
    file = tmp_path / "mine.toml"
    file.write_text('extends = "grand-race"\nascent_cap = 4\n')
    assert "ascent_cap" in run("rules", "diff", "grand-race", str(file))[1]


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["show", "gigamik-v2"], "did you mean 'gigamic-v2'?"),
        (["show", "none.toml"], "none.toml: found no such file, expected an edition file"),
        (["show", "--set", "hand_size=9"], "--set hand_size: found 9, expected a whole number from 1 to 8"),
        (["show", "--set", "carry=some"], "one of half-up, half-down, all, none"),
        (["show", "--set", "weather=rain"], "off, random, or a list"),
        (["diff", "base-2016"], "EDITION: found nothing, expected name of an edition"),
        (["shw"], "show"),
    ],
)
def test_bad_input(run, arguments, words):
    status, out, err = run("rules", *arguments)
    assert (status, out, len(err.splitlines())) == (2, "", 1)
    assert words in err
