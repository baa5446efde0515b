"""Every rule of the chapters that are played has a worked example: a position of rulings.jsonl or a scenario named by its id."""

import json
import re
from pathlib import Path

FOLDER = Path(__file__).parent
CHAPTERS = "CSEMTDXF"
#: S2 says where dummy teams stand, which are not played.
NOT_PLAYED = {"S2"}


def rule_ids():
    text = (FOLDER.parent.parent / "docs" / "rules.md").read_text(encoding="utf-8")
    return set(re.findall(rf"^- \*\*([{CHAPTERS}]\d)\*\*", text, re.MULTILINE))


def test_every_rule_has_an_example():
    positions = {json.loads(line)["rule"] for line in (FOLDER / "rulings.jsonl").read_text(encoding="utf-8").splitlines()}
    scenarios = {found.upper() for found in re.findall(r"^def test_([a-z]\d)_", (FOLDER / "test_scenarios.py").read_text(), re.MULTILINE)}
    assert len(rule_ids()) > 30
    assert rule_ids() - NOT_PLAYED <= positions | scenarios
    assert positions | scenarios <= rule_ids()
