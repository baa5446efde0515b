"""A folder full of files that cannot be used, each in its own way, beside a few good ones that they were made from."""

import json
import shutil
from pathlib import Path

from fr_sim.cli.main import main

ROAD = """name = "Road"
players = [2, 4]
start = 5
past_finish = 5
lanes = 2
[[stretch]]
squares = 60
terrain = "flat"
"""

POSITION = """stage = "avenue-corso-paseo"
[[rider]]
team = 0
kind = "rouleur"
place = [10, 0]
card = "5"
[[rider]]
team = 1
kind = "sprinteur"
place = [12, 1]
card = "9"
"""

POLICY = """def f(view):
    kind = 0
    while view.hand[kind] == 0:
        kind += 1
    return kind
"""

#: Files as they are, by name.
FILES: dict[str, str | bytes] = {
    "good.toml": ROAD,
    "good-position.toml": POSITION,
    "good.py": POLICY,
    "plain-file": "mine",
    "folder/diary.txt": "mine",
    "empty": "",
    "binary": bytes(range(256)),
    "broken.toml": "name = ",
    "empty.toml": "",
    "deep.toml": "a = " + "[" * 5000,
    "nul.toml": ROAD + "\0",
    # Stages.
    "no-finish.toml": 'name = "Endless"\ntiles = "abc"\n',
    "no-start.toml": 'name = "Nowhere"\ntiles = "bcu"\n',
    "both-faces.toml": 'name = "Both"\ntiles = "abBu"\n',
    "twice.toml": 'name = "Twice"\ntiles = "abbu"\n',
    "unknown-tile.toml": 'name = "Unknown"\ntiles = ["a", "9C", "u"]\n',
    "half-a-tile.toml": 'name = "Half"\ntiles = "ab^"\n',
    # Editions.
    "round.toml": 'extends = "round-again.toml"\n',
    "round-again.toml": 'extends = "round.toml"\n',
    "itself.toml": 'extends = "itself.toml"\n',
    "orphan.toml": 'extends = "nowhere.toml"\n',
    "misspelt-parent.toml": 'extends = "gigamic-v3"\n',
    "unknown-rule.toml": "hand_sise = 3\n",
    "ill-typed-rule.toml": 'hand_size = "3"\n',
    "fractional-rule.toml": "hand_size = 3.0\n",
    "rule-out-of-range.toml": "hand_size = 99\n",
    "negative-deck.toml": "[deck_rouleur]\n3 = -1\n",
    "deck-of-letters.toml": "[deck_rouleur]\nX = 1\n",
    "empty-deck.toml": "deck_rouleur = {}\n",
    "unknown-terrain.toml": 'no_slipstream = ["hill"]\n',
    "sunny.toml": 'weather = "sunny"\n',
    # Riders.
    "deckless-rider.toml": 'kind = "rouleur"\n',
    "rider-of-letters.toml": 'kind = "rouleur"\n[deck]\nX = 1\n',
    "many-cards.toml": 'kind = "rouleur"\n[deck]\n3 = 41\n',
    "kindless-rider.toml": 'kind = "climber"\n[deck]\n3 = 1\n',
    # Policies.
    "syntax.py": "def f(view:\n",
    "none.py": "pace = 5\n",
    "raises.py": 'raise RuntimeError("not today")\n',
    "leaves.py": "import sys\nsys.exit(0)\n",
    "imports.py": "import no_such_module\n",
    "taken.py": POLICY.replace("def f", "def drafter"),
    "no-default.py": "def f(view, pace):\n    return 0\n",
    "fraction.py": "def f(view, pace=1.5):\n    return 0\n",
    "many.py": "def f(view, " + ", ".join(f"p{number}=0" for number in range(40)) + "):\n    return 0\n",
    "waits.py": "async def f(view):\n    return 0\n",
    "yields.py": "def f(view):\n    yield 0\n",
    "not-compiled.py": 'def f(view):\n    return open("diary")\n',
    "no-answer.py": "def f(view):\n    pass\n",
    "words.py": 'def f(view):\n    return "4"\n',
    "unseen.py": "def f(view):\n    return view.others_hands\n",
    "not-in-hand.py": "def f(view):\n    return 99\n",
    "divides.py": "def f(view):\n    return 1 // (view.turn - view.turn)\n",
    # Positions.
    "thirteen.toml": 'stage = "avenue-corso-paseo"\n'
    + "".join(f'[[rider]]\nteam = {team}\nkind = "rouleur"\nplace = [{team}, 0]\n' for team in range(13)),
    "no-riders.toml": 'stage = "avenue-corso-paseo"\n',
    "half.json": '{"stage": "avenue-corso-paseo", "rider": [',
    "list.json": "[1, 2]",
    # Race logs.
    "words.jsonl": "hello\n",
    "list.jsonl": "[1]\n",
    "unknown-event.jsonl": '{"event":"banana"}\n',
    "alone.jsonl": '{"event":"race"}\n',
}

