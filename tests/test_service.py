from __future__ import annotations

import json
import threading
import time
from collections.abc import Callable
from dataclasses import replace

import pytest

from referee.drills.match import NAMES, match
from referee.record.entry import CAMERA, PROGRAM, REFEREE, GameHeader, GameKind, MemoryLog
from referee.record.errors import UnwritableEventError
from referee.record.fold import fold
from referee.rules.errors import RefusalError
from referee.rules.events import (
    Choice,
    DealStarted,
    GameCreated,
    Paused,
    Ruled,
    SeatsSwapped,
    VerdictGiven,
)
from referee.rules.state import Phase
from referee.rules.verdict import Outcome, Reason, Verdict
from referee.service import TEND_EVERY_S, Table
from referee.status import LivePhase, LiveStatus, SeatGlance
from tests.record.games import Clock, play, table_of


def new(clock: Clock | None = None) -> tuple[Table, MemoryLog]:
    log = MemoryLog(GameHeader("2027-01-15-abcd", GameKind.REAL, 1.8e9, "1"))
    return table_of(log, clock), log


def test_an_empty_log_needs_a_beginning() -> None:
    log = MemoryLog(GameHeader("g", GameKind.REAL, 0.0, "1"))
    with pytest.raises(ValueError, match="creates the game"):
        Table(log, Clock())
    table = Table(log, Clock(), GameCreated(NAMES))
    assert table.state.names == NAMES
    assert [entry.event["event"] for entry in log.entries] == ["game-created"]


def test_the_state_is_the_fold_of_the_log_after_every_event() -> None:
    table, log = new()
    for number, event in enumerate(match(1)[1:]):
        assert table.apply(event, PROGRAM) is table.state
        if number % 10 == 0:
            assert fold(log.entries) == table.state
    assert fold(log.entries) == table.state
    assert [entry.seq for entry in log.entries] == list(range(1, len(match(1)) + 1))


def test_a_table_goes_on_where_the_log_ends() -> None:
    table, log = new()
    play(table, log, 20)
    again = Table(MemoryLog(log.header, list(log.entries)), Clock())
    assert again.state == table.state
    assert again.game == table.game == "2027-01-15-abcd"


def test_what_the_rules_refuse_leaves_no_trace() -> None:
    table, log = new()
    version, state = table.version, table.state
    with pytest.raises(RefusalError):
        table.apply(DealStarted(), PROGRAM)
    assert (table.version, table.state, len(log.entries)) == (version, state, 1)


@pytest.mark.parametrize("value", [float("nan"), object()])
def test_what_cannot_be_written_down_does_not_happen(value: object) -> None:
    table, log = new()
    play(table, log, 3)
    assert table.state.phase is Phase.PLAYING
    before = table.snapshot()
    outcome = Outcome(Verdict.REDEAL, Reason.TIE)
    with pytest.raises(UnwritableEventError, match="verdict-given"):
        table.apply(VerdictGiven(outcome, {"odd": value}), CAMERA)
    assert table.snapshot() == before
    table.apply(VerdictGiven(outcome), CAMERA)
    assert table.state.phase is Phase.VERDICT


def test_an_event_keeps_its_times_and_its_source() -> None:
    clock = Clock(77.0)
    table, log = new(clock)
    clock.time_s = 78.5
    table.apply(Paused(), CAMERA, camera_s=3.25)
    entry = log.entries[-1]
    assert (entry.wall_s, entry.camera_s, entry.source) == (78.5, 3.25, CAMERA)
    assert entry.software


def test_a_preview_changes_nothing() -> None:
    table, log = new()
    play(table, log, 40)
    before, version = table.snapshot(), table.version
    taker = (before["players"][0]["player"] + 1) % 4
    shown = table.preview(Ruled(1, Choice.LETTER, taker))
    assert shown["changes"]
    assert shown["after"]["history"][0]["name"] == table.state.names[taker]
    assert (table.snapshot(), table.version) == (before, version)
    with pytest.raises(RefusalError):
        table.preview(Ruled(999, Choice.REDEAL))


def woken(wait: Callable[[], int]) -> tuple[threading.Thread, list[int]]:
    found: list[int] = []
    thread = threading.Thread(target=lambda: found.append(wait()))
    thread.start()
    return thread, found


def test_a_listener_is_woken_by_an_event() -> None:
    table, _ = new()
    version = table.version
    thread, found = woken(lambda: table.wait(version, 30.0))
    table.apply(Paused(), REFEREE)
    thread.join(5.0)
    assert found == [version + 1]


