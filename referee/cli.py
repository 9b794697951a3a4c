"""The command line: one subcommand for each module of :mod:`referee.commands`."""

from __future__ import annotations

import argparse
import contextlib
import importlib
import os
import pkgutil
import sys
from collections.abc import Sequence

import referee.commands
from referee.errors import RefereeError
from referee.version import __version__

INTERRUPTED = 130
"""Exit status after ctrl-C, as shells have it: 128 and the number of the signal."""
NO_READER = 141
"""Exit status when nobody reads the output any more, as shells have it."""


class _Formatter(argparse.HelpFormatter):
    """Keeps each command and its help on one line: argparse forgets that commands stand two columns further in."""

    def add_argument(self, action: argparse.Action) -> None:
        super().add_argument(action)
        self._action_max_length += 2 * isinstance(action, argparse._SubParsersAction)


def build_parser() -> argparse.ArgumentParser:
    """Build the parser of all subcommands.

    Every module of :mod:`referee.commands` has ``register(commands)``: it adds its subparser and sets ``run``, a
    function from the parsed arguments to an exit status. Heavy imports belong inside ``run``: ``--help`` is quick.
    """
    parser = argparse.ArgumentParser(
        prog="referee",
        description="Referee for the card game Donkey: a camera times every nose touch.",
        formatter_class=_Formatter,
    )
    parser.add_argument("--version", action="version", version=f"referee {__version__}")
    commands = parser.add_subparsers(dest="command", metavar="COMMAND", required=True)
    for module in sorted(pkgutil.iter_modules(referee.commands.__path__), key=lambda found: found.name):
        importlib.import_module(f"referee.commands.{module.name}").register(commands)
    return parser


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command and return its exit status."""
    with contextlib.suppress(
        AttributeError, ValueError
    ):  # a name that the terminal cannot show stops nothing
        sys.stdout.reconfigure(errors="backslashreplace")  # type: ignore[union-attr] # only of real streams
    try:
        arguments = build_parser().parse_args(argv)
        status = int(arguments.run(arguments))
        sys.stdout.flush()
    except RefereeError as error:
        # Names of files and players are part of the message: none of them may steer the terminal.
        said = "".join(c if c.isprintable() or c == "\n" else "?" for c in str(error))
        print(f"referee: {said}", file=sys.stderr)
        return error.exit_status
    except KeyboardInterrupt:
        return INTERRUPTED
    except BrokenPipeError:
        # Who read the output has gone (``referee … | head``); Python's own flush at the end must not fail again.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return NO_READER
    return status
