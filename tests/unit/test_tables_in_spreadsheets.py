"""Text in a CSV file never becomes a formula in a spreadsheet, and is read back as it was."""

import csv

import pandas as pd
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from fr_sim.files.tables import as_csv_field, of_csv_field, write_table
from fr_sim.report.table import read_table

#: What spreadsheets take for the beginning of a formula (OWASP, CSV injection), the wide forms of East Asian keyboards too.
FORMULA = ("=", "+", "-", "@", "\t", "\r", "\n", "＝", "＋", "－", "＠")
PLAIN = ["'=1", "''=1", "'tis", "'", "''", "a=b", "-", "Col d'Èze", "=\r1", "a\rb", ' "', ""]
NAMES = [f"{sign}cmd|' /C calc'!A0" for sign in FORMULA] + PLAIN
AS_PANDAS = r"^'(?='*[=+\-@\t\r\n＝＋－＠])"


@given(st.text(max_size=6))
@example("'=")
@example("''")
def test_every_text_comes_back(text):
    field = as_csv_field(text)
    assert of_csv_field(field) == text
    assert not field.startswith(FORMULA)
    # Nothing but such text is touched.
    assert (field == text) or text.lstrip("'").startswith(FORMULA)


@given(st.text("'=-a", max_size=5), st.text("'=-a", max_size=5))
def test_no_two_texts_become_one(text, other):
    assert (as_csv_field(text) == as_csv_field(other)) == (text == other)


@pytest.mark.parametrize("number", [-5, -0.25, float("-inf"), None, 0])
def test_numbers_are_left_alone(number):
    assert as_csv_field(number) is number


def test_a_table_read_by_a_spreadsheet_by_us_and_by_pandas(tmp_path):
    table = {"stage": NAMES, "team": list(range(len(NAMES))), "difference": [-0.5] * len(NAMES)}
    path = write_table(tmp_path, "teams", table)
    with open(path, encoding="utf-8", newline="") as file:
        header, *rows = csv.reader(file)
    assert header == list(table)
    assert not any(row[0].startswith(FORMULA) for row in rows)
    assert {row[2] for row in rows} == {"-0.5"}
    found = read_table(tmp_path, "teams", tuple(table))
    assert found["stage"].tolist() == NAMES
    assert found["difference"].tolist() == table["difference"]
    frame = pd.read_csv(path, keep_default_na=False)
    assert frame["stage"].str.replace(AS_PANDAS, "", regex=True).tolist() == NAMES


def test_parquet_holds_text_as_it_is(tmp_path):
    parquet = pytest.importorskip("pyarrow.parquet")
    path = write_table(tmp_path, "teams", {"stage": NAMES, "team": list(range(len(NAMES)))}, "parquet")
    assert parquet.read_table(path).column("stage").to_pylist() == NAMES
    assert read_table(tmp_path, "teams", ("stage",))["stage"].tolist() == NAMES


def test_lines_end_as_they_always_did(tmp_path):
    path = write_table(tmp_path, "teams", {"stage": ["a,b", 'c"d', "e"], "team": [0.1, None, 2]})
    assert path.read_bytes() == b'stage,team\n"a,b",0.1\n"c""d",\ne,2\n'
