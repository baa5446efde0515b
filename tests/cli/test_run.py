"""`fr-sim run` as a user runs it."""

import json
import os
from functools import partial

import pytest

from tests.cli import commands
from tests.cli.commands import rows

RACES = ("-n", "640", "--no-plots")
TABLES = ("teams", "seats", "riders", "exhaustion", "cards", "rounds", "ranks", "profile", "road", "chains", "leads", "catch_up", "weather")

run = partial(commands.succeeded, "run")
refused = partial(commands.refused, "run")


@pytest.fixture(scope="module")
def plain(tmp_path_factory):
    """A plain run in the default directory: the folder it ran in, and what it said."""
    folder = tmp_path_factory.mktemp("plain")
    return folder, run("avenue-corso-paseo", "-t", "random,highest,lowest", *RACES, cwd=folder)


def test_results_are_where_they_belong(plain):
    folder, _ = plain
    directory = folder / "reports" / "run-avenue-corso-paseo"
    assert {path.name for path in directory.iterdir()} == {"run.json", "tally.npz", *(f"{name}.csv" for name in TABLES)}
    teams = rows(directory / "teams.csv")
    assert [row["policy"] for row in teams] == ["random", "highest", "lowest"]
    assert sum(int(row["wins"]) for row in teams) == 640
    for row in teams:
        assert float(row["win_low"]) <= float(row["win_rate"]) == int(row["wins"]) / 640 < float(row["win_high"])
    assert {row["stage"] for row in teams} == {"Avenue Corso Paseo"}
    assert {row["rules"] for row in teams} == {"gigamic-v2"}


def test_the_summary_is_for_people(plain):
    _, said = plain
    lines = said.stdout.splitlines()
    assert "Avenue Corso Paseo · gigamic-v2 · 640 races · seed 0" in lines[0]
    assert lines[2].split() == ["team", "policy", "win", "rate", "95", "%", "interval", "mean", "rank", "exhaustion"]
    assert [line.split()[1] for line in lines[3:6]] == ["random", "highest", "lowest"]
    assert len({len(line) for line in lines[3:6]}) == 1
    assert "equal share of 33.3 %" in said.stdout
    assert "reports/run-avenue-corso-paseo" in lines[-1]
    assert "\x1b" not in said.stdout + said.stderr


def test_the_recorded_command_gives_the_same_results(plain, tmp_path):
    folder, _ = plain
    record = json.loads((folder / "reports/run-avenue-corso-paseo/run.json").read_text())
    words = record["command"].split()
    assert words[:3] == ["fr-sim", "run", "avenue-corso-paseo"]
    run(*words[2:], "--no-plots", "--threads", "2", cwd=tmp_path)
    for path in (folder / "reports/run-avenue-corso-paseo").iterdir():
        assert path.read_bytes() == (tmp_path / "reports/run-avenue-corso-paseo" / path.name).read_bytes(), path.name


def test_json_is_one_object_and_nothing_else(plain, tmp_path):
    folder, _ = plain
    done = run("avenue-corso-paseo", "-t", "random,highest,lowest", *RACES, "--json", cwd=tmp_path)
    told = json.loads(done.stdout)
    record = json.loads((folder / "reports/run-avenue-corso-paseo/run.json").read_text())
    assert told["digest"] == record["digest"]
    assert told["lineup"] == ["random", "highest", "lowest"]
    assert [team["wins"] for team in told["teams"]] == [
        int(row["wins"]) for row in rows(folder / "reports/run-avenue-corso-paseo/teams.csv")
    ]
    assert len(told["riders"]) == 6


def test_quiet_says_nothing(tmp_path):
    done = run("avenue-corso-paseo", "-t", "random,random", *RACES, "--quiet", cwd=tmp_path)
    assert done.stdout == done.stderr == ""


def test_several_stages_have_a_folder_each(tmp_path):
    words = ("avenue-corso-paseo", "la-haut-montagne", "-t", "random,highest", *RACES)
    named = json.loads(run(*words, "-o", "here", "--json", cwd=tmp_path).stdout)
    assert [one["stage"] for one in named["runs"]] == ["Avenue Corso Paseo", "La Haut Montagne"]
    assert {path.name for path in (tmp_path / "here").iterdir()} == {"avenue-corso-paseo", "la-haut-montagne"}
    run(*words, cwd=tmp_path)
    assert {path.name for path in (tmp_path / "reports").iterdir()} == {"run-avenue-corso-paseo", "run-la-haut-montagne"}


