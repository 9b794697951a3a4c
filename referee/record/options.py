"""The option that says where games are kept, the same for every command."""

from __future__ import annotations

import argparse
from pathlib import Path

import platformdirs


def data_folder() -> Path:
    """Where this user's games are kept unless ``--data`` says otherwise."""
    return Path(platformdirs.user_data_dir("donkey-referee", appauthor=False))


def add_data_option(parser: argparse.ArgumentParser) -> None:
    """Add ``--data DIR``; the parsed ``data`` is a path."""
    parser.add_argument(
        "--data",
        type=Path,
        default=data_folder(),
        metavar="DIR",
        help="the folder with the games and their clips (default: %(default)s)",
    )


def add_game_argument(parser: argparse.ArgumentParser) -> None:
    """Add ``GAME``: an id, a part of one, or ``last``."""
    parser.add_argument(
        "game",
        metavar="GAME",
        help="the game's id or an unmistakable part of it; `last` is the newest real game",
    )
