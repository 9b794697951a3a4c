from __future__ import annotations

import time
from dataclasses import replace

import pytest

from referee.live.status import CATCHING_UP
from referee.live.teller import Teller
from referee.record.entry import GameHeader, GameKind, MemoryLog
from referee.rules.events import GameCreated
from referee.service import Table
from referee.status import LivePhase, LiveStatus, Placing


@pytest.fixture
def log() -> MemoryLog:
    return MemoryLog(GameHeader("g", GameKind.REAL, 0.0, "0"), [], "in memory only: the disk is full")


@pytest.fixture
def table(log: MemoryLog) -> Table:
    return Table(log, lambda: 0.0, GameCreated(("A", "B", "C", "D")))


LOST = LiveStatus(LivePhase.LOST, message="There is no camera 99.")


def test_each_trouble_is_said_once_and_its_end_once(table: Table, log: MemoryLog) -> None:
    said: list[str] = []
    teller = Teller(table, said.append)
    for _ in range(3):
        teller.look()
    assert said == ["Record: in memory only: the disk is full."]
    table.set_status(LOST)
    teller.look()
    table.set_status(replace(LOST, dropped=5))
    teller.look()
    log.trouble = ""
    table.set_status(LiveStatus(LivePhase.WATCHING, camera_ok=True, message="The shutter is fixed at 10 ms."))
    teller.look()
    assert said[1:] == [
        "Camera: There is no camera 99.",
        "Camera: the picture is back.",
        "Record: all is written.",
    ]


def test_it_says_trouble_within_two_seconds(table: Table) -> None:
    said: list[str] = []
    with Teller(table, said.append):
        started_s = time.monotonic()
        table.set_status(LOST)
        while "Camera: There is no camera 99." not in said and time.monotonic() - started_s < 10:
            time.sleep(0.05)
        assert time.monotonic() - started_s < 2.0


def test_that_a_film_is_over_is_said_at_once(table: Table) -> None:
    said: list[str] = []
    teller = Teller(table, said.append)
    teller.look()
    for phase in (LivePhase.MEASURING, LivePhase.MEASURING, LivePhase.ENDED):
        table.set_status(LiveStatus(phase, message=CATCHING_UP))
        teller.look()
    assert said[1:] == [CATCHING_UP]


def test_a_nudged_camera_is_said_once(table: Table, log: MemoryLog) -> None:
    log.trouble = ""
    said: list[str] = []
    teller = Teller(table, said.append)
    for placing in (Placing.FINE, Placing.MOVED, Placing.MOVED, Placing.FINE):
        table.set_status(LiveStatus(LivePhase.WATCHING, camera_ok=True, placing=placing))
        teller.look()
    assert said == ["Seats: the camera was nudged; they were moved along."]
