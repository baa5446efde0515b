"""The plots and the page of made-up runs: complete, the same every time, and fit for one team as for twelve."""

from html.parser import HTMLParser
from pathlib import Path
from xml.etree import ElementTree

import pytest

from fr_sim.report import write_plots_and_page
from fr_sim.report.plots import PLOTS
from tests.made_results import make_results

FOUR = ["drafter", "random", "steady:pace=5", "highest"]
SVG = "{http://www.w3.org/2000/svg}"


@pytest.fixture(scope="module")
def reported(tmp_path_factory) -> Path:
    """A reported run of four teams."""
    directory = make_results(tmp_path_factory.mktemp("reported") / "four", FOUR, races=400, seed=7)
    write_plots_and_page(directory)
    return directory


class Page(HTMLParser):
    """What a page holds: tags with attributes, the text, and whether every tag is closed where it should be."""

    ALONE = frozenset({"meta", "link", "img", "br", "rect", "path"})

    def __init__(self, words: str):
        super().__init__()
        self.tags: list[tuple[str, dict]] = []
        self.words: list[str] = []
        self.open: list[str] = []
        self.feed(words)
        self.close()

    def handle_starttag(self, tag, attrs):
        self.tags.append((tag, dict(attrs)))
        if tag not in self.ALONE:
            self.open.append(tag)

    def handle_endtag(self, tag):
        if tag not in self.ALONE:
            assert self.open.pop() == tag

    def handle_data(self, data):
        self.words.append(data)

    def all(self, tag: str) -> list[dict]:
        """The attributes of every `tag`."""
        return [attributes for name, attributes in self.tags if name == tag]


def page_of(directory: Path) -> Page:
    return Page((directory / "report.html").read_text(encoding="utf-8"))


def words_of(picture: Path) -> str:
    return " ".join(element.text or "" for element in ElementTree.parse(picture).iter(f"{SVG}text"))


def test_every_plot_is_there_twice_and_says_what_it_shows(reported):
    for plot in PLOTS:
        words = words_of(reported / "plots" / f"{plot.name}.svg")
        for said in (plot.title, "Two walls", "edition gigamic-v2", "400 races", "seed 7"):
            assert said in words, (plot.name, said)
        assert (reported / "plots" / f"{plot.name}.png").read_bytes().startswith(b"\x89PNG")


def test_the_files_named_are_the_files_written(tmp_path):
    directory = make_results(tmp_path / "run", ["random", "drafter"], races=50)
    before = set(directory.iterdir())
    written = write_plots_and_page(directory)
    assert set(written) == {path for path in directory.rglob("*") if path.is_file()} - before
    assert len(written) == 2 * len(PLOTS) + 1


def test_the_same_results_give_the_same_bytes(reported, tmp_path):
    other = make_results(tmp_path / "other", FOUR, races=400, seed=7)
    for path in write_plots_and_page(other):
        assert path.read_bytes() == (reported / path.relative_to(other)).read_bytes(), path.name


def test_plots_leave_the_settings_of_matplotlib_alone(tmp_path):
    import matplotlib

    with matplotlib.rc_context({"font.size": 31}):
        write_plots_and_page(make_results(tmp_path / "run", ["random"], races=3))
        assert matplotlib.rcParams["font.size"] == 31


@pytest.mark.parametrize(
    ("policies", "races", "single"),
    [(["random"], 1, False), (["random"], 1, True), (["drafter"] * 2, 1, False), (FOUR[:3] * 2, 30, False), (FOUR * 3, 60, True)],
)
def test_from_one_team_to_twelve_and_from_one_race(tmp_path, policies, races, single):
    directory = make_results(tmp_path / "run", policies, races=races, single=single)
    write_plots_and_page(directory)
    page = page_of(directory)
    assert page.open == []
    assert len(page.all("img")) == len(PLOTS)
    assert not {"nan", "nan %", "None", "inf"} & {words.strip().lower() for words in page.words}


def test_parquet_tables_make_the_same_page(reported, tmp_path):
    other = make_results(tmp_path / "other", FOUR, races=400, seed=7, form="parquet")
    write_plots_and_page(other)
    assert (other / "report.html").read_bytes() == (reported / "report.html").read_bytes()


def test_without_plots_the_page_has_the_tables(tmp_path):
    directory = make_results(tmp_path / "run", FOUR, races=40)
    assert write_plots_and_page(directory, plots=False) == [directory / "report.html"]
    page = page_of(directory)
    assert page.all("img") == []
    assert len(page.all("table")) == 8


def test_page_needs_no_network(reported):
    page = page_of(reported)
    assert page.open == []
    for tag, attributes in page.tags:
        for name in ("src", "href", "srcset", "action", "data", "poster"):
            assert attributes.get(name, "#").startswith(("#", "data:")), (tag, attributes)
    styles_and_scripts = (reported / "report.html").read_text(encoding="utf-8")
    assert "@import" not in styles_and_scripts
    assert "url(" not in styles_and_scripts
    assert "default-src 'none'" in page.all("meta")[-1]["content"]


def test_page_has_every_table_with_headings_that_sort(reported):
    page = page_of(reported)
    tables = {table["id"] for table in page.all("table") if table.get("class") == "sortable"}
    assert tables == {f"table-{name}" for name in ("teams", "seats", "riders", "rounds", "ranks", "exhaustion", "cards")}
    headings = [heading for heading in page.all("th") if "aria-sort" in heading]
    buttons = [button for button in page.all("button") if button["type"] == "button"]
    assert len(headings) == len(buttons) > 30
    assert all(button["title"] for button in buttons)


def test_every_picture_has_a_text_in_its_place(reported):
    assert all(len(picture["alt"]) > 60 for picture in page_of(reported).all("img"))


def test_page_says_what_was_run_and_what_it_does_not_show(reported):
    words = " ".join(" ".join(page_of(reported).words).split())
    for said in (
        *("drafter,random,steady:pace=5,highest", "exhaustion_supply", "C2", "0123456789abcdef", "seed 7", "numba 0.60.0"),
        *("Policies are no people", "Intervals are sampling error only", "The placing order rotates"),
    ):
        assert said in words, said


def test_names_are_text_and_never_markup(tmp_path):
    directory = make_results(tmp_path / "run", ["<script>alert(1)</script>", 'a"b&c'], races=20)
    write_plots_and_page(directory)
    page = page_of(directory)
    assert page.open == []
    assert len(page.all("script")) == 1
    assert any("<script>alert(1)</script>" in words for words in page.words)
    assert "<script>alert(1)" in words_of(directory / "plots" / "win-rate.svg")


def test_dollar_signs_are_no_formulas(tmp_path):
    directory = make_results(tmp_path / "run", ["cheap$x^{", "b$$"], races=20)
    write_plots_and_page(directory)
    assert "cheap$x^{" in words_of(directory / "plots" / "win-rate.svg")
