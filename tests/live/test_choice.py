"""Another camera while the program runs."""

from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path

import pytest

from referee.live.cameras import Camera
from referee.live.capture import Capture, CapturePhase
from referee.live.choice import CameraChoice
from referee.live.errors import SourceError
from referee.live.ring import Ring
from referee.live.sources import SourceKind, SourceSpec, parse_source
from referee.live.v4l2 import Mode
from referee.record.entry import GameHeader, GameKind, MemoryLog
from referee.service import Table
from tests.live.columns import write_table_film
from tests.record.games import table_of

KNOWN = (
    Camera("/dev/video0", "Laptop camera", (Mode("mjpeg", 1280, 720, 30.0), Mode("mjpeg", 640, 480, 60.0))),
    Camera("/dev/video2", "C920", ()),
)


@pytest.fixture
def table() -> Table:
    return table_of(MemoryLog(GameHeader("g", GameKind.REAL, 0.0, "1")))


def until(condition: Callable[[], bool]) -> None:
    end = time.monotonic() + 20
    while not condition():
        assert time.monotonic() < end
        time.sleep(0.05)


def test_the_cameras_are_listed_with_the_one_that_is_read(table: Table) -> None:
    choice = CameraChoice(table, Capture(SourceSpec(SourceKind.CAMERA, "c920"), Ring()), lambda: KNOWN)
    assert choice.words == "camera c920"
    assert choice.known() == [
        {
            "address": "/dev/video0",
            "name": "Laptop camera",
            "mode": {"codec": "mjpeg", "width": 1280, "height": 720, "fps": 30.0},
            "chosen": False,
        },
        {"address": "/dev/video2", "name": "C920", "mode": None, "chosen": True},
    ]


def test_choosing_one_looks_for_the_players_anew(table: Table) -> None:
    capture = Capture(SourceSpec(SourceKind.CAMERA, "0"), Ring())
    choice = CameraChoice(table, capture, lambda: KNOWN)
    choice.choose("/dev/video2")
    assert [one["chosen"] for one in choice.known()] == [False, True]
    assert table.seating == 1


def test_a_film_is_no_camera(table: Table, tmp_path: Path) -> None:
    film = tmp_path / "film.mp4"
    film.touch()
    choice = CameraChoice(table, Capture(SourceSpec(SourceKind.CAMERA, "0"), Ring()), lambda: KNOWN)
    for wrong in (str(film), "ftp://x", ""):
        with pytest.raises(SourceError):
            choice.choose(wrong)
    assert table.seating == 0


def test_another_source_takes_over_without_a_restart(tmp_path: Path) -> None:
    first = parse_source(str(write_table_film(tmp_path / "a.mp4", 30.0, {})))
    second = parse_source(str(write_table_film(tmp_path / "b.mp4", 1.0, {})))
    capture = Capture(first, Ring())
    capture.start()
    try:
        until(lambda: capture.state.phase is CapturePhase.RUNNING)
        epoch = capture.ring.newest.epoch
        capture.use(second)
        until(lambda: capture.state.phase is CapturePhase.ENDED)
        assert capture.spec == second
        assert capture.ring.newest.epoch > epoch
    finally:
        capture.stop()
