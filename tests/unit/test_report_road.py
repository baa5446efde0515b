"""Weather, the road and the order of riders on a run's page: shown where the tables tell of them, left out where they do not."""

import os
import re
import shutil
from pathlib import Path
from xml.etree import ElementTree

import numpy as np
import pandas as pd
import pytest

from fr_sim.game.errors import BadInput
from fr_sim.report import write_plots_and_page
from fr_sim.report.along_the_road import MEASURES, by_square, spread
from fr_sim.report.plots import PLOTS, helper
from fr_sim.report.sections import sections_of
from fr_sim.report.stored import read_results
from fr_sim.report.table import Table
from tests.made_results import make_results
from tests.made_road import make_road

FOUR = ["drafter", "random", "steady:pace=5", "highest"]
OLD = Path(__file__).parents[1] / "golden/records-0.1.0/run"
SOME = ("weather", "road", "chains", "leads", "catch_up")


@pytest.fixture(scope="module")
def made(tmp_path_factory) -> Path:
    """A made-up run of four teams with every table; not to be written to."""
    return make_road(make_results(tmp_path_factory.mktemp("road") / "run", FOUR, races=400, seed=3))


@pytest.fixture(scope="module")
def reported(made, tmp_path_factory) -> Path:
    """The same run, reported."""
    directory = tmp_path_factory.mktemp("reported") / "run"
    shutil.copytree(made, directory)
    write_plots_and_page(directory)
    return directory


def page_of(directory: Path) -> str:
    return (directory / "report.html").read_text(encoding="utf-8")


def ids_of(directory: Path) -> set[str]:
    return set(re.findall(r'id="([\w-]+)"', page_of(directory)))


def words_of(picture: Path) -> str:
    return " ".join(element.text or "" for element in ElementTree.parse(picture).iter("{http://www.w3.org/2000/svg}text"))


def test_page_has_a_section_a_plot_and_a_table_for_each(reported):
    ids = ids_of(reported)
    assert {"road", "decided", "weather", "plot-road", "plot-catch-up", "plot-weather"} <= ids
    assert {"table-chains", "table-leads", "table-weather"} <= ids
    assert all(page_of(reported).count(f'id="plot-{name}"') == 1 for name in ("road", "catch-up", "weather", "win-rate"))
    assert page_of(reported).count("Best card held") == 1


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("road", [*(f"{words} ({unit} a race)" for words, unit in MEASURES.values()), "rouleur", "sprinteur", "start", "finish", "ascent"]),
        ("catch-up", ["after round", "rank correlation"]),
        ("weather", ["headwind", "tokens of that kind on the road", "races won (%)", "0 · drafter"]),
    ],
)
def test_plots_say_what_they_show_and_of_which_run(reported, name, said):
    words = words_of(reported / "plots" / f"{name}.svg")
    for one in (*said, "400 races", "seed 3", "edition gigamic-v2"):
        assert one in words, one


def test_sums_by_square_are_those_of_the_table(made):
    results = read_results(made)
    table = pd.read_csv(made / "road.csv")
    for measure in MEASURES:
        expected = table.groupby("square")[[measure, f"{measure}_low", f"{measure}_high"]].sum()
        np.testing.assert_allclose(np.column_stack(by_square(results, measure)), expected.to_numpy(), rtol=1e-12)
        parts = [by_square(results, measure, kind).mean for kind in ("rouleur", "sprinteur")]
        np.testing.assert_allclose(sum(parts), expected[measure], rtol=1e-12)


def test_the_busiest_squares_are_named(made):
    results = read_results(made)
    road = results.road
    table = pd.read_csv(made / "road.csv").groupby("square")["exhaustion"].sum()
    first, second, third = table[road.start_line : road.finish_line - 1].sort_values(ascending=False).index[:3]
    told = sections_of(results)[0].sentences[0]
    assert told.startswith(f"Most exhaustion is taken on square {first} ({road.squares[first].terrain}: ")
    assert told.endswith(f", then {second} and {third}.")


