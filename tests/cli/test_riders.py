"""Riders with decks of their own, as a user fields them."""

import json

import pytest

from fr_sim.cli.main import main
from tests.cli.commands import rows

MINE = 'title = "Mine"\nkind = "sprinteur"\n[deck]\n4 = 6\n7 = 6\n'
TEAMS = "drafter/mine.toml+grimpeur,random,muscle/bot-rouleur+bot-sprinteur,peloton/puncheur"


@pytest.fixture
def here(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "mine.toml").write_text(MINE)
    return tmp_path


def test_a_run_names_and_records_them(here, capsys):
    words = ["run", "la-classicissima-5-6", "-t", TEAMS, "-n", "64", "-o", "out", "--no-plots", "--quiet"]
    assert main(words) == 0
    named = ["drafter/grimpeur+mine.toml", "random", "muscle/bot-rouleur+bot-sprinteur", "peloton/puncheur"]
    assert [row["policy"] for row in rows("out/teams.csv")] == named
    assert {row["card"] for row in rows("out/cards.csv") if row["rider"] == "1"} == {"E", "4", "7"}
    record = json.loads((here / "out/run.json").read_text())
    assert record["lineup"] == ",".join(named)
    assert record["teams"][0]["riders"][1]["deck"] == {"4": 6, "7": 6}
    assert "riders" not in record["teams"][1]
    # Dummies stay dummies: no row of a seat of theirs.
    assert {row["team"] for row in rows("out/seats.csv")} == {"0", "1"}
    # The same name, another deck: not the run that is there.
    (here / "mine.toml").write_text(MINE.replace("7 = 6", "7 = 5"))
    assert main([*words, "--resume"]) == 2
    assert "--resume with another --teams" in capsys.readouterr().err


def test_a_log_of_theirs_is_lawful(here, capsys):
    assert main(["replay", "la-classicissima-5-6", "-t", TEAMS, "--race", "0-4", "--format", "jsonl", "-r", "peloton"]) == 0
    log = capsys.readouterr().out
    riders = json.loads(log.splitlines()[0])["riders"]
    assert riders[1]["specialist"] == {"name": "mine.toml", "deck": {"4": 6, "7": 6}}
    assert riders[6]["deck"] == riders[7]["deck"] == {"A": 2, "3": 3, "4": 2, "5": 3, "6": 2, "7": 3, "8": 1}
    assert "specialist" not in riders[2]
    (here / "log.jsonl").write_text(log)
    assert main(["replay", "--verify", "log.jsonl"]) == 0
    (here / "log.jsonl").write_text(log.replace('{"4":6,"7":6}}', '{"4":6,"7":7}}', 1))
    assert main(["replay", "--verify", "log.jsonl"]) == 1


@pytest.mark.parametrize("kind", ["batch", "tour"])
def test_a_file_names_riders_that_lie_beside_it(here, kind, capsys):
    folder = here / "folder"
    folder.mkdir()
    (here / "mine.toml").rename(folder / "mine.toml")
    teams = '["random/mine.toml,random/rouleur"]' if kind == "batch" else '"random/mine.toml,random/rouleur"'
    (folder / "asked.toml").write_text(f'stages = ["avenue-corso-paseo"]\nraces = 20\nteams = {teams}\n')
    assert main([kind, "folder/asked.toml", "-o", "out", "--no-plots", "--quiet"]) == 0, capsys.readouterr().err
