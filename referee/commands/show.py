"""`referee show GAME`: one game, deal by deal, with what was measured and what people said."""

from __future__ import annotations

import argparse
import contextlib
from typing import Any

from referee.record.fold import events_of
from referee.record.options import add_data_option, add_game_argument
from referee.record.store import open_existing
from referee.record.text import event_lines, game_lines
from referee.rules.game import fold


def register(commands: argparse._SubParsersAction[Any]) -> None:
    """Add the command."""
    parser = commands.add_parser("show", help="show one game, deal by deal", description="Show one game.")
    add_game_argument(parser)
    parser.add_argument("--events", action="store_true", help="every event of its log instead")
    add_data_option(parser)
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> int:
    """Show one game."""
    from referee.snapshot import snapshot  # noqa: PLC0415 - the same
    from referee.status import LiveStatus  # noqa: PLC0415 - `--help` stays quick

    with contextlib.closing(open_existing(arguments.data)) as store:
        header = store.find(arguments.game).header
        entries = store.entries(header.game)
    events = events_of(entries)
    state = fold(events)
    if arguments.events or state is None:
        lines = event_lines(entries, events, () if state is None else state.names)
    else:
        lines = game_lines(snapshot(state, header, entries, events, LiveStatus(), version=0, trouble=""))
    print("\n".join(lines))
    return 0
