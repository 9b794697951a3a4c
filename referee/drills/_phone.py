"""A camera that fails on purpose: the recorded match over HTTP, from a process of its own, with faults in it."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from multiprocessing.connection import Connection
from pathlib import Path
from typing import TYPE_CHECKING, cast

import numpy as np

from referee.bench.workload import DEALS_S, RATE, jpeg, passing_frames, pictures

if TYPE_CHECKING:
    from referee.film import Image

FROM_S, TO_S = 3.3, 6.0
"""The fault, seconds of the recording: three have touched their nose, and the fourth (3.54 s) is hidden by it."""
AFTER_S = 9.0
"""Passing after each deal, seconds: time to come back and to start the next deal."""
WARM_UP_S = 4.0


class Fault(StrEnum):
    """What the camera does while the fourth player touches the nose."""

    NONE = "none"
    """Nothing: for comparison."""
    UNPLUGGED = "unplugged"
    """It hangs up, and whoever calls gets no answer."""
    STALLED = "stalled"
    """The connection stays, and nothing comes."""
    FROZEN = "frozen"
    """The same picture again and again, with new times."""
    BLACK = "black"
    """Black pictures."""
    SMALLER = "other resolution"
    """It hangs up for a second and comes back with half the width; later it is large again without a word."""
    SLOWER = "other rate"
    """It hangs up for a second and comes back with half the rate."""
    BACK = "times jump back"
    """Its clock is set back by ten minutes."""
    REPEAT = "times repeat"
    """For a second every picture has the time of the one before."""
    MISSING = "times missing"
    """Its pictures have no times any more."""
    MARK = "mark"
    """Nothing: says when another fault is to be caused."""


ALL = tuple(fault for fault in Fault if fault is not Fault.MARK)


@dataclass(frozen=True, slots=True)
class Moment:
    """One picture's place in the drill.

    Attributes:
        frame: index of the recording's frame.
        round: which deal of the drill it belongs to.
        fault: what is wrong at this moment.
        since: pictures since this fault began.
    """

    frame: int
    round: int
    fault: Fault
    since: int = 0


def script(faults: tuple[Fault, ...] = ALL) -> list[Moment]:
    """The recorded first deal once for each fault, with passing between."""
    start_s, end_s = DEALS_S[0]
    found = [Moment(frame, -1, Fault.NONE) for frame in passing_frames(WARM_UP_S)]
    for number, fault in enumerate(faults):
        first = round(FROM_S * RATE)
        lasting = fault in {Fault.SMALLER, Fault.SLOWER, Fault.MISSING}  # until the next deal
        for frame in range(round(start_s * RATE), round(end_s * RATE)):
            on = frame >= first and (lasting or frame < round(TO_S * RATE))
            found.append(Moment(frame, number, fault if on else Fault.NONE, max(0, frame - first)))
        since = round((end_s - FROM_S) * RATE)
        found += [
            Moment(frame, number, fault if lasting else Fault.NONE, since + count)
            for count, frame in enumerate(passing_frames(AFTER_S))
        ]
    return found


def serve(connection: Connection, film: Path, moments: list[Moment]) -> None:
    """The camera's process: says its port, then (round, fault, time) when the fault changes, ("over", …) at the end.

    Args:
        connection: gets the port and the news; times are seconds of the monotonic clock.
        film: the recording.
        moments: the drill, thirty pictures a second.
    """
    import cv2  # noqa: PLC0415 - the commands' help is quick without it

    images = pictures(film)
    whole = [jpeg(image) for image in images]
    small = [jpeg(cast("Image", cv2.resize(image, None, fx=0.5, fy=0.5))) for image in images]
    black = jpeg(np.zeros_like(images[0]))
    begun: list[float] = []

    def now() -> int:
        return round((time.monotonic() - begun[0]) * RATE)

    def picture(moment: Moment) -> bytes | None:
        """What is sent at a moment; ``None``: nothing."""
        match moment.fault:
            case Fault.FROZEN:
                return whole[moment.frame - moment.since]
            case Fault.BLACK:
                return black
            case Fault.SMALLER:
                return small[moment.frame]
            case Fault.SLOWER if moment.since % 2:
                return None
            case Fault.STALLED:
                return None
        return whole[moment.frame]

    def stamp(number: int, moment: Moment) -> str:
        time_s = 1000 + number / RATE
        match moment.fault:
            case Fault.MISSING:
                return ""
            case Fault.BACK:
                time_s -= 600
            case Fault.REPEAT if moment.since < RATE:
                time_s -= moment.since / RATE
        return f"X-Timestamp: {time_s:.6f}\r\n"

    def away(moment: Moment) -> bool:
        short = moment.fault in {Fault.SMALLER, Fault.SLOWER} and moment.since < RATE
        return moment.fault is Fault.UNPLUGGED or short

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            first_call = not begun
            if first_call:
                begun.append(time.monotonic())
                threading.Thread(target=_tell, args=(connection, moments, begun[0]), daemon=True).start()
            if now() < len(moments) and away(moments[now()]):
                self.close_connection = True
                return
            self.send_response(200)
            self.send_header("Content-Type", "multipart/x-mixed-replace; boundary=frame")
            self.end_headers()
            try:
                for number in range(0 if first_call else now(), len(moments)):
                    time.sleep(max(0.0, begun[0] + number / RATE - time.monotonic()))
                    if away(moments[number]):
                        return
                    data = picture(moments[number])
                    if data is not None:
                        self._send(data, stamp(number, moments[number]))
            except OSError:
                return
            time.sleep(3600)

        def _send(self, data: bytes, stamp: str) -> None:
            head = f"--frame\r\nContent-Type: image/jpeg\r\n{stamp}Content-Length: {len(data)}\r\n\r\n"
            self.wfile.write(head.encode() + data + b"\r\n")

        def log_message(self, *_words: object) -> None:
            """Nothing: the drill's output is for people."""

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    server.daemon_threads = True
    threading.Thread(target=server.serve_forever, daemon=True).start()
    connection.send(cast("int", server.server_port))
    connection.recv()


def _tell(connection: Connection, moments: list[Moment], begun_s: float) -> None:
    """Say each change of the fault when its picture is due."""
    tell: Callable[[object], None] = connection.send
    before = Moment(0, -1, Fault.NONE)
    for number, moment in enumerate(moments):
        time.sleep(max(0.0, begun_s + number / RATE - time.monotonic()))
        if (moment.round, moment.fault) != (before.round, before.fault):
            tell((moment.round, moment.fault, time.monotonic()))
        before = moment
    tell(("over", Fault.NONE, time.monotonic()))
