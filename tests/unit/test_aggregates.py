"""The tables against a naive count, race by race, of how the same races finished."""

import numpy as np
import pandas as pd
import pytest

from fr_sim.files import load_edition, load_stage
from fr_sim.game.weather import token_places
from fr_sim.policies.lineups import parse_lineup
from fr_sim.questions.run import simulate
from fr_sim.races.tables import as_frame, exhaustion_mean, frames, rounds_mean, tables
from fr_sim.statistics.intervals import wilson

RACES = 700

#: Columns that scripts rely on.
COLUMNS = {
    "teams": "stage rules team policy races wins win_rate win_low win_high mean_rank mean_rank_low mean_rank_high",
    "seats": "stage rules team policy seat races wins win_rate win_low win_high",
    "riders": "stage rules team policy kind wins win_rate win_low win_high podiums mean_rank exhaustion_mean exhaustion_sd slipstream_mean "
    "blocked_mean ascent_lost_mean minimum_gained_mean mean_rank_low mean_rank_high best_card_held best_card_held_low best_card_held_high",
    "exhaustion": "stage rules team policy kind cards races share",
    "cards": "stage rules team policy kind card round played share played_in_wins win_rate_when_played",
    "rounds": "stage rules rounds races share",
    "ranks": "stage rules team policy kind rider rank races share",
    "profile": "stage rules round team rider square races",
    "weather": "stage rules weather tokens team policy races wins win_rate win_low win_high rounds_mean",
}


@pytest.fixture(scope="module")
def played():
    """Results of a line-up with one team that fields a single rider, and one row a race and rider."""
    rows = []

    def take(chunk, finishes):
        for column in range(chunk.races):
            for rider in range(7):
                team = (0, 0, 1, 1, 2, 3, 3)[rider]
                rows.append(
                    {
                        "race": chunk.first + column,
                        "rider": rider,
                        "team": team,
                        "seat": int(finishes.seat[team, column]),
                        "rank": int(finishes.rank[rider, column]) + 1,
                        "won": int(finishes.winner[column]) == rider,
                        "rounds": int(finishes.rounds[column]),
                        **{name: int(getattr(finishes, name)[rider, column]) for name in ("exhaustion", "slipstream", "blocked")},
                        **{name: int(getattr(finishes, name)[rider, column]) for name in ("ascent_lost", "minimum_gained")},
                    }
                )

    results = simulate(
        load_stage("la-haut-montagne"),
        parse_lineup("random,highest,lowest/sprinteur,random"),
        load_edition("gigamic-v2"),
        RACES,
        finishes=take,
    )
    return results, pd.DataFrame(rows)


@pytest.fixture(scope="module")
def made(played):
    return frames(played[0])


@pytest.mark.parametrize("name", COLUMNS)
def test_columns(made, name):
    assert set(COLUMNS[name].split()) <= set(made[name].columns)
    assert (made[name]["stage"] == "La Haut Montagne").all()
    assert (made[name]["rules"] == "gigamic-v2").all()


def test_teams(played, made):
    naive = played[1].groupby("team")
    table = made["teams"].set_index("team")
    assert table["wins"].tolist() == naive["won"].sum().tolist()
    assert (table["races"] == RACES).all()
    better = played[1].groupby(["race", "team"])["rank"].min().groupby("team").mean()
    assert table["mean_rank"].tolist() == pytest.approx(better.tolist())
    reach = 1.959964 * played[1].groupby(["race", "team"])["rank"].min().groupby("team").std() / RACES**0.5
    assert table["mean_rank_low"].tolist() == pytest.approx((better - reach).tolist())
    assert table["mean_rank_high"].tolist() == pytest.approx((better + reach).tolist())
    low, high = wilson(table["wins"].to_numpy(), RACES)
    assert np.array_equal(table["win_low"], low)
    assert np.array_equal(table["win_high"], high)
    assert table["policy"].tolist() == ["random", "highest", "lowest", "random"]


def test_seats(played, made):
    by_race = played[1].groupby(["race", "team", "seat"])["won"].any().groupby(["team", "seat"])
    table = made["seats"].set_index(["team", "seat"])
    assert table["wins"].to_dict() == by_race.sum().to_dict()
    assert table["races"].to_dict() == by_race.count().to_dict()


def test_riders(played, made):
    naive = played[1].groupby("rider")
    table = made["riders"].set_index("rider")
    assert table["wins"].tolist() == naive["won"].sum().tolist()
    assert table["podiums"].tolist() == naive["rank"].apply(lambda ranks: (ranks <= 3).sum()).tolist()
    assert table["mean_rank"].tolist() == pytest.approx(naive["rank"].mean().tolist())
    assert table["exhaustion_sd"].tolist() == pytest.approx(naive["exhaustion"].std().tolist())
    for name in ("exhaustion", "slipstream", "blocked", "ascent_lost", "minimum_gained"):
        assert table[f"{name}_mean"].tolist() == pytest.approx(naive[name].mean().tolist()), name
    assert table["kind"].tolist() == ["rouleur", "sprinteur", "rouleur", "sprinteur", "sprinteur", "rouleur", "sprinteur"]


