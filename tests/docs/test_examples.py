"""The examples of README and documents work: files are used, command lines are run, links lead somewhere."""

import re
import shlex
from pathlib import Path

import pytest
import typer

from fr_sim.cli.main import app, main
from fr_sim.files import check_stage, load_edition
from tests.docs.generated import ROOT, walk

DOCUMENTS = sorted([*ROOT.glob("*.md"), *ROOT.glob("docs/**/*.md")])
#: A file that a document shows in full: `<!-- example: stage two-walls.toml -->` and the block after it.
EXAMPLE = re.compile(r"<!-- example: (\w+) (\S+) -->\n```\w*\n(.*?)```", re.DOTALL)
README = (ROOT / "README.md").read_text(encoding="utf-8")
SHOWN = {name: (kind, text) for kind, name, text in EXAMPLE.findall(README)}
#: A policy of the name that README gives to the reader's own.
MINE = "def mine(view):\n    kind = 0\n    while view.hand[kind] == 0:\n        kind += 1\n    return kind\n"


def command_lines(document: Path) -> list[str]:
    """The `fr-sim …` lines of a document's indented blocks, each from `fr-sim` on."""
    indented = re.findall(r"^    (.*)$", re.sub(r"```.*?```", "", document.read_text(encoding="utf-8"), flags=re.DOTALL), re.MULTILINE)
    return [found[1] for line in indented if (found := re.search(r"(?:^|/)(fr-sim .*)", line))]


def mentions(document: Path) -> list[str]:
    """What a document quotes as a command: `fr-sim …` between backquotes."""
    return re.findall(r"`(fr-sim [^`]+)`", document.read_text(encoding="utf-8"))


@pytest.fixture
def reader(tmp_path, monkeypatch):
    """The working directory of somebody who did what the documents say."""
    monkeypatch.chdir(tmp_path)
    policies = re.search(r"```python\n(.*?)```", (ROOT / "docs/policies.md").read_text(encoding="utf-8"), re.DOTALL)
    riders = {name: text for _, name, text in EXAMPLE.findall((ROOT / "docs/riders.md").read_text(encoding="utf-8"))}
    files = {"mine.py": MINE, "my_policies.py": policies[1], **riders, **{name: text for name, (_, text) in SHOWN.items()}}
    for name, text in files.items():
        (tmp_path / name).write_text(text, encoding="utf-8")
    return tmp_path


def test_readme_shows_a_stage_and_an_edition():
    assert sorted(kind for kind, _ in SHOWN.values()) == ["edition", "stage"]


@pytest.mark.parametrize("name", SHOWN)
def test_a_file_that_readme_shows_can_be_used(reader, name):
    stage, edition = "avenue-corso-paseo", "gigamic-v2"
    if SHOWN[name][0] == "stage":
        stage = name
        found = check_stage(name)
        assert (found.errors, found.warnings) == ((), ())
    else:
        edition = name
        assert load_edition(name).rules != load_edition("gigamic-v2").rules
    assert main(["run", stage, "-r", edition, "-n", "64", "--no-plots", "--quiet"]) == 0


@pytest.mark.parametrize("document", [path for path in DOCUMENTS if command_lines(path)], ids=lambda path: path.name)
def test_command_lines_of_a_document_run(reader, capsys, document):
    for line in command_lines(document):
        words = shlex.split(line)[1:]
        if words[0] in ("run", "compare", "tour"):
            words += ["-n", "64", "--no-plots", "--quiet"]
        assert main(words) == 0, (line, capsys.readouterr().err)


@pytest.mark.parametrize("document", [path for path in DOCUMENTS if mentions(path)], ids=lambda path: path.name)
def test_commands_that_a_document_mentions_exist(document):
    commands = dict(walk("fr-sim", typer.main.get_command(app)))
    for mention in mentions(document):
        called = next((words for words in commands if f"{mention} ".startswith(f"{words} ")), None)
        is_group = any(words.startswith(f"{mention} ") for words in commands)
        assert called or is_group or mention.startswith("fr-sim --"), mention
        known = {option for parameter in commands[called].params for option in parameter.opts} if called else set()
        for option in re.findall(r"(?<=\s)--?[a-z][a-z-]*", mention) if called else ():
            assert option in known | {"--help"}, mention


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda path: str(path.relative_to(ROOT)))
def test_links_lead_to_files(document):
    for target in re.findall(r"\]\(([^)#]+)(?:#[^)]*)?\)", document.read_text(encoding="utf-8")):
        if "://" not in target:
            assert (document.parent / target).exists(), target


def test_files_that_readme_points_to_exist():
    for path in re.findall(r"`((?:fr_sim|docs|tests)/[\w/.]*)`", README):
        assert (ROOT / path).exists(), path
