"""`fr-sim compare`: the same races under several editions, or with several line-ups, paired race by race."""

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from fr_sim.cli import options
from fr_sim.cli.keeping import Keeping, answer_all, command_line, directories, keeps
from fr_sim.cli.options import new_app
from fr_sim.game.errors import BadInput
from fr_sim.game.names import SIDE, fit

if TYPE_CHECKING:
    from fr_sim.questions.compare.counts import Compared

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
@keeps("compare-<stage>")
def compare(
    stages: options.StageNames,
    rules: options.Editions = [options.DEFAULT_EDITION],
    teams: Lineups = [options.DEFAULT_TEAMS],
    overrides: options.Overrides = [],
    races: options.Races = options.DEFAULT_RACES,
    precision: Precision = None,
    seed: options.Seed = 0,
    seats: options.Seats = options.DEFAULT_SEATS,
    policy_file: options.PolicyFile = None,
    *,
    keeping: Keeping,
) -> None:
    """Play the same races under several editions, or with several line-ups, and say what the difference between them does.

    Name --rules twice or more, or --teams; each is compared with the one named first, race by race with the same luck. --set changes
    a rule in every edition. Differences are those of the later one less the first, with 95 % intervals.
    """
    from fr_sim.cli.comparison_summary import as_json, as_text
    from fr_sim.cli.own_policies import load_own_policies
    from fr_sim.files import load_edition, load_stage, stage_path
    from fr_sim.policies.lineups import parse_lineup
    from fr_sim.questions.compare import Comparison, ask_comparison
    from fr_sim.simulate.question import advice

    options.one_of("--seats", seats, options.SEATS)
    if len(rules) == len(teams) == 1:
        raise BadInput("--rules", rules[0], "--rules (or --teams) twice or more: there is nothing to compare it with")
    editions = [load_edition(name, overrides) for name in rules]
    own = load_own_policies(policy_file)
    lineups = [parse_lineup(words, own) for words in teams]
    places = directories(keeping, "compare", [stage_path(stage).stem for stage in stages], Comparison.kind.files)
    comparisons = [ask_comparison(load_stage(stage), lineups, editions, races, seed, seats, precision, own) for stage in stages]
    given = [("-r", rules), ("-t", teams), ("--set", overrides)]
    answer_all(
        keeping,
        [
            (place, comparison, command_line(("compare", stage), given, comparison.first, policy_file))
            for stage, place, comparison in zip(stages, places, comparisons, strict=True)
        ],
        advice=lambda comparison: advice(comparison.first),
        draws=_draws,
        report=_report,
        as_text=as_text,
        as_json=as_json,
    )


def _report(directory: Path, compared: "Compared") -> None:
    from fr_sim.report.comparison import write_comparison_report

    write_comparison_report(directory, compared)


def _draws(compared: "Compared") -> Iterator[str]:
    for label, tally in zip(compared.comparison.labels, compared.counts.tallies, strict=True):
        draws = int(tally.draws[0])
        if draws:
            yield f"{fit(label, SIDE)}: {draws:,} of {compared.races:,} races were a draw, won by nobody (F3)."
