"""Stored results that cannot be read: one message each, which names the file, what was found and what was expected."""

import json

import pytest

from fr_sim.game.errors import BadInput
from fr_sim.report import write_plots_and_page
from fr_sim.report.stored import COLUMNS, read_results
from tests.made_results import make_results


@pytest.fixture
def run(tmp_path):
    """A run that is in order, to be spoilt."""
    return make_results(tmp_path / "run", ["drafter", "random"], races=20)


def message_of(directory) -> str:
    with pytest.raises(BadInput) as caught:
        write_plots_and_page(directory)
    assert not (directory / "report.html").exists()
    assert not (directory / "plots").exists()
    return str(caught.value)


def test_reads_what_is_in_order(run):
    results = read_results(run)
    assert [team.name for team in results.teams] == ["0 · drafter", "1 · random"]
    assert results.races == 20
    assert len(results.road.squares) == 78
    assert results.rules_that_differ == {"exhaustion_supply": (12, 0)}


def test_no_such_directory(tmp_path):
    assert "found no such directory" in message_of(tmp_path / "nowhere")


def test_a_file_is_no_directory(run):
    with pytest.raises(BadInput, match=r"run\.json: found a file"):
        read_results(run / "run.json")


def test_no_run(tmp_path):
    assert "found no run.json" in message_of(tmp_path)


@pytest.mark.parametrize(
    ("words", "found"),
    [
        (b"{", "in line 1"),
        (b"", "Expecting value in line 1"),
        (b"\xff\xfe\x00", "bytes that are no text"),
        (b"[1, 2]", "[1, 2]"),
        (b"{}", "stage: found None"),
    ],
)
def test_broken_record(run, words, found):
    (run / "run.json").write_bytes(words)
    message = message_of(run)
    assert "run.json" in message
    assert found in message


@pytest.mark.parametrize(
    ("key", "value", "found"),
    [
        ("seed", "x", "run.json: seed: found 'x', expected a whole number"),
        ("seed", True, "seed: found True"),
        ("stage", {"name": "a"}, "stage: found no start_line"),
        ("stage", {"name": "a", "start_line": 1, "finish_line": 2, "lanes": [2], "terrain": ["mud"]}, "mud"),
        ("stage", {"name": "a", "start_line": 1, "finish_line": 2, "lanes": [2, 2], "terrain": ["flat"]}, "stage: found"),
    ],
)
def test_record_with_wrong_values(run, key, value, found):
    record = json.loads((run / "run.json").read_text())
    (run / "run.json").write_text(json.dumps({**record, key: value}))
    assert found in message_of(run)


@pytest.mark.parametrize("name", list(COLUMNS))
def test_missing_table(run, name):
    (run / f"{name}.csv").unlink()
    assert f"{name}.csv: found no such file" in message_of(run)


@pytest.mark.parametrize("name", list(COLUMNS))
def test_table_without_a_column(run, name):
    path = run / f"{name}.csv"
    column = COLUMNS[name][-1]
    path.write_text(path.read_text().replace(column, "other", 1))
    assert f"{name}.csv: found no column {column}" in message_of(run)


@pytest.mark.parametrize(
    ("spoil", "found"),
    [
        (lambda words: words.replace("drafter,20,", "drafter,many,", 1), "teams.csv: races: found 'many', expected a whole number"),
        (lambda words: words + "1,2\n", "2 fields in line 4"),
        (lambda words: words.splitlines()[0] + "\n", "found no row"),
        (lambda words: "", "no column stage"),
        (lambda words: words.replace("Two walls", "Elsewhere", 1), "stage: found Elsewhere, Two walls"),
        (lambda words: words.replace(",0,drafter", ",7,drafter", 1), "team: found"),
    ],
)
def test_broken_table(run, spoil, found):
    path = run / "teams.csv"
    path.write_text(spoil(path.read_text()))
    assert found in message_of(run)


def test_binary_table(run):
    (run / "cards.csv").write_bytes(b"\x80\x81\x82")
    assert "cards.csv: found bytes that are no text" in message_of(run)


@pytest.mark.parametrize(("name", "column", "number"), [("ranks", "rank", 99), ("profile", "square", 9999), ("seats", "team", 5)])
def test_numbers_that_belong_to_nobody(run, name, column, number):
    path = run / f"{name}.csv"
    heading, first, *rest = path.read_text().splitlines()
    fields = first.split(",")
    fields[heading.split(",").index(column)] = str(number)
    path.write_text("\n".join([heading, ",".join(fields), *rest]) + "\n")
    assert f"{name}.csv: {column}: found {number}" in message_of(run)
