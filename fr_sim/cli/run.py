"""`fr-sim run`: the main job, races on each stage, then tables, plots and a page."""

import shlex
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from fr_sim.cli import options
from fr_sim.cli.options import new_app
from fr_sim.game.errors import BadInput

if TYPE_CHECKING:
    from fr_sim.races.results import Question
    from fr_sim.runs.stored_run import StoredRun

app = new_app()


@app.command()
def run(
    stages: options.StageNames,
    teams: options.Teams = options.DEFAULT_TEAMS,
    rules: options.Edition = options.DEFAULT_EDITION,
    overrides: options.Overrides = [],
    races: options.Races = options.DEFAULT_RACES,
    precision: options.Precision = None,
    seed: options.Seed = 0,
    seats: options.Seats = options.DEFAULT_SEATS,
    threads: options.Threads = None,
    out: options.Out = None,
    force: options.Force = False,
    resume: options.Resume = False,
    raw: options.Raw = False,
    table_format: options.Format = "csv",
    no_plots: options.NoPlots = False,
    quiet: options.Quiet = False,
    json: options.Json = False,
    policy_file: options.PolicyFile = None,
) -> None:
    """Play races on each stage and say who wins, how surely, how tired everybody was and which cards were played when.

    Writes tables, plots and a page to a results directory. With --precision the run ends as soon as the intervals are short enough,
    looked at after fixed numbers of races; since lucky counts stop earlier, the intervals then cover slightly less than 95 %.
    """
    from fr_sim.cli.own_policies import load_own_policies
    from fr_sim.cli.progress import Progress
    from fr_sim.cli.summary import as_json, as_text
    from fr_sim.files import load_edition, load_stage, stage_path
    from fr_sim.policies.lineups import parse_lineup
    from fr_sim.runs.directory import ResultsDirectory, default_directory
    from fr_sim.runs.stored_run import run_into
    from fr_sim.simulate.question import advice, ask, sources_of

    options.one_of("--seats", seats, options.SEATS)
    options.one_of("--format", table_format, options.FORMATS)
    edition = load_edition(rules, overrides)
    own = load_own_policies(policy_file)
    lineup = parse_lineup(teams, own)
    names = [stage_path(stage).stem for stage in stages]
    for name in names:
        if names.count(name) > 1:
            raise BadInput("STAGE", name, "each stage once")
    questions = [ask(load_stage(stage), lineup, edition, races, seed, seats, precision, sources_of(own)) for stage in stages]
    places = [
        ResultsDirectory((out if len(stages) == 1 else out / name) if out else default_directory("run", name), out is not None, force)
        for name in names
    ]
    for place in places:
        place.check(resume)
    stored = []
    for stage, question, place in zip(stages, questions, places, strict=True):
        for line in advice(question):
            print(f"warning: {line}", file=sys.stderr)
        command = _command(stage, teams, rules, overrides, question, policy_file)
        with told_how_to_go_on(place.path, place.unfinished), Progress(question, shown=not quiet) as progress:
            done = run_into(
                place,
                question,
                own,
                resume=resume,
                raw=raw,
                table_format=table_format,
                threads=threads,
                command=command,
                progress=progress,
                afterwards=None if no_plots else progress.before("drawing plots and writing the page", _report),
            )
        _warn_of_draws(done)
        stored.append(done)
        if not (json or quiet):
            print(("\n" if len(stored) > 1 else "") + as_text(done))
    if json:
        print(as_json(stored))


def _report(directory: Path) -> None:
    from fr_sim.report import write_plots_and_page

    write_plots_and_page(directory)


@contextmanager
def told_how_to_go_on(directory: Path, kept: Path) -> Iterator[None]:
    """After Ctrl-C say that the races played are in `directory`, if there is anything in `kept`, where they are kept."""
    try:
        yield
    except KeyboardInterrupt:
        if kept.exists():
            print(f"The races played so far are kept in {directory}; the same command with --resume goes on.", file=sys.stderr)
        raise


def _warn_of_draws(stored: "StoredRun") -> None:
    results = stored.results
    if results.draws:
        most = results.question.edition.rules.max_rounds
        print(
            f"warning: {results.draws:,} of {results.races:,} races were a draw: nobody had crossed after {most} rounds (F3).",
            file=sys.stderr,
        )


def _command(stage: str, teams: str, rules: str, overrides: list[str], question: "Question", policy_file: Path | None) -> str:
    """The line that gives the same results again, on any machine and with any number of threads."""
    words = ["fr-sim", "run", stage, "-t", teams, "-r", rules]
    for override in overrides:
        words += ["--set", override]
    words += ["-n", str(question.races), "--seed", str(question.seed), "--seats", question.seats]
    if question.precision is not None:
        words += ["--precision", repr(question.precision)]
    if policy_file is not None:
        words += ["--policy-file", str(policy_file)]
    return shlex.join(words)