def test_catching_up_is_told_from_the_table(made, tmp_path):
    directory = tmp_path / "run"
    shutil.copytree(made, directory)
    table = pd.read_csv(directory / "catch_up.csv")
    values = [0.1, 0.2, 0.45, -0.2, 0.4, 0.5, 0.6, 0.7, 0.8]
    table = table[: len(values)].assign(rank_correlation=values)
    table = table.assign(rank_correlation_low=table["rank_correlation"] - 0.05, rank_correlation_high=table["rank_correlation"] + 0.05)
    table.to_csv(directory / "catch_up.csv", index=False)
    told = sections_of(read_results(directory))[1].sentences
    assert told[0].startswith("The place after round 3 goes with the final place at 0.45 (0.40")
    assert told[1] == "It is shown to be above one half from round 7 on."


def test_one_race_has_figures_without_intervals(tmp_path):
    directory = make_road(make_results(tmp_path / "run", FOUR, races=1, seed=3))
    for name in ("road", "catch_up"):
        table = pd.read_csv(directory / f"{name}.csv")
        ends = {column: np.nan for column in table.columns if column.endswith(("_low", "_high"))}
        table.assign(**ends).to_csv(directory / f"{name}.csv", index=False)
    write_plots_and_page(directory)
    words = re.sub(r"<style>.*?</style>|<script>.*?</script>|<[^>]*>", " ", page_of(directory), flags=re.DOTALL)
    assert "goes with the final place at 0." in words
    assert "()" not in words
    assert not {"nan", "None", "inf"} & set(words.split())


def test_tables_of_the_first_races_say_so(made, tmp_path):
    directory = tmp_path / "run"
    shutil.copytree(made, directory)
    for name in ("road", "catch_up"):
        pd.read_csv(directory / f"{name}.csv").assign(races=128).to_csv(directory / f"{name}.csv", index=False)
    write_plots_and_page(directory)
    for name in ("road", "catch-up"):
        assert "400 races  ·  seed 3  ·  from the first 128" in words_of(directory / "plots" / f"{name}.svg")
    assert "is counted in the first 128 races" in page_of(directory)


def test_old_counts_leave_the_best_card_out(made, tmp_path):
    directory = tmp_path / "run"
    shutil.copytree(made, directory)
    columns = ("best_card_held", "best_card_held_low", "best_card_held_high")
    pd.read_csv(directory / "riders.csv").assign(**dict.fromkeys(columns, np.nan)).to_csv(directory / "riders.csv", index=False)
    write_plots_and_page(directory, plots=False)
    assert "Best card held" not in page_of(directory)


def test_spread_of_a_distribution():
    numbers, races = np.array([3, 0, 1, 7]), np.array([10, 4, 5, 0])
    found = spread(Table({"chain": numbers, "races": races}), "chain")
    each = np.repeat(numbers, races)
    assert (found.mean, found.middle, found.most, found.never) == (pytest.approx(each.mean()), 3, 3, 4)
    half = 1.959964 * each.std() / len(each) ** 0.5
    assert found.high - found.mean == pytest.approx(half, rel=0.05)


def test_results_of_version_0_1_0_have_their_page_without_those_sections(tmp_path):
    directory = tmp_path / "run"
    shutil.copytree(OLD, directory)
    write_plots_and_page(directory)
    ids = ids_of(directory)
    assert not ids & {"road", "decided", "plot-road", "plot-catch-up", "table-chains", "table-leads"}
    assert {"weather", "table-weather", "table-riders"} <= ids
    assert "Best card held" not in page_of(directory)


