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
from referee.rules.state import Phase


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
    begun: list[bool] = []
    if (arguments.data / FILE).is_file():
        with contextlib.closing(Store(arguments.data)) as store:
            kind = None if arguments.all else GameKind.REAL
            for found in store.games(kind):
                game, open_deal = _summary(store, found)
                games.append(game)
                begun.append(open_deal)
    if arguments.json:
        print(json.dumps(games, ensure_ascii=False, indent=2))
    elif not games:
        print(f"There are no games in {arguments.data} (--all shows demonstrations too).")
    else:
        print(
            "\n".join(
                summary_line(game, open_deal=is_open) for game, is_open in zip(games, begun, strict=True)
            )
        )
    return 0


def _summary(store: Store, found: StoredGame) -> tuple[dict[str, Any], bool]:
    """A game for the list, and whether its last deal has begun and has no verdict yet."""
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
        return known | {"fault": str(error)}, False
    if state is None:
        return known, False
    winners = [state.names[player] for player in state.winners]
    known |= {"players": list(state.names), "deals": len(state.deals), "winners": winners}
    return known, state.phase is Phase.PLAYING
