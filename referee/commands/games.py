"""`referee games`: list the games of the record."""

from __future__ import annotations

import argparse
import contextlib
import json
from typing import Any

from referee.errors import RefereeError
from referee.record.entry import GameKind
from referee.record.fold import fold
from referee.record.options import add_data_option
from referee.record.store import FILE, Store, StoredGame
from referee.record.text import summary_line


def register(commands: argparse._SubParsersAction[Any]) -> None:
    """Add the command."""
    parser = commands.add_parser("games", help="list the games of the record", description="List the games.")
    parser.add_argument("--all", action="store_true", help="demonstrations too")
    parser.add_argument("--json", action="store_true", help="for programs")
    add_data_option(parser)
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> int:
    """List the games, oldest first."""
    games: list[dict[str, Any]] = []
    if (arguments.data / FILE).is_file():
        with contextlib.closing(Store(arguments.data)) as store:
            kind = None if arguments.all else GameKind.REAL
            games = [_summary(store, found) for found in store.games(kind)]
    if arguments.json:
        print(json.dumps(games, ensure_ascii=False, indent=2))
    elif not games:
        print(f"There are no games in {arguments.data} (--all shows demonstrations too).")
    else:
        print("\n".join(summary_line(game) for game in games))
    return 0


def _summary(store: Store, found: StoredGame) -> dict[str, Any]:
    game = found.header
    known: dict[str, Any] = {
        "game": game.game,
        "kind": game.kind.value,
        "started_s": game.started_s,
        "events": found.events,
        "fault": None,
        "players": [],
        "deals": 0,
        "winners": [],
    }
    try:
        state = fold(store.entries(game.game))
    except RefereeError as error:
        return known | {"fault": str(error)}
    if state is None:
        return known
    winners = [state.names[player] for player in state.winners]
    return known | {"players": list(state.names), "deals": len(state.deals), "winners": winners}
