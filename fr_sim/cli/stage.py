"""`fr-sim stage`: the designer's bench."""

import json as json_words
import shlex
from pathlib import Path
from typing import Annotated

import typer

from fr_sim.cli.options import Json, StageName, StageNames, new_app
from fr_sim.cli.tables import print_table
from fr_sim.files import StageCheck, check_stage, load_stage, new_stage_file, shipped_stages, slug, write_new
from fr_sim.game.errors import WHERE
from fr_sim.game.names import NAMED, fit, visible
from fr_sim.game.profile import stage_counts, stage_facts
from fr_sim.game.stage import Stage

app = new_app("The designer's bench: list, show, check, start and draw stages.")

_COLUMNS = ("name", "set", "players", "squares", "ride", "climbs", "ascent", "descent", "cobbles", "supply", "title")


@app.command("list")
def list_stages(json: Json = False) -> None:
    """List the shipped stages.

    `ride` is from start line to finish line; `climbs` are runs of ascent; the terrains count squares.
    """
    stages = shipped_stages()
    if json:
        facts = [
            {"name": name, "title": stage.name, **_without(stage_facts(stage), "name", "lanes", "terrain")}
            for name, stage in stages.items()
        ]
        print(json_words.dumps({"stages": facts}, ensure_ascii=False))
        return
    print_table(_COLUMNS, [_list_row(name, stage) for name, stage in stages.items()])


def _without(table: dict, *keys: str) -> dict:
    return {key: value for key, value in table.items() if key not in keys}


def _list_row(name: str, stage: Stage) -> tuple[str, ...]:
    counts = stage_counts(stage)
    numbers = [counts[key] for key in ("squares", "start_to_finish", "climbs", "ascent", "descent", "cobbles", "supply")]
    return (name, stage.set, _teams(stage), *(str(number or "·") for number in numbers), fit(stage.name, NAMED))


def _teams(stage: Stage) -> str:
    fewest, most = stage.players
    return str(fewest) if fewest == most else f"{fewest}-{most}"


@app.command()
def show(stage: StageName, json: Json = False) -> None:
    """Show a stage: its road as a strip, its lines, and its counts."""
    road = load_stage(stage)
    if json:
        print(json_words.dumps(stage_facts(road), ensure_ascii=False))
        return
    from rich.console import Console

    from fr_sim.cli.strip import legend, strip_rows

    console = Console(highlight=False, soft_wrap=True)
    counts = stage_counts(road)
    console.print(fit(road.name), style="bold", markup=False)
    if road.also:
        print(f"  also: {', '.join(map(fit, road.also))}")
    print(f"  {fit(road.set) + ', ' if road.set else ''}{_teams(road)} teams, {counts['start_places']} places behind the start line")
    print(
        f"  {counts['squares']} squares: {counts['behind_start']} behind the start line, {counts['start_to_finish']} to the finish line, "
        f"{counts['past_finish']} past it"
    )
    if road.tiles is not None:
        print(f"  tiles: {' '.join(fit(tile.name) for tile in road.tiles)}")
    print()
    for line in strip_rows(road, min(console.width, 124)):
        console.print(line)
    print()
    console.print(legend(road))


@app.command()
def check(stages: StageNames, json: Json = False) -> None:
    """Check stages: say everything that is wrong, and what a designer would want to know.

    Ends with status 1 if a stage has errors; warnings are no errors.
    """
    checks = {name: check_stage(name) for name in stages}
    if json:
        print(json_words.dumps({"checks": [_check_facts(name, found) for name, found in checks.items()]}, ensure_ascii=False))
    else:
        for name, found in checks.items():
            _print_check(name, found)
    if any(found.errors for found in checks.values()):
        raise typer.Exit(1)


def _check_facts(name: str, found: StageCheck) -> dict:
    return {
        "stage": name,
        "file": found.where,
        "ok": not found.errors,
        "errors": [str(error) for error in found.errors],
        "warnings": list(found.warnings),
        "counts": None if found.stage is None else stage_counts(found.stage),
    }


def _print_check(name: str, found: StageCheck) -> None:
    given = fit(name, WHERE)
    if found.stage is None:
        print(f"{given}: 1 error" if len(found.errors) == 1 else f"{given}: {len(found.errors)} errors")
    else:
        counts = stage_counts(found.stage)
        print(
            f"{given}: {fit(found.stage.name)}, {counts['squares']} squares, {counts['behind_start']} behind the start line, "
            f"{counts['start_to_finish']} to the finish line, {counts['past_finish']} past it"
        )
    for error in found.errors:
        print(f"  error: {error}")
    for warning in found.warnings:
        print(f"  warning: {visible(warning)}")
    if not found.errors and not found.warnings:
        print("  no errors, no warnings")


@app.command()
def new(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="The stage file to write; it must not exist yet.")],
    name: Annotated[str, typer.Option(help="The stage's title.", show_default="from FILE")] = "",
) -> None:
    """Write a commented stage file to start from."""
    write_new(file, new_stage_file(name or file.stem.replace("-", " ").replace("_", " ").capitalize()))
    word = shlex.quote(str(file))
    print(f"wrote {file}; look at it with `fr-sim stage show {word}`, ride it with `fr-sim run {word}`")


@app.command()
def draw(
    stage: StageName,
    out: Annotated[
        Path | None, typer.Option("-o", "--out", metavar="FILE", help="Where to draw, .svg or .png.", show_default="<stage>.svg")
    ] = None,
) -> None:
    """Draw a stage as SVG or PNG: the tiles as the real track, a free-form road as a strip."""
    road = load_stage(stage)
    from fr_sim.report.track import save_drawing

    path = out if out is not None else Path(f"{slug(road.name)[:NAMED].strip('-') or 'stage'}.svg")
    save_drawing(road, path)
    print(f"wrote {path}")
