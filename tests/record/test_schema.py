from __future__ import annotations

import contextlib
import sqlite3
from pathlib import Path

import pytest

from referee.record.check import check
from referee.record.errors import RecordDamagedError, RecordTooNewError
from referee.record.fold import fold
from referee.record.schema import APPLICATION_ID, MIGRATIONS, migrate
from referee.record.store import FILE, Store
from referee.rules.state import Phase
from tests.record.games import stored

RELEASED = sorted(Path(__file__).parent.glob("version-*.sql"))
"""Dumps of files as released versions wrote them, each with one whole game. Never edit one; add the next."""


def restore(dump: Path, folder: Path) -> Path:
    path = folder / FILE
    with contextlib.closing(sqlite3.connect(path)) as db:
        db.executescript(dump.read_text(encoding="utf-8"))
        db.execute(f"PRAGMA application_id = {APPLICATION_ID}")
        db.execute(f"PRAGMA user_version = {int(dump.stem.removeprefix('version-'))}")
    return path


def test_every_version_has_a_file_to_come_from() -> None:
    assert [dump.stem for dump in RELEASED] == [f"version-{n}" for n in range(1, len(MIGRATIONS) + 1)]


@pytest.mark.parametrize("dump", RELEASED, ids=lambda dump: dump.stem)
def test_a_file_of_every_version_becomes_one_of_today(tmp_path: Path, dump: Path) -> None:
    restore(dump, tmp_path)
    store = Store(tmp_path)
    (game,) = store.games()
    state = fold(store.entries(game.header.game))
    assert state is not None
    assert state.phase is Phase.OVER
    store.close()
    assert check(tmp_path).faults == ()
    stored(tmp_path, 5)
    assert len(Store(tmp_path).games()) == 2


def version_of(path: Path) -> int:
    with contextlib.closing(sqlite3.connect(path)) as db:
        return int(db.execute("PRAGMA user_version").fetchone()[0])


def test_a_migration_happens_wholly_or_not_at_all(tmp_path: Path) -> None:
    stored(tmp_path, 5)
    path = tmp_path / FILE
    before = path.read_bytes()
    with contextlib.closing(sqlite3.connect(path, isolation_level=None)) as db:
        bad = (*MIGRATIONS, "CREATE TABLE extra (x); INSERT INTO nowhere VALUES (1);")
        with pytest.raises(sqlite3.OperationalError, match="nowhere"):
            migrate(db, path, bad)
        assert not db.in_transaction
    assert version_of(path) == len(MIGRATIONS)
    assert path.read_bytes() == before
    with contextlib.closing(sqlite3.connect(path, isolation_level=None)) as db:
        migrate(db, path, (*MIGRATIONS, "CREATE TABLE extra (x); INSERT INTO extra VALUES (1);"))
        assert db.execute("SELECT x FROM extra").fetchone()[0] == 1
    assert version_of(path) == len(MIGRATIONS) + 1


def test_a_file_of_a_newer_referee_is_not_touched(tmp_path: Path) -> None:
    stored(tmp_path, 5)
    path = tmp_path / FILE
    with contextlib.closing(sqlite3.connect(path)) as db:
        db.execute(f"PRAGMA user_version = {len(MIGRATIONS) + 1}")
        db.execute("PRAGMA journal_mode = DELETE")
    before = path.read_bytes()
    with pytest.raises(RecordTooNewError, match="install the newer one"):
        Store(tmp_path).games()
    with pytest.raises(RecordTooNewError):
        check(tmp_path)
    assert path.read_bytes() == before


def test_a_database_of_another_program_is_not_touched(tmp_path: Path) -> None:
    path = tmp_path / FILE
    with contextlib.closing(sqlite3.connect(path)) as db:
        db.execute("CREATE TABLE recipes (name)")
    before = path.read_bytes()
    with pytest.raises(RecordDamagedError, match="another program"):
        Store(tmp_path).games()
    assert path.read_bytes() == before
