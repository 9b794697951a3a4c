"""`referee delete GAME`: forget one game, clips included."""

from __future__ import annotations

import argparse
import contextlib
import sys
from typing import Any

from referee.record.claim import claim
from referee.record.options import add_data_option, add_game_argument
from referee.record.store import open_existing


def register(commands: argparse._SubParsersAction[Any]) -> None:
    """Add the command."""
    parser = commands.add_parser(
        "delete",
        help="forget one game, clips included",
        description="Forget one game: its events and its clips, so that no byte of them is left in any file.",
    )
    add_game_argument(parser)
    parser.add_argument("--yes", action="store_true", help="do not ask")
    add_data_option(parser)
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> int:
    """Ask, then delete."""
    with contextlib.closing(open_existing(arguments.data)) as store, claim(arguments.data):
        game = store.find_even_deleted(arguments.game)
        if not arguments.yes:
            if not sys.stdin.isatty():
                print("referee: nobody is there to ask; add --yes to delete", file=sys.stderr)
                return 2
            if input(f"Delete game {game} with all its clips for ever? (y/N) ").strip().casefold() != "y":
                print("Nothing was deleted.")
                return 0
        store.delete(game)
    print(f"Game {game} is deleted.")
    return 0
