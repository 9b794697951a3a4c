from __future__ import annotations

import sqlite3
import threading
from dataclasses import replace
from pathlib import Path

import pytest

from referee.record.check import check
from referee.record.entry import GameKind
from referee.record.errors import NoSuchGameError, RecordDamagedError, RecordUnusableError
from referee.record.fold import fold
from referee.record.log import begin, resume_or_begin
from referee.record.store import FILE, Store, open_existing
from tests.record.games import play, stored, table_of


def raw(folder: Path) -> sqlite3.Connection:
    return sqlite3.connect(folder / FILE, isolation_level=None)


def test_what_was_written_comes_back_after_a_restart(tmp_path: Path) -> None:
    log = stored(tmp_path, 20)
    store = Store(tmp_path)
    assert [game.header for game in store.games()] == [log.header]
    assert store.entries(log.header.game) == list(log.entries)
    assert fold(store.entries(log.header.game)) == fold(log.entries)


@pytest.mark.parametrize(
    "statement",
    [
        "UPDATE events SET wall_s = 0",
        "UPDATE events SET event = '{}' WHERE seq = 3",
        "DELETE FROM events WHERE seq = 3",
        "DELETE FROM events",
        "DELETE FROM games",
        "UPDATE games SET started_s = 0",
        "REPLACE INTO events SELECT * FROM events WHERE seq = 2",
        "INSERT INTO events SELECT game, seq + 5, wall_s, camera_s, source, event, software, hash "
        "FROM events",
        "INSERT INTO events SELECT 'other', seq, wall_s, camera_s, source, event, software, hash "
        "FROM events WHERE seq = 2",
    ],
)
def test_the_file_itself_refuses_to_be_rewritten(tmp_path: Path, statement: str) -> None:
    log = stored(tmp_path)
    with raw(tmp_path) as db, pytest.raises(sqlite3.IntegrityError):
        db.execute(statement)
    assert Store(tmp_path).entries(log.header.game) == list(log.entries)


def test_a_changed_event_is_noticed(tmp_path: Path) -> None:
    log = stored(tmp_path)
    with raw(tmp_path) as db:
        db.execute("DROP TRIGGER events_never_change")
        db.execute("UPDATE events SET wall_s = wall_s + 1 WHERE seq = 4")
    with pytest.raises(RecordDamagedError, match="event 4 was changed"):
        Store(tmp_path).entries(log.header.game)


def test_an_event_cut_off_at_the_end_is_noticed(tmp_path: Path) -> None:
    log = stored(tmp_path, 12)
    with raw(tmp_path) as db:
        db.execute("DROP TRIGGER events_leave_with_their_game")
        db.execute("DELETE FROM events WHERE seq = 12")
    with pytest.raises(RecordDamagedError, match="event 12 is missing"):
        Store(tmp_path).entries(log.header.game)


def test_commits_reach_the_disk(tmp_path: Path) -> None:
    store = Store(tmp_path)
    store.games()
    db = store._connection
    assert db is not None
    assert db.execute("PRAGMA journal_mode").fetchone()[0] == "wal"
    assert db.execute("PRAGMA synchronous").fetchone()[0] == 2  # FULL
    assert db.execute("PRAGMA secure_delete").fetchone()[0] == 1


def test_a_game_is_found_by_a_part_of_its_id(tmp_path: Path) -> None:
    first, second = stored(tmp_path, 3, seed=1), stored(tmp_path, 3, seed=2)
    demo = stored(tmp_path, 3, seed=3, kind=GameKind.DEMO)
    store = Store(tmp_path)
    assert store.find(first.header.game).header == first.header
    assert store.find(second.header.game[-6:]).header == second.header
    assert store.find("last").header == second.header
    assert [game.header for game in store.games(GameKind.DEMO)] == [demo.header]
    for name in ("", "2027-01", "nobody"):
        with pytest.raises(NoSuchGameError):
            store.find(name)
    with pytest.raises(NoSuchGameError):
        Store(tmp_path / "empty").find("last")


def test_a_folder_without_a_record_is_not_made_by_looking(tmp_path: Path) -> None:
    with pytest.raises(RecordUnusableError, match="there is no record"):
        open_existing(tmp_path / "nowhere")
    assert list(tmp_path.iterdir()) == []


def test_clips_stay_inside_their_folder(tmp_path: Path) -> None:
    store = Store(tmp_path)
    assert store.clips("2026-11-30-abcd") == tmp_path / "clips" / "2026-11-30-abcd"
    for name in ("..", ".", "", "../other", "a/b", "a\\b", "/etc"):
        with pytest.raises(NoSuchGameError):
            store.clips(name)


def test_a_game_that_went_another_way_is_not_overwritten(tmp_path: Path) -> None:
    log = stored(tmp_path, 8)
    store = Store(tmp_path)
    entries = [*list(log.entries)[:5], replace(log.entries[5], wall_s=0.0)]
    links = [log.header.digest()]
    for entry in entries:
        links.append(entry.digest(links[-1]))
    with pytest.raises(RecordUnusableError, match="another program went on"):
        store.append(log.header, entries, links)
    assert store.entries(log.header.game) == list(log.entries)


def test_many_threads_may_use_one_store(tmp_path: Path) -> None:
    log = stored(tmp_path, 6)
    store = Store(tmp_path)
    seen: list[int] = []

    def read() -> None:
        seen.extend(len(store.entries(log.header.game)) for _ in range(20))

    threads = [threading.Thread(target=read) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert seen == [6] * 80


def test_a_reader_does_not_stop_a_running_game(tmp_path: Path) -> None:
    log = begin(Store(tmp_path), GameKind.REAL, 0.0)
    table = table_of(log)
    play(table, log, 5)
    with raw(tmp_path) as db:
        db.execute("BEGIN")
        assert db.execute("SELECT COUNT(*) FROM events").fetchone()[0] == 5
        play(table, log, 10)
        assert log.trouble == ""
        assert db.execute("SELECT COUNT(*) FROM events").fetchone()[0] == 5


def damage(folder: Path) -> None:
    """Make the third event of every game brackets within brackets."""
    with raw(folder) as db:
        db.execute("DROP TRIGGER events_never_change")
        db.execute("UPDATE events SET event = ? WHERE seq = 3", ("[" * 100_000,))


def test_an_event_of_brackets_without_an_end_is_damage_and_nothing_worse(tmp_path: Path) -> None:
    log = stored(tmp_path)
    damage(tmp_path)
    with pytest.raises(RecordDamagedError, match="event 3 cannot be read"):
        Store(tmp_path).entries(log.header.game)
    assert any("event 3 cannot be read" in fault for fault in check(tmp_path).faults)
    assert "event 3 cannot be read" in resume_or_begin(Store(tmp_path), GameKind.REAL, 0.0).trouble