def test_a_stage_and_an_edition_of_ones_own(tmp_path):
    (tmp_path / "two-walls.toml").write_text(
        'name = "Two walls"\nstart = 5\npast_finish = 5\n[[stretch]]\nsquares = 20\nterrain = "flat"\n'
        '[[stretch]]\nsquares = 6\nterrain = "ascent"\n[[stretch]]\nsquares = 20\nterrain = "flat"\n'
    )
    (tmp_path / "short.toml").write_text('extends = "gigamic-v2"\ntitle = "Short"\nsource = "us"\nhand_size = 3\n')
    run("two-walls.toml", "-r", "short.toml", "--set", "ascent_cap=4", "-t", "random,random", *RACES, "-o", "out", cwd=tmp_path)
    record = json.loads((tmp_path / "out/run.json").read_text())
    assert (record["edition"], record["rules"]["hand_size"], record["rules"]["ascent_cap"]) == ("short", 3, 4)
    assert record["stage"]["terrain"].count("ascent") == 6
    assert rows(tmp_path / "out/teams.csv")[0]["stage"] == "Two walls"


def test_tables_in_parquet_and_raw_rows(tmp_path):
    parquet = pytest.importorskip("pyarrow.parquet")
    run("avenue-corso-paseo", "-t", "random,random", *RACES, "--raw", "--format", "parquet", "-o", "out", cwd=tmp_path)
    assert parquet.read_table(tmp_path / "out/races.parquet").num_rows == 640 * 4
    assert parquet.read_table(tmp_path / "out/teams.parquet").column("wins").to_pylist()
    assert not list((tmp_path / "out").glob("*.csv"))


def test_precision_says_how_many_races_it_took(tmp_path):
    told = json.loads(
        run("avenue-corso-paseo", "-t", "random,random", "-n", "100000", "--precision", "2%", "--no-plots", "--json", cwd=tmp_path).stdout
    )
    assert 1024 <= told["races"] < 5000
    for team in told["teams"]:
        assert max(team["win_high"] - team["win_rate"], team["win_rate"] - team["win_low"]) <= 0.02


def test_draws_are_counted_aloud(tmp_path):
    done = run("avenue-corso-paseo", "-t", "random,random", "--set", "max_rounds=3", *RACES, "--json", cwd=tmp_path)
    assert "warning: 640 of 640 races were a draw: nobody had crossed after 3 rounds (F3)." in done.stderr
    assert json.loads(done.stdout)["draws"] == 640


def test_an_unusual_number_of_teams_is_a_warning(tmp_path):
    done = run("avenue-corso-paseo", "-t", "random", *RACES, cwd=tmp_path)
    assert "warning: Avenue Corso Paseo is meant for 2 to 4 teams; 1 start." in done.stderr


OWN = """
def boldest(view):
    return max([kind for kind in range(view.kinds) if view.hand[kind]])

def forgetful(view):
    return 77
"""


def test_own_policies_ride_and_their_mistakes_are_told(tmp_path):
    (tmp_path / "mine.py").write_text(OWN)
    words = ("avenue-corso-paseo", "--policy-file", "mine.py", *RACES, "-o", "out")
    run(*words, "-t", "boldest,random", cwd=tmp_path)
    assert rows(tmp_path / "out/teams.csv")[0]["policy"] == "boldest"
    record = json.loads((tmp_path / "out/run.json").read_text())
    assert record["own_policies"] == {"mine.py": OWN}
    (tmp_path / "mine.py").write_text(OWN.replace("max", "min"))
    assert "--policy-file" in refused(*words, "-t", "boldest,random", "--resume", cwd=tmp_path)
    message = refused(*words[:-1], "other", "-t", "random,forgetful", cwd=tmp_path)
    assert "mine.py, policy 'forgetful'" in message
    assert "race 0, round 1, rider 2" in message
    assert not (tmp_path / "other").exists()


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (("-n", "0"), "races"),
        (("-n", "-3"), "races"),
        (("-n", "many"), "races"),
        (("-n", "1000000000000000000"), "races"),
        (("-n", "1.5"), "races"),
        (("--precision", "nan"), "--precision"),
        (("--precision", "0"), "--precision"),
        (("--precision", "-1%"), "--precision"),
        (("--precision", "70%"), "--precision"),
        (("--precision", "wide"), "--precision"),
        (("--threads", "0"), "threads"),
        (("--threads", "-2"), "threads"),
        (("--threads", "1000000"), "threads"),
        (("--seed", "lucky"), "seed"),
        (("--seats", "rotat"), "did you mean 'rotate'"),
        (("--format", "xml"), "--format"),
        (("-t", "randum"), "did you mean 'random'"),
        (("-t", ""), "--teams"),
        (("-t", "random,random,random,random,random,random"), "12 riders"),
        (("-t", "random,random,random,random,random,random,random"), "14 riders"),
        (("-r", "gigamic-v3"), "gigamic-v2"),
        (("--set", "hand_size=0"), "hand_size"),
        (("--set", "handicap=[1,2,3]"), "one for each of the 4 teams"),
        (("--no-such-option",), "--no-such-option"),
    ],
)
def test_bad_options_are_told_in_one_line_and_write_nothing(tmp_path, words, told):
    assert told in refused("avenue-corso-paseo", *words, cwd=tmp_path)
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (("avenue-corso-paso",), "did you mean 'avenue-corso-paseo'"),
        (("nowhere.toml",), "nowhere.toml"),
        (("avenue-corso-paseo", "avenue-corso-paseo"), "each stage once"),
        ((".",), "."),
    ],
)
def test_bad_stages_write_nothing(tmp_path, words, told):
    assert told in refused(*words, cwd=tmp_path)
    assert list(tmp_path.iterdir()) == []


