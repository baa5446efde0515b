"""The generated parts of the documents are what the program says today."""

import pytest

from tests.docs.generated import PARTS, ROOT, with_part


@pytest.mark.parametrize(("document", "name"), PARTS, ids=lambda part: part.removeprefix("docs/"))
def test_part_is_up_to_date(document, name):
    text = (ROOT / document).read_text(encoding="utf-8")
    assert text == with_part(text, name, PARTS[document, name]()), "stale: run `python -m tests.docs.write`"
