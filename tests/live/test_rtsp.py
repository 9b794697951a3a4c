"""RTSP from a real server, and the times that RTSP leaves out at first."""

from __future__ import annotations

import shutil
import subprocess
import time
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from referee.live.capture import Capture, CapturePhase
from referee.live.containers import MOST_WAITING, with_times
from referee.live.packets import SourcePacket
from referee.live.ring import Ring
from referee.live.sources import parse_source
from tests.live.films import write_film

SERVER = Path(__file__).with_name("rtsp_server.py")
NEEDS = "import gi; gi.require_version('GstRtspServer', '1.0')"


def _python() -> str | None:
    """A Python that has GStreamer's RTSP server (Debian: gir1.2-gst-rtsp-server-1.0, gstreamer1.0-plugins-bad)."""
    for name in ("/usr/bin/python3", "python3"):
        found = shutil.which(name)
        if found and subprocess.run([found, "-c", NEEDS], capture_output=True, check=False).returncode == 0:
            return found
    return None


@pytest.fixture
def address(tmp_path: Path) -> Iterator[str]:
    python = _python()
    if python is None:
        pytest.skip("GStreamer's RTSP server is not installed")
    film = write_film(tmp_path / "film.mp4", 90)
    with subprocess.Popen(
        [python, str(SERVER), str(film)], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as server:
        assert server.stdout is not None
        yield server.stdout.readline().strip()
        server.kill()


def test_a_stream_over_rtsp_has_its_own_times_and_is_lost_when_it_ends(address: str) -> None:
    ring = Ring()
    capture = Capture(parse_source(address), ring)
    capture.start()
    started = time.monotonic()
    while capture.state.phase is not CapturePhase.LOST or len(ring) < 60:
        assert time.monotonic() - started < 20, (capture.state, len(ring))
        time.sleep(0.05)
    report = capture.clock.report
    capture.stop()
    assert "stopped sending" in capture.state.message
    assert (report.untimed, report.backwards, report.repeats, report.lost) == (0, 0, 0, 0)
    assert len(ring) >= 88
    assert ring.latest_s == pytest.approx(89 / 30, abs=0.05)


def packet(pts_s: float | None, dts_s: float | None = None) -> SourcePacket:
    return SourcePacket(b"x", pts_s, dts_s, key=False, arrived_s=0.0)


def test_decoding_times_are_filled_in_before_the_first_known_one() -> None:
    came = [packet(0.0), packet(0.1), packet(0.05, 0.0), packet(0.2, 0.05)]
    given = list(with_times(iter(came), 0.05))
    assert [found.pts_s for found in given] == [0.0, 0.1, 0.05, 0.2]
    assert [found.dts_s for found in given] == pytest.approx([-0.1, -0.05, 0.0, 0.05])


def test_a_first_key_frame_is_shown_before_all_others_and_what_cannot_be_placed_is_left_out() -> None:
    first, stray = replace(packet(None), key=True), packet(None)
    given = list(with_times(iter([first, stray, packet(0.15), packet(0.1, 0.05)]), 0.05))
    assert [found.pts_s for found in given] == pytest.approx([0.05, 0.15, 0.1])
    assert [found.dts_s for found in given] == pytest.approx([-0.05, 0.0, 0.05])
    assert given[0].key


@pytest.mark.parametrize("pts_s", [None, 1.5])
def test_a_source_that_never_tells_decoding_times_is_left_as_it_is(pts_s: float | None) -> None:
    came = [packet(pts_s)] * (MOST_WAITING + 3)
    assert list(with_times(iter(came), 0.05)) == came


def test_a_source_that_ends_at_once_gives_what_it_had() -> None:
    assert list(with_times(iter([]), 0.05)) == []
    assert list(with_times(iter([packet(1.0)]), 0.05)) == [packet(1.0)]
