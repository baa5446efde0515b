"""`fr-sim compare` as a user runs it."""

import json
import subprocess
import sys
import time
from functools import partial

import pytest

from tests.cli import commands
from tests.cli.commands import fr_sim, rows

RACES = ("-n", "640", "--no-plots")
EDITIONS = ("-r", "gigamic-v2", "-r", "grand-race")
STAGE = "avenue-corso-paseo"

compare = partial(commands.succeeded, "compare")
refused = partial(commands.refused, "compare")


@pytest.fixture(scope="module")
def plain(tmp_path_factory):
    folder = tmp_path_factory.mktemp("plain")
    return folder / f"reports/compare-{STAGE}", compare(STAGE, *EDITIONS, "-t", "random,highest", *RACES, cwd=folder)


def test_differences_are_where_and_what_they_should_be(plain):
    directory, _ = plain
    found = rows(directory / "differences.csv")
    assert {(row["stage"], row["rules"], row["against"]) for row in found} == {("Avenue Corso Paseo", "grand-race", "gigamic-v2")}
    whole = [row["measure"] for row in found if row["team"] == ""]
    assert whole == ["rounds", "exhaustion", "slipstream", "draws", "winner_changed", "winning_team_changed"]
    wins = {(row["rules"], row["team"]): float(row["win_rate"]) for row in rows(directory / "teams.csv")}
    for row in found:
        assert float(row["low"]) <= float(row["difference"]) <= float(row["high"])
        if row["measure"] == "win_rate":
            apart = wins["grand-race", row["team"]] - wins["gigamic-v2", row["team"]]
            assert float(row["difference"]) == pytest.approx(apart, abs=1e-12)
    by_seat = rows(directory / "differences_by_seat.csv")
    assert {(row["team"], row["seat"]) for row in by_seat} == {(team, seat) for team in ("", "0", "1") for seat in ("0", "1")}


def test_the_two_sides_are_the_runs_made_apart(plain, tmp_path):
    directory, _ = plain
    for edition in ("gigamic-v2", "grand-race"):
        assert fr_sim("run", STAGE, "-r", edition, "-t", "random,highest", *RACES, "-o", edition, cwd=tmp_path).returncode == 0
        for name in ("teams", "riders", "cards", "rounds"):
            ours = [row for row in rows(directory / f"{name}.csv") if row.pop("rules") == edition]
            theirs = [row for row in rows(tmp_path / edition / f"{name}.csv") if row.pop("rules")]
            for row in ours:
                assert row.pop("lineup") == "random,highest"
            assert ours == theirs


def test_the_summary_is_for_people(plain):
    _, said = plain
    assert "Differences from gigamic-v2" in said.stdout
    assert "grand-race:" in said.stdout
    assert "Another rider wins in" in said.stdout
    assert "\x1b" not in said.stdout + said.stderr


def test_the_recorded_command_gives_the_same_bytes(plain, tmp_path):
    directory, _ = plain
    words = json.loads((directory / "run.json").read_text())["command"].split()
    assert words[:3] == ["fr-sim", "compare", STAGE]
    compare(*words[2:], "--no-plots", "--threads", "1", cwd=tmp_path)
    for path in directory.iterdir():
        assert path.read_bytes() == (tmp_path / "reports" / directory.name / path.name).read_bytes(), path.name


def test_lineups_json_and_page(tmp_path):
    done = compare(STAGE, "-t", "random,highest", "-t", "random,lowest", "-n", "640", "--json", cwd=tmp_path)
    told = json.loads(done.stdout)
    assert (told["compares"], told["against"]) == ("teams", "random,highest")
    assert [side["lineup"] for side in told["sides"]] == [["random", "highest"], ["random", "lowest"]]
    assert {row["measure"] for row in told["differences"]} >= {"win_rate", "rounds", "exhaustion", "slipstream", "winner_changed"}
    directory = tmp_path / "reports" / f"compare-{STAGE}"
    page = (directory / "report.html").read_text()
    assert "random,lowest" in page
    assert "http" not in page.replace("http-equiv", "").replace("http://www.w3.org", "")
    assert len(list((directory / "plots").iterdir())) == 6
    before = (directory / "differences.csv").read_bytes()
    assert fr_sim("report", directory, cwd=tmp_path).returncode == 0
    assert (directory / "differences.csv").read_bytes() == before
    assert (directory / "report.html").read_text() == page


