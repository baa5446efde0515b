"""Every rule of the chapters that are played has a worked example: a position of rulings.jsonl or a scenario named by its id."""

import json
import re
from pathlib import Path

FOLDER = Path(__file__).parent
CHAPTERS = "CSEMTDXFPBWG"


def rule_ids():
    text = (FOLDER.parent.parent / "docs" / "rules.md").read_text(encoding="utf-8")
    return set(re.findall(rf"^- \*\*([{CHAPTERS}]\d)\*\*", text, re.MULTILINE))


def test_every_rule_has_an_example():
    positions = {json.loads(line)["rule"] for line in (FOLDER / "rulings.jsonl").read_text(encoding="utf-8").splitlines()}
    tests = "".join(
        (FOLDER / name).read_text(encoding="utf-8") for name in ("test_scenarios.py", "test_expansions.py", "test_tour_rules.py")
    )
    scenarios = {found.upper() for found in re.findall(r"^def test_([a-z]\d)_", tests, re.MULTILINE)}
    assert len(rule_ids()) > 45
    assert rule_ids() <= positions | scenarios
    assert positions | scenarios <= rule_ids()
