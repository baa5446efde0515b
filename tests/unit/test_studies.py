"""The published studies: pages say what their figures say, and a cell played again gives the same figures."""

import pytest

from reports.studies import make
from reports.studies.study import FIGURES, FOLDER, PAGE, read_rows, write_rows

#: For each study a cell that is played again: the first is as good as any.
CELL = 0


@pytest.fixture(params=make.STUDIES, ids=lambda study: study.name)
def study(request):
    return request.param


def test_pages_are_made_from_the_figures_that_are_stored(study):
    rows = read_rows(study.folder / FIGURES)
    assert (study.folder / PAGE).read_text(encoding="utf-8") == make.page(study, rows)


def test_every_picture_of_a_page_is_there_and_is_what_is_drawn(study):
    drawn = study.draw(read_rows(study.folder / FIGURES))
    assert {f"{name}.svg" for name in drawn} == {path.name for path in study.folder.glob("*.svg")}
    words = (study.folder / PAGE).read_text(encoding="utf-8")
    assert all(f"({name}.svg)" in words for name in drawn)


def test_the_index_is_made_from_the_figures_that_are_stored():
    tables = {study.name: read_rows(study.folder / FIGURES) for study in make.STUDIES}
    assert (FOLDER / PAGE).read_text(encoding="utf-8") == make.index(tables)


@pytest.mark.compiled
@pytest.mark.slow
def test_a_cell_played_again_gives_the_rows_that_are_stored(study, tmp_path):
    played = study.measure(study.cells()[CELL], study.races)
    write_rows(tmp_path / FIGURES, played)
    stored = read_rows(study.folder / FIGURES)
    assert read_rows(tmp_path / FIGURES) == stored[: len(played)]
