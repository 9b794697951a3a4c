"""The live bench's workload: the recorded match, each signal followed by twenty seconds of passing.

Served as a phone or network camera would send it: Motion JPEG over HTTP with each picture's time beside it,
at real pace, from a process of its own.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Sequence
from dataclasses import dataclass
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from multiprocessing.connection import Connection
from pathlib import Path
from typing import TYPE_CHECKING, cast

if TYPE_CHECKING:
    from referee.film import Image

RATE = 30
"""Frames a second of the recording."""

DEALS_S = ((1.1, 6.1), (7.25, 11.75), (12.85, 18.3))
"""Where the recording shows a signal, from the last cards before it until all hands are back on the table."""

PASSING_S = ((0.15, 1.2), (6.1, 7.25), (11.75, 12.85))
"""Where it shows cards being passed and nothing else."""

PASSING_LASTS_S = 20.0
"""How long cards are passed after each signal."""

WARM_UP_S = 3.0
"""Passing before the first deal: the players take their seats."""

JPEG_QUALITY = 90
"""About 110 kB for a picture of 1280x720, as webcams send."""


@dataclass(frozen=True, slots=True)
class Workload:
    """Which picture of the recording is shown when.

    Attributes:
        order: indices of the recording's frames, thirty a second.
        busy: for each of them, whether it belongs to a signal (else to passing).
    """

    order: tuple[int, ...]
    busy: tuple[bool, ...]

    @property
    def seconds(self) -> float:
        """How long it lasts."""
        return len(self.order) / RATE


def workload() -> Workload:
    """The three deals, each followed by passing."""
    order = passing_frames(WARM_UP_S)
    busy = [False] * len(order)
    for start_s, end_s in DEALS_S:
        deal = list(range(round(start_s * RATE), round(end_s * RATE)))
        passing = passing_frames(PASSING_LASTS_S)
        order += deal + passing
        busy += [True] * len(deal) + [False] * len(passing)
    return Workload(tuple(order), tuple(busy))


def passing_frames(seconds: float) -> list[int]:
    """Passing, forwards and backwards through every stretch of it, so that no hand jumps."""
    there = [list(range(round(start_s * RATE), round(end_s * RATE))) for start_s, end_s in PASSING_S]
    once = [frame for stretch in there for frame in (*stretch, *reversed(stretch))]
    count = round(seconds * RATE)
    return (once * (count // len(once) + 1))[:count]


def pictures(film: Path) -> list[Image]:
    """Every picture of the recording."""
    from referee.film import Film  # noqa: PLC0415 - the commands' help is quick without it

    return [frame.image for frame in Film(film)]


def jpeg(image: Image) -> bytes:
    """A picture as a camera sends it."""
    import cv2  # noqa: PLC0415 - the same

    return bytes(cv2.imencode(".jpg", image, [cv2.IMWRITE_JPEG_QUALITY, JPEG_QUALITY])[1])


def serve(connection: Connection, film: Path, order: Sequence[int]) -> None:
    """The camera's process: says its port, serves the workload to whoever connects, says when it is over.

    Args:
        connection: gets the port, later the number of pictures sent.
        film: the recording.
        order: what to show, thirty a second.
    """
    files = [jpeg(image) for image in pictures(film)]
    over = threading.Event()
    sent: list[int] = []
    begun: dict[str, float] = {}

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            self.send_response(200)
            self.send_header("Content-Type", "multipart/x-mixed-replace; boundary=frame")
            self.end_headers()
            begun.setdefault("s", time.monotonic())
            # A camera goes on, whatever its connection does: whoever comes back sees what is on now.
            first = round((time.monotonic() - begun["s"]) * RATE)
            try:
                for number in range(first, len(order)):
                    time.sleep(max(0.0, begun["s"] + number / RATE - time.monotonic()))
                    self._picture(files[order[number]], 1000 + number / RATE)
                    sent.append(number)
            except OSError:
                return
            over.set()
            time.sleep(3600)

        def _picture(self, data: bytes, time_s: float) -> None:
            head = f"--frame\r\nContent-Type: image/jpeg\r\nX-Timestamp: {time_s:.6f}\r\n"
            self.wfile.write(f"{head}Content-Length: {len(data)}\r\n\r\n".encode() + data + b"\r\n")

        def log_message(self, *_words: object) -> None:
            """Nothing: the bench's output is for people and programs."""

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    connection.send(cast("int", server.server_port))
    over.wait()
    connection.send(len(sent))
    connection.recv()
