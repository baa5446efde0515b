"""`fr-sim` among people's terminals: other encodings, closed and full outputs, narrow ones, and Ctrl-C at the wrong moment."""

import json
import os
import subprocess
import sys
import time
from types import SimpleNamespace

import pytest

from fr_sim.cli import terminal

STAGE = "avenue-corso-paseo"
ASCII = {"PYTHONIOENCODING": "ascii", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0", "LC_ALL": "C"}


def shell(line, **environment):
    """A shell's command line, where `fr-sim` is this program."""
    program = f'fr-sim() {{ "{sys.executable}" -m fr_sim "$@"; }}; '
    variables = {**os.environ, **environment}
    return subprocess.run(["bash", "-c", program + line], capture_output=True, text=True, encoding="utf-8", timeout=120, env=variables)


@pytest.mark.parametrize(
    "line",
    ["--help", "run --help", "stage show la-haut-montagne", "stage list", f"replay {STAGE} --race 1", "stage check la-haut-montagne"],
)
def test_a_terminal_without_our_characters_loses_nothing_else(line):
    told = shell(f"fr-sim {line}", **ASCII)
    assert (told.returncode, told.stderr) == (0, "")
    assert told.stdout.isascii()


def test_json_is_the_same_in_every_encoding():
    plain = json.loads(shell("fr-sim stage list --json", PYTHONIOENCODING="utf-8").stdout)
    told = shell("fr-sim stage list --json", **ASCII).stdout
    assert told.isascii()
    assert json.loads(told) == plain
    assert any(not stage["title"].isascii() for stage in plain["stages"])


def test_an_unreadable_name_is_told(tmp_path):
    told = shell("fr-sim run ünknown", **ASCII)
    assert (told.returncode, told.stdout, len(told.stderr.splitlines())) == (2, "", 1)


@pytest.mark.parametrize("line", ["--help", "rules show --json"])
def test_nobody_listens(line):
    assert shell(f"fr-sim {line} | true; exit ${{PIPESTATUS[0]}}").returncode == 0
    for closed in (">&-", ">&- 2>&-"):
        told = shell(f"fr-sim {line} {closed}")
        assert (told.returncode, told.stdout, told.stderr) == (0, "", "")


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="no /dev/full here")
def test_a_full_output_is_one_message():
    for line in ("stage list", "--help"):
        told = shell(f"fr-sim {line} > /dev/full")
        assert (told.returncode, told.stderr) == (
            2,
            "fr-sim: stdout: found No space left on device, expected a place that exists and can be written to\n",
        )
    told = shell(f"fr-sim replay {STAGE} -o /dev/full")
    assert (told.returncode, len(told.stderr.splitlines())) == (2, 1)
    assert not os.path.isfile("/dev/full")


def test_a_file_takes_what_a_pipe_would(tmp_path):
    whole = shell(f"fr-sim replay {STAGE}").stdout
    assert shell(f"fr-sim replay {STAGE} -o /dev/stdout").stdout == whole
    (tmp_path / "real.txt").write_text("old")
    (tmp_path / "link.txt").symlink_to(tmp_path / "real.txt")
    assert shell(f"fr-sim replay {STAGE} -o '{tmp_path}/link.txt'").returncode == 0
    assert (tmp_path / "link.txt").is_symlink()
    assert (tmp_path / "real.txt").read_text(encoding="utf-8") == whole


@pytest.mark.parametrize("columns", ["40", "1", "wide"])
def test_narrow_terminals(columns):
    for line in (f"stage show {STAGE}", "run --help"):
        told = shell(f"fr-sim {line}", COLUMNS=columns)
        assert (told.returncode, told.stderr) == (0, "")
    if columns == "40":
        assert max(map(len, shell("fr-sim run --help", COLUMNS="40").stdout.splitlines())) <= 40


def test_no_home_and_no_color(tmp_path):
    line = f"unset HOME; cd '{tmp_path}'; fr-sim run {STAGE} -t random,random -n 64 --quiet"
    told = shell(line, NO_COLOR="1")
    assert (told.returncode, told.stdout, told.stderr) == (0, "", "")
    assert (tmp_path / f"reports/run-{STAGE}/report.html").exists()


def test_a_working_directory_that_is_gone(tmp_path):
    told = shell(f"mkdir '{tmp_path}/gone'; cd '{tmp_path}/gone'; rmdir ../gone; fr-sim run {STAGE} -t random,random -n 64 -q")
    assert (told.returncode, told.stdout, len(told.stderr.splitlines())) == (2, "", 1)
    assert "working directory: found No such file" in told.stderr


def test_spaces_and_letters_of_elsewhere(tmp_path):
    folder = tmp_path / "my stages" / "ü"
    folder.mkdir(parents=True)
    told = shell(f"cd '{folder}' && fr-sim stage new 'été à la mer.toml' && cd .. && fr-sim run 'ü/été à la mer.toml' -n 64 --no-plots -q")
    assert (told.returncode, told.stderr) == (0, "")
    assert "fr-sim run 'été à la mer.toml'" in told.stdout
    assert (tmp_path / "my stages/reports/run-été à la mer/teams.csv").exists()
    record = json.loads((tmp_path / "my stages/reports/run-été à la mer/run.json").read_text(encoding="utf-8"))
    again = shell(f"cd '{tmp_path}/my stages' && {record['command']} --no-plots --json")
    assert json.loads(again.stdout)["digest"] == record["digest"]


def test_an_interruption_that_c_code_swallowed_is_heard_again(monkeypatch):
    monkeypatch.setattr(sys, "unraisablehook", sys.unraisablehook)
    terminal.hear_every_interruption()
    sys.unraisablehook(SimpleNamespace(exc_type=KeyboardInterrupt))
    with pytest.raises(KeyboardInterrupt):
        time.sleep(5)
