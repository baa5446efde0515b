"""The golden digests: what questions of every kind were answered when their figures were settled, asked through the command line."""

import json
import os
from contextlib import redirect_stdout
from io import StringIO
from pathlib import Path
from typing import NamedTuple

from fr_sim.cli.main import main

DIGESTS = Path(__file__).parent / "digests.json"


class Asked(NamedTuple):
    """A command line without its directory, and where in its JSON answer the digests are."""

    name: str
    words: str


ASKED = (
    Asked("run-flat", "run avenue-corso-paseo -t random,highest,lowest,steady:pace=5 -n 1000"),
    Asked("run-mountains", "run la-haut-montagne -t drafter,saver,weighted,random -n 1000 --seed 7"),
    Asked("run-cobbles", "run paris-roubaix-5-6 -t random,steady,lowest,highest,random,steady:pace=4 -n 700 --seats random"),
    Asked("run-precise", "run la-classicissima -t drafter,highest -n 40000 --precision 0.02 --seats fixed"),
    Asked("run-singles", "run firenze-milano -t highest/rouleur,random/sprinteur,steady/sprinteur -r fatigue-fr --set race_end=all -n 500"),
    Asked(
        "run-everything",
        "run la-haute-montagne-5-6 -t drafter,weighted,saver/sprinteur,random,peloton,muscle -r peloton --set weather=random -n 700",
    ),
    Asked("compare-rules", "compare la-haut-montagne -r gigamic-v2 -r mistake-front-to-rear -r base-2016 -t drafter,saver,random -n 900"),
    Asked("compare-teams", "compare avenue-corso-paseo -t drafter,drafter,random -t saver,drafter,random -n 30000 --precision 0.02"),
    Asked("tour", "tour six-base-stages --carry half-up --carry all -n 200"),
)


def answer_of(asked: Asked, directory: Path) -> dict[str, list]:
    """The races and digests of a question that is answered into `directory`."""
    said = StringIO()
    with redirect_stdout(said):
        status = main([*asked.words.split(), "-o", str(directory), "--no-plots", "--json"])
    assert status == 0, asked.words
    name = "tour.json" if asked.words.startswith("tour") else "run.json"
    record = json.loads((directory / name).read_text(encoding="utf-8"))
    return {"races": record["races"], "chunks": record["chunks"], "digest": record["digest"]}


def write_all(folder: Path) -> bool:
    """Ask everything again; whether an answer changed."""
    found = {asked.name: answer_of(asked, folder / asked.name) for asked in ASKED}
    text = json.dumps(found, indent=1) + os.linesep
    if DIGESTS.is_file() and DIGESTS.read_text(encoding="utf-8") == text:
        return False
    DIGESTS.write_text(text, encoding="utf-8")
    return True
