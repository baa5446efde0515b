"""What Typer finds wrong with a command line, said as this program says everything that is wrong."""

import re
from typing import Any

from typer.core import TyperGroup

from fr_sim.game.errors import BadInput, Words


class Commands(TyperGroup):
    """A group of commands that suggests the nearest one for a name that none has."""

    def get_command(self, ctx: Any, cmd_name: str) -> Any:
        names = self.list_commands(ctx)
        if cmd_name not in names and not ctx.resilient_parsing:
            raise BadInput("command", cmd_name, f"one of {', '.join(names)}", names)
        return self.command_called(ctx, cmd_name) if cmd_name in names else None

    def command_called(self, ctx: Any, name: str) -> Any:
        """The command of this name, which is one of `list_commands`."""
        return super().get_command(ctx, name)


def in_our_words(wrong: Any) -> str:
    """The message for Typer's usage error `wrong`: option or argument, what was found, what was expected.

    Typer's errors are known by what they carry: which module they are defined in depends on its version.
    """
    context, parameter = wrong.ctx, getattr(wrong, "param", None)
    option = getattr(wrong, "option_name", None)
    if option is not None and not hasattr(wrong, "possibilities"):
        found, expected = ("a value", "none") if "not take" in wrong.message else ("nothing", "a value")
        return str(BadInput(option, Words(found), expected))
    if context is None:
        return wrong.format_message()
    if option is not None:
        return str(_unknown_option(option, context))
    if parameter is not None and hasattr(wrong, "param_type"):
        words = " ".join((parameter.help or "a value").split()).rstrip(".")
        return str(BadInput(parameter.metavar or parameter.human_readable_name, Words("nothing"), words[0].lower() + words[1:]))
    extra = re.search(r"extra argument.*\((.*)\)", wrong.format_message())
    if extra:
        return str(BadInput("argument", extra[1], f"no more than {_called(context)}"))
    return wrong.format_message()


def _unknown_option(option: str, context: Any) -> BadInput:
    known = [name for parameter in context.command.get_params(context) for name in parameter.opts if name.startswith("--")]
    # One letter is near to every other.
    return BadInput("option", option, f"an option of {context.command_path} (--help lists them)", known if option.startswith("--") else ())


def _called(context: Any) -> str:
    """How a command is called, without its options: `fr-sim stage show STAGE`."""
    arguments = [parameter for parameter in context.command.get_params(context) if parameter.param_type_name == "argument"]
    return " ".join([context.command_path, *(one.metavar or one.human_readable_name for one in arguments)])
