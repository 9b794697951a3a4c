"""The timekeeper: goes back into the ring and has every frame around a signal measured."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from statistics import fmean

from referee.live.capture import Capture
from referee.live.detect import MeasureJob, MeasureReport
from referee.live.evidence import SHORTEST_HOLE_S, holes_in
from referee.live.packets import Packet, StreamInfo
from referee.live.protocols import Measure
from referee.live.team import Team
from referee.live.watch import DealWatch
from referee.live.worker import WorkerPhase
from referee.observation import SeatView, Span
from referee.status import SeatGlance
from referee.vision.trace import SeatTrace

PORTION = 4
"""The stopwatch gets at most so many frames at once: behind time, answers must still come now and then."""


@dataclass(frozen=True, slots=True)
class Measured:
    """What is known of a deal up to a moment.

    Attributes:
        views: one for each seat.
        start_s: where the evidence begins, seconds on the camera's clock.
        end_s: where it ends.
        holes: stretches in it without usable pictures.
        measure: how the stopwatch was told to measure, and where the seats were.
        final: no more evidence will come.
        last: the stopwatch was told that no frame follows.
        frames_end_s: time of the last frame measured, seconds; before ``end_s`` where the camera broke off.
        traces: where each nose was and how each finger came near.
    """

    views: tuple[SeatView, ...]
    start_s: float
    end_s: float
    holes: tuple[Span, ...]
    measure: Measure
    final: bool
    last: bool
    frames_end_s: float
    traces: tuple[SeatTrace, ...] = ()


class Timekeeper:
    """The stopwatch's side of the live referee.

    Args:
        capture: the camera.
        worker: the stopwatch's processes.
    """

    def __init__(self, capture: Capture, worker: Team) -> None:
        self.worker = worker
        self.watch: DealWatch | None = None
        self.trouble = ""
        self.frames = 0
        self._capture = capture
        self._rounds = 0
        self._sent = -1
        self._epoch: int | None = None
        self._cut: list[Span] = []
        self._measure = Measure((), 0.0)
        self._last_sent = False
        self._traces: tuple[SeatTrace, ...] = ()

    def open(self, start_s: float, playing: Sequence[int], never_copied_s: float) -> DealWatch:
        """Begin to follow a deal."""
        self._rounds += 1
        self._cut = []
        self._last_sent = False
        self.watch = DealWatch(start_s, playing, never_copied_s, self._rounds)
        return self.watch

    def settle(self) -> None:
        """The verdict is given: go on, sparingly, only to see when all hands are away."""
        if self.watch is not None:
            self.watch.settle()
            self.worker.spare()

    def close(self) -> None:
        """The deal is over, or nobody wants to know."""
        self.watch = None

    @property
    def measuring(self) -> bool:
        """Whether something is being measured."""
        return self.watch is not None and self.watch.measuring

    @property
    def finished(self) -> bool:
        """Whether nothing more will come of a recording that has ended."""
        ready = self.worker.phase is WorkerPhase.READY and self.worker.idle
        return ready and (not self.measuring or self._last_sent)

    def send(self, seats: tuple[SeatGlance, ...], hold_s: float, *, ended: bool) -> Measured | None:
        """Let the stopwatch measure what is new, when it takes more.

        Args:
            seats: where the seats were last seen.
            hold_s: how long a touch must be held to count, seconds.
            ended: no more frames will come.

        Returns:
            Normally nothing. When the camera broke off after a signal: what was measured until then.
        """
        watch, newest = self.watch, self._capture.ring.newest
        if watch is None or newest is None or self.worker.phase is not WorkerPhase.READY:
            return None
        if ended and not watch.measuring:
            # No look will come any more: what the last one did not see is measured.
            watch.glance(newest.time_s, ())
        window = watch.wants(newest.order_s)
        if window is None and not (ended and watch.measuring and not self._last_sent):
            return None
        if window is not None and window.fresh:
            packets = self._from_start(watch, newest)
        elif newest.epoch != self._epoch:
            # What came before the break is measured to its end first.
            return self._broken_off(watch, newest) if self.worker.idle else None
        else:
            packets = self._capture.ring.after(self._sent)
            if packets and packets[0].number != self._sent + 1:
                watch.again()
                return None
        info = self._capture.ring.info()
        portion = _portion(packets, watch.round_start_s or 0.0)
        if info is not None and (packets or ended):
            last = ended and len(portion) == len(packets)
            if window is not None and window.fresh:
                middle = _middle(seats, info.height)
                self._measure = Measure(seats, hold_s, self._capture.timing, middle, watch.close_s)
            self._give(watch, info, portion, last=last)
        return None

    def receive(self, heard: Sequence[object] | None = None) -> Measured | None:
        """What the stopwatch found since the last call, if it belongs to the deal; ``heard`` as for its poll."""
        reply = self.worker.poll(heard)
        if reply is None:
            return None
        watch, report = self.watch, reply.result
        if not isinstance(report, MeasureReport):
            self.trouble = reply.error
            self._last_sent = False
            if watch is not None:
                watch.again()
            return None
        self.trouble = ""
        self.frames += report.frames
        if watch is None or report.round != watch.round:
            return None
        start_s = watch.round_start_s or 0.0
        watch.measured(report.end_s, report.views)
        self._rounds = max(self._rounds, watch.round)
        self._traces = report.traces
        last = reply.job.last
        final = last or watch.forced(report.end_s)
        return self._measured(report.views, start_s, report.end_s, report.end_s, final=final, last=last)

    def _give(self, watch: DealWatch, info: StreamInfo, packets: tuple[Packet, ...], *, last: bool) -> None:
        self._sent = packets[-1].number if packets else self._sent
        self._last_sent = last
        start_s = watch.round_start_s or 0.0
        # By decoding time, as the ring's newest packet is asked for.
        watch.handed(packets[-1].order_s if packets else start_s)
        self.worker.send(MeasureJob(watch.round, info, packets, start_s, self._measure, last, watch.settling))

    def _from_start(self, watch: DealWatch, newest: Packet) -> tuple[Packet, ...]:
        """The packets of a round from its beginning; what the ring no longer (or never) had is a hole."""
        start_s = watch.round_start_s or 0.0
        first_s = max(start_s, self._capture.ring.epoch_start_s(newest.epoch))
        if first_s - max(start_s, 0.0) > SHORTEST_HOLE_S:
            self._cut.append(Span(start_s, first_s))
        self._epoch = newest.epoch
        stretch = self._capture.ring.stretch(first_s, newest.time_s + 1.0)
        return () if stretch is None else stretch.packets

    def _broken_off(self, watch: DealWatch, newest: Packet) -> Measured | None:
        """The camera's stream began anew in the middle of a round: the deal's evidence has a hole."""
        views, start_s = watch.views, watch.round_start_s or 0.0
        frames_end_s = start_s if watch.measured_s is None else watch.measured_s
        signalled = watch.signal_s is not None
        watch.again()
        if not signalled:
            return None
        hole = Span(min(watch.looked_s, frames_end_s), newest.time_s)
        self._cut.append(hole)
        return self._measured(views, start_s, newest.time_s, frames_end_s, final=True, last=False)

    def _measured(
        self,
        views: Sequence[SeatView],
        start_s: float,
        end_s: float,
        frames_end_s: float,
        *,
        final: bool,
        last: bool,
    ) -> Measured:
        holes = (*holes_in(self._capture, start_s, end_s), *self._cut)
        return Measured(
            tuple(views), start_s, end_s, holes, self._measure, final, last, frames_end_s, self._traces
        )


def _middle(seats: Sequence[SeatGlance], height: int) -> float:
    """Where the faces lie on average, as a share of the picture's height."""
    rows = [(seat.face_box[1] + seat.face_box[3]) / 2 for seat in seats if seat.face_box is not None]
    return fmean(rows) / height if rows else 0.5


def _portion(packets: tuple[Packet, ...], start_s: float) -> tuple[Packet, ...]:
    """The first packets, those before ``start_s`` (which only serve decoding) and :data:`PORTION` others."""
    before = sum(1 for packet in packets if packet.time_s < start_s)
    return packets[: before + PORTION]
