"""`fr-sim` itself: which commands there are, and how every one of them ends."""

import sys
from collections.abc import Sequence
from importlib import import_module
from importlib.util import find_spec
from typing import Annotated, Any

import typer

from fr_sim import __version__
from fr_sim.cli import terminal
from fr_sim.cli.leaving import INTERRUPTED
from fr_sim.cli.options import HELP_WORDS
from fr_sim.cli.usage import Commands, in_our_words
from fr_sim.game.errors import BadInput, Words
from fr_sim.game.names import visible

#: Every command in the order of `--help`; command NAME is the Typer app `app` of the module fr_sim.cli.NAME. A command
#: shows as soon as its module exists. These modules are imported for `--help`, so whatever is slow to import (numba,
#: numpy, pandas, matplotlib) they import inside their functions. `app` comes from `options.new_app`.
COMMANDS = ("run", "compare", "batch", "judge", "replay", "tour", "stage", "rules", "policy", "report", "bench")

DONE, CHECK_FAILED, BAD_INPUT = 0, 1, 2

#: What a ClickException is depends on Typer's version; its parts derive from it in each.
_UsageError = typer.BadParameter.__mro__[1]


class _AllCommands(Commands):
    """The group of all commands, each imported when it is asked for."""

    def list_commands(self, ctx: Any) -> list[str]:
        return [name for name in COMMANDS if find_spec(f"fr_sim.cli.{name}")]

    def command_called(self, ctx: Any, name: str) -> Any:
        command = typer.main.get_command(import_module(f"fr_sim.cli.{name}").app)
        command.name = name
        return command


app = typer.Typer(cls=_AllCommands, no_args_is_help=True, pretty_exceptions_enable=False, context_settings=HELP_WORDS)


def _show_version(wanted: bool) -> None:
    if wanted:
        print(f"fr-sim {__version__}")
        raise typer.Exit


@app.callback()
def fr_sim(
    version: Annotated[
        bool, typer.Option("--version", callback=_show_version, is_eager=True, metavar="", help="Print the version and leave.")
    ] = False,
) -> None:
    """Which strategy wins a race of Flamme Rouge here, and how sure are we?"""


def main(arguments: Sequence[str] | None = None) -> int:
    """Runs one command line (that of the process by default) and returns its exit status.

    0 done, 1 a check failed, 2 bad input with one message on stderr, 130 interrupted.
    """
    terminal.get_ready()
    if arguments is not None:
        return _status_of(arguments)
    terminal.hear_every_interruption()
    return terminal.leave(_status_of(None))


def _status_of(arguments: Sequence[str] | None) -> int:
    """Runs the command line and says what is wrong with it; its exit status."""
    try:
        status = app(args=arguments, prog_name="fr-sim", standalone_mode=False)
        sys.stdout.flush()
    except BadInput as wrong:
        return _refuse(str(wrong))
    except _UsageError as wrong:
        # Asking for nothing shows the help, which has no more to say.
        return _refuse(in_our_words(wrong)) if wrong.format_message() else BAD_INPUT
    except (KeyboardInterrupt, typer.Abort):
        return _interrupted()
    except SystemExit as end:
        # Typer ends so where a pipe is closed.
        if not isinstance(end.__context__, BrokenPipeError):
            raise
        return terminal.give_up_stdout(DONE)
    except BrokenPipeError:
        return terminal.give_up_stdout(DONE)
    except OSError as trouble:
        where = trouble.filename or ("working directory" if isinstance(trouble, FileNotFoundError) else "stdout")
        _refuse(str(BadInput(str(where), Words(trouble.strerror or str(trouble)), "a place that exists and can be written to")))
        return terminal.give_up_stdout(BAD_INPUT)
    if status == INTERRUPTED:
        return _interrupted()
    return status if isinstance(status, int) else DONE


def _interrupted() -> int:
    """After Ctrl-C: say so, and which users' policies had not answered."""
    # Where nobody has loaded that module, to its end, nobody is asked.
    being_asked = getattr(sys.modules.get("fr_sim.policies.asked"), "being_asked", tuple)
    for busy in being_asked():
        print(f"fr-sim: {busy}", file=sys.stderr)
    print("interrupted", file=sys.stderr)
    return INTERRUPTED


def _refuse(message: str) -> int:
    print(f"fr-sim: {visible(message)}", file=sys.stderr)
    return BAD_INPUT
