"""From SQLite's and the system's errors to plain words."""

from __future__ import annotations

import errno
import sqlite3
from pathlib import Path

from referee.record.errors import RecordDamagedError, RecordError, RecordUnusableError

_LOCKED = ("SQLITE_BUSY", "SQLITE_LOCKED")
_READ_ONLY = ("SQLITE_READONLY", "SQLITE_CANTOPEN", "SQLITE_PERM")


def unusable(error: Exception, path: Path) -> RecordUnusableError:
    """Say what an error of the store means to people.

    Args:
        error: what SQLite, the system or the record itself raised.
        path: the record's file.
    """
    if isinstance(error, RecordUnusableError):
        return error
    if isinstance(error, RecordError):
        return RecordUnusableError(str(error))
    if isinstance(error, OSError):
        return RecordUnusableError(_system(error, path))
    name = getattr(error, "sqlite_errorname", "") or ""
    if isinstance(error, sqlite3.DatabaseError) and name.startswith(("SQLITE_CORRUPT", "SQLITE_NOTADB")):
        return RecordDamagedError(path, str(error))
    return RecordUnusableError(_sqlite(name, error, path))


def is_read_only(error: Exception) -> bool:
    """Whether the error says that a file or its folder cannot be written."""
    if isinstance(error, OSError):
        return error.errno in (errno.EACCES, errno.EPERM, errno.EROFS)
    return (getattr(error, "sqlite_errorname", "") or "").startswith(_READ_ONLY)


def is_locked(error: Exception) -> bool:
    """Whether the error says that another program has locked the file."""
    return (getattr(error, "sqlite_errorname", "") or "").startswith(_LOCKED)


def _system(error: OSError, path: Path) -> str:
    if error.errno in (errno.ENOSPC, errno.EDQUOT):
        return "the disk is full"
    if is_read_only(error):
        return f"the folder {path.parent} cannot be written"
    return f"the folder {path.parent} cannot be used ({error.strerror})"


def _sqlite(name: str, error: Exception, path: Path) -> str:
    if name.startswith("SQLITE_FULL"):
        return "the disk is full"
    if name.startswith(_LOCKED):
        return "another program has locked the record"
    if name.startswith(_READ_ONLY):
        return f"the folder {path.parent} cannot be written"
    if name.startswith("SQLITE_IOERR"):
        return f"the disk does not answer as it should ({name})"
    return f"{error}"
