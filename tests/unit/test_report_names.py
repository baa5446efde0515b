"""Hostile names on the page and in the plots: nothing unseen, nothing endless, nothing lost, whatever is told apart stays apart."""

import json
import re
import warnings
from pathlib import Path
from xml.etree import ElementTree

import pytest

from fr_sim.game.names import LONG as LONGEST
from fr_sim.game.names import NAMED, columns, fit
from fr_sim.report import write_plots_and_page
from fr_sim.report.stored import read_results
from tests.hostile_names import LONG, NAMES, unfit
from tests.made_results import make_results
from tests.made_road import make_road

STAGE = NAMES["all at once"] + "שלום"


@pytest.fixture(scope="module")
def hostile(tmp_path_factory) -> Path:
    """A reported run whose policies, stage, tiles and edition have names of every hostile kind."""
    directory = make_results(tmp_path_factory.mktemp("hostile") / "run", list(NAMES.values()), races=60)
    make_road(directory)
    path = directory / "run.json"
    record = json.loads(path.read_text(encoding="utf-8"))
    record["stage"] |= {"name": STAGE, "tiles": list(NAMES.values())}
    record |= {"edition_title": NAMES["right to left"], "edition_source": LONG, "command": f"fr-sim run '{STAGE}'"}
    # Half of a surrogate pair, which JSON can hold and no encoding can.
    record["lineup"] += "\ud800"
    path.write_text(json.dumps(record), encoding="utf-8")
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        write_plots_and_page(directory)
    return directory


def page_of(directory: Path) -> str:
    page = (directory / "report.html").read_text(encoding="utf-8")
    return re.sub(r"base64,[A-Za-z0-9+/=]+", "", page)


def test_page_shows_nothing_unseen_but_its_own_isolation_of_hebrew(hostile):
    page = page_of(hostile)
    assert unfit(page) <= {"\u2068", "\u2069"}
    assert page.count("\u2068") == page.count("\u2069")


def test_page_has_no_endless_words(hostile):
    words = re.sub(r"<[^>]*>", "\n", page_of(hostile))
    for line in words.split("\n"):
        # The command to run it again is the only text that is told whole: it scrolls.
        assert len(line) < 2 * LONGEST or "fr-sim run" in line


def test_heading_is_the_stage_as_it_can_be_shown(hostile):
    heading = re.search(r"<h1>(.*?)</h1>", page_of(hostile))[1]
    assert heading == fit(STAGE, NAMED).replace("<", "&lt;").replace(">", "&gt;")


def test_plots_show_nothing_unseen_and_no_long_words(hostile):
    pictures = sorted((hostile / "plots").glob("*.svg"))
    assert len(pictures) == 10
    for picture in pictures:
        for element in ElementTree.parse(picture).iter("{http://www.w3.org/2000/svg}text"):
            assert not unfit(element.text or ""), picture.name
            assert columns(element.text or "") <= 140, picture.name


def test_files_keep_the_names(hostile):
    assert LONG in (hostile / "teams.csv").read_text(encoding="utf-8")
    assert json.loads((hostile / "run.json").read_text(encoding="utf-8"))["stage"]["name"] == STAGE


def test_policies_that_differ_out_of_sight_stay_apart(tmp_path):
    directory = make_results(tmp_path / "run", [LONG + "a", LONG + "b", LONG + "a"], races=30)
    results = read_results(directory)
    first, second, third = (team.policy for team in results.teams)
    assert first == third != second
    for name in ("seats", "riders", "cards", "exhaustion"):
        assert set(results.tables[name]["policy"]) == {first, second}
    write_plots_and_page(directory)
    assert page_of(directory).count(second) > 10
