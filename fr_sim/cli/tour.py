"""`fr-sim tour`: whole tours, with exhaustion, times and points carried from stage to stage."""

import shlex
import sys
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from fr_sim.cli import options
from fr_sim.cli.options import new_app
from fr_sim.cli.run import told_how_to_go_on
from fr_sim.files.tour_file import tour_names

if TYPE_CHECKING:
    from fr_sim.files.tour_file import TourFile
    from fr_sim.tours import TourResults

app = new_app()

OF_FILE = "the file's"


def _tours_like(incomplete: str) -> list[str]:
    return [name for name in tour_names() if name.startswith(incomplete)]


@app.command()
def tour(
    file: Annotated[
        str,
        typer.Argument(
            metavar="FILE.toml",
            help="A tour file (docs/tour.md says what is in it), or the name of a shipped tour.",
            show_default=False,
            autocompletion=_tours_like,
        ),
    ],
    teams: Annotated[
        str | None, typer.Option("-t", "--teams", metavar="POLICIES", help="Line-up, as `drafter,random`.", show_default=OF_FILE)
    ] = None,
    rules: Annotated[
        str | None, typer.Option("-r", "--rules", metavar="EDITION", help="Name of an edition, or a path.", show_default=OF_FILE)
    ] = None,
    overrides: options.Overrides = [],
    carry: Annotated[
        list[str],
        typer.Option(
            "--carry",
            metavar="half-up|half-down|all|none",
            help="How much exhaustion a rider takes to the next stage; repeat it to compare.",
            show_default=OF_FILE,
        ),
    ] = [],
    races: Annotated[
        int | None,
        typer.Option(
            "-n",
            "--races",
            parser=options.whole_number("--races", 1, options.MOST_RACES),
            metavar="N",
            help="Tours; each stage is raced as many times.",
            show_default=OF_FILE,
        ),
    ] = None,
    seed: Annotated[
        int | None,
        typer.Option(
            parser=options.whole_number("--seed"),
            metavar="N",
            help="The same seed gives the same results to the bit.",
            show_default=OF_FILE,
        ),
    ] = None,
    seats: Annotated[
        str | None,
        typer.Option(metavar="rotate|random|fixed", help="The order of placing in the first stage.", show_default=OF_FILE),
    ] = None,
    threads: options.Threads = None,
    out: Annotated[
        Path | None, typer.Option("-o", "--out", metavar="DIR", help="Where results go.", show_default="reports/tour-<file>")
    ] = None,
    force: options.Force = False,
    resume: options.Resume = False,
    table_format: options.Format = "csv",
    no_plots: options.NoPlots = False,
    quiet: options.Quiet = False,
    json: options.Json = False,
    policy_file: options.PolicyFile = None,
) -> None:
    """Ride whole tours of several stages and say who wins them, by time and by points, and how tired everybody gets.

    What options say goes before what the file says; --set adds to its rules. With several carry rules all tours are ridden under each,
    with the same luck, and compared with the first.
    """
    from fr_sim.cli.own_policies import load_own_policies
    from fr_sim.cli.progress import Progress
    from fr_sim.cli.tour_summary import as_json, as_text
    from fr_sim.files import load_edition, load_stage
    from fr_sim.files.tour_file import read_tour_file, tour_path
    from fr_sim.policies.lineups import parse_lineup
    from fr_sim.runs.directory import ResultsDirectory, default_directory
    from fr_sim.runs.tour_run import TOUR, tour_into
    from fr_sim.simulate.question import advice
    from fr_sim.simulate.tours import ask_tour

    options.one_of("--format", table_format, options.FORMATS)
    asked = read_tour_file(tour_path(file))
    given = {"teams": teams, "rules": rules, "races": races, "seed": seed, "policy_file": policy_file, "carry": tuple(carry) or None}
    given["seats"] = None if seats is None else options.one_of("--seats", seats, options.SEATS)
    asked = replace(asked, overrides=(*asked.overrides, *overrides), **{key: value for key, value in given.items() if value is not None})
    own = load_own_policies(asked.policy_file)
    question = ask_tour(
        [load_stage(name, f"{asked.path}: stages") for name in asked.stages],
        parse_lineup(asked.teams, own, *((f"{asked.path}: teams", asked.path.parent) if teams is None else ())),
        load_edition(asked.rules, asked.overrides, "--rules" if rules is not None else f"{asked.path}: rules"),
        asked.races,
        asked.seed,
        asked.seats,
        asked.carry,
        asked.title,
        own,
    )
    place = ResultsDirectory(out or default_directory("tour", asked.path.stem), out is not None, force, TOUR)
    place.check(resume)
    for line in dict.fromkeys(line for stage in question.stages for line in advice(stage)):
        print(f"warning: {line}", file=sys.stderr)
    with told_how_to_go_on(place.path, place.unfinished), Progress(question.first, not quiet, question.title, "tours") as progress:
        stored = tour_into(
            place,
            question,
            own,
            resume=resume,
            table_format=table_format,
            threads=threads,
            command=_command(file, asked, overrides),
            progress=progress,
            afterwards=None if no_plots else progress.before("drawing plots and writing the page", _report),
        )
    _warn_of_draws(stored.results)
    if json:
        print(as_json(stored))
    elif not quiet:
        print(as_text(stored))


def _report(directory: Path, results: "TourResults") -> None:
    from fr_sim.report.tours import write_tour_report

    write_tour_report(directory, results)


def _warn_of_draws(results: "TourResults") -> None:
    for rule, draws in zip(results.tour.carry, results.counts.stage_draws.sum(axis=1).tolist(), strict=True):
        if draws:
            ridden = results.races * len(results.tour.stages)
            print(f"warning: carry {rule}: {draws:,} of {ridden:,} stages were a draw: nobody finished them (F3).", file=sys.stderr)


def _command(file: str, asked: "TourFile", overrides: list[str]) -> str:
    """The line that gives the same results again, on any machine and with any number of threads; `overrides` are not the file's own."""
    words = ["fr-sim", "tour", file, "-t", asked.teams, "-r", asked.rules]
    for override in overrides:
        words += ["--set", override]
    for rule in asked.carry:
        words += ["--carry", rule]
    words += ["-n", str(asked.races), "--seed", str(asked.seed), "--seats", asked.seats]
    if asked.policy_file is not None:
        words += ["--policy-file", str(asked.policy_file)]
    return shlex.join(words)
