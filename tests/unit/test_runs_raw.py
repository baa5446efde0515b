"""`--raw`: one row per race and rider, whatever the chunks and interruptions."""

import sys

import numpy as np
import pytest

from fr_sim.files import load_edition, load_stage
from fr_sim.files.tables import write_table
from fr_sim.game.errors import BadInput
from fr_sim.policies.lineups import parse_lineup
from fr_sim.questions.directory import ResultsDirectory
from fr_sim.questions.run.rows import RaceRows
from fr_sim.simulate.question import ask
from tests.storing import run_into

pandas = pytest.importorskip("pandas")
pytest.importorskip("pyarrow")

COLUMNS = (
    *("race", "team", "seat", "rider", "kind", "rank", "square", "lane", "crossed_round", "exhaustion"),
    *("slipstream", "blocked", "ascent_lost", "minimum_gained", "rounds", "won"),
)


@pytest.fixture(scope="module")
def question():
    lineup = parse_lineup("random,highest/sprinteur,lowest")
    return ask(load_stage("avenue-corso-paseo"), lineup, load_edition("gigamic-v2"), 1500)


@pytest.fixture(scope="module")
def stored(question, tmp_path_factory):
    return run_into(ResultsDirectory(tmp_path_factory.mktemp("raw"), named=True), question, raw=True)


def test_rows_agree_with_the_counts(stored):
    rows = pandas.read_parquet(stored.directory / "races.parquet")
    tally = stored.answer.tally
    assert tuple(rows.columns) == COLUMNS
    assert len(rows) == 1500 * 5
    assert rows["race"].tolist() == np.repeat(np.arange(1500), 5).tolist()
    assert rows["rider"].tolist() == [0, 1, 2, 3, 4] * 1500
    assert rows["team"].tolist() == [0, 0, 1, 2, 2] * 1500
    assert rows["kind"].tolist() == ["rouleur", "sprinteur", "sprinteur", "rouleur", "sprinteur"] * 1500
    assert rows.groupby("rider")["won"].sum().tolist() == tally.wins[:5].sum(axis=1).tolist()
    assert (rows.groupby("race")["rank"].apply(sorted).apply(tuple) == (1, 2, 3, 4, 5)).all()
    assert rows.loc[rows["won"], "rank"].eq(1).all()
    for rider in range(5):
        of_rider = rows[rows["rider"] == rider]
        assert np.bincount(of_rider["exhaustion"], minlength=101).tolist() == tally.exhaustion[rider].tolist()
        for name in ("slipstream", "blocked", "ascent_lost", "minimum_gained"):
            assert of_rider[name].astype(int).sum() == getattr(tally, name)[rider], name
    assert (rows["crossed_round"] <= rows["rounds"]).all()


def test_interruptions_and_chunks_leave_no_trace(stored, question, tmp_path, monkeypatch):
    class Pulled(BaseException):
        pass

    def pull_at(races):
        def progress(tally):
            if tally.races[0] >= races:
                raise Pulled

        return progress

    monkeypatch.setattr("fr_sim.questions.store.CHECKPOINT_SECONDS", 0)
    place = ResultsDirectory(tmp_path / "results", named=True)
    for races in (320, 960):
        with pytest.raises(Pulled):
            run_into(place, question, raw=True, resume=True, chunk_races=64, progress=pull_at(races))
        assert not list(place.path.glob("*.parquet"))
    # Rows written after the last counts belong to chunks that were lost; they are played again.
    (place.unfinished / "parts" / "races-000000000000960-000000000001024.parquet").write_bytes(b"of a lost chunk")
    run_into(place, question, raw=True, resume=True, chunk_races=256, threads=2)
    assert (place.path / "races.parquet").read_bytes() == (stored.directory / "races.parquet").read_bytes()
    assert not place.unfinished.exists()


def test_lost_rows_are_told(question, tmp_path):
    rows = RaceRows(tmp_path / "parts", question.lineup)
    with pytest.raises(BadInput, match="rows of races 0 to 128"):
        rows.resume(128)


def test_rows_are_kept_before_there_are_too_many(question, tmp_path, monkeypatch):
    monkeypatch.setattr("fr_sim.questions.run.rows.WAITING_ROWS", 64 * 5)
    monkeypatch.setattr("fr_sim.questions.run.rows.GROUP_RACES", 100)
    monkeypatch.setattr("fr_sim.questions.store.CHECKPOINT_SECONDS", 3600)
    kept = []
    plain_keep = RaceRows.keep
    monkeypatch.setattr(RaceRows, "keep", lambda rows: (kept.append(rows), plain_keep(rows)))
    run_into(ResultsDirectory(tmp_path / "small", named=True), question, raw=True, chunk_races=64)
    assert len(kept) >= 1500 // 64
    rows = pandas.read_parquet(tmp_path / "small" / "races.parquet")
    assert rows["race"].tolist() == np.repeat(np.arange(1500), 5).tolist()


@pytest.mark.parametrize(("option", "asked"), [("--raw", {"raw": True}), ("--format parquet", {"table_format": "parquet"})])
def test_without_pyarrow_nothing_begins(question, tmp_path, monkeypatch, option, asked):
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    with pytest.raises(BadInput, match=rf"{option}.*fr-sim\[parquet\]"):
        run_into(ResultsDirectory(tmp_path / "results", named=True), question, **asked)
    assert not (tmp_path / "results").exists()


def test_tables_in_both_formats_hold_the_same(tmp_path):
    table = {"stage": ["Col d'Asger", 'A "b", c'], "card": ["E", ""], "share": [1 / 3, None], "races": [3, 2**60]}
    write_table(tmp_path, "table", table, "csv")
    write_table(tmp_path, "table", table, "parquet")
    from_csv = pandas.read_csv(tmp_path / "table.csv", keep_default_na=False, na_values={"share": [""]})
    from_parquet = pandas.read_parquet(tmp_path / "table.parquet")
    for column in table:
        assert from_csv[column].tolist()[0] == from_parquet[column].tolist()[0] == table[column][0]
    assert from_csv["races"].tolist() == from_parquet["races"].tolist() == [3, 2**60]
    assert from_csv["share"].isna().tolist() == from_parquet["share"].isna().tolist() == [False, True]
