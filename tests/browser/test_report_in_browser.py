"""The page in a real browser: nothing in the console, nothing from the network, tables that sort, pictures that show.

Needs Playwright's Python package and an installed Chromium or Chrome. Without them the tests are skipped and say so; with
FR_SIM_REQUIRE_BROWSER=1 in the environment they fail instead. FR_SIM_BROWSER names the program where it is not on the path.
"""

import os
import shutil
from pathlib import Path

import pytest

from fr_sim.report import write_plots_and_page
from fr_sim.report.plots import PLOTS
from tests.made_results import make_results

pytestmark = pytest.mark.browser

PROGRAMS = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome")
#: Quiet: no sandbox inside containers, and no traffic of the browser's own.
FLAGS = (
    *("--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking"),
    *("--disable-component-update", "--disable-sync"),
)
SIZES = {"desktop": {"width": 1280, "height": 900}, "phone": {"width": 390, "height": 844}}


def missing(what: str) -> None:
    """Skip the test for want of a browser, or fail it where one is required."""
    if os.environ.get("FR_SIM_REQUIRE_BROWSER") == "1":
        pytest.fail(f"FR_SIM_REQUIRE_BROWSER=1, but there is {what}")
    pytest.skip(f"there is {what}")


@pytest.fixture(scope="module")
def browser():
    """A running headless browser."""
    try:
        from playwright.sync_api import sync_playwright
    except ImportError:
        missing("no package playwright to drive a browser with")
    found = os.environ.get("FR_SIM_BROWSER") or next(filter(None, map(shutil.which, PROGRAMS)), None)
    if found is None:
        missing("no browser: " + ", ".join(PROGRAMS))
    with sync_playwright() as driver:
        running = driver.chromium.launch(executable_path=found, args=list(FLAGS))
        yield running
        running.close()


@pytest.fixture(scope="module")
def page_file(tmp_path_factory) -> Path:
    """The page of a made-up run."""
    directory = make_results(tmp_path_factory.mktemp("run"), ["drafter", "random", "steady:pace=5", "highest"], races=500)
    return write_plots_and_page(directory)[-1]


@pytest.fixture(params=SIZES)
def opened(request, browser, page_file):
    """The page, opened at the size of a desktop and of a phone, with what its console said and what it asked for."""
    context = browser.new_context(viewport=SIZES[request.param])
    page = context.new_page()
    page.set_default_timeout(5_000)
    page.said, page.asked = [], []
    page.on("console", lambda message: page.said.append(f"{message.type}: {message.text}"))
    page.on("pageerror", lambda error: page.said.append(str(error)))
    page.on("request", lambda asked: page.asked.append(asked.url))
    page.goto(page_file.as_uri(), wait_until="load")
    yield page
    context.close()


def column_of(page, table: str, number: int) -> list[str]:
    return page.eval_on_selector_all(f"#{table} tbody tr", f"rows => rows.map(row => row.cells[{number}].dataset.sort)")


def heading(page, table: str, words: str):
    return page.locator(f"#{table} thead th", has=page.get_by_role("button", name=words, exact=True))


def test_console_stays_empty(opened):
    opened.get_by_role("button", name="Win rate", exact=True).first.click()
    assert opened.said == []


def test_nothing_is_asked_of_the_network(opened, page_file):
    opened.wait_for_timeout(300)
    assert {url for url in opened.asked if not url.startswith("data:")} == {page_file.as_uri()}


def test_every_picture_shows(opened):
    pictures = opened.locator("figure img")
    assert pictures.count() == len(PLOTS)
    for number in range(len(PLOTS)):
        picture = pictures.nth(number)
        picture.scroll_into_view_if_needed()
        assert picture.evaluate("picture => picture.decode().then(() => picture.naturalWidth * picture.naturalHeight)") > 100_000
        box = picture.bounding_box()
        assert box["width"] > 300
        assert box["height"] > 100


def test_pictures_hold_readable_drawings(opened):
    """A picture is not one blank area: drawn on a canvas it has many colours."""
    colours = opened.eval_on_selector_all(
        "figure img",
        """pictures => pictures.map(picture => {
            const canvas = document.createElement("canvas");
            canvas.width = 400; canvas.height = 300;
            const pen = canvas.getContext("2d");
            pen.drawImage(picture, 0, 0, 400, 300);
            return new Set(new Uint32Array(pen.getImageData(0, 0, 400, 300).data.buffer)).size;
        })""",
    )
    assert min(colours) > 50


def test_a_click_sorts_and_another_turns_round(opened):
    win_rate = heading(opened, "table-teams", "Win rate")
    for expected in ("descending", "ascending", "descending"):
        win_rate.get_by_role("button").click()
        assert win_rate.get_attribute("aria-sort") == expected
        rates = list(map(float, column_of(opened, "table-teams", 2)))
        assert rates == sorted(rates, reverse=expected == "descending")


def test_only_one_heading_says_that_it_sorts(opened):
    heading(opened, "table-riders", "Win rate").get_by_role("button").click()
    heading(opened, "table-riders", "Policy").get_by_role("button").click()
    sorts = opened.eval_on_selector_all("#table-riders th", "headings => headings.map(heading => heading.ariaSort)")
    assert sorted(set(sorts)) == ["ascending", "none"]
    assert sorts.count("ascending") == 1
    policies = column_of(opened, "table-riders", 1)
    assert policies == sorted(policies)


def test_rows_stay_whole_when_sorted(opened):
    def rows() -> set[str]:
        return set(opened.eval_on_selector_all("#table-riders tbody tr", "rows => rows.map(row => row.innerText)"))

    before = rows()
    heading(opened, "table-riders", "Mean rank").get_by_role("button").click()
    assert rows() == before
    ranks = list(map(float, column_of(opened, "table-riders", 5)))
    assert ranks == sorted(ranks)


def test_a_table_sorts_from_the_keyboard(opened):
    button = heading(opened, "table-seats", "Seat 1").get_by_role("button")
    button.focus()
    opened.keyboard.press("Enter")
    rates = list(map(float, column_of(opened, "table-seats", 3)))
    assert rates == sorted(rates, reverse=True)


def test_folded_tables_open(opened):
    table = opened.locator("#table-cards")
    assert not table.is_visible()
    opened.locator("summary", has_text="Cards").click()
    assert table.is_visible()
    heading(opened, "table-cards", "Card").get_by_role("button").click()
    cards = list(map(float, column_of(opened, "table-cards", 4)))
    assert cards == sorted(cards)
    assert cards[0] == -1


def test_the_page_is_never_wider_than_the_screen(opened):
    assert opened.evaluate("document.documentElement.scrollWidth <= window.innerWidth")
