"""The answer in sentences: it names a winner only where the races show one."""

from types import SimpleNamespace

import numpy as np
import pytest

from fr_sim.report.answer import answer, duel
from fr_sim.report.stored import read_results
from fr_sim.report.table import Table
from fr_sim.report.words import TIED, about, listed, number_with, percent, percent_range, percent_with, points
from tests.made_results import make_results


def won(*wins: int, races: int | None = None) -> SimpleNamespace:
    """Results of which only the teams' wins matter."""
    return SimpleNamespace(races=races or sum(wins), tables={"teams": Table({"wins": np.array(wins)})})


def headline(tmp_path, policies, **more) -> str:
    return answer(read_results(make_results(tmp_path / "run", policies, **more))).headline.replace(TIED, " ")


def everything(tmp_path, policies, **more) -> str:
    told = answer(read_results(make_results(tmp_path / "run", policies, **more)))
    return " ".join([told.headline, *told.sentences]).replace(TIED, " ")


def test_duel_is_the_difference_of_win_rates():
    fought = duel(won(60, 30, 10), 0, 1)
    assert fought.difference == pytest.approx(0.3)
    assert fought.low < 0.3 < fought.high
    turned = duel(won(60, 30, 10), 1, 0)
    assert (turned.difference, turned.low, turned.high) == pytest.approx((-fought.difference, -fought.high, -fought.low))


def test_one_race_proves_nothing():
    fought = duel(won(1, 0), 0, 1)
    assert not fought.told_apart
    assert fought.low < 0


def test_races_needed_are_enough_and_not_far_more():
    fought = duel(won(52, 48), 0, 1)
    assert not fought.told_apart
    for share, told_apart in ((0.9, False), (1.1, True)):
        half = int(fought.races_needed * share / 2)
        assert duel(won(round(1.04 * half), round(0.96 * half)), 0, 1).told_apart is told_apart


def test_no_difference_needs_endless_races():
    assert duel(won(50, 50), 0, 1).races_needed == np.inf
    assert duel(won(0, 0, 10), 0, 1).races_needed == np.inf


def test_equal_teams_are_hardly_ever_called_different():
    """Four equal teams, 400 times: a winner is named in at most 5 % (and some luck) of the runs."""
    luck = np.random.default_rng(3)
    named = 0
    for wins in luck.multinomial(1000, [0.25] * 4, size=400):
        leader = int(wins.argmax())
        named += all(duel(won(*wins), leader, other).told_apart for other in range(4) if other != leader)
    assert named <= 0.05 * 400 + 3 * (0.05 * 0.95 * 400) ** 0.5


def test_a_clear_winner_is_named(tmp_path):
    words = everything(tmp_path, ["random", "drafter", "random"], races=500)
    assert words.startswith("drafter (team 1, red) wins most: ")
    assert "of 500 races" in words
    assert "larger than luck" in words


def test_teams_that_cannot_be_told_apart_are_said_to_be_so(tmp_path):
    words = everything(tmp_path, ["random"] * 3, races=60)
    assert words.startswith("No winner can be named: after 60 races the 3 teams cannot be told apart")
    assert "All teams ride the same policy (random)" in words
    assert "races to show it" in words


def test_two_leaders_of_one_policy(tmp_path):
    words = headline(tmp_path, ["drafter", "random", "drafter", "random"], races=800)
    assert words.startswith("drafter wins most: its teams ")
    assert words.endswith("not to be told apart.")


def test_one_team_has_nobody_to_beat(tmp_path):
    assert "nobody to beat" in headline(tmp_path, ["random"], races=5)


def test_one_race_names_no_winner(tmp_path):
    assert headline(tmp_path, ["drafter", "random"], races=1).startswith("No single winner can be named: after 1 race ")


def test_fixed_seats_are_owned_up_to(tmp_path):
    results = read_results(make_results(tmp_path / "run", ["drafter", "random"], races=50))
    results.record["seats"] = "fixed"
    assert any(sentence.startswith("Seats were fixed") for sentence in answer(results).sentences)


def test_draws_are_counted_aloud(tmp_path):
    results = read_results(make_results(tmp_path / "run", ["drafter", "random"], races=50))
    results.record["draws"] = 5
    assert any("ended as a draw" in sentence for sentence in answer(results).sentences)


def test_nobody_wins(tmp_path):
    results = read_results(make_results(tmp_path / "run", ["drafter", "random"], races=50))
    results.tables["teams"].columns["wins"] = np.zeros(2, np.int64)
    assert answer(results).headline.startswith("Nobody wins")


def test_figures_as_words():
    assert percent(0.25149) == f"25.1{TIED}%"
    assert percent(float("nan")) == "–"
    assert percent_range(0.1, 0.2, "to") == f"10.0{TIED}to{TIED}20.0{TIED}%"
    assert percent_range(0.1001, 0.1011) == f"10.01{TIED}–{TIED}10.11{TIED}%"
    assert percent_with(0.1, 0.09, 0.11) == f"10.0{TIED}% (9.0{TIED}to{TIED}11.0{TIED}%)"
    assert percent_with(0.1, 0.0999, 0.1001) == f"10.000{TIED}% (9.990{TIED}to{TIED}10.010{TIED}%)"
    assert points(-0.0123) == "−1.2"
    assert about(41_234) == "about 50,000"
    assert about(2e9) == "more than a billion"
    assert listed(["one"]) == "one"
    assert listed(["one", "two", "three"]) == "one, two and three"


def test_dummies_are_not_called_fresh(tmp_path):
    told = everything(tmp_path, ["drafter", "muscle", "random"])
    assert "muscle" not in told.partition("Most tired")[2] + told.partition("equally tired")[2]


def test_an_exact_number_has_no_more_digits_than_others():
    assert number_with(1.0, 1.0, 1.0).replace(TIED, " ") == "1.00 (1.00 to 1.00)"
    assert number_with(4.3123, 4.3119, 4.3127).replace(TIED, " ") == "4.3123 (4.3119 to 4.3127)"