#: Stages that are `good.toml` with one thing changed: name, what, into what.
STAGES = (
    ("misspelt-key.toml", "lanes", "lane"),
    ("ill-typed.toml", "squares = 60", 'squares = "60"'),
    ("negative.toml", "squares = 60", "squares = -60"),
    ("huge.toml", "squares = 60", "squares = 99999999999999999999"),
    ("nan.toml", "squares = 60", "squares = nan"),
    ("wide.toml", "lanes = 2", "lanes = 9"),
    ("misspelt-terrain.toml", '"flat"', '"flaat"'),
    ("no-name.toml", 'name = "Road"\n', ""),
    ("backwards.toml", "past_finish = 5", "past_finish = 58"),
    ("narrow-start.toml", "start = 5", "start = 1"),
)

#: Positions that are `good-position.toml` with one thing changed.
POSITIONS = (
    ("same-place.toml", "[12, 1]", "[10, 0]"),
    ("no-such-lane.toml", "[12, 1]", "[12, 2]"),
    ("off-the-road.toml", "[12, 1]", "[78, 0]"),
    ("behind-the-road.toml", "[12, 1]", "[-1, 0]"),
    ("half-a-place.toml", "[12, 1]", "[12]"),
    ("place-in-words.toml", "[12, 1]", '"12"'),
    ("unknown-kind.toml", '"sprinteur"', '"sprinter"'),
    ("no-card.toml", '"9"', '"X"'),
    ("card-as-number.toml", '"9"', "9"),
    ("hand-of-letters.toml", 'card = "9"', 'card = "9"\nhand = ["2", "X"]'),
    ("negative-pile.toml", 'card = "9"', 'card = "9"\ndraw = { "4" = -1 }'),
    ("misspelt-rider-key.toml", "place = [10", "places = [10"),
    ("round-zero.toml", "[[rider]]", "round = 0\n[[rider]]"),
    ("round-and-a-half.toml", "[[rider]]", "round = 1.5\n[[rider]]"),
    ("round-too-far.toml", "[[rider]]", "round = 100000\n[[rider]]"),
    ("no-team.toml", "team = 1\n", ""),
    ("negative-team.toml", "team = 1", "team = -1"),
    ("two-rouleurs.toml", 'team = 1\nkind = "sprinteur"', 'team = 0\nkind = "rouleur"'),
    ("other-team.toml", "[[rider]]", "team = 7\n[[rider]]"),
    ("unknown-stage.toml", "avenue-corso-paseo", "avenue-corso-pasio"),
    ("no-stage.toml", 'stage = "avenue-corso-paseo"\n', ""),
    ("two-roads.toml", "[[rider]]", "road = {}\n[[rider]]"),
    ("unknown-edition.toml", "[[rider]]", 'rules = "gigamic-v3"\n[[rider]]'),
    ("misspelt-rule.toml", "[[rider]]", "rules = { hand_sise = 3 }\n[[rider]]"),
    ("attack.toml", '"9"', '"A"'),
)

#: A finished run of two teams over 64 races, and what was done to copies of its record.
RUN = ("run", "avenue-corso-paseo", "-t", "random,random", "-n", "64", "--no-plots", "--quiet")
RECORDS = {
    "broken-record": lambda text: text[:40],
    "list-record": lambda text: "[]",
    "bare-record": lambda text: "{}",
    "record-without-seed": lambda text: json.dumps({key: value for key, value in json.loads(text).items() if key != "seed"}),
    "record-of-words": lambda text: json.dumps({**json.loads(text), "chunks": "many"}),
}


def write_all(folder: Path) -> None:
    """Fill `folder`, which must be the working directory, with every file and results directory that the tests speak of."""
    files = dict(FILES)
    for original, changes in ((ROAD, STAGES), (POSITION, POSITIONS)):
        for name, old, new in changes:
            assert old in original, name
            files[name] = original.replace(old, new, 1) if name != "misspelt-key.toml" else original.replace(old, new)
    for name, content in files.items():
        path = folder / name
        path.parent.mkdir(exist_ok=True)
        path.write_bytes(content if isinstance(content, bytes) else content.encode())
    (folder / "folder.toml").mkdir()
    _write_logs(folder)
    _write_runs(folder)


def _write_logs(folder: Path) -> None:
    assert main(["replay", "avenue-corso-paseo", "-t", "random,random", "--format", "jsonl", "-o", "good.jsonl"]) == 0
    lines = (folder / "good.jsonl").read_text(encoding="utf-8").splitlines(keepends=True)
    (folder / "cut.jsonl").write_text("".join(lines[:10]), encoding="utf-8")
    (folder / "half-a-line.jsonl").write_text("".join(lines[:10]) + lines[10][:20], encoding="utf-8")
    (folder / "headless.jsonl").write_text("".join(lines[1:]), encoding="utf-8")


def _write_runs(folder: Path) -> None:
    assert main([*RUN, "-o", "done"]) == 0
    for name, changed in RECORDS.items():
        shutil.copytree(folder / "done", folder / name)
        record = folder / name / "run.json"
        record.write_text(changed(record.read_text(encoding="utf-8")), encoding="utf-8")
    shutil.copytree(folder / "done", folder / "broken-counts")
    (folder / "broken-counts/tally.npz").write_bytes(b"half a fi")
    shutil.copytree(folder / "done", folder / "no-tables")
    (folder / "no-tables/tally.npz").unlink()
    (folder / "no-tables/teams.csv").unlink()
