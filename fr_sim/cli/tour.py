"""`fr-sim tour`: whole tours, with exhaustion, times and points carried from stage to stage."""

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from fr_sim.cli import options
from fr_sim.cli.keeping import Keeping, answer_all, command_line, keeps
from fr_sim.cli.options import new_app
from fr_sim.files.tour_file import tour_names

if TYPE_CHECKING:
    from fr_sim.questions.tour.counts import TourResults

app = new_app()

OF_FILE = "the file's"


def _tours_like(incomplete: str) -> list[str]:
    return [name for name in tour_names() if name.startswith(incomplete)]


@app.command()
@keeps("tour-<file>")
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
    policy_file: options.PolicyFile = None,
    *,
    keeping: Keeping,
) -> None:
    """Ride whole tours of several stages and say who wins them, by time and by points, and how tired everybody gets.

    What options say goes before what the file says; --set adds to its rules. With several carry rules all tours are ridden under each,
    with the same luck, and compared with the first.
    """
    from fr_sim.cli.own_policies import load_own_policies
    from fr_sim.cli.tour_summary import as_json, as_text
    from fr_sim.files import load_edition, load_stage
    from fr_sim.files.tour_file import read_tour_file, tour_path
    from fr_sim.policies.lineups import parse_lineup
    from fr_sim.questions.directory import ResultsDirectory, default_directory
    from fr_sim.questions.tour import Tour, ask_tour
    from fr_sim.simulate.question import advice

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
    place = ResultsDirectory(
        keeping.out or default_directory("tour", asked.path.stem), keeping.out is not None, keeping.force, Tour.kind.files
    )
    given = [("-t", [asked.teams]), ("-r", [asked.rules]), ("--set", overrides), ("--carry", asked.carry)]
    answer_all(
        keeping,
        [(place, question, command_line(("tour", file), given, question.first, asked.policy_file))],
        advice=lambda tour: [line for stage in tour.stages for line in advice(stage)],
        draws=_draws,
        report=_report,
        as_text=as_text,
        as_json=as_json,
    )


def _report(directory: Path, results: "TourResults") -> None:
    from fr_sim.report.tours import write_tour_report

    write_tour_report(directory, results)


def _draws(results: "TourResults") -> Iterator[str]:
    for rule, draws in zip(results.tour.carry, results.counts.stage_draws.sum(axis=1).tolist(), strict=True):
        if draws:
            ridden = results.races * len(results.tour.stages)
            yield f"carry {rule}: {draws:,} of {ridden:,} stages were a draw: nobody finished them (F3)."
