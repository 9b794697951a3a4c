"""The lookout: hands the newest picture to the scout's process and keeps what it saw."""

from __future__ import annotations

import time
from collections.abc import Sequence

from referee.live.capture import Capture
from referee.live.detect import ScoutJob, ScoutReport
from referee.live.health import PictureFault, PictureHealth
from referee.live.ring import ANEW
from referee.live.worker import Worker, WorkerPhase
from referee.observation import Span
from referee.status import SeatGlance

PREVIEW_EVERY_S = 0.2
"""A new live picture for the page comes so often, seconds."""

BEHIND = 60
"""A scout that has to decode more packets than this to catch up goes on at the last key frame instead."""


class Lookout:
    """The scout's side of the live referee.

    Args:
        capture: the camera.
        worker: the scout's process.
    """

    def __init__(self, capture: Capture, worker: Worker) -> None:
        self.worker = worker
        self.seats: tuple[SeatGlance, ...] = ()
        self.glances: tuple[SeatGlance, ...] = ()
        self.faults: list[Span] = []
        self.trouble = ""
        self.looks = 0
        self.size = (0, 0)
        self.time_s = 0.0
        self._capture = capture
        self._health = PictureHealth()
        self._sent = ANEW
        self._next_look = self._next_preview = 0.0

    @property
    def fault(self) -> PictureFault | None:
        """What is wrong with the picture now."""
        return self._health.fault

    @property
    def caught_up(self) -> bool:
        """Whether the newest packet has been looked at."""
        newest = self._capture.ring.newest
        return (newest is None or self._sent == newest.number) and self.worker.phase is WorkerPhase.READY

    def send(self, *, every_s: float, sparing: bool) -> None:
        """Let the scout look at the newest picture, if it is free and the last look is ``every_s`` ago.

        ``sparing``: without the networks; the stopwatch looks at every frame.
        """
        now = time.monotonic()
        if self.worker.phase is not WorkerPhase.READY or now < self._next_look:
            return
        ring = self._capture.ring
        packets, info = ring.after(self._sent), ring.info()
        if len(packets) > BEHIND:
            packets = ring.after(ANEW)
        if not packets or info is None:
            return
        self._sent = packets[-1].number
        self._next_look = now + every_s
        preview = now >= self._next_preview
        if preview:
            self._next_preview = now + PREVIEW_EVERY_S
        packets = packets[-1:] if info.intra_only else packets
        self.worker.send(ScoutJob(info, packets, self.seats, preview, sparing))

    def receive(self, heard: Sequence[object] | None = None) -> ScoutReport | None:
        """What the scout saw since the last call, if it saw a picture; ``heard`` as for :meth:`Worker.poll`."""
        reply = self.worker.poll(heard)
        if reply is None:
            return None
        report = reply.result
        if not isinstance(report, ScoutReport):
            self.trouble = reply.error
            self._sent = ANEW
            return None
        if report.time_s is None or report.signature is None:
            return None
        self.trouble = ""
        self.looks += 1
        self.time_s = report.time_s
        self.size = (report.width, report.height)
        self.glances = report.glances
        self.seats = _moved(self.seats, report.glances)
        self._check(report.time_s, report)
        return report

    def _check(self, time_s: float, report: ScoutReport) -> None:
        assert report.signature is not None  # noqa: S101 - checked by the caller
        before = self._health.fault
        if self._health.see(time_s, report.signature) is not None:
            earlier = self.faults if before is None else self.faults[:-1]
            self.faults = [*earlier, Span(self._health.since_s, time_s)][-50:]


def _moved(seats: Sequence[SeatGlance], glances: Sequence[SeatGlance]) -> tuple[SeatGlance, ...]:
    """The seats where they were last seen: a detector that starts anew finds its people there."""
    seen = {glance.seat: glance for glance in glances if glance.face_box is not None}
    return tuple(seen.get(seat.seat, seat) for seat in seats)
