"""The page: everything of a run in one HTML file that needs no network; its looks are in `templates/`."""

import base64
from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Any

from jinja2 import Environment, FileSystemLoader, StrictUndefined

from fr_sim.game.profile import road_profile
from fr_sim.game.rules import KEYS
from fr_sim.report.answer import answer
from fr_sim.report.colours import TERRAIN_LOOKS
from fr_sim.report.limits import limits
from fr_sim.report.shown import shown_tables
from fr_sim.report.stored import Results
from fr_sim.report.words import races

if TYPE_CHECKING:
    from fr_sim.report.plots import Plot

TEMPLATES = Path(__file__).parent / "templates"
NAME = "report.html"


def write_page(results: Results, directory: Path, pictures: Iterable["Plot"]) -> Path:
    """Write `report.html` into `directory`; the files of `pictures` are read from its folder `plots`."""
    environment = Environment(
        loader=FileSystemLoader(TEMPLATES), autoescape=True, undefined=StrictUndefined, trim_blocks=True, lstrip_blocks=True
    )
    page = environment.get_template("report.html.jinja").render(
        results=results,
        record=results.record,
        road=results.road,
        strip=_strip(results),
        answer=answer(results),
        tables=shown_tables(results),
        plots=[(plot, _inlined(directory / "plots" / f"{plot.name}.svg")) for plot in pictures],
        details=_details(results),
        differing=_differing_rules(results),
        limits=limits(results),
    )
    path = directory / NAME
    path.write_text(page, encoding="utf-8")
    return path


def _inlined(picture: Path) -> str:
    """An SVG file as a data address: each plot stays a document of its own, so names inside never clash."""
    return "data:image/svg+xml;base64," + base64.b64encode(picture.read_bytes()).decode("ascii")


def _strip(results: Results) -> list[dict[str, Any]]:
    """The road as stretches for the strip at the top of the page."""
    looks = TERRAIN_LOOKS
    return [
        {"first": stretch.first, "squares": stretch.end - stretch.first, "terrain": stretch.terrain, "fill": looks[stretch.terrain].fill}
        for stretch in road_profile(results.road.squares)
    ]


def _details(results: Results) -> list[tuple[str, str]]:
    """What was run, as names and values; what the record does not tell is left out."""
    record, road = results.record, results.road
    tiles = record["stage"].get("tiles")
    asked = record.get("races_asked")
    found = {
        "Stage": f"{road.name}: {len(road.squares)} squares, start line {road.start_line}, finish line {road.finish_line}",
        "Tiles": " ".join(tiles) if tiles else "none: a free-form road",
        "Edition": " · ".join(str(record[key]) for key in ("edition", "edition_title", "edition_source") if record.get(key)),
        "Line-up": record.get("lineup"),
        "Races": races(results.races) + (f" (at most {asked:,} asked for)" if asked and asked != results.races else ""),
        "Precision": f"stopped when every interval was within ±{100 * record['precision']:g} %" if record.get("precision") else None,
        "Seed": str(results.seed),
        "Seats": record.get("seats"),
        "Draws": f"{record['draws']:,}" if "draws" in record else None,
        "Own policies": ", ".join(record.get("own_policies") or ()),
        "Program": f"{record.get('program', 'fr-sim')} {record.get('version', '')}".strip(),
        "Versions": ", ".join(f"{name} {version}" for name, version in record.get("versions", {}).items()),
        "Chunks": f"{record['chunks']:,}" if "chunks" in record else None,
        "Digest of the counts": record.get("digest"),
    }
    return [(name, str(value)) for name, value in found.items() if value]


def _differing_rules(results: Results) -> list[dict[str, Any]]:
    """Rules that are not those of the default edition, with their id and meaning."""
    return [
        {
            "key": key,
            "value": toml_words(value),
            "default": toml_words(default),
            "rule": KEYS[key].metadata["rule"] if key in KEYS else "",
            "meaning": KEYS[key].metadata["meaning"] if key in KEYS else "",
        }
        for key, (value, default) in results.rules_that_differ.items()
    ]


def toml_words(value: Any) -> str:
    """A rule's value much as an edition file has it."""
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, dict):
        return ", ".join(f"{card}: {count}" for card, count in value.items())
    return ", ".join(map(str, value)) or "none" if isinstance(value, list) else str(value)
