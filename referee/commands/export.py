"""`referee export GAME`: write one game as JSON and as a page."""

from __future__ import annotations

import argparse
import contextlib
import json
from pathlib import Path
from typing import Any

from referee.record.errors import RecordUnusableError
from referee.record.options import add_data_option, add_game_argument
from referee.record.store import open_existing


def register(commands: argparse._SubParsersAction[Any]) -> None:
    """Add the command."""
    parser = commands.add_parser(
        "export",
        help="write one game as JSON and as a page",
        description="Write one game as GAME.json (everything, measurements included) and GAME.html "
        "(a page that needs nothing else).",
    )
    add_game_argument(parser)
    parser.add_argument(
        "--out", type=Path, default=Path(), metavar="DIR", help="where to write (default: the current folder)"
    )
    add_data_option(parser)
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> int:
    """Write both files and say where they are."""
    from referee.record.export import exported, page  # noqa: PLC0415 - `--help` stays quick

    with contextlib.closing(open_existing(arguments.data)) as store:
        game = store.find(arguments.game).header.game
        content = exported(store, game)
    try:
        arguments.out.mkdir(parents=True, exist_ok=True)
        for name, text in (
            (f"{game}.json", json.dumps(content, ensure_ascii=False, indent=2) + "\n"),
            (f"{game}.html", page(content)),
        ):
            path = arguments.out / name
            path.write_text(text, encoding="utf-8")
            print(path)
    except OSError as error:
        raise RecordUnusableError(f"{error.filename} cannot be written: {error.strerror}") from error
    return 0