@pytest.mark.parametrize("how", ["missing", "empty", "without a column"])
def test_without_the_tables_the_page_is_as_it_was(made, tmp_path, how):
    directory, plain = tmp_path / "run", make_results(tmp_path / "plain", FOUR, races=400, seed=3)
    shutil.copytree(made, directory)
    for name in SOME:
        path = directory / f"{name}.csv"
        if how == "missing":
            path.unlink()
        elif how == "empty":
            path.write_text(path.read_text(encoding="utf-8").splitlines()[0] + "\n", encoding="utf-8")
        else:
            pd.read_csv(path).drop(columns="races" if name != "road" else "blocked_low").to_csv(path, index=False)
    shutil.copy(plain / "riders.csv", directory / "riders.csv")
    write_plots_and_page(directory)
    write_plots_and_page(plain)
    assert page_of(directory) == page_of(plain)
    assert len(list((directory / "plots").iterdir())) == 2 * len(PLOTS)


def test_each_table_stands_for_itself(made, tmp_path):
    for name in SOME:
        directory = tmp_path / name
        shutil.copytree(made, directory)
        for other in set(SOME) - {name}:
            (directory / f"{other}.csv").unlink()
        write_plots_and_page(directory, plots=False)
        section = {"weather": "weather", "road": "road", "chains": "road", "leads": "decided", "catch_up": "decided"}[name]
        assert ids_of(directory) & {"weather", "road", "decided"} == {section}


@pytest.mark.parametrize(("name", "column", "value"), [("road", "square", 5000), ("road", "rider", 99), ("catch_up", "round", -1)])
def test_what_cannot_be_is_refused(made, tmp_path, name, column, value):
    directory = tmp_path / "run"
    shutil.copytree(made, directory)
    pd.read_csv(directory / f"{name}.csv").assign(**{column: value}).to_csv(directory / f"{name}.csv", index=False)
    with pytest.raises(BadInput, match=f"{name}.csv: {column}: found {value}"):
        read_results(directory)


@pytest.mark.parametrize(("policies", "races", "single"), [(["random"], 1, False), (["random"], 1, True), (FOUR * 3, 40, True)])
def test_from_one_rider_to_twelve_teams(tmp_path, policies, races, single):
    directory = make_road(make_results(tmp_path / "run", policies, races=races, single=single))
    write_plots_and_page(directory)
    words = re.sub(r"<style>.*?</style>|<script>.*?</script>|<[^>]*>", " ", page_of(directory), flags=re.DOTALL)
    assert not {"nan", "None", "inf"} & set(words.split())


@pytest.mark.skipif(not hasattr(os, "fork"), reason="there are no copies of a process here")
@pytest.mark.parametrize("fails", [False, True])
def test_a_helper_draws_the_same_files_and_its_failure_costs_nothing(made, reported, tmp_path, monkeypatch, fails):
    directory = tmp_path / "run"
    shutil.copytree(made, directory)
    begun = []
    begin = helper._begin

    def watched(job):
        begun.append(job)
        return begin((lambda: 1 / 0) if fails else job)

    monkeypatch.setattr(helper, "can_help", lambda: True)
    monkeypatch.setattr(helper, "_begin", watched)
    write_plots_and_page(directory)
    assert len(begun) == 1
    for path in (directory / "plots").iterdir():
        assert path.read_bytes() == (reported / "plots" / path.name).read_bytes(), path.name


@pytest.mark.skipif(not hasattr(os, "fork"), reason="there are no copies of a process here")
def test_no_helper_is_left_behind(monkeypatch):
    begun, begin = [], helper._begin
    monkeypatch.setattr(helper, "_begin", lambda job: begun.append(begin(job)) or begun[-1])
    monkeypatch.setattr(helper, "can_help", lambda: True)

    def interrupted():
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt), helper.helped(lambda: __import__("time").sleep(60)):
        interrupted()
    with pytest.raises(ChildProcessError):
        os.waitpid(begun[-1], os.WNOHANG)
    monkeypatch.setattr(helper, "PATIENCE", 0.05)
    done = []
    with helper.helped(lambda: __import__("time").sleep(60) if not done else None):
        done.append("here")
    with pytest.raises(ChildProcessError):
        os.waitpid(begun[-1], os.WNOHANG)
