"""Every command with every option in every spelling, at least once: a new one without a line here fails."""

import json
import shlex

import pytest
import typer

from fr_sim.cli.main import app, main
from fr_sim.cli.progress import COMPILING
from tests.cli.bad_files import POLICY, POSITION, ROAD
from tests.docs.generated import walk

STAGE = "avenue-corso-paseo"

RAW = "road.toml --teams random,random/rouleur --rules mine.toml --races 128 --seed 3 --seats fixed --raw"
EDITION = 'extends = "base-2016"\ntitle = "Mine"\nhand_size = 5\n'

#: For each command lines that succeed, in an order in which they can be run.
LINES = {
    "run": [
        "road.toml -t f,random -r mine.toml --set ascent_cap=4 -n 64 --no-plots -o out --policy-file f.py -q",
        f"{RAW} --threads 1 --no-plots --out out --force --format parquet --quiet",
        f"{RAW} -o out --resume --json",
        f"{STAGE} road.toml -t random,random --precision 40% -n 4096 --no-plots --json",
    ],
    "judge": ["position.toml -r mine.toml", "position.toml --rules mine.toml --set hand_size=3 --json"],
    "replay": [
        "road.toml -t f,random --race 3 --seed 5 --seats random -r mine.toml --set hand_size=3 --policy-file f.py",
        "road.toml --teams random,highest --rules mine.toml --race 0-2 --format jsonl --out log.jsonl",
        "road.toml -t random,highest -o race.txt",
        "--verify log.jsonl",
    ],
    "stage list": ["", "--json"],
    "stage show": ["road.toml", f"{STAGE} --json"],
    "stage check": [f"road.toml {STAGE}", "road.toml --json"],
    "stage new": ["fresh.toml", "named.toml --name 'Côte du moulin'"],
    "stage draw": ["road.toml", f"{STAGE} -o road.png", "road.toml --out road.svg"],
    "rules list": ["", "--json"],
    "rules show": ["", "mine.toml --set hand_size=3 --json"],
    "rules diff": ["gigamic-v2 mine.toml", "gigamic-v2 base-2016 --json"],
    "policy list": ["", "--policy-file f.py --json"],
    "policy show": ["steady", "f --policy-file f.py --json"],
    "report": ["out", "out --no-plots -q", "out --no-plots --quiet"],
    "bench": [
        "road.toml -t f,random -r mine.toml --set hand_size=3 --threads 1 --policy-file f.py",
        f"{STAGE} --teams random,random --rules mine.toml --json",
    ],
}

COMMANDS = {words.removeprefix("fr-sim "): command for words, command in walk("fr-sim", typer.main.get_command(app))}


@pytest.fixture(scope="module")
def desk(tmp_path_factory):
    """A folder that the commands are run in, one after the other."""
    folder = tmp_path_factory.mktemp("desk")
    files = {"road.toml": ROAD, "mine.toml": EDITION, "position.toml": POSITION, "f.py": POLICY}
    for name, text in files.items():
        (folder / name).write_text(text, encoding="utf-8")
    return folder


def test_every_command_and_option_has_a_line():
    assert LINES.keys() == COMMANDS.keys()
    for words, command in COMMANDS.items():
        used = {word for line in LINES[words] for word in shlex.split(line)}
        options = {option for parameter in command.params if parameter.param_type_name == "option" for option in parameter.opts}
        assert options - {"--help", "-h"} <= used, words


@pytest.fixture
def brief_bench(monkeypatch):
    """`bench` for moments only: what it measures is asked in test_bench.py."""
    monkeypatch.setattr("fr_sim.cli.bench._SECONDS", 0.1)


@pytest.mark.usefixtures("brief_bench")
@pytest.mark.parametrize("words", LINES)
def test_lines_of_a_command_succeed(desk, monkeypatch, capsys, words):
    monkeypatch.chdir(desk)
    if words == "report" and not (desk / "out").exists():
        assert main(["run", *shlex.split(LINES["run"][0])]) == 0
    for line in LINES[words]:
        capsys.readouterr()
        status = main([*words.split(), *shlex.split(line)])
        said = capsys.readouterr()
        assert status == 0, (line, said.err)
        assert [text for text in said.err.splitlines() if not text.startswith("warning: ") and text != COMPILING] == []
        if "--json" in line:
            json.loads(said.out)
        if "-q" in line.split() or "--quiet" in line:
            assert said.out == ""


@pytest.mark.parametrize("option", ["--help", "-h"])
@pytest.mark.parametrize("words", ["", "stage", "rules", "policy", *COMMANDS])
def test_every_command_has_its_help(capsys, words, option):
    assert main([*words.split(), option]) == 0
    said = capsys.readouterr()
    assert f"Usage: fr-sim {words}".rstrip() in said.out
    assert said.err == ""
