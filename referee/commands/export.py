"""`referee export GAME`: write one game as JSON and as a page, or the evidence of one deal."""

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
        help="write one game as JSON and as a page, or the evidence of a deal",
        description="Write one game as GAME.json (everything, measurements included) and GAME.html "
        "(a page that needs nothing else). With --deal: the evidence of one deal as GAME-DEAL.zip, which "
        "anybody can check with `referee verify`.",
    )
    add_game_argument(parser)
    parser.add_argument(
        "--out", type=Path, default=Path(), metavar="DIR", help="where to write (default: the current folder)"
    )
    parser.add_argument("--deal", type=int, metavar="N", help="write the evidence of deal N instead")
    add_data_option(parser)
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> int:
    """Write the files and say where they are."""
    from referee.record.export import exported, page  # noqa: PLC0415 - `--help` stays quick

    with contextlib.closing(open_existing(arguments.data)) as store:
        game = store.find(arguments.game).header.game
        content = exported(store, game)
        clips = store.clips(game)
    try:
        if arguments.deal is None:
            text = json.dumps(content, ensure_ascii=False, indent=2) + "\n"
            files = {f"{game}.json": text.encode(), f"{game}.html": page(content).encode()}
        else:
            name, data = _evidence(content, arguments.deal, clips)
            files = {f"{game}-{name}.zip": data}
        arguments.out.mkdir(parents=True, exist_ok=True)
        for name, data in files.items():
            path = arguments.out / name
            path.write_bytes(data)
            print(path)
    except OSError as error:
        raise RecordUnusableError(f"{error.filename} cannot be written: {error.strerror}") from error
    return 0


def _evidence(content: dict[str, Any], deal: int, clips: Path) -> tuple[str, bytes]:
    """The name of a deal's clip, and the bundle of its evidence."""
    from referee.evidence.bundle import BundleError, bundle  # noqa: PLC0415 - `--help` stays quick
    from referee.record.export import deal_exported  # noqa: PLC0415 - the same

    verdict = deal_exported(content["game"], deal, tip=content["tip"])
    name = verdict["verdict"]["clip"]
    if not name:
        raise BundleError(f"Deal {deal} has no clip: it was not measured by a camera.")
    measured = (entry["event"].get("measurement") or {} for entry in content["events"])
    measurement = next((one for one in measured if one.get("clip") == name), None)
    return name, bundle(clips, name, verdict, measurement)
