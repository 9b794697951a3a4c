"""The tables of the record and how an older file becomes a newer one."""

from __future__ import annotations

import sqlite3
from collections.abc import Sequence
from pathlib import Path

from referee.record.errors import RecordDamagedError, RecordTooNewError

APPLICATION_ID = 0x444F4E4B
"""Written into the file's header ("DONK"): a database of another program is never touched."""

VERSION_1 = """
CREATE TABLE games (
    game TEXT PRIMARY KEY,
    kind TEXT NOT NULL CHECK (kind IN ('real', 'demo')),
    started_s REAL NOT NULL,
    software TEXT NOT NULL,
    tip_seq INTEGER NOT NULL,
    tip_hash TEXT NOT NULL
);
CREATE TABLE events (
    game TEXT NOT NULL REFERENCES games (game),
    seq INTEGER NOT NULL,
    wall_s REAL NOT NULL,
    camera_s REAL,
    source TEXT NOT NULL,
    event TEXT NOT NULL,
    software TEXT NOT NULL,
    hash TEXT NOT NULL,
    PRIMARY KEY (game, seq)
);
CREATE TABLE deletions (game TEXT PRIMARY KEY) WITHOUT ROWID;
CREATE TRIGGER events_never_change BEFORE UPDATE ON events
BEGIN SELECT RAISE (ABORT, 'the record is append-only'); END;
CREATE TRIGGER events_leave_with_their_game BEFORE DELETE ON events
WHEN NOT EXISTS (SELECT 1 FROM deletions WHERE game = OLD.game)
BEGIN SELECT RAISE (ABORT, 'the record is append-only'); END;
CREATE TRIGGER events_have_no_gap BEFORE INSERT ON events
WHEN NEW.seq IS NOT 1 + (SELECT COALESCE(MAX(seq), 0) FROM events WHERE game = NEW.game)
BEGIN SELECT RAISE (ABORT, 'an event is missing before this one'); END;
CREATE TRIGGER games_never_change BEFORE UPDATE OF game, kind, started_s, software ON games
BEGIN SELECT RAISE (ABORT, 'the record is append-only'); END;
CREATE TRIGGER games_leave_on_purpose BEFORE DELETE ON games
WHEN NOT EXISTS (SELECT 1 FROM deletions WHERE game = OLD.game)
BEGIN SELECT RAISE (ABORT, 'the record is append-only'); END;
CREATE TRIGGER deleted_games_stay_deleted BEFORE INSERT ON games
WHEN EXISTS (SELECT 1 FROM deletions WHERE game = NEW.game)
BEGIN SELECT RAISE (ABORT, 'this game was deleted'); END;
"""
"""Append-only by triggers: rows neither change nor vanish, except a whole game whose id stands in
``deletions``. The id stays there: a referee that still has the game in memory cannot bring it back."""

MIGRATIONS: tuple[str, ...] = (VERSION_1,)
"""Script n takes a file from version n to n + 1. Never edit one that was released: add the next."""


def migrate(connection: sqlite3.Connection, path: Path, scripts: Sequence[str] = MIGRATIONS) -> None:
    """Bring an open file to the newest version, in one transaction: wholly or not at all.

    Args:
        connection: in autocommit mode (``isolation_level=None``).
        path: the file, for messages.
        scripts: the migrations, oldest first.

    Raises:
        RecordTooNewError: the file's version is above the newest known.
        RecordDamagedError: the file is another program's.
        sqlite3.Error: the file cannot be read or written.
    """
    version = known_version(connection, path, len(scripts))
    if version == len(scripts):
        return
    connection.execute("BEGIN IMMEDIATE")
    try:
        version = known_version(connection, path, len(scripts))  # another process may have been faster
        for script in scripts[version:]:
            for statement in _statements(script):
                connection.execute(statement)
        connection.execute(f"PRAGMA application_id = {APPLICATION_ID}")
        connection.execute(f"PRAGMA user_version = {len(scripts)}")
        connection.execute("COMMIT")
    except BaseException:
        if connection.in_transaction:
            connection.execute("ROLLBACK")
        raise


def known_version(connection: sqlite3.Connection, path: Path, newest: int = len(MIGRATIONS)) -> int:
    """The version of an open file, 0 for an empty one.

    Raises:
        RecordTooNewError: it is above ``newest``.
        RecordDamagedError: the file is another program's.
    """
    version = int(connection.execute("PRAGMA user_version").fetchone()[0])
    owner = int(connection.execute("PRAGMA application_id").fetchone()[0])
    empty = connection.execute("SELECT COUNT(*) FROM sqlite_master").fetchone()[0] == 0
    if owner != APPLICATION_ID and not (empty and owner == 0 and version == 0):
        raise RecordDamagedError(path, "it is a database of another program")
    if version > newest:
        raise RecordTooNewError(path, version, newest)
    return version


def _statements(script: str) -> list[str]:
    """Split a script: ``executescript`` would commit, and a migration is one transaction."""
    statements, begun = [], ""
    for piece in script.split(";"):
        begun += piece + ";"
        if piece.strip() and sqlite3.complete_statement(begun):
            statements.append(begun)
            begun = ""
    return statements
