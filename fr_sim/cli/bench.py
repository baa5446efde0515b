"""`fr-sim bench`: races per second of this machine, for one line-up or policy by policy."""

import json as json_words
from typing import Annotated, Any

import typer

from fr_sim.cli import options
from fr_sim.cli.options import new_app

app = new_app()

DEFAULT_STAGE = "avenue-corso-paseo"
#: Seconds for one line-up, and for each where every policy has its turn.
_SECONDS, _SECONDS_EACH = 4.0, 0.8


@app.command()
def bench(
    stage: Annotated[str, typer.Argument(metavar="STAGE", help="Stage to race on.")] = DEFAULT_STAGE,
    teams: Annotated[
        str | None,
        typer.Option(
            "-t", "--teams", metavar="POLICIES", help="Line-up; without it four teams of each policy in turn.", show_default=False
        ),
    ] = None,
    rules: options.Edition = options.DEFAULT_EDITION,
    overrides: options.Overrides = [],
    threads: options.Threads = None,
    policy_file: options.PolicyFile = None,
    json: options.Json = False,
) -> None:
    """Say how many races a second this machine plays, all statistics on, no files: the median of several timed batches."""
    from fr_sim.cli.own_policies import load_own_policies
    from fr_sim.files import load_edition, load_stage
    from fr_sim.policies.lineups import known_policies, parse_lineup
    from fr_sim.simulate.question import ask, sources_of

    road, edition, own = load_stage(stage), load_edition(rules, overrides), load_own_policies(policy_file)
    words = [teams] if teams is not None else [",".join([policy] * 4) for policy in known_policies(own)]
    questions = [ask(road, parse_lineup(word, own), edition, 1, own_policies=sources_of(own)) for word in words]

    from fr_sim.questions.run.bench import bench as measure

    each = _SECONDS if teams is not None else _SECONDS_EACH
    compiled = 0.0
    figures = []
    for word, question in zip(words, questions, strict=True):
        figure = {"stage": road.name, "rules": edition.name, "lineup": word, **measure(question, own, threads, each)}
        compiled += figure["compile_seconds"]
        figures.append(figure)
        if not json:
            print(_line(figure))
    if json:
        print(json_words.dumps(figures[0] if teams is not None else _of_all(figures, compiled)))
    elif compiled:
        print(f"Compiling took {compiled:.1f} s; the machine code is kept, so the next run starts at once.")


def _line(figure: dict[str, Any]) -> str:
    spread = f"{figure['slowest']:,.0f} to {figure['fastest']:,.0f}"
    threads = f"{figure['threads']} thread{'s' if figure['threads'] > 1 else ''}"
    rates = f"{figure['races_per_second']:,.0f} races/s ({spread}, {threads}), {figure['riders_rounds_per_second']:,.0f} rider-rounds/s"
    return f"{figure['lineup']} on {figure['stage']}: {rates}"


def _of_all(figures: list[dict[str, Any]], compiled: float) -> dict[str, Any]:
    """The figures of the default line-up, and under `policies` those of all."""
    default = next((figure for figure in figures if figure["lineup"] == options.DEFAULT_TEAMS), figures[0])
    return {**default, "compile_seconds": compiled, "cached": compiled == 0, "policies": figures}
