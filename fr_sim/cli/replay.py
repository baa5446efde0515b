"""`fr-sim replay`: races of a run as text or as a race log, and logs judged by the rules."""

import os
import re
import sys
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated, TextIO

import typer

from fr_sim.cli import options
from fr_sim.cli.options import new_app
from fr_sim.game.errors import BadInput, Words
from fr_sim.game.names import fit

app = new_app()

FORMATS = ("text", "jsonl")
#: More races than anybody reads.
MOST_REPLAYED = 1_000_000

StageName = Annotated[
    str | None, typer.Argument(metavar="STAGE", help="Name of a shipped stage, or a path to a stage file.", show_default=False)
]
RaceNumbers = Annotated[str, typer.Option("--race", metavar="N|FIRST-LAST", help="The race's number in the run, or several, as 0-99.")]
Format = Annotated[str, typer.Option("--format", metavar="text|jsonl", help="A tale to read, or the race log.")]
Out = Annotated[Path | None, typer.Option("-o", "--out", metavar="FILE", help="Write to a file.", show_default="stdout")]
Verify = Annotated[
    Path | None,
    typer.Option(
        metavar="LOG.jsonl", help="Judge a race log by the rules, from what it says itself; STAGE is not needed.", show_default=False
    ),
]


@app.command()
def replay(
    stage: StageName = None,
    teams: options.Teams = options.DEFAULT_TEAMS,
    race: RaceNumbers = "0",
    seed: options.Seed = 0,
    seats: options.Seats = options.DEFAULT_SEATS,
    rules: options.Edition = options.DEFAULT_EDITION,
    overrides: options.Overrides = [],
    form: Format = "text",
    out: Out = None,
    policy_file: options.PolicyFile = None,
    verify: Verify = None,
) -> int:
    """Show races as `run` with the same options plays them; or say at which line a race log departs from the rules.

    With --verify the exit status is 1 when a log departs from them.
    """
    if verify is not None:
        given = {
            "STAGE": stage is not None,
            "--teams": teams != options.DEFAULT_TEAMS,
            "--race": race != "0",
            "--seed": seed != 0,
            "--seats": seats != options.DEFAULT_SEATS,
            "--rules": rules != options.DEFAULT_EDITION,
            "--set": bool(overrides),
            "--format": form != FORMATS[0],
            "--out": out is not None,
            "--policy-file": policy_file is not None,
        }
        if any(given.values()):
            found = ", ".join(option for option, is_given in given.items() if is_given)
            raise BadInput("--verify", Words(f"{found} beside it"), "nothing else: a log says itself what was ridden")
        return _verify(verify)
    if stage is None:
        raise BadInput("STAGE", Words("nothing"), "the name of a shipped stage, the path of a stage file, or --verify LOG.jsonl")
    options.one_of("--format", form, FORMATS)
    options.one_of("--seats", seats, options.SEATS)
    numbers = race_numbers(race)
    if out is not None and (out.is_dir() or not out.parent.is_dir()):
        raise BadInput("--out", str(out), "a file in a folder that exists")
    lines = _replayed(stage, teams, numbers, seed, seats, rules, overrides, form, policy_file, colour=out is None and _speaks_colour())
    with _written_to(out) as file:
        for line in lines:
            print(line, file=file)
    return 0


def race_numbers(text: str) -> range:
    """`17` or `0-99` as the numbers of races, counted from 0; raises BadInput for anything else."""
    match = re.fullmatch(r"\s*([0-9]{1,15})(?:\s*-\s*([0-9]{1,15}))?\s*", text)
    expected = "the number of a race, as 17, or the first and the last of several, as 0-99"
    if match is None:
        raise BadInput("--race", text, expected)
    first, last = int(match[1]), int(match[2] or match[1])
    if not first <= last < options.MOST_RACES:
        raise BadInput("--race", text, expected)
    if last - first >= MOST_REPLAYED:
        raise BadInput("--race", text, f"at most {MOST_REPLAYED:,} races at once")
    return range(first, last + 1)


def _replayed(
    stage: str,
    teams: str,
    numbers: range,
    seed: int,
    seats: str,
    rules: str,
    overrides: list[str],
    form: str,
    policy_file: Path | None,
    colour: bool,
) -> Iterator[str]:
    """The lines of the races; all input is checked before this returns."""
    from fr_sim.cli.own_policies import load_own_policies
    from fr_sim.files import load_edition, load_stage
    from fr_sim.game.entry import check_start
    from fr_sim.policies.lineups import parse_lineup
    from fr_sim.reference.race import races_of

    edition = load_edition(rules, overrides)
    own = load_own_policies(policy_file)
    road, lineup = load_stage(stage), parse_lineup(teams, own)
    check_start(road, edition.rules, lineup)
    fewest, most = road.players
    if not fewest <= len(lineup.teams) <= most:
        print(f"warning: {fit(road.name)} is meant for {fewest} to {most} teams; {len(lineup.teams)} start.", file=sys.stderr)
    logs = races_of(road, edition.rules, lineup, seed, numbers, seats, own)
    return _as_log(logs) if form == "jsonl" else _as_text(logs, colour)


def _as_log(logs: Iterable[list[dict]]) -> Iterator[str]:
    from fr_sim.reference.log_lines import written

    for log in logs:
        yield from map(written, log)


def _as_text(logs: Iterable[list[dict]], colour: bool) -> Iterator[str]:
    from fr_sim.reference.tale import plain, tell

    for number, log in enumerate(logs):
        if number:
            yield ""
        yield from tell(log, _jersey if colour else plain)


def _verify(log: Path) -> int:
    """Judge a log file; the exit status."""
    from fr_sim.reference.verify import verify

    verdict = verify(log)
    if verdict.departure is None:
        print(f"{log}: {verdict.races} {'race' if verdict.races == 1 else 'races'}, all by the rules")
        return 0
    line, rule, message = verdict.departure
    cites = "the form of a race log" if rule == "log" else f"rule {rule}"
    print(f"{log}, line {line} departs from {cites}: {message}")
    return 1


@contextmanager
def _written_to(out: Path | None) -> Iterator[TextIO]:
    """Stdout, or a file that appears under its name only once it is whole."""
    if out is None:
        yield sys.stdout
        return
    from fr_sim.files import whole_file

    with whole_file(out, f"--out {out}") as file:
        yield file


def _speaks_colour() -> bool:
    return sys.stdout.isatty() and not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"


def _jersey(word: str, team: int) -> str:
    """`word` on its team's colour, in whichever of black and white can be read there."""
    from fr_sim.report.colours import team_look

    red, green, blue = bytes.fromhex(team_look(team).fill[1:])
    ink = "0;0;0" if 299 * red + 587 * green + 114 * blue > 140_000 else "255;255;255"
    return f"\x1b[48;2;{red};{green};{blue}m\x1b[38;2;{ink}m{word}\x1b[0m"
