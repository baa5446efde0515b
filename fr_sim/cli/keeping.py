"""What every command that plays and keeps results shares: its options on how, and the one way from questions to results."""

import inspect
import shlex
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from functools import wraps
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from fr_sim.cli import options
from fr_sim.game.errors import BadInput

if TYPE_CHECKING:
    from fr_sim.questions.directory import Files, ResultsDirectory
    from fr_sim.questions.protocol import Asked
    from fr_sim.questions.store import Stored
    from fr_sim.races.results import Question


@dataclass(frozen=True)
class Keeping:
    """How results are played for, kept and told; each is an option of the command line."""

    threads: int | None
    out: Path | None
    force: bool
    resume: bool
    table_format: str
    no_plots: bool
    quiet: bool
    json: bool


def keeps(default_directory: str) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    """Give a command the options of `Keeping`; they reach it as `keeping`. `default_directory` is what `--help` says of `--out`."""
    out = Annotated[
        Path | None, typer.Option("-o", "--out", metavar="DIR", help="Where results go.", show_default=f"reports/{default_directory}")
    ]
    shared = {
        "threads": (options.Threads, None),
        "out": (out, None),
        "force": (options.Force, False),
        "resume": (options.Resume, False),
        "table_format": (options.Format, "csv"),
        "no_plots": (options.NoPlots, False),
        "quiet": (options.Quiet, False),
        "json": (options.Json, False),
    }

    def with_options(command: Callable[..., Any]) -> Callable[..., Any]:
        @wraps(command)
        def called(**given: Any) -> Any:
            keeping = Keeping(**{name: given.pop(name) for name in shared})
            options.one_of("--format", keeping.table_format, options.FORMATS)
            return command(**given, keeping=keeping)

        # Typer reads the options from signature and annotations.
        own = [part for name, part in inspect.signature(command).parameters.items() if name != "keeping"]
        keyword = inspect.Parameter.KEYWORD_ONLY
        parts = [inspect.Parameter(name, keyword, default=default, annotation=kind) for name, (kind, default) in shared.items()]
        called.__signature__ = inspect.Signature([part.replace(kind=keyword) for part in own] + parts)
        called.__annotations__ = {part.name: part.annotation for part in (*own, *parts)} | {"return": command.__annotations__["return"]}
        return called

    return with_options


def directories(keeping: Keeping, command: str, names: Sequence[str], files: "Files") -> "list[ResultsDirectory]":
    """A results directory for each of `names`: the one that is named, with several a folder in it. Raises BadInput for doubles."""
    from fr_sim.questions.directory import ResultsDirectory, default_directory

    for name in names:
        if names.count(name) > 1:
            raise BadInput("STAGE", name, "each stage once")
    Path.cwd()  # raises where the working directory is gone, which would be told in other words later
    out = keeping.out
    paths = [(out if len(names) == 1 else out / name) if out else default_directory(command, name) for name in names]
    return [ResultsDirectory(path, out is not None, keeping.force, files) for path in paths]


def answer_all(
    keeping: Keeping,
    asked: "Sequence[tuple[ResultsDirectory, Asked, str]]",
    *,
    advice: Callable[[Any], Iterable[str]],
    draws: Callable[[Any], Iterable[str]],
    report: Callable[[Path, Any], object],
    as_text: "Callable[[Stored], str]",
    as_json: "Callable[[list[Stored]], str]",
) -> None:
    """Answer every question into its directory and tell what came out; a question comes with the command line that asks it again.

    All directories are held from the start, so that nobody else begins in one of them. `advice(asked)` and `draws(answer)` are warnings.
    """
    from fr_sim.cli.progress import Progress
    from fr_sim.questions.store import answer_into

    for place, _, _ in asked:
        place.refuse_if_in_use()
    for place, _, _ in asked:
        place.check(keeping.resume)
    stored = []
    with ExitStack() as held:
        for place, _, _ in asked:
            held.enter_context(place.claimed(keeping.resume))
        for place, one, command in asked:
            warn(advice(one))
            with told_how_to_go_on(place.path, place.unfinished), Progress(one, shown=not keeping.quiet) as progress:
                done = answer_into(
                    place,
                    one,
                    resume=keeping.resume,
                    table_format=keeping.table_format,
                    threads=keeping.threads,
                    command=command,
                    progress=progress,
                    afterwards=None if keeping.no_plots else progress.before("drawing plots and writing the page", report),
                )
            warn(draws(done.answer))
            stored.append(done)
            if not (keeping.json or keeping.quiet):
                print(("\n" if len(stored) > 1 else "") + as_text(done))
    if keeping.json:
        print(as_json(stored))


def warn(lines: Iterable[str]) -> None:
    """Say each line once, as a warning."""
    for line in dict.fromkeys(lines):
        print(f"warning: {line}", file=sys.stderr)


@contextmanager
def told_how_to_go_on(directory: Path, kept: Path) -> Iterator[None]:
    """After Ctrl-C say that the races played are in `directory`, if there is anything in `kept`, where they are kept."""
    try:
        yield
    except KeyboardInterrupt:
        if any(path.name != "lock" for path in kept.glob("*")):
            print(f"The races played so far are kept in {directory}; the same command with --resume goes on.", file=sys.stderr)
        raise


def command_line(
    words: Sequence[str], options_given: Iterable[tuple[str, Iterable[str]]], question: "Question", policy_file: Path | None
) -> str:
    """The line that gives the same results again, on any machine and with any number of threads."""
    line = ["fr-sim", *words]
    for option, values in options_given:
        for value in values:
            line += [option, value]
    line += ["-n", str(question.races), "--seed", str(question.seed), "--seats", question.seats]
    if question.precision is not None:
        line += ["--precision", repr(question.precision)]
    if policy_file is not None:
        line += ["--policy-file", str(policy_file)]
    return shlex.join(line)
