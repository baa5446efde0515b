"""`fr-sim bench` as a user runs it."""

import json
import subprocess
import sys


def bench(*words, cwd):
    return subprocess.run([sys.executable, "-m", "fr_sim", "bench", *words], cwd=cwd, capture_output=True, text=True, timeout=600)


def test_a_line_up_is_measured(tmp_path):
    words = ("avenue-corso-paseo", "-t", "random,highest", "--threads", "1")
    bench(*words, cwd=tmp_path)  # compiles, where nobody has yet
    done = bench(*words, "--json", cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    told = json.loads(done.stdout)
    assert told["cached"] is True
    assert told["compile_seconds"] == 0
    assert told["slowest"] <= told["races_per_second"] <= told["fastest"]
    # Four riders, and races of eight to twenty rounds on this stage.
    assert 8 < told["riders_rounds_per_second"] / told["races_per_second"] / 4 < 20
    assert told["threads"] == 1
    assert list(tmp_path.iterdir()) == []


def test_every_policy_has_its_turn(tmp_path):
    done = bench(cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    lines = done.stdout.splitlines()
    assert [line.split(",")[0] for line in lines[:7]] == ["random", "highest", "lowest", "steady", "saver", "drafter", "weighted"]
    assert all("races/s" in line for line in lines[:7])


def test_bad_input_is_told(tmp_path):
    for words, told in ((("nowhere",), "nowhere"), (("-t", "randum"), "random"), (("--threads", "0"), "threads")):
        done = bench(*words, cwd=tmp_path)
        assert done.returncode == 2
        assert told in done.stderr
        assert done.stdout == ""
