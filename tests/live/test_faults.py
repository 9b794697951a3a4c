"""Faults of the camera in the middle of a deal: noticed, said, resumed; and no letter from a hole."""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import av
import cv2
import numpy as np
import pytest

from referee.live.health import PictureFault
from referee.rules.state import Phase
from referee.rules.verdict import Verdict
from referee.status import LivePhase
from tests.live.columns import write_table_film
from tests.live.test_referee import BareTable, Run

RATE = 30


def jpegs_of(path: Path) -> list[bytes]:
    with av.open(str(path)) as film:
        return [jpeg_of(frame.to_ndarray(format="bgr24")) for frame in film.decode(video=0)]


def jpeg_of(image: np.ndarray) -> bytes:
    return bytes(cv2.imencode(".jpg", image)[1])


BLACK = jpeg_of(np.zeros((96, 160, 3), np.uint8))


class Phone:
    """A camera over HTTP that goes on in real time, whatever the connection does, with a fault in the middle.

    Args:
        pictures: what it sees, thirty a second.
        fault: "hang-up" or "silent" while the fault lasts, or "frozen" or "black".
        from_s: when the fault begins.
        to_s: when it ends.
    """

    def __init__(self, pictures: list[bytes], fault: str, from_s: float, to_s: float) -> None:
        self.pictures, self.fault, self.from_s, self.to_s = pictures, fault, from_s, to_s
        self.started_s: float | None = None
        self.over = threading.Event()

    def sends(self, number: int) -> bytes | None:
        """The picture that it sends for its numberth moment; ``None`` while it sends nothing."""
        if not self.from_s <= number / RATE < self.to_s:
            return self.pictures[number]
        if self.fault == "frozen":
            return self.pictures[round(self.from_s * RATE)]
        return BLACK if self.fault == "black" else None

    @contextmanager
    def serve(self) -> Iterator[str]:
        phone = self

        class Handler(BaseHTTPRequestHandler):
            def do_GET(self) -> None:
                self.send_response(200)
                self.send_header("Content-Type", "multipart/x-mixed-replace; boundary=frame")
                self.end_headers()
                if phone.started_s is None:
                    phone.started_s = time.monotonic()
                number = round((time.monotonic() - phone.started_s) * RATE)
                try:
                    while number < len(phone.pictures):
                        time.sleep(max(0.0, phone.started_s + number / RATE - time.monotonic()))
                        data = phone.sends(number)
                        if data is not None:
                            head = b"--frame\r\nContent-Type: image/jpeg\r\nX-Timestamp: %.6f\r\n" % (
                                5000 + number / RATE
                            )
                            length = b"Content-Length: %d\r\n\r\n" % len(data)
                            self.wfile.write(head + length + data + b"\r\n")
                        elif phone.fault == "hang-up":
                            return
                        number += 1
                    phone.over.wait(60)
                except OSError:
                    return

            def log_message(self, *args: object) -> None:
                pass

        server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        threading.Thread(target=server.serve_forever, daemon=True).start()
        try:
            yield f"http://127.0.0.1:{server.server_port}/video"
        finally:
            self.over.set()
            server.shutdown()
            server.server_close()


def faulty(tmp_path: Path, fault: str) -> tuple[BareTable, Run, list[float]]:
    """Three signal before the fault (3.2 to 6.2 s); the fourth could have copied within it."""
    touches = {0: [(2.4, 3.0)], 1: [(2.0, 3.0)], 2: [(2.2, 3.0)], 3: [(6.6, 7.6)]}
    pictures = jpegs_of(write_table_film(tmp_path / "film.mp4", 9.0, touches))
    phone = Phone(pictures, fault, 3.2, 6.2)
    table = BareTable()
    noticed: list[float] = []
    with phone.serve() as address, Run(address, table) as run:
        run.until(lambda: table.state.phase is Phase.PLAYING)
        run.until(lambda: bool(table.said) and table.said[-1].phase is LivePhase.LOST)
        assert phone.started_s is not None
        noticed.append(time.monotonic() - phone.started_s - phone.from_s)
        run.until(lambda: table.said[-1].camera_ok)
        noticed.append(time.monotonic() - phone.started_s - phone.to_s)
        run.until(lambda: bool(run.given))
    return table, run, noticed


@pytest.mark.parametrize("fault", ["silent", "hang-up", "frozen", "black"])
def test_a_fault_is_noticed_said_and_resumed_and_its_deal_goes_to_a_person(
    tmp_path: Path, fault: str
) -> None:
    table, run, (noticed_s, resumed_s) = faulty(tmp_path, fault)
    assert noticed_s < 2.0
    assert resumed_s < 3.0
    words = {status.message for status in table.said if status.phase is LivePhase.LOST}
    expected = {"frozen": PictureFault.FROZEN.words, "black": PictureFault.BLACK.words}
    assert expected[fault] in words if fault in expected else any(words)
    assert [given.outcome.verdict for given in run.given] == [Verdict.CALL]
