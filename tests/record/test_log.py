from __future__ import annotations

import sqlite3
from pathlib import Path

from referee.drills.match import match
from referee.record.entry import GameKind
from referee.record.log import begin, latest_unfinished, resume_or_begin
from referee.record.store import FILE, Store
from tests.record.games import play, stored, table_of


def test_a_game_goes_on_after_a_restart_to_the_same_end(tmp_path: Path) -> None:
    log = stored(tmp_path, 15)
    store = Store(tmp_path)
    found = resume_or_begin(store, GameKind.REAL, 0.0)
    assert found.header == log.header
    table = table_of(found)
    play(table, found, 10_000)
    whole = begin(Store(tmp_path / "whole"), GameKind.REAL, 0.0)
    reference = table_of(whole)
    play(reference, whole, 10_000)
    assert table.state == reference.state
    assert len(found.entries) == len(match(1))


def test_a_finished_game_is_not_gone_on_with(tmp_path: Path) -> None:
    log = stored(tmp_path, 10_000)
    assert latest_unfinished(Store(tmp_path)) is None
    assert resume_or_begin(Store(tmp_path), GameKind.REAL, 0.0).header != log.header


def test_demonstrations_are_kept_apart(tmp_path: Path) -> None:
    real = stored(tmp_path, 5, seed=1)
    demo = stored(tmp_path, 5, seed=2, kind=GameKind.DEMO)
    store = Store(tmp_path)
    found = latest_unfinished(store)
    assert found is not None
    assert found.header == real.header
    again = resume_or_begin(store, GameKind.DEMO, 0.0)
    assert again.header.game != demo.header.game
    assert again.header.kind is GameKind.DEMO


def test_a_clock_that_was_set_back_does_not_hide_the_last_game(tmp_path: Path) -> None:
    stored(tmp_path, 10_000, seed=9)
    last = stored(tmp_path, 5, seed=1)
    assert last.header.started_s < Store(tmp_path).games()[0].header.started_s
    found = latest_unfinished(Store(tmp_path))
    assert found is not None
    assert found.header == last.header


def test_a_game_without_events_leaves_no_trace(tmp_path: Path) -> None:
    store = Store(tmp_path)
    begin(store, GameKind.REAL, 0.0)
    assert store.games() == []


def test_ids_tell_the_day_and_differ(tmp_path: Path) -> None:
    store = Store(tmp_path)
    ids = {begin(store, GameKind.REAL, 1_800_000_000.0).header.game for _ in range(50)}
    assert len(ids) == 50
    assert all(name.startswith("2027-01-1") for name in ids)


def test_two_programs_on_one_game_do_not_mix_their_events(tmp_path: Path) -> None:
    stored(tmp_path, 6)
    one, other = (resume_or_begin(Store(tmp_path), GameKind.REAL, 0.0) for _ in range(2))
    first, second = table_of(one), table_of(other)
    play(first, one, 9)
    play(second, other, 8)
    assert one.trouble == ""
    assert "another program went on with game" in other.trouble
    assert len(Store(tmp_path).entries(one.header.game)) == 9


def test_a_damaged_game_is_left_alone_and_another_begins(tmp_path: Path) -> None:
    log = stored(tmp_path, 6)
    with sqlite3.connect(tmp_path / FILE) as db:
        db.execute("DROP TRIGGER events_never_change")
        db.execute('UPDATE events SET event = \'{"event": "nonsense", "version": 1}\' WHERE seq = 2')
    found = resume_or_begin(Store(tmp_path), GameKind.REAL, 0.0)
    assert found.header.game != log.header.game
    assert "event 2 was changed" in found.trouble
    play(table_of(found), found, 6)
    assert found.trouble == ""
