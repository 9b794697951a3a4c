"""`referee check`: verify the record and say what is wrong with it."""

from __future__ import annotations

import argparse
from typing import Any

from referee.record.check import check
from referee.record.options import add_data_option


def register(commands: argparse._SubParsersAction[Any]) -> None:
    """Add the command."""
    parser = commands.add_parser(
        "check",
        help="verify the record and say what is wrong with it",
        description="Verify the file, its safeguards, every game's events and every clip. Nothing is changed. "
        "Exit status: 0 all is well, 1 something is wrong, 2 there is no record or it cannot be read.",
    )
    add_data_option(parser)
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> int:
    """Check and report."""
    report = check(arguments.data)
    looked = f"Looked at {report.games} games with {report.events} events in {arguments.data}"
    if not report.faults:
        print(f"{looked}: all is well.")
        return 0
    print(f"{looked}. What is wrong:")
    for fault in report.faults:
        print(f"  {fault}")
    return 1
