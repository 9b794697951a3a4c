from __future__ import annotations

import os
import sqlite3
from pathlib import Path

import pytest

from referee.record.check import check
from referee.record.entry import CAMERA, REFEREE, GameKind
from referee.record.errors import RecordUnusableError
from referee.record.log import begin
from referee.record.store import FILE, Store
from referee.rules import events as on
from referee.service import Table
from tests.evidence.clips import write_fake_clip, write_fake_sheet
from tests.record.forge import forge
from tests.record.games import Clock, all_bytes, stored
from tests.web.played import NAMES, letter_to


def test_a_sound_record(tmp_path: Path) -> None:
    stored(tmp_path, 10_000, seed=1)
    stored(tmp_path, 20, seed=2)
    before = list(all_bytes(tmp_path))
    report = check(tmp_path)
    assert report.faults == ()
    assert report.games == 2
    assert report.events > 40
    assert [found for found in all_bytes(tmp_path) if found[0].suffix == ".sqlite3"] == [
        found for found in before if found[0].suffix == ".sqlite3"
    ]


@pytest.mark.parametrize(
    ("statements", "said"),
    [
        (
            ["DROP TRIGGER events_never_change", "UPDATE events SET wall_s = 1 WHERE seq = 7"],
            "event 7 was changed",
        ),
        (
            ["DROP TRIGGER events_never_change", "UPDATE events SET event = 'x' WHERE seq = 7"],
            "event 7 cannot be read",
        ),
        (
            ["DROP TRIGGER events_never_change", "UPDATE events SET source = '3' WHERE seq = 7"],
            "event 7 cannot be read",
        ),
        (
            ["DROP TRIGGER events_leave_with_their_game", "DELETE FROM events WHERE seq = 7"],
            "event 7 is missing",
        ),
        (
            ["DROP TRIGGER events_leave_with_their_game", "DELETE FROM events WHERE seq = 20"],
            "event 20 is missing",
        ),
        (["UPDATE games SET tip_seq = 19"], "do not fit together"),
        (["UPDATE games SET tip_hash = 'x'"], "do not fit together"),
        (["DROP TRIGGER games_never_change", "UPDATE games SET started_s = 5"], "event 1 was changed"),
        (["DROP TRIGGER events_never_change"], "trigger events_never_change is missing"),
        (
            ["DROP TRIGGER games_leave_on_purpose", "PRAGMA foreign_keys = OFF", "DELETE FROM games"],
            "20 events belong to no game",
        ),
    ],
)
def test_what_was_done_to_a_record_is_said(tmp_path: Path, statements: list[str], said: str) -> None:
    stored(tmp_path, 20)
    with sqlite3.connect(tmp_path / FILE, isolation_level=None) as db:
        for statement in statements:
            db.execute(statement)
    assert any(said in fault for fault in check(tmp_path).faults)


def test_events_that_the_rules_refuse_are_said(tmp_path: Path) -> None:
    forge(tmp_path, [{"event": "deal-started", "version": 1}])
    assert any("do not make a game" in fault for fault in check(tmp_path).faults)


def test_clips_without_a_game_are_said(tmp_path: Path) -> None:
    log = stored(tmp_path, 5)
    for game in (log.header.game, "2020-01-01-gone"):
        (tmp_path / "clips" / game).mkdir(parents=True)
    faults = check(tmp_path).faults
    assert len(faults) == 1
    assert "2020-01-01-gone" in faults[0]


def test_clips_are_checked_against_their_sums_and_the_record(tmp_path: Path) -> None:
    store, clock = Store(tmp_path), Clock()
    table = Table(begin(store, GameKind.REAL, clock()), clock, on.GameCreated(NAMES))
    table.apply(on.DealerDrawn(0), REFEREE)
    folder = store.clips(table.game)
    for deal in (1, 2, 3):
        measurement = {"clip": f"deal-00{deal}", "views": [0.1, 1e-9]}
        table.apply(on.DealStarted(), REFEREE)
        table.apply(on.VerdictGiven(letter_to(deal), measurement), CAMERA)
        write_fake_clip(folder, f"deal-00{deal}", measurement=measurement)
    store.close()
    assert check(tmp_path).faults == ()
    (folder / "deal-001.mov").write_bytes(b"another film")
    (folder / "deal-001.png").unlink()
    write_fake_sheet(folder, "deal-002", {"measurement": {"clip": "deal-002", "views": [0.2, 1e-9]}})
    sheet = folder / "deal-003.json"
    sheet.write_bytes(sheet.read_bytes().replace(b"1e-09", b"2e-09"))
    said = [fault.partition(": ")[2] for fault in check(tmp_path).faults]
    assert said == [
        "deal-001.mov was changed",
        "deal-001.png is missing",
        "deal-002.json does not say what the record says",
        "deal-003.json was changed",
    ]


def test_a_missing_record_cannot_be_checked(tmp_path: Path) -> None:
    with pytest.raises(RecordUnusableError, match="there is no record"):
        check(tmp_path)


def test_a_sheet_that_is_a_pipe_is_not_waited_for(tmp_path: Path) -> None:
    folder = tmp_path / "clips" / stored(tmp_path, 5).header.game
    folder.mkdir(parents=True)
    os.mkfifo(folder / "deal-001.json")
    (folder / "deal-001.mov").write_bytes(b"film")
    assert [fault.partition(": ")[2] for fault in check(tmp_path).faults] == [
        "deal-001.json cannot be read: the clip it belongs to cannot be measured again"
    ]
