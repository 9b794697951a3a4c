"""Checking and trying out over packets of a ring; the processes are replaced by calls."""

from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest
from referee.calibration import desk as desk_module
from referee.calibration.desk import AFTER_S, READY_S, Desk, NotReadyError, watch_stretch
from referee.calibration.findings import Finding, Level, What
from referee.calibration.nudge import HEIGHT, WIDTH
from referee.calibration.places import SavedPlaces
from referee.calibration.tablefile import SavedSeat, TableFile, load, save
from referee.calibration.tryout import ASK_S

from referee.live.clock import CameraClock
from referee.live.containers import open_file
from referee.live.ring import Ring
from referee.observation import Hand, Instant, SeatView, Touch, TouchKind
from referee.rules.house import House
from referee.status import SeatGlance
from referee.timing.camera import UNMEASURED
from referee.vision.patch import Box

FILM = Path(__file__).parents[1] / "scenes" / "films" / "clear-04.mp4"
EDGES = np.zeros((HEIGHT, WIDTH), np.float32)
SEATS = tuple(SeatGlance(seat, (100.0 * seat, 80.0, 100.0 * seat + 60, 140.0)) for seat in range(2))


class FakeRing:
    """As long as it is told to be; holds whatever is asked of it."""

    latest_s = 10.0

    def stretch(self, start_s: float, end_s: float) -> object:
        return SimpleNamespace(start_s=start_s, end_s=end_s)


class FakeChild:
    """Answers at once with what the test put there."""

    answer: Any = None

    def __init__(self, _job: Callable[..., None], *_args: Any, **_more: str) -> None:
        self.connection = SimpleNamespace(poll=lambda _: True, recv=lambda: type(self).answer)

    def kill(self) -> None:
        pass


@pytest.fixture
def ring() -> FakeRing:
    return FakeRing()


@pytest.fixture
def desk(ring: FakeRing, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Desk:
    monkeypatch.setattr(desk_module, "Child", FakeChild)
    save(TableFile("t", "0", 640, 360, (SavedSeat(0, Box(30, 110, 60)),)), tmp_path / "t.toml")
    capture = SimpleNamespace(
        ring=ring, timing=UNMEASURED, ended=False, spec=SimpleNamespace(address="/dev/video0")
    )
    return Desk(capture, lambda: SEATS, House, tmp_path / "t.toml")


def until(desk: Desk, doing: str) -> dict[str, Any]:
    for _ in range(200):
        if (state := desk.state("en"))["doing"] == doing:
            return state
        time.sleep(0.02)
    raise AssertionError(f"never {doing}: {state}")


def test_a_check_ends_with_its_findings(desk: Desk):
    FakeChild.answer = ((Finding(0, What.SIZE, Level.RED, 20.0),), EDGES, (640, 360))
    desk.check()
    state = until(desk, "nothing")
    assert [line["what"] for line in state["findings"]] == ["place", "size"]
    assert state["findings"][1]["level"] == "red"
    assert state["kept"] == ""  # two of four have a seat


def test_a_check_keeps_the_seats_once_everybody_has_one(desk: Desk, tmp_path: Path):
    everybody = tuple(SeatGlance(seat, (100.0 * seat, 80.0, 100.0 * seat + 60, 140.0)) for seat in range(4))
    FakeChild.answer = ((), EDGES, (640, 360))
    desk._seats = lambda: (*everybody, SeatGlance(4, (600.0, 80.0, 640.0, 140.0), note="onlooker"))
    desk.check()
    assert until(desk, "nothing")["kept"] == ""  # an onlooker is no seat
    desk._seats = lambda: everybody
    desk.check()
    assert until(desk, "nothing")["kept"] == "t"
    kept = load(tmp_path / "t.toml")
    assert [seat.number for seat in kept.seats] == [0, 1, 2, 3]
    assert kept.source == "/dev/video0"
    assert SavedPlaces.of(kept, tmp_path / "t.toml").edges is not None


def test_what_went_wrong_is_said(desk: Desk):
    FakeChild.answer = "The films are gone."
    desk.check()
    assert until(desk, "nothing")["trouble"] == "The films are gone."


def test_the_players_are_asked_measured_and_remembered(desk: Desk, ring: FakeRing, tmp_path: Path):
    start_s = ring.latest_s + READY_S
    contacts = [start_s + 2, start_s + ASK_S + 2]
    touches = tuple(
        Touch(0, TouchKind.HELD, Instant(at, at, at, 0.005), Hand.LEFT, at + 1) for at in contacts
    )
    FakeChild.answer = ((SeatView(0, touches), SeatView(1)), {0: [(contacts[0] + 0.5, 0.02, 0.03)]})
    desk.try_out()
    with pytest.raises(NotReadyError):
        desk.check()
    ring.latest_s = start_s + 1.0
    assert desk.state("en")["ask"] == "nose"
    ring.latest_s = start_s + 2 * ASK_S + 1.0
    assert desk.state("en")["ask"] == "chin"
    ring.latest_s = start_s + 3 * ASK_S + AFTER_S
    good, bad = until(desk, "nothing")["trials"]
    assert (good["good"], good["hand"], good["warnings"]) == (True, "left", [])
    assert (bad["good"], bad["warnings"]) == (False, ["missed"])
    kept = load(tmp_path / "t.toml").seats[0]
    assert (kept.hand, kept.rest) == (Hand.LEFT, (0.02, 0.03))


def test_hands_of_a_table_that_is_not_kept_yet_are_shown_and_it_is_said_how_to_keep_them(
    desk: Desk, ring: FakeRing, tmp_path: Path
):
    (tmp_path / "t.toml").unlink()
    FakeChild.answer = ((SeatView(0), SeatView(1)), {})
    desk.try_out()
    ring.latest_s += READY_S + 3 * ASK_S + AFTER_S
    state = until(desk, "nothing")
    assert len(state["trials"]) == 2
    assert state["trouble"].startswith("Hands are kept once the table is: check the table")


def test_nobody_there_to_ask(ring: FakeRing):
    with pytest.raises(NotReadyError, match="not found"):
        Desk(SimpleNamespace(ring=ring, timing=UNMEASURED, ended=False), tuple, House).try_out()
    with pytest.raises(NotReadyError, match="recording is over"):
        Desk(SimpleNamespace(ring=ring, timing=UNMEASURED, ended=True), tuple, House).try_out()


def test_nothing_to_look_at_yet():
    with pytest.raises(NotReadyError, match="wait for its picture"):
        Desk(SimpleNamespace(ring=Ring(), timing=UNMEASURED), tuple, House).check()


@pytest.mark.slow
def test_touches_in_packets_are_seen_with_where_the_finger_rests():
    source, clock, ring = open_file(str(FILM), paced=False), CameraClock(), Ring()
    for packet in source.packets():
        ring.append(clock.stamp(packet), source.info)
    source.close()
    sent: list[Any] = []
    box = Box(153.0, 268.0, 105.0) if source.info.width == 1280 else Box(77.0, 134.0, 52.0)
    half = box.size / 2
    seat = SeatGlance(0, (box.x - half, box.y - half, box.x + half, box.y + half))
    watch_stretch(SimpleNamespace(send=sent.append), ring.stretch(0.0, 9.0), (seat,), 0.4)
    ((view,), rests) = sent[0]
    assert [touch.kind for touch in view.touches] == ["held"]
    assert all(abs(x) < 0.2 and abs(y) < 0.2 for _, x, y in rests[0])
    assert rests[0]