def test_precision_and_several_stages(tmp_path):
    words = (STAGE, "la-haut-montagne", *EDITIONS, "-t", "random,highest", "-n", "100000", "--precision", "3%", "--no-plots", "--json")
    told = json.loads(compare(*words, "-o", "here", cwd=tmp_path).stdout)
    assert {path.name for path in (tmp_path / "here").iterdir()} == {STAGE, "la-haut-montagne"}
    for one in told["comparisons"]:
        assert one["races"] < 20_000
        for row in one["differences"]:
            if row["measure"] == "win_rate":
                assert max(row["high"] - row["difference"], row["difference"] - row["low"]) <= 0.03


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (("-r", "gigamic-v2"), "twice or more"),
        ((), "twice or more"),
        (("-r", "gigamic-v2", "-r", "gigamic-v3"), "gigamic-v2"),
        ((*EDITIONS, "-t", "random,random", "-t", "random,highest"), "several of one"),
        (("-t", "random,random", "-t", "random,random,random"), "team by team"),
        (("-t", "random,random", "-t", "randum,random"), "did you mean 'random'"),
        ((*EDITIONS, "--precision", "0"), "--precision"),
        ((*EDITIONS, "--precision", "wide"), "--precision"),
        ((*EDITIONS, "--seats", "rotat"), "did you mean 'rotate'"),
        ((*EDITIONS, "--format", "xml"), "--format"),
        ((*EDITIONS, "--set", "hand_size=0"), "hand_size"),
        ((*EDITIONS, "-n", "0"), "races"),
        ((*EDITIONS, "--threads", "0"), "threads"),
        ((*EDITIONS, "--raw"), "--raw"),
        ((STAGE, *EDITIONS), "each stage once"),
        ((*EDITIONS, "-t", "random,random,random,random,random,random,random"), "riders"),
        (tuple(["-r", "gigamic-v2"] * 65), "up to 64"),
    ],
)
def test_bad_input_is_told_in_one_line_and_writes_nothing(tmp_path, words, told):
    assert told in refused(STAGE, *words, cwd=tmp_path)
    assert list(tmp_path.iterdir()) == []


def test_directories_are_guarded_as_those_of_a_run(tmp_path):
    words = (STAGE, *EDITIONS, "-t", "random,random", *RACES, "-o", "out")
    compare(*words, cwd=tmp_path)
    before = (tmp_path / "out/run.json").read_bytes()
    assert "--force" in refused(*words, "--seed", "1", cwd=tmp_path)
    assert "--seed" in refused(*words, "--seed", "1", "--resume", cwd=tmp_path)
    assert "--rules" in refused(*words, "-r", "base-2016", "--resume", cwd=tmp_path)
    assert "Done before" in compare(*words, "--resume", cwd=tmp_path).stdout
    assert (tmp_path / "out/run.json").read_bytes() == before
    (tmp_path / "out/diary.txt").write_text("mine")
    assert "diary.txt" in refused(*words, "--force", cwd=tmp_path)
    (tmp_path / "out/diary.txt").unlink()
    (tmp_path / "out/tally.npz").write_bytes(b"broken")
    assert "tally.npz" in refused(*words, "--resume", cwd=tmp_path)
    # A run may replace a comparison, and leaves none of its tables behind.
    assert fr_sim("run", STAGE, "-t", "random,random", *RACES, "-o", "out", "--force", cwd=tmp_path).returncode == 0
    assert not (tmp_path / "out/differences.csv").exists()


@pytest.mark.parametrize(
    "broken",
    [{"sides": 3}, {"sides": []}, {"sides": [{}]}, {"chunks": "x"}, {"digest": "00"}, {"compares": 7}, {"stage": 4}, {"seed": "a"}],
)
def test_a_broken_record_is_told(plain, tmp_path, broken):
    directory, _ = plain
    for name in ("run.json", "tally.npz"):
        (tmp_path / name).write_bytes((directory / name).read_bytes())
    record = json.loads((tmp_path / "run.json").read_text())
    (tmp_path / "run.json").write_text(json.dumps({**record, **broken}))
    done = fr_sim("report", tmp_path, "--no-plots", cwd=tmp_path)
    assert (done.returncode, done.stdout) == (2, "")
    assert "Traceback" not in done.stderr
    assert len(done.stderr.splitlines()) == 1


def test_a_killed_comparison_goes_on_to_the_same_bits(tmp_path):
    words = ("compare", STAGE, *EDITIONS, "-t", "random,highest", "-n", "3000000", "--no-plots", "--threads", "1")
    process = subprocess.Popen([sys.executable, "-m", "fr_sim", *words, "-o", "out"], cwd=tmp_path, stderr=subprocess.DEVNULL)
    counts, first = tmp_path / "out/.unfinished/tally.npz", None
    deadline = time.monotonic() + 300
    while process.poll() is None and time.monotonic() < deadline:
        if counts.exists():
            written = counts.stat().st_mtime_ns
            first = first or written
            if written != first:
                break
        time.sleep(0.02)
    assert process.poll() is None, "it was over before its first checkpoint"
    process.kill()
    process.wait()
    told = json.loads(fr_sim(*words, "-o", "out", "--resume", "--json", "--threads", "2", cwd=tmp_path).stdout)
    assert 0 < told["resumed_at"] < 3_000_000
    assert not (tmp_path / "out/.unfinished").exists()
    whole = json.loads(fr_sim(*words, "-o", "whole", "--json", cwd=tmp_path).stdout)
    assert told["digest"] == whole["digest"]
    for path in (tmp_path / "whole").iterdir():
        assert path.read_bytes() == (tmp_path / "out" / path.name).read_bytes(), path.name
