"""Verify a record: the file, its safeguards, every game's sequence, hash chain and fold, every clip's sums."""

from __future__ import annotations

import contextlib
import json
import sqlite3
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from referee.errors import RefereeError
from referee.evidence import clipfile
from referee.record.errors import RecordDamagedError, RecordUnusableError
from referee.record.fold import fold
from referee.record.schema import MIGRATIONS, migrate
from referee.record.store import CLIPS, FILE, chain_faults, entry_of, read_only, stored_game
from referee.record.trouble import is_locked, is_read_only, unusable


@dataclass(frozen=True, slots=True)
class Report:
    """What a check found.

    Attributes:
        games: how many games were looked at.
        events: how many events they have.
        faults: what is wrong, one sentence each; empty when all is well.
    """

    games: int
    events: int
    faults: tuple[str, ...]


def check(folder: Path) -> Report:
    """Look at every byte and every event of a record; nothing is changed.

    Args:
        folder: the data folder.

    Raises:
        RecordUnusableError: there is no record, or it cannot be read now (locked, forbidden, too new).
    """
    path = folder / FILE
    if not path.is_file():
        raise RecordUnusableError(f"there is no record in {folder}")
    faults: list[str] = []
    games = events = 0
    try:
        with contextlib.closing(read_only(path)) as db:
            faults += _file_faults(db)
            faults += _safeguard_faults(db, path)
            for row in db.execute("SELECT * FROM games ORDER BY started_s, game").fetchall():
                games += 1
                events += db.execute("SELECT COUNT(*) FROM events WHERE game = ?", (row["game"],)).fetchone()[
                    0
                ]
                faults += _game_faults(db, row)
            faults += _clip_faults(db, folder / CLIPS)
    except (sqlite3.Error, OSError) as error:
        if isinstance(error, OSError) or is_locked(error) or is_read_only(error):
            raise unusable(error, path) from error
        faults.append(f"the file is damaged: {error}")
    except RecordDamagedError as error:
        faults.append(error.plain)
    return Report(games, events, tuple(dict.fromkeys(faults)))


def _file_faults(db: sqlite3.Connection) -> list[str]:
    said = [row[0] for row in db.execute("PRAGMA integrity_check(20)")]
    lost = db.execute("PRAGMA foreign_key_check").fetchall()
    return [f"the file is damaged: {line}" for line in said if line != "ok"] + (
        [f"{len(lost)} events belong to no game"] if lost else []
    )


def _safeguard_faults(db: sqlite3.Connection, path: Path) -> list[str]:
    """Compare tables and triggers with those of a new file."""
    with contextlib.closing(sqlite3.connect(":memory:", isolation_level=None)) as fresh:
        migrate(fresh, path, MIGRATIONS)
        wanted = dict(fresh.execute(_PARTS).fetchall())
    found = {row[0]: row[1] for row in db.execute(_PARTS)}
    return [
        f"the record's {name} is {'missing' if name not in found else 'not as it should be'}"
        for name in wanted
        if found.get(name) != wanted[name]
    ]


_PARTS = "SELECT type || ' ' || name, sql FROM sqlite_master WHERE sql IS NOT NULL"


def _game_faults(db: sqlite3.Connection, row: sqlite3.Row) -> list[str]:
    name = row["game"]
    try:
        game = stored_game(row)
        rows = db.execute("SELECT * FROM events WHERE game = ? ORDER BY seq", (name,)).fetchall()
        faults = chain_faults(game, rows)
        if not faults:
            fold([entry_of(found) for found in rows])
    except RefereeError as error:
        faults = [f"its events do not make a game: {error}"]
    except (ValueError, TypeError, RecursionError) as error:
        faults = [f"it cannot be read: {error}"]
    return [f"game {name}: {fault}" for fault in faults]


def _clip_faults(db: sqlite3.Connection, clips: Path) -> list[str]:
    if not clips.is_dir():
        return []
    known = sorted(row["game"] for row in db.execute("SELECT game FROM games"))
    stray = sorted({found.name for found in clips.iterdir()} - set(known))
    faults = [f"there are clips of a game that is not in the record: {clips / name}" for name in stray]
    for game in known:
        measured = _measured(db, game)
        for name in clipfile.names_in(clips / game):
            found = clipfile.faults(clips / game, name, measured.get(name))
            faults += [f"game {game}, clip {name}: {fault}" for fault in found]
    return faults


def _measured(db: sqlite3.Connection, game: str) -> dict[str, Mapping[str, Any]]:
    """What the record says of how each clip's verdict was measured; what cannot be read was said elsewhere."""
    found = {}
    for row in db.execute("SELECT event FROM events WHERE game = ? ORDER BY seq", (game,)):
        try:
            measurement = json.loads(row["event"])["measurement"]
            found[str(measurement["clip"])] = measurement
        except (ValueError, KeyError, TypeError, RecursionError):
            continue
    return found