def test_exhaustion_and_ranks(played, made):
    for name, column, counted in (("exhaustion", "cards", "exhaustion"), ("ranks", "rank", "rank")):
        table = made[name]
        naive = played[1].groupby(["rider", counted]).size()
        found = table[table["races"] > 0].set_index(["rider", column])["races"]
        assert found.to_dict() == naive.to_dict()
        assert table.groupby("rider")["share"].sum().tolist() == pytest.approx([1] * 7)


def test_rounds(played, made):
    naive = played[1].groupby("race")["rounds"].first()
    table = made["rounds"]
    assert dict(zip(table["rounds"], table["races"], strict=True)) == {
        rounds: int((naive == rounds).sum()) for rounds in range(naive.min(), naive.max() + 1)
    }
    assert rounds_mean(played[0]) == pytest.approx(naive.mean())
    assert exhaustion_mean(played[0]) == pytest.approx(played[1].groupby("race")["exhaustion"].sum().mean())


def test_cards(played, made):
    naive = played[1]
    table = made["cards"]
    turns = naive.groupby("rider")["rounds"].sum()
    assert table.groupby("rider")["played"].sum().tolist() == turns.tolist()
    won_turns = naive[naive["won"]].groupby("rider")["rounds"].sum()
    assert table.groupby("rider")["played_in_wins"].sum().loc[won_turns.index].tolist() == won_turns.tolist()
    assert table.groupby(["rider", "round"])["share"].sum().tolist() == pytest.approx([1.0] * table.groupby(["rider", "round"]).ngroups)
    shown = table[table["played"] > 0]
    assert shown["win_rate_when_played"].tolist() == pytest.approx((shown["played_in_wins"] / shown["played"]).tolist())
    assert table.loc[table["played"] == 0, "win_rate_when_played"].isna().all()
    rouleur = table[(table["rider"] == 0) & (table["round"] == 1)]
    assert rouleur["card"].tolist() == ["E", "3", "4", "5", "6", "7"]
    assert rouleur["played"].sum() == RACES


def test_profile(played, made):
    table = made["profile"]
    assert table[table["round"] == 1].groupby("rider")["races"].sum().tolist() == [RACES] * 7
    assert (table["races"] > 0).all()
    assert dict(zip(table["rider"], table["team"], strict=True)) == {0: 0, 1: 0, 2: 1, 3: 1, 4: 2, 5: 3, 6: 3}


def test_without_weather_its_table_is_empty(made):
    assert len(made["weather"]) == 0


def test_weather():
    """Every race is in one row a kind and team; a token is drawn as often as the bag says."""
    stage, races = load_stage("avenue-corso-paseo"), 6400
    results = simulate(stage, parse_lineup("drafter,random,muscle"), load_edition("meteo"), races)
    table, places = frames(results)["weather"], len(token_places(stage))
    assert (table.groupby(["weather", "team"])["races"].sum() == races).all()
    assert (table.groupby(["weather", "team"])["wins"].sum().unstack() == results.team_wins).all(axis=None)
    mean = (table["rounds_mean"] * table["races"]).groupby([table["weather"], table["team"]]).sum() / races
    np.testing.assert_allclose(mean, rounds_mean(results))
    for weather, rows in table[table["team"] == 0].groupby("weather"):
        drawn = (rows["tokens"] * rows["races"]).sum() / races
        share = places / 13
        expected, spread = (9 * share, 2) if weather == "fair" else (share, (share * (1 - share)) ** 0.5)
        assert abs(drawn - expected) < 5 * spread / races**0.5


def test_seats_are_of_those_that_place_from_them():
    results = simulate(load_stage("la-classicissima-5-6"), parse_lineup("muscle,drafter,peloton,random"), load_edition("peloton"), 100)
    assert frames(results)["seats"][["team", "seat", "races"]].to_numpy().tolist() == [[1, 0, 50], [1, 1, 50], [3, 0, 50], [3, 1, 50]]


def test_dummies_cards_have_their_names():
    results = simulate(load_stage("la-classicissima-5-6"), parse_lineup("muscle,drafter,peloton"), load_edition("peloton"), 100)
    cards = frames(results)["cards"]
    assert set(cards["card"][(cards["team"] == 2) & (cards["played"] > 0)]) <= {"A", "3", "4", "5", "6", "7"}
    assert cards["played"][(cards["rider"] == 1) & (cards["card"] == "M")].sum() <= 100
    assert cards["played"][(cards["rider"] == 1) & (cards["card"] == "M")].sum() > 0


def test_parameters_are_part_of_the_policy_and_kinds_are_not():
    results = simulate(load_stage("avenue-corso-paseo"), parse_lineup("steady:pace=4/rouleur,random"), load_edition("gigamic-v2"), 64)
    assert tables(results)["teams"]["policy"] == ["steady:pace=4", "random"]


def test_one_race_has_no_standard_deviation():
    results = simulate(load_stage("avenue-corso-paseo"), parse_lineup("random,random"), load_edition("gigamic-v2"), 1)
    assert tables(results)["riders"]["exhaustion_sd"] == [None] * 4
    assert as_frame(tables(results)["riders"])["exhaustion_sd"].isna().all()
