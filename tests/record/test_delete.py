from __future__ import annotations

import sqlite3
from pathlib import Path

import pytest

from referee.record.check import check
from referee.record.entry import PROGRAM, GameKind
from referee.record.errors import NoSuchGameError, RecordUnusableError
from referee.record.log import begin
from referee.record.store import FILE, Store
from referee.rules.events import GameCreated, PlayerRenamed
from referee.service import Table
from tests.record.games import Clock, all_bytes, stored

NAMES = ("Wolfgang-Amadé", "Наташа", "Ōe", "Zachariah")
PATTERNS = tuple(name.encode() for name in (*NAMES, "Xanthippe-Renamed"))


def game_with_names(store: Store, length: int = 60) -> str:
    log = begin(store, GameKind.REAL, 1_800_000_000.0)
    table = Table(log, Clock(), GameCreated(NAMES))
    for number in range(length):
        # Long names over and over: rows spread over many pages, some over several.
        name = "Xanthippe-Renamed" + "x" * (number % 20)
        table.apply(PlayerRenamed(number % 4, name), PROGRAM)
    game = log.header.game
    clips = store.clips(game)
    (clips / "deep").mkdir(parents=True)
    (clips / "deal-001.mp4").write_bytes(b"clip of Zachariah")
    (clips / "deep" / "strip.png").write_bytes(b"strip of Zachariah")
    return game


def found_in(folder: Path) -> list[tuple[str, bytes]]:
    return [
        (path.name, pattern)
        for path, content in all_bytes(folder)
        for pattern in PATTERNS
        if pattern in content
    ]


def test_no_byte_of_a_deleted_game_is_left(tmp_path: Path) -> None:
    store = Store(tmp_path)
    kept = stored(tmp_path, 30, seed=3)
    game = game_with_names(store)
    assert found_in(tmp_path) != []
    store.delete(game)
    assert found_in(tmp_path) == []
    assert not (tmp_path / "clips" / game).exists()
    assert store.entries(kept.header.game) == list(kept.entries)
    store.close()
    assert found_in(tmp_path) == []
    assert check(tmp_path).faults == ()
    with pytest.raises(NoSuchGameError):
        store.entries(game)


def test_other_games_clips_stay(tmp_path: Path) -> None:
    store = Store(tmp_path)
    first, second = game_with_names(store, 3), game_with_names(store, 3)
    store.delete(first)
    assert (store.clips(second) / "deal-001.mp4").exists()


def test_a_link_among_the_clips_is_removed_and_not_followed(tmp_path: Path) -> None:
    store = Store(tmp_path / "data")
    game = game_with_names(store, 3)
    other = tmp_path / "holidays"
    other.mkdir()
    (other / "beach.jpg").write_bytes(b"sand")
    try:
        (store.clips(game) / "link").symlink_to(other)
    except OSError:
        pytest.skip("links cannot be made here")
    store.delete(game)
    assert (other / "beach.jpg").exists()


def test_a_referee_that_still_plays_the_game_cannot_bring_it_back(tmp_path: Path) -> None:
    store = Store(tmp_path)
    log = begin(store, GameKind.REAL, 0.0)
    table = Table(log, Clock(), GameCreated(NAMES))
    store.delete(log.header.game)
    table.apply(PlayerRenamed(0, "Somebody"), PROGRAM)
    assert "this game was deleted" in log.trouble
    store.close()
    assert found_in(tmp_path) == []


def test_an_interrupted_deletion_is_completed_by_the_next(tmp_path: Path) -> None:
    store = Store(tmp_path)
    game = game_with_names(store)
    with sqlite3.connect(tmp_path / FILE) as reader:
        reader.execute("BEGIN")
        reader.execute("SELECT COUNT(*) FROM events").fetchone()
        with pytest.raises(RecordUnusableError, match="again"):
            store.delete(game)
    reader.close()
    assert store.find_even_deleted(game) == game
    store.delete(game)
    assert found_in(tmp_path) == []


def test_a_game_that_is_not_there(tmp_path: Path) -> None:
    with pytest.raises(NoSuchGameError):
        Store(tmp_path).delete("nobody")
