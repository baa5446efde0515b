"""`fr-sim compare`: the same races under several editions, or with several line-ups, paired race by race."""

import shlex
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from fr_sim.cli import options
from fr_sim.cli.options import new_app
from fr_sim.cli.run import told_how_to_go_on
from fr_sim.game.errors import BadInput
from fr_sim.game.names import SIDE, fit

if TYPE_CHECKING:
    from fr_sim.comparison import Compared, Comparison

app = new_app()

Lineups = Annotated[
    list[str],
    typer.Option("-t", "--teams", metavar="POLICIES", help="Line-up, as `drafter,random`; repeat it to compare them."),
]
Precision = Annotated[
    float | None,
    typer.Option(
        parser=options.precision_of,
        metavar="P",
        help="Stop once every team's difference of the win rate is known to ±P (0.5% or 0.005).",
        show_default=False,
    ),
]


@app.command()
def compare(
    stages: options.StageNames,
    rules: options.Editions = [options.DEFAULT_EDITION],
    teams: Lineups = [options.DEFAULT_TEAMS],
    overrides: options.Overrides = [],
    races: options.Races = options.DEFAULT_RACES,
    precision: Precision = None,
    seed: options.Seed = 0,
    seats: options.Seats = options.DEFAULT_SEATS,
    threads: options.Threads = None,
    out: options.Out = None,
    force: options.Force = False,
    resume: options.Resume = False,
    table_format: options.Format = "csv",
    no_plots: options.NoPlots = False,
    quiet: options.Quiet = False,
    json: options.Json = False,
    policy_file: options.PolicyFile = None,
) -> None:
    """Play the same races under several editions, or with several line-ups, and say what the difference between them does.

    Name --rules twice or more, or --teams; each is compared with the one named first, race by race with the same luck. --set changes
    a rule in every edition. Differences are those of the later one less the first, with 95 % intervals.
    """
    from fr_sim.cli.comparison_summary import as_json, as_text
    from fr_sim.cli.own_policies import load_own_policies
    from fr_sim.cli.progress import Progress
    from fr_sim.files import load_edition, load_stage, stage_path
    from fr_sim.policies.lineups import parse_lineup
    from fr_sim.runs.comparison_run import compare_into
    from fr_sim.runs.directory import ResultsDirectory, default_directory
    from fr_sim.simulate.compared import ask_comparison
    from fr_sim.simulate.question import advice

    options.one_of("--seats", seats, options.SEATS)
    options.one_of("--format", table_format, options.FORMATS)
    if len(rules) == len(teams) == 1:
        raise BadInput("--rules", rules[0], "--rules (or --teams) twice or more: there is nothing to compare it with")
    editions = [load_edition(name, overrides) for name in rules]
    own = load_own_policies(policy_file)
    lineups = [parse_lineup(words, own) for words in teams]
    names = [stage_path(stage).stem for stage in stages]
    for name in names:
        if names.count(name) > 1:
            raise BadInput("STAGE", name, "each stage once")
    comparisons = [ask_comparison(load_stage(stage), lineups, editions, races, seed, seats, precision, own) for stage in stages]
    places = [
        ResultsDirectory((out if len(stages) == 1 else out / name) if out else default_directory("compare", name), out is not None, force)
        for name in names
    ]
    for place in places:
        place.check(resume)
    stored = []
    for stage, comparison, place in zip(stages, comparisons, places, strict=True):
        for line in advice(comparison.first):
            print(f"warning: {line}", file=sys.stderr)
        with told_how_to_go_on(place.path, place.unfinished), Progress(comparison.first, shown=not quiet) as progress:
            done = compare_into(
                place,
                comparison,
                own,
                resume=resume,
                table_format=table_format,
                threads=threads,
                command=_command(stage, rules, teams, overrides, comparison, policy_file),
                progress=progress,
                afterwards=None if no_plots else progress.before("drawing plots and writing the page", _report),
            )
        _warn_of_draws(done.compared)
        stored.append(done)
        if not (json or quiet):
            print(("\n" if len(stored) > 1 else "") + as_text(done))
    if json:
        print(as_json(stored))


def _report(directory: Path, compared: "Compared") -> None:
    from fr_sim.report.comparison import write_comparison_report

    write_comparison_report(directory, compared)


def _warn_of_draws(compared: "Compared") -> None:
    for label, tally in zip(compared.comparison.labels, compared.counts.tallies, strict=True):
        draws = int(tally.draws[0])
        if draws:
            print(f"warning: {fit(label, SIDE)}: {draws:,} of {compared.races:,} races were a draw, won by nobody (F3).", file=sys.stderr)


def _command(
    stage: str, rules: list[str], teams: list[str], overrides: list[str], comparison: "Comparison", policy_file: Path | None
) -> str:
    """The line that gives the same results again, on any machine and with any number of threads."""
    question = comparison.first
    words = ["fr-sim", "compare", stage]
    for option, values in (("-r", rules), ("-t", teams), ("--set", overrides)):
        for value in values:
            words += [option, value]
    words += ["-n", str(question.races), "--seed", str(question.seed), "--seats", question.seats]
    if question.precision is not None:
        words += ["--precision", repr(question.precision)]
    if policy_file is not None:
        words += ["--policy-file", str(policy_file)]
    return shlex.join(words)
