"""The golden races are told as they were; `python -m tests.golden.write` writes them again."""

import pytest
from races import FOLDER, GOLDENS, file_of, text_of


@pytest.mark.parametrize("golden", GOLDENS, ids=lambda golden: golden.name)
def test_golden_race(golden):
    assert text_of(golden) == file_of(golden).read_text(encoding="utf-8")


def test_every_text_has_its_race():
    assert {path.stem for path in FOLDER.glob("*.txt")} == {golden.name for golden in GOLDENS}
