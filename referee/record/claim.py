"""One referee for each data folder: a second one is told so instead of mixing two games' events."""

from __future__ import annotations

import contextlib
import sqlite3
from collections.abc import Iterator
from pathlib import Path

from referee.record.errors import TableTakenError

LOCK = "running.lock"


@contextlib.contextmanager
def claim(folder: Path) -> Iterator[None]:
    """Hold the folder while the block runs; the system frees it when the process dies, however it dies.

    The lock is SQLite's own on an empty file: it works the same on every system. A folder that cannot be
    written cannot be claimed and need not be, for nothing will be written there.

    Raises:
        TableTakenError: another referee holds the folder.
    """
    connection = None
    try:
        folder.mkdir(parents=True, exist_ok=True, mode=0o700)
        connection = sqlite3.connect(
            folder / LOCK, timeout=0.0, isolation_level=None, check_same_thread=False
        )
        connection.execute("BEGIN EXCLUSIVE")
    except OSError:
        pass
    except sqlite3.OperationalError as error:
        if (error.sqlite_errorname or "").startswith("SQLITE_BUSY"):
            raise TableTakenError(folder) from None
    try:
        yield
    finally:
        if connection is not None:
            connection.close()
