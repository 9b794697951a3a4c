"""The command line: one subcommand for each module of :mod:`referee.commands`."""

from __future__ import annotations

import argparse
import importlib
import pkgutil
import sys
from collections.abc import Sequence

import referee.commands
from referee.errors import RefereeError
from referee.version import __version__


def build_parser() -> argparse.ArgumentParser:
    """Build the parser of all subcommands.

    Every module of :mod:`referee.commands` has ``register(commands)``: it adds its subparser and sets ``run``, a
    function from the parsed arguments to an exit status. Heavy imports belong inside ``run``: ``--help`` is quick.
    """
    parser = argparse.ArgumentParser(
        prog="referee", description="Referee for the card game Donkey: a camera times every nose touch."
    )
    parser.add_argument("--version", action="version", version=f"referee {__version__}")
    commands = parser.add_subparsers(dest="command", metavar="COMMAND", required=True)
    for module in sorted(pkgutil.iter_modules(referee.commands.__path__), key=lambda found: found.name):
        importlib.import_module(f"referee.commands.{module.name}").register(commands)
    return parser


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command and return its exit status."""
    arguments = build_parser().parse_args(argv)
    try:
        return int(arguments.run(arguments))
    except RefereeError as error:
        print(f"referee: {error}", file=sys.stderr)
        return error.exit_status
    except KeyboardInterrupt:
        return 130
