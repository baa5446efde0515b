"""The page of a run: everything in one HTML file that needs no network; its looks are in `templates/`."""

from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Any

from fr_sim.game.names import LONG, fit
from fr_sim.report import skeleton
from fr_sim.report.answer import answer
from fr_sim.report.limits import limits
from fr_sim.report.sections import sections_of
from fr_sim.report.shown import shown_tables
from fr_sim.report.skeleton import DEFAULT, NAME, rule_row, strip_of
from fr_sim.report.stored import Results
from fr_sim.report.words import races

if TYPE_CHECKING:
    from fr_sim.report.plots import Plot


def write_page(results: Results, directory: Path, pictures: Iterable["Plot"]) -> Path:
    """Write `report.html` into `directory`; the files of `pictures` are read from its folder `plots`."""
    record, road, told = results.record, results.road, answer(results)
    return skeleton.write_page(
        directory / NAME,
        "report.html.jinja",
        pictures,
        sections_of(results),
        heading=road.name,
        lineup=fit(str(record.get("lineup") or "results"), LONG),
        results=results,
        races=races(results.races),
        strip=strip_of(road.squares, road.start_line, road.finish_line),
        headline=told.headline,
        sentences=told.sentences,
        tables=shown_tables(results),
        command=record.get("command"),
        details=_details(results),
        differing={**DEFAULT, "rows": [rule_row(key, *values) for key, values in results.rules_that_differ.items()]},
        limits=limits(results),
        program=f"{record.get('program', 'fr-sim')} {record.get('version', '')}",
    )


def _details(results: Results) -> list[tuple[str, str]]:
    """What was run, as names and values; what the record does not tell is left out."""
    record, road = results.record, results.road
    tiles = record["stage"].get("tiles")
    asked = record.get("races_asked")
    found: dict[str, Any] = {
        "Stage": f"{road.name}: {len(road.squares)} squares, start line {road.start_line}, finish line {road.finish_line}",
        "Tiles": " ".join(map(str, tiles)) if tiles else "none: a free-form road",
        "Edition": " · ".join(fit(str(record[key]), LONG) for key in ("edition", "edition_title", "edition_source") if record.get(key)),
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
    return [(name, fit(str(value), LONG)) for name, value in found.items() if value]
