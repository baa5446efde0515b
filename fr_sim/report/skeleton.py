"""What every page has in common: one skeleton in `templates/base.html.jinja`, names that hide nothing, roads, rules that differ."""

import base64
import re
from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

from jinja2 import Environment, FileSystemLoader, StrictUndefined
from markupsafe import Markup

from fr_sim.game.names import written_out
from fr_sim.game.profile import road_profile
from fr_sim.game.rules import KEYS
from fr_sim.game.stage import Square
from fr_sim.report.colours import TERRAIN_LOOKS
from fr_sim.report.shown import ShownTable

TEMPLATES = Path(__file__).parent / "templates"
#: The page of a run, a comparison or a tour in its directory.
NAME = "report.html"
DEFAULT = {
    "than": "the default edition",
    "none": "the rules are those of gigamic-v2",
    "headings": ("Key", "Here", "Default", "Rule", "Meaning"),
}
#: Words in Hebrew, Arabic and other writing from the right: each is kept to itself, so that figures beside it stay in their order.
_FROM_THE_RIGHT = re.compile("[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\U00010800-\U00010fff\U0001e800-\U0001efff]+")
_ISOLATED = "\u2068{}\u2069"


class Section(NamedTuple):
    """A section of its own between answer and tables: sentences, then tables and the plots of these names."""

    name: str
    title: str
    sentences: list[str]
    tables: list[ShownTable]
    pictures: tuple[str, ...] = ()


def write_page(path: Path, template: str, pictures: Iterable[Any] = (), sections: Sequence[Section] = (), **words: Any) -> Path:
    """Write the page that `template` makes of `words` to `path`; the files of `pictures` are read from the folder `plots` beside it.

    Every page is given `heading`; those that keep the skeleton's own sections also headline, sentences, tables, command, details,
    differing and limits. Pictures of `sections` stand there and not among the others.
    """
    plots = [(picture, _inlined(path.parent / "plots" / f"{picture.name}.svg")) for picture in pictures]
    elsewhere = {name for section in sections for name in section.pictures}
    shared = {
        "plots": [(picture, data) for picture, data in plots if picture.name not in elsewhere],
        "sections": [(section, [pair for pair in plots if pair[0].name in section.pictures]) for section in sections],
        "program": "fr-sim",
    }
    page = _environment().get_template(template).render(**{**shared, **words})
    path.write_text(page, encoding="utf-8")
    return path


@cache
def _environment() -> Environment:
    return Environment(
        loader=FileSystemLoader(TEMPLATES),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        finalize=_on_a_page,
    )


def _on_a_page(words: Any) -> Any:
    """What a template puts on the page: nothing unseen in it that could turn the rest of the page round."""
    if not isinstance(words, str) or isinstance(words, Markup) or (words.isascii() and words.isprintable()):
        return words
    return _FROM_THE_RIGHT.sub(lambda found: _ISOLATED.format(found[0]), written_out(words))


def _inlined(picture: Path) -> Markup:
    """An SVG file as a data address: each plot stays a document of its own, so names inside never clash."""
    return Markup("data:image/svg+xml;base64," + base64.b64encode(picture.read_bytes()).decode("ascii"))


def strip_of(squares: Sequence[Square], start_line: int, finish_line: int) -> dict[str, Any]:
    """A road as stretches for its strip."""
    looks = TERRAIN_LOOKS
    stretches = [
        {"first": stretch.first, "squares": stretch.end - stretch.first, "terrain": stretch.terrain, "fill": looks[stretch.terrain].fill}
        for stretch in road_profile(squares)
    ]
    return {"squares": len(squares), "stretches": stretches, "start_line": start_line, "finish_line": finish_line}


def rule_row(key: str, here: Any, there: Any, side: str = "") -> dict[str, str]:
    """A rule whose value `here` is not that `there`, with its id and meaning; `side` where several sides stand in one table."""
    about: Mapping[str, str] = KEYS[key].metadata if key in KEYS else {"rule": "", "meaning": ""}
    values = {"here": toml_words(here), "there": toml_words(there)}
    return {"side": side, "key": key, **values, "rule": about["rule"], "meaning": about["meaning"]}


def toml_words(value: Any) -> str:
    """A rule's value much as an edition file has it."""
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, dict):
        return ", ".join(f"{card}: {count}" for card, count in value.items())
    return ", ".join(map(str, value)) or "none" if isinstance(value, list) else str(value)
