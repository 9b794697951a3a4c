"""`referee drill NAME`: cause a fault on purpose and see that nothing is lost."""

from __future__ import annotations

import argparse
import importlib
import pkgutil
from typing import Any

import referee.drills


def register(commands: argparse._SubParsersAction[Any]) -> None:
    """Add the command: every module of :mod:`referee.drills` with ``register(drills)`` is a drill."""
    parser = commands.add_parser(
        "drill",
        help="cause a fault on purpose and see that nothing is lost",
        description="Without a name: list the drills.",
    )
    drills = parser.add_subparsers(dest="drill", metavar="NAME")
    for found in sorted(pkgutil.iter_modules(referee.drills.__path__), key=lambda found: found.name):
        if found.name.startswith("_"):
            continue  # what several drills share is loaded when one of them runs: it is heavy
        module = importlib.import_module(f"referee.drills.{found.name}")
        if hasattr(module, "register"):
            module.register(drills)
    parser.set_defaults(run=lambda _arguments: run(parser))


def run(parser: argparse.ArgumentParser) -> int:
    """List the drills."""
    parser.print_help()
    return 0
