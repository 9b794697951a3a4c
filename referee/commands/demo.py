"""``referee demo``: a recorded match, refereed live, with nothing but this package."""

from __future__ import annotations

import argparse
import time
from pathlib import Path

import referee
from referee.evidence.options import add_keep_options, keeping_of
from referee.record.options import add_data_option

FILM = Path(referee.__file__).parent / "media" / "match.mp4"
"""Three deals: a letter, a dead heat, a letter. Rendered scenes, CC0."""

HIGHEST_PORT = 65535

NAMES = ("Ada", "Ben", "Cleo", "Dan")


def register(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add the subcommand."""
    parser = commands.add_parser("demo", help="watch a short recorded match being refereed, live")
    add_page_options(parser)
    parser.add_argument("--exit", action="store_true", help="end with the recording")
    parser.set_defaults(run=run)


def add_page_options(parser: argparse.ArgumentParser) -> None:
    """Add what every command with a dashboard takes."""
    parser.add_argument(
        "--port", type=_port, metavar="N", help="port of the page (default: 8000 or the next free)"
    )
    parser.add_argument("--no-browser", action="store_true", help="do not open the page")
    parser.add_argument(
        "--phones",
        action="store_true",
        help="let phones of the home network watch and dispute (docs/access.md)",
    )
    add_keep_options(parser)
    add_data_option(parser)


def _port(text: str) -> int:
    if not (text.isdecimal() and int(text) <= HIGHEST_PORT):
        raise argparse.ArgumentTypeError(f"a whole number up to {HIGHEST_PORT}, not {text!r}")
    return int(text)


def run(arguments: argparse.Namespace) -> int:
    """Play the recording through the live path; exit status 0."""
    from referee.evidence.keeping import Keeper  # noqa: PLC0415 - heavy imports belong here
    from referee.live.session import Options, run_session  # noqa: PLC0415 - the same
    from referee.live.sources import parse_source  # noqa: PLC0415 - the same
    from referee.record.entry import GameKind  # noqa: PLC0415 - the same
    from referee.record.log import begin  # noqa: PLC0415 - the same
    from referee.record.shelf import GameShelf  # noqa: PLC0415 - the same
    from referee.record.store import Store  # noqa: PLC0415 - the same
    from referee.rules.events import GameCreated  # noqa: PLC0415 - the same
    from referee.rules.house import House  # noqa: PLC0415 - the same
    from referee.service import Table  # noqa: PLC0415 - the same

    store = Store(arguments.data)
    log = begin(store, GameKind.DEMO, time.time())
    shelf = GameShelf(store, GameKind.DEMO, time.time)
    # Nobody is there to tap: the next deal starts by itself.
    table = Table(log, time.time, GameCreated(NAMES, House(next_deal_by_itself=True)), shelf)
    options = Options(
        port=arguments.port,
        browser=not arguments.no_browser,
        ends=arguments.exit,
        clips=store.clips(log.header.game),
        phones=arguments.phones,
        keep_in=arguments.data,
        keeper=Keeper(store, keeping_of(arguments), time.time),
    )
    print("A recorded match (rendered people), refereed live: a letter, a redeal, a letter.", flush=True)
    run_session(table, parse_source(str(FILM)), options, lambda line: print(line, flush=True))
    store.close()
    return 0
