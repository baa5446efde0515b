"""`fr-sim run`: the main job, races on each stage, then tables, plots and a page."""

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from fr_sim.cli import options
from fr_sim.cli.keeping import Keeping, answer_all, command_line, directories, keeps
from fr_sim.cli.options import new_app

if TYPE_CHECKING:
    from fr_sim.races.results import Results

app = new_app()


@app.command()
@keeps("run-<stage>")
def run(
    stages: options.StageNames,
    teams: options.Teams = options.DEFAULT_TEAMS,
    rules: options.Edition = options.DEFAULT_EDITION,
    overrides: options.Overrides = [],
    races: options.Races = options.DEFAULT_RACES,
    precision: options.Precision = None,
    seed: options.Seed = 0,
    seats: options.Seats = options.DEFAULT_SEATS,
    raw: options.Raw = False,
    policy_file: options.PolicyFile = None,
    *,
    keeping: Keeping,
) -> None:
    """Play races on each stage and say who wins, how surely, how tired everybody was and which cards were played when.

    Writes tables, plots and a page to a results directory. With --precision the run ends as soon as the intervals are short enough,
    looked at after fixed numbers of races; since lucky counts stop earlier, the intervals then cover slightly less than 95 %.
    """
    from fr_sim.cli.own_policies import load_own_policies
    from fr_sim.cli.summary import as_json, as_text
    from fr_sim.files import load_edition, load_stage, stage_path
    from fr_sim.policies.lineups import parse_lineup
    from fr_sim.questions.run import Run
    from fr_sim.simulate.question import advice, ask, sources_of

    options.one_of("--seats", seats, options.SEATS)
    edition = load_edition(rules, overrides)
    own = load_own_policies(policy_file)
    lineup = parse_lineup(teams, own)
    places = directories(keeping, "run", [stage_path(stage).stem for stage in stages], Run.kind.files)
    questions = [ask(load_stage(stage), lineup, edition, races, seed, seats, precision, sources_of(own)) for stage in stages]
    given = [("-t", [teams]), ("-r", [rules]), ("--set", overrides)]
    answer_all(
        keeping,
        [
            (place, Run(question, own, raw), command_line(("run", stage), given, question, policy_file))
            for stage, place, question in zip(stages, places, questions, strict=True)
        ],
        advice=lambda asked: advice(asked.question),
        draws=_draws,
        report=_report,
        as_text=as_text,
        as_json=as_json,
    )


def _report(directory: Path, results: "Results") -> None:
    from fr_sim.report import write_plots_and_page

    write_plots_and_page(directory)


def _draws(results: "Results") -> Iterator[str]:
    if results.draws:
        most = results.question.edition.rules.max_rounds
        yield f"{results.draws:,} of {results.races:,} races were a draw: nobody had crossed after {most} rounds (F3)."
