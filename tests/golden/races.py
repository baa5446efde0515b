"""The golden races: a handful of readable ones, between them over every terrain and many rules."""

from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from fr_sim.files import load_edition, load_stage
from fr_sim.policies.lineups import parse_lineup
from fr_sim.reference.race import play_race
from fr_sim.reference.tale import tell

FOLDER = Path(__file__).parent


class Golden(NamedTuple):
    """What to play; the race's text lies in the file `name`.txt."""

    name: str
    stage: str
    teams: str
    race: int
    edition: str = "gigamic-v2"
    overrides: tuple[str, ...] = ()


GOLDENS = (
    Golden("flat-stage", "avenue-corso-paseo", "random,highest,lowest,steady:pace=5", 0),
    Golden("mountains", "la-haut-montagne", "drafter,saver,weighted,random", 7),
    Golden("cobbles", "paris-roubaix-5-6", "random,steady,lowest,highest,random,steady:pace=4", 3),
    Golden("common-mistakes", "la-classicissima", "steady,random", 1, "mistake-front-to-rear", ("exhaustion_when=leaders", "hand_size=3")),
    Golden(
        "single-riders-to-the-end",
        "firenze-milano",
        "highest/rouleur,random/sprinteur,steady/sprinteur",
        2,
        "fatigue-fr",
        ("race_end=all",),
    ),
    Golden(
        "everything-on",
        "la-haute-montagne-5-6",
        "drafter,weighted,saver/sprinteur,random,peloton,muscle",
        10,
        "peloton",
        ("weather=random",),
    ),
)


def text_of(golden: Golden) -> str:
    """The golden race as it is told now."""
    log = play_race(
        load_stage(golden.stage),
        load_edition(golden.edition, golden.overrides).rules,
        parse_lineup(golden.teams),
        seed=2016,
        race=golden.race,
    )
    return "\n".join(tell(log)) + "\n"


def file_of(golden: Golden) -> Path:
    """Where its text is kept."""
    return FOLDER / f"{golden.name}.txt"


def write_all() -> Iterator[Path]:
    """Write every text again; the files that changed."""
    for golden in GOLDENS:
        path, text = file_of(golden), text_of(golden)
        if not path.is_file() or path.read_text(encoding="utf-8") != text:
            path.write_text(text, encoding="utf-8")
            yield path
