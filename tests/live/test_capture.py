import contextlib
import threading
import time
from collections.abc import Callable
from multiprocessing import Pipe
from multiprocessing.connection import Connection
from pathlib import Path

import pytest

from referee.live import capture as capture_module
from referee.live.capture import Capture, CapturePhase, read_source
from referee.live.decoder import decode_stretch
from referee.live.packets import SourcePacket, StreamInfo
from referee.live.ring import Ring
from referee.live.sources import SourceKind, SourceSpec, parse_source
from tests.live.films import jpegs, mjpeg_server, write_film


class Thread:
    """A stand-in for the reading process: the same function, in a thread."""

    def __init__(self, target: Callable[[Connection, SourceSpec], None], spec: SourceSpec) -> None:
        self.connection, theirs = Pipe()
        self.theirs = theirs
        self.killed = False
        threading.Thread(target=target, args=(theirs, spec), daemon=True).start()

    def kill(self) -> None:
        self.killed = True
        self.connection.close()


def until(condition: Callable[[], bool], timeout_s: float = 8.0) -> float:
    started = time.monotonic()
    while not condition():
        assert time.monotonic() - started < timeout_s, "it never happened"
        time.sleep(0.01)
    return time.monotonic() - started


def capturing(source: str, read: Callable[[Connection, SourceSpec], None] = read_source) -> Capture:
    return Capture(parse_source(source), Ring(), start=lambda spec: Thread(read, spec))  # type: ignore[arg-type,return-value]


def test_every_frame_of_a_film_reaches_the_ring_from_its_own_process(tmp_path: Path) -> None:
    film = write_film(tmp_path / "film.mp4", 30)
    capture = Capture(parse_source(str(film)), Ring())
    capture.start()
    until(lambda: capture.state.phase is CapturePhase.ENDED)
    capture.stop()
    assert (capture.state.captured, capture.state.lost) == (30, 0)
    stretch = capture.ring.stretch(0.4, 0.8)
    assert stretch is not None
    times = [time_s for time_s, _ in decode_stretch(stretch)]
    assert times == pytest.approx([number / 30 for number in range(12, 25)], abs=1e-5)


def test_what_never_began_can_be_stopped() -> None:
    capturing("0").stop()


def test_a_camera_that_hangs_up_is_opened_again_and_the_clock_goes_on() -> None:
    with mjpeg_server(jpegs(4)) as address:
        capture = capturing(address)
        capture.start()
        until(lambda: capture.state.captured >= 8)
        capture.stop()
    assert len(capture.clock.report.holes) >= 1
    stretch = capture.ring.stretch(0.0, 60.0)
    assert stretch is not None
    assert not stretch.whole


def test_a_camera_that_is_not_there_is_said_and_found_when_it_comes() -> None:
    with mjpeg_server(jpegs(4)) as address:
        pass
    capture = capturing(address)
    capture.start()
    until(lambda: capture.state.phase is CapturePhase.LOST)
    assert "does not answer" in capture.state.message
    capture.stop()


def test_silence_is_noticed_within_two_seconds_and_a_blocked_read_is_ended(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(capture_module, "BLOCKED_S", 2.0)
    readers: list[Thread] = []

    def blocked(connection: Connection, spec: SourceSpec) -> None:
        pictures = jpegs(3)
        with mjpeg_server(pictures, rate=30) as address:
            source = capture_module.open_source(parse_source(address))
            connection.send(source.info)
            packets = source.packets()
            for _ in pictures:
                with contextlib.suppress(OSError):
                    connection.send(next(packets))
        time.sleep(60)

    def start(spec: SourceSpec) -> Thread:
        readers.append(Thread(blocked, spec))
        return readers[-1]

    capture = Capture(parse_source("0"), Ring(), start=start)  # type: ignore[arg-type]
    capture.start()
    until(lambda: capture.state.phase is CapturePhase.RUNNING)
    assert until(lambda: capture.state.phase is CapturePhase.SILENT) < 2.0
    assert "Check its cable" in capture.state.message
    until(lambda: len(readers) == 2)
    assert readers[0].killed
    until(lambda: capture.state.captured > 3)
    capture.stop()


def test_a_reading_process_that_dies_is_started_again() -> None:
    def dies(connection: Connection, spec: SourceSpec) -> None:
        connection.close()

    started: list[Thread] = []

    def start(spec: SourceSpec) -> Thread:
        started.append(Thread(dies, spec))
        return started[-1]

    capture = Capture(parse_source("0"), Ring(), start=start)  # type: ignore[arg-type]
    capture.start()
    until(lambda: len(started) >= 2)
    assert capture.state.phase is CapturePhase.LOST
    capture.stop()


def test_an_overfull_outbox_drops_up_to_the_next_key_frame(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(capture_module, "QUEUE_BYTES", 25)
    ours, theirs = Pipe()
    outbox = capture_module._Outbox(theirs)
    gate = threading.Lock()
    sent: list[object] = []

    class Slow:
        def send(self, message: object) -> None:
            with gate:
                sent.append(message)

    outbox._connection = Slow()  # type: ignore[assignment]
    make = capture_module.SourcePacket
    with gate:
        for number, key in enumerate([True, False, False, False, True]):
            outbox.put(make(b"x" * 10, float(number), float(number), key, 0.0))
        # Two fit (the bound is 25 bytes); the third and all that hang on it are dropped.
    until(lambda: outbox._bytes == 0)
    outbox.put(make(b"x" * 10, 5.0, 5.0, False, 0.0))
    outbox.put(make(b"x" * 10, 6.0, 6.0, True, 0.0))
    outbox.drain()
    assert [found.pts_s for found in sent if isinstance(found, make)] == [0.0, 1.0, 6.0]
    assert sum(note.dropped for note in sent if isinstance(note, capture_module._Note)) == 4
    ours.close()


def test_a_camera_that_halves_its_rate_in_the_dark_is_said_so_until_it_is_light_again():
    capture = Capture(SourceSpec(SourceKind.CAMERA, "0"), Ring(seconds=1.0))
    capture._take(StreamInfo("mjpeg", 64, 48))

    def film(seconds: float, fps: float, start_s: float) -> str:
        for number in range(round(seconds * fps)):
            at = start_s + number / fps
            capture._take(SourcePacket(b"x", at, at, True, at))
        return capture.state.message

    assert film(3.0, 30.0, 0.0) == ""
    assert film(3.0, 15.0, 3.0) == (
        "The camera delivers 15 frames a second instead of 30: turn on more light, so that times stay fine."
    )
    assert film(3.0, 30.0, 6.0) == ""