def test_a_second_stage_that_is_refused_keeps_the_first_from_beginning(tmp_path):
    (tmp_path / "out" / "la-haut-montagne").mkdir(parents=True)
    (tmp_path / "out" / "la-haut-montagne" / "diary.txt").write_text("mine")
    assert "diary.txt" in refused("avenue-corso-paseo", "la-haut-montagne", *RACES, "-o", "out", cwd=tmp_path)
    assert [path.name for path in (tmp_path / "out").iterdir()] == ["la-haut-montagne"]


def test_a_named_directory_is_kept_unless_forced(tmp_path):
    words = ("avenue-corso-paseo", "-t", "random,random", *RACES, "-o", "out")
    run(*words, cwd=tmp_path)
    before = (tmp_path / "out/run.json").read_bytes()
    assert "--force" in refused(*words, "--seed", "1", cwd=tmp_path)
    assert (tmp_path / "out/run.json").read_bytes() == before
    run(*words, "--seed", "1", "--force", cwd=tmp_path)
    assert (tmp_path / "out/run.json").read_bytes() != before


@pytest.mark.parametrize("path", ["file/results", "file", "/proc/self/results"])
def test_a_place_where_nothing_can_be_written(tmp_path, path):
    if path.startswith("/proc") and not os.path.isdir("/proc/self"):
        pytest.skip("no /proc here")
    (tmp_path / "file").write_text("mine")
    assert path.split("/results")[0] in refused("avenue-corso-paseo", *RACES, "-o", path, cwd=tmp_path)
    assert [entry.name for entry in tmp_path.iterdir()] == ["file"]


@pytest.mark.skipif(os.geteuid() == 0, reason="root may write everywhere; tests/unit/test_runs.py asks as somebody else")
def test_a_directory_without_write_permission(tmp_path):
    closed = tmp_path / "closed"
    closed.mkdir(mode=0o555)
    assert "Permission denied" in refused("avenue-corso-paseo", *RACES, "-o", "closed/results", cwd=tmp_path)
    assert list(closed.iterdir()) == []


def test_a_full_disk_is_one_message(tmp_path):
    resource = pytest.importorskip("resource")

    def small_files_only():
        resource.setrlimit(resource.RLIMIT_FSIZE, (300_000, 300_000))

    message = refused("avenue-corso-paseo", "-t", "random,random", *RACES, "-o", "out", cwd=tmp_path, preexec_fn=small_files_only)
    assert "room on the disk" in message
    assert not (tmp_path / "out/run.json").exists()
    run("avenue-corso-paseo", "-t", "random,random", *RACES, "-o", "out", "--resume", cwd=tmp_path)
    assert (tmp_path / "out/run.json").exists()


def test_plots_and_page_come_with_it(tmp_path):
    run("avenue-corso-paseo", "-t", "random,highest", "-n", "640", cwd=tmp_path)
    directory = tmp_path / "reports/run-avenue-corso-paseo"
    assert (directory / "report.html").stat().st_size > 10_000
    assert list((directory / "plots").glob("*.svg"))
