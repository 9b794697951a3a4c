"""A vision that can be drawn: four columns are four seats; a bright patch in one is a finger on that nose.

The stand-in detectors read films made by :func:`write_table_film`, through the real decoder.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from pathlib import Path

import av
import numpy as np
from referee.calibration.nudge import Nudge

from referee.film import Frame
from referee.live.protocols import Measure
from referee.observation import Instant, SeatView, Span, Touch, TouchKind
from referee.status import SeatGlance
from referee.vision.trace import SeatTrace

WIDTH, HEIGHT, SEATS = 160, 96, 4
COLUMN = WIDTH // SEATS


def write_table_film(
    path: Path,
    seconds: float,
    touches: Mapping[int, Sequence[tuple[float, float]]],
    *,
    people: int = SEATS,
    rate: int = 30,
) -> Path:
    """A film in which seat n touches from … to … seconds, as ``touches[n]`` says."""
    noise = np.random.default_rng(1)
    with av.open(str(path), "w") as output:
        stream = output.add_stream("libx264", rate=rate, options={"crf": "18"})
        stream.width, stream.height, stream.pix_fmt = WIDTH, HEIGHT, "yuv420p"
        stream.codec_context.gop_size = rate
        stream.codec_context.time_base = Fraction(1, rate)
        for number in range(round(seconds * rate)):
            image = noise.integers(30, 50, (HEIGHT, WIDTH, 3), dtype=np.uint8)
            for seat in range(people):
                image[70:, seat * COLUMN + 8 : (seat + 1) * COLUMN - 8] = 120
                if any(start <= number / rate <= end for start, end in touches.get(seat, ())):
                    image[10:60, seat * COLUMN + 8 : (seat + 1) * COLUMN - 8] = 230
            frame = av.VideoFrame.from_ndarray(image, format="bgr24")
            frame.pts = number
            output.mux(stream.encode(frame))
        output.mux(stream.encode(None))
    return path


def _column(frame: Frame, seat: int) -> np.ndarray:
    return frame.image[:, seat * COLUMN + 10 : (seat + 1) * COLUMN - 10]


def _touching(frame: Frame, seat: int) -> bool:
    return bool(_column(frame, seat)[20:50].mean() > 150)


class ColumnScout:
    nudge = Nudge.STILL

    def look(self, frame: Frame, *, sparing: bool = False) -> list[SeatGlance]:  # noqa: ARG002 - as in the protocol
        found = []
        for seat in range(SEATS):
            if _column(frame, seat)[75:].mean() > 80:
                box = (seat * COLUMN, 0.0, (seat + 1) * COLUMN, float(HEIGHT))
                found.append(SeatGlance(seat, box, near=_touching(frame, seat)))
        return found

    def take_seats(self, seats: Sequence[SeatGlance]) -> None:
        pass


class ColumnStopwatch:
    def __init__(self, measure: Measure) -> None:
        self._measure = measure
        self._seen: list[tuple[float, list[bool]]] = []

    def add(self, frame: Frame) -> None:
        self._seen.append((frame.time_s, [_touching(frame, seat) for seat in range(SEATS)]))

    def views(self, *, last: bool) -> list[SeatView]:  # noqa: ARG002 - as in the protocol
        return [self._view(glance.seat) for glance in self._measure.seats]

    def traces(self) -> list[SeatTrace]:
        seats = [glance.seat for glance in self._measure.seats]
        times = [time_s for time_s, _ in self._seen]
        return [SeatTrace(n, tuple((t, (n + 0.5) * COLUMN, 40.0, 30.0) for t in times)) for n in seats]

    def _view(self, seat: int) -> SeatView:
        touches: list[Touch] = []
        began: float | None = None
        before = False
        for time_s, touching in self._seen:
            if touching[seat] and not before:
                began = time_s
            if before and not touching[seat] and began is not None:
                touches.append(self._touch(seat, began, time_s, time_s))
                began = None
            before = touching[seat]
        if began is not None and self._seen[-1][0] - began >= self._measure.hold_s:
            touches.append(self._touch(seat, began, self._seen[-1][0], None))
        near = tuple(Span(touch.contact.time_s, touch.release_s or 1e9) for touch in touches if touch.contact)
        return SeatView(seat, tuple(touches), near=near)

    def _touch(self, seat: int, began: float, end: float, release_s: float | None) -> Touch:
        kind = TouchKind.HELD if end - began >= self._measure.hold_s else TouchKind.BRUSH
        return Touch(seat, kind, Instant(began, began - 0.01, began + 0.01, 0.005), release_s=release_s)


class ColumnVision:
    def scout(self) -> ColumnScout:
        return ColumnScout()

    def stopwatch(self, measure: Measure) -> ColumnStopwatch:
        return ColumnStopwatch(measure)
