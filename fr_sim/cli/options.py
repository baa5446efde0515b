"""Arguments and options that mean the same in every command, each with its words for `--help`.

A command declares `races: Races = 10_000`; the defaults that all commands share stand at the end of this file.
"""

from collections.abc import Callable
from pathlib import Path
from typing import Annotated

import typer

from fr_sim.cli.usage import Commands
from fr_sim.game.errors import BadInput

#: More races than anybody waits for.
MOST_RACES = 2**40
MOST_THREADS = 1024
#: `-h` as well as `--help`, everywhere.
HELP_WORDS = {"help_option_names": ["-h", "--help"]}


def new_app(about: str | None = None) -> typer.Typer:
    """The Typer app of one module of `cli`: of a command, or with `about` of a group of commands."""
    return typer.Typer(cls=Commands, help=about, no_args_is_help=about is not None, add_completion=False, context_settings=HELP_WORDS)


def precision_of(text: str) -> float:
    """`0.5%` or `0.005` as a fraction; raises BadInput unless it lies between 0 and 0.5."""
    number, percent, rest = text.strip().partition("%")
    try:
        fraction = float(number) / (100 if percent else 1)
    except ValueError:
        fraction = float("nan")
    if rest.strip() or not 0 < fraction < 0.5:
        raise BadInput("--precision", text, "half the width of the interval, as in 0.5% or 0.005, above 0 and below 50%")
    return fraction


def whole_number(option: str, low: int | None = None, high: int | None = None) -> Callable[[str], int]:
    """A reader of whole numbers from `low` to `high`, any without them; it raises BadInput that names `option`."""
    expected = "a whole number" if low is None else f"a whole number from {low:,} to {high:,}"

    def read(text: str) -> int:
        try:
            number = int(text)
        except ValueError:
            raise BadInput(option, text, expected) from None
        if low is not None and not low <= number <= high:
            raise BadInput(option, text, expected)
        return number

    return read


def _stages_like(incomplete: str) -> list[str]:
    from fr_sim.files import stage_names

    return [name for name in stage_names() if name.startswith(incomplete)]


def _editions_like(incomplete: str) -> list[str]:
    from fr_sim.files import edition_names

    return [name for name in edition_names() if name.startswith(incomplete)]


_STAGE_HELP = "Name of a shipped stage (`fr-sim stage list`), or a path to a stage file."

StageName = Annotated[str, typer.Argument(metavar="STAGE", help=_STAGE_HELP, show_default=False, autocompletion=_stages_like)]
StageNames = Annotated[list[str], typer.Argument(metavar="STAGE", help=_STAGE_HELP, show_default=False, autocompletion=_stages_like)]
Teams = Annotated[
    str,
    typer.Option("-t", "--teams", metavar="POLICIES", help="Line-up: policies separated by commas, as `drafter,random,steady:pace=5`."),
]
Edition = Annotated[
    str,
    typer.Option(
        "-r", "--rules", metavar="EDITION", help="Name of an edition, or a path to an edition file.", autocompletion=_editions_like
    ),
]
Editions = Annotated[
    list[str],
    typer.Option("-r", "--rules", metavar="EDITION", help="Name or path of an edition; repeat it.", autocompletion=_editions_like),
]
Overrides = Annotated[
    list[str] | None,
    typer.Option("--set", metavar="KEY=VALUE", help="Change one rule, as `hand_size=3`; repeatable.", show_default=False),
]
Races = Annotated[
    int,
    typer.Option(
        "-n",
        "--races",
        parser=whole_number("--races", 1, MOST_RACES),
        metavar="N",
        help="Races per stage and line-up; the cap with --precision.",
    ),
]
Precision = Annotated[
    float | None,
    typer.Option(
        parser=precision_of, metavar="P", help="Stop once every team's 95 % interval is within ±P (0.5% or 0.005).", show_default=False
    ),
]
Seed = Annotated[int, typer.Option(parser=whole_number("--seed"), metavar="N", help="The same seed gives the same results to the bit.")]
Seats = Annotated[
    str, typer.Option(metavar="rotate|random|fixed", help="The order of placing: every order in turn, drawn, or as in the line-up.")
]
Threads = Annotated[
    int | None,
    typer.Option(parser=whole_number("--threads", 1, MOST_THREADS), metavar="N", help="Threads that play races.", show_default="all cores"),
]
Out = Annotated[Path | None, typer.Option("-o", "--out", metavar="DIR", help="Where results go.", show_default="reports/<command>-<stage>")]
Force = Annotated[bool, typer.Option("--force", metavar="", help="Replace another run's results in a named directory.")]
Resume = Annotated[bool, typer.Option("--resume", metavar="", help="Go on with an interrupted run.")]
Raw = Annotated[bool, typer.Option("--raw", metavar="", help="Also one row per race and rider.")]
Format = Annotated[str, typer.Option("--format", metavar="csv|parquet", help="Format of the tables.")]
NoPlots = Annotated[bool, typer.Option("--no-plots", metavar="", help="Tables only, no plots and no page.")]
Quiet = Annotated[bool, typer.Option("--quiet", "-q", metavar="", help="No progress and no summary.")]
Json = Annotated[bool, typer.Option("--json", metavar="", help="One JSON object on stdout, nothing else there.")]
PolicyFile = Annotated[Path | None, typer.Option("--policy-file", metavar="F.py", help="Load policies of your own.", show_default=False)]

DEFAULT_TEAMS = "drafter,drafter,drafter,drafter"
DEFAULT_RACES = 10_000
DEFAULT_EDITION = "gigamic-v2"
DEFAULT_SEATS = "rotate"
SEATS = ("rotate", "random", "fixed")
FORMATS = ("csv", "parquet")


def one_of(option: str, found: str, choices: tuple[str, ...]) -> str:
    """`found` if it is one of `choices`; raises BadInput that names `option` and the nearest choice otherwise."""
    if found not in choices:
        raise BadInput(option, found, f"one of {', '.join(choices)}", choices)
    return found
