"""``referee play``: referee your own table."""

from __future__ import annotations

import argparse
import time
from pathlib import Path
from typing import TYPE_CHECKING

from referee.commands.demo import add_page_options
from referee.evidence.options import keeping_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from referee.calibration.places import SavedPlaces
    from referee.calibration.tablefile import TableFile
    from referee.record.store import Store
    from referee.service import Table

NAMES = ("Player 1", "Player 2", "Player 3", "Player 4")
"""Until people say theirs, from the left of the picture."""


def register(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add the subcommand."""
    parser = commands.add_parser("play", help="referee your own table")
    parser.add_argument(
        "names", nargs="*", metavar="NAME", help="four names, from the left of the (unmirrored) picture"
    )
    parser.add_argument(
        "--source",
        help="camera number or name, device, film, or http, rtsp, tcp address (default: the table's, or camera 0)",
    )
    parser.add_argument("--new", action="store_true", help="begin a new game though the last is unfinished")
    parser.add_argument(
        "--by-itself", action="store_true", help="start the next deal once all hands were away, without a tap"
    )
    parser.add_argument(
        "--table",
        metavar="NAME",
        help="a table that is kept (by check-table, or on the page under Get ready): use its camera and its timing, "
        "seat people where they sat, and learn their hands",
    )
    add_page_options(parser)
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> int:
    """Referee the table until Ctrl-C; exit status 0."""
    from referee.calibration.keep import camera_of, known_at  # noqa: PLC0415 - heavy imports belong here
    from referee.calibration.tablefile import path_of  # noqa: PLC0415 - the same
    from referee.evidence.keeping import Keeper  # noqa: PLC0415 - the same
    from referee.live.session import Options, run_session  # noqa: PLC0415 - the same
    from referee.live.sources import SourceKind, parse_source  # noqa: PLC0415 - the same
    from referee.record.claim import claim  # noqa: PLC0415 - the same
    from referee.record.store import Store  # noqa: PLC0415 - the same
    from referee.timing.camera import UNMEASURED  # noqa: PLC0415 - the same

    folder: Path = arguments.data
    path = None if arguments.table is None else path_of(folder, arguments.table)
    known = known_at(path)
    spec = parse_source(camera_of(known) if arguments.source is None else arguments.source)
    if arguments.source and spec.kind is SourceKind.CAMERA:
        from referee.live.cameras import cameras, find  # noqa: PLC0415 - the same

        find(spec.address, cameras())  # a camera that was named must be there; the first one may come later
    with claim(folder):
        store = Store(folder)
        table = _table(arguments, store)
        if spec.kind is SourceKind.FILE and not table.state.house.next_deal_by_itself:
            print(
                "A film does not wait: tap Start deal on the page, or begin with --new --by-itself.",
                flush=True,
            )
        options = Options(
            port=arguments.port,
            browser=not arguments.no_browser,
            ends=False,
            clips=store.clips(table.game),
            phones=arguments.phones,
            keep_in=folder,
            keeper=Keeper(store, keeping_of(arguments), time.time),
            camera=UNMEASURED if known is None else known.camera,
            keep_table=path,
            places=None if path is None else _places(known, path, table.state.chairs),
        )
        run_session(table, spec, options, lambda line: print(line, flush=True))
        store.close()
    return 0


def _places(known: TableFile | None, path: Path, chairs: Sequence[int]) -> SavedPlaces | None:
    """Where the seats of a table are; says so where they cannot be used."""
    from referee.calibration.places import SavedPlaces  # noqa: PLC0415 - heavy imports belong here

    if known is None:
        kept = ", ".join(sorted(each.stem for each in path.parent.glob("*.toml")))
        print(f"There is no table {path.stem} yet{f' (there are: {kept})' if kept else ''}.", flush=True)
    if known is None or not known.seats:
        print(
            f"Nothing is known yet of who sits where at the table {path.stem}: the players are looked for. "
            "Check the table (on the page: Get ready) keeps their seats.",
            flush=True,
        )
        return None
    if {seat.number for seat in known.seats} != set(range(len(chairs))):
        print(
            f"The table {path.stem} has {len(known.seats)} seats and the game {len(chairs)}: the players are "
            "looked for. Check the table (on the page: Get ready) keeps their seats anew.",
            flush=True,
        )
        return None
    return SavedPlaces.of(known, path)


def _table(arguments: argparse.Namespace, store: Store) -> Table:
    """The last unfinished game, or a new one; names make a new one too."""
    from referee.record.entry import GameKind  # noqa: PLC0415 - heavy imports belong here
    from referee.record.log import begin, resume_or_begin  # noqa: PLC0415 - the same
    from referee.record.shelf import GameShelf  # noqa: PLC0415 - the same
    from referee.rules.events import GameCreated  # noqa: PLC0415 - the same
    from referee.rules.house import House  # noqa: PLC0415 - the same
    from referee.service import Table  # noqa: PLC0415 - the same

    anew = arguments.new or bool(arguments.names)
    log = (begin if anew else resume_or_begin)(store, GameKind.REAL, time.time())
    goes_on = bool(log.entries)
    shelf = GameShelf(store, GameKind.REAL, time.time)
    house = House(next_deal_by_itself=arguments.by_itself)
    table = Table(log, time.time, GameCreated(tuple(arguments.names) or NAMES, house), shelf)
    if goes_on:
        names = ", ".join(table.state.names)
        print(f"Going on with game {table.game}: {names}. (A new one: --new)", flush=True)
    return table