def test_a_listener_that_missed_something_does_not_wait() -> None:
    table, _ = new()
    version = table.version
    table.apply(Paused(), REFEREE)
    started_s = time.monotonic()
    assert table.wait(version, 30.0) == version + 1
    assert time.monotonic() - started_s < 5.0


def test_waiting_ends_after_its_time() -> None:
    table, _ = new()
    assert table.wait(table.version, 0.01) == table.version
    assert table.wait_picture(table.picture_version, 0.01) == table.picture_version


def test_pages_are_woken_by_words_and_not_by_glances() -> None:
    table, _ = new()
    status = LiveStatus(LivePhase.WATCHING, True, fps=29.97)
    table.set_status(status)
    version = table.version
    glance = SeatGlance(0, (1.0, 2.0, 3.0, 4.0), near=True)
    table.set_status(replace(status, seats=(glance,), fps=30.02, dropped=1))
    assert table.version == version
    assert table.snapshot()["live"]["seats"][0]["face_box"] == (1.0, 2.0, 3.0, 4.0)
    assert table.status.seats == (glance,)
    for change in (
        {"message": "too dark"},
        {"phase": LivePhase.LOST},
        {"camera_ok": False},
        {"fps": 15.0},
        {"seats": (replace(glance, note="too small"),)},
    ):
        version = table.version
        table.set_status(replace(status, **change))
        assert table.version == version + 1, change
        table.set_status(status)


def test_pictures_come_and_are_blanked() -> None:
    table, _ = new()
    assert table.picture() is None
    version, words = table.picture_version, table.version
    thread, found = woken(lambda: table.wait_picture(version, 30.0))
    table.set_picture(b"jpeg")
    thread.join(5.0)
    assert found == [version + 1]
    assert table.picture() == b"jpeg"
    assert table.version == words
    table.set_picture(None)
    assert table.picture() is None


class Stubborn(MemoryLog):
    """A log whose disk comes back when told."""

    tries = 0
    healthy = False

    def tend(self) -> None:
        self.tries += 1
        self.trouble = "" if self.healthy else "in memory only: the disk is full"


def test_a_store_in_trouble_is_tried_again_now_and_then() -> None:
    log, clock = Stubborn(GameHeader("g", GameKind.REAL, 0.0, "1")), Clock()
    table = Table(log, clock, GameCreated(NAMES))
    table.set_status(LiveStatus())
    assert log.tries == 0
    log.trouble = "in memory only: the disk is full"
    clock.time_s += TEND_EVERY_S
    for _ in range(5):
        table.set_status(LiveStatus())
        table.wait(0, 0.0)
    assert log.tries == 1
    assert table.snapshot()["record"] == {"ok": False, "message": "in memory only: the disk is full"}
    version = table.version
    log.healthy = True
    # A clock that was set back must not put it off for ever.
    clock.time_s -= 10_000.0
    table.wait(0, 0.0)
    assert log.tries == 2
    assert table.version == version + 1
    assert table.snapshot()["record"]["ok"]


def test_many_threads_lose_no_event() -> None:
    table, log = new()
    done = threading.Barrier(4)

    def tap() -> None:
        done.wait()
        for _ in range(15):
            for event in match(1)[1:]:
                try:
                    table.apply(event, PROGRAM)
                except RefusalError:
                    continue
                break
            json.dumps(table.snapshot())

    threads = [threading.Thread(target=tap) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert [entry.seq for entry in log.entries] == list(range(1, len(log.entries) + 1))
    assert fold(log.entries) == table.state
    assert table.version == len(log.entries)


def test_who_got_up_together_is_asked_about_until_somebody_says() -> None:
    clock = Clock()
    table, _ = new(clock)

    def look(
        length_s: float, empty: tuple[int, ...] = (), phase: LivePhase = LivePhase.WATCHING
    ) -> list[int]:
        for _ in range(round(length_s * 4)):
            clock.time_s += 0.25
            box = (0.0, 0.0, 9.0, 9.0)
            seats = tuple(SeatGlance(seat, None if seat in empty else box) for seat in range(4))
            table.set_status(LiveStatus(phase, camera_ok=True, seats=seats))
        return list(table.snapshot()["chairs"])

    look(2)
    version = table.version
    assert look(3, (0, 2)) == []
    assert look(2) == [0, 2]
    assert table.version == version + 1
    table.chairs_answered()
    assert look(1) == []
    look(3, (0, 2))
    assert look(2) == [0, 2]
    table.apply(SeatsSwapped(0, 2), REFEREE)
    assert look(1) == []
    look(3, (1, 2), LivePhase.LOST)
    assert look(3) == []
    look(1, phase=LivePhase.PAUSED)
    assert look(3) == [0, 1, 2, 3]
