"""``referee cameras``: the cameras of this computer, their modes, and the one that would be used."""

from __future__ import annotations

import argparse
import json
from dataclasses import asdict
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from referee.live.cameras import Camera


def register(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add the subcommand."""
    parser = commands.add_parser("cameras", help="list the cameras and the mode that would be used")
    parser.add_argument("--json", action="store_true", help="for programs")
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> int:
    """List the cameras; exit status 0, also when there is none."""
    from referee.live.cameras import cameras  # noqa: PLC0415 - heavy imports belong here

    found = cameras()
    if arguments.json:
        print(json.dumps([_as_dict(camera) for camera in found], indent=2))
        return 0
    if not found:
        print("No camera found. Plug one in, or use a phone: referee play --source http://ADDRESS/video")
    for number, camera in enumerate(found):
        print(_describe(number, camera))
    return 0


def _as_dict(camera: Camera) -> dict[str, Any]:
    from referee.live.cameras import choose  # noqa: PLC0415 - heavy imports belong here

    chosen = choose(camera.modes)
    return asdict(camera) | {"chosen": None if chosen is None else asdict(chosen)}


def _describe(number: int, camera: Camera) -> str:
    from referee.live.cameras import choose  # noqa: PLC0415 - heavy imports belong here

    chosen = choose(camera.modes)
    lines = [f"{number}: {camera.name} ({camera.address})"]
    for mode in camera.modes:
        mark = "  <- would be used" if mode == chosen else ""
        lines.append(
            f"   {mode.width:5} x {mode.height:<5} {mode.codec:8} {mode.fps:6.4g} frames a second{mark}"
        )
    if not camera.modes:
        lines.append("   the driver does not tell its modes; its own choice would be used")
    return "\n".join(lines)
