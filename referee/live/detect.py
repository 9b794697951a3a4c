"""What the two detector processes do with a job: the scout's glance, the stopwatch's stretch."""

from __future__ import annotations

import zlib
from dataclasses import dataclass, field
from functools import partial
from typing import cast

import cv2
import numpy as np

from referee.calibration.nudge import Nudge, Small, edges_of
from referee.film import Frame, Image
from referee.live.decoder import Decoder, image_of
from referee.live.health import Signature
from referee.live.packets import Packet, StreamInfo
from referee.live.protocols import Measure, Scout, Stopwatch, Vision
from referee.live.worker import Beat, Handler
from referee.observation import SeatView
from referee.status import SeatGlance
from referee.vision.trace import SeatTrace

PREVIEW_WIDTH = 960
"""Width of the live picture on the page, pixels."""

PREVIEW_QUALITY = 72
"""JPEG quality of the live picture, 0…100."""


SPARING_S = 0.12
"""Time between two frames where not every one is to be measured, seconds: a longer one would count as a gap
(:data:`referee.vision.still.GAP_S`)."""


@dataclass(frozen=True, slots=True)
class ScoutJob:
    """Packets for the scout; it looks at the last picture in them.

    Attributes:
        info: their stream.
        packets: in decoding order, following on the last job's or beginning at a key frame.
        seats: the seats taken, where they were last seen; empty while everybody is to be found.
        preview: whether a picture for the page is wanted.
        sparing: the stopwatch looks at every frame meanwhile and needs the processor.
    """

    info: StreamInfo
    packets: tuple[Packet, ...]
    seats: tuple[SeatGlance, ...] = ()
    preview: bool = False
    sparing: bool = False


@dataclass(frozen=True, slots=True)
class ScoutReport:
    """What the scout saw.

    Attributes:
        time_s: of the picture, seconds on the camera's clock; ``None`` when the packets gave no picture.
        glances: one for each seat.
        signature: of the picture.
        width: of the picture, pixels.
        height: of the picture, pixels.
        preview: JPEG for the page, when one was wanted.
        sparing: whether the glances are rough.
        nudge: what became of the camera since the seats were taken.
        edges: of the picture, while no seats are taken: saved seats are found again by them.
    """

    time_s: float | None
    glances: tuple[SeatGlance, ...] = ()
    signature: Signature | None = None
    width: int = 0
    height: int = 0
    preview: bytes | None = field(default=None, repr=False)
    sparing: bool = False
    nudge: Nudge = Nudge.STILL
    edges: Small | None = field(default=None, repr=False)


@dataclass(frozen=True, slots=True)
class MeasureJob:
    """More frames for the stopwatch.

    Attributes:
        round: which stretch of measuring it belongs to; a new number begins a new stopwatch.
        info: the packets' stream.
        packets: in decoding order, beginning at a key frame or following on the last job's.
        start_s: the round's first moment, seconds; frames before it only serve decoding.
        measure: how to measure.
        last: whether the recording ends with it.
        sparing: a look now and then will do (:data:`SPARING_S` apart): nothing is to be timed any more.
    """

    round: int
    info: StreamInfo
    packets: tuple[Packet, ...]
    start_s: float
    measure: Measure
    last: bool = False
    sparing: bool = False


@dataclass(frozen=True, slots=True)
class MeasureReport:
    """What the stopwatch has of a round.

    Attributes:
        round: as in the job.
        end_s: time of the last frame measured, seconds; the round's start while there is none.
        frames: how many frames this job had.
        views: one for each seat, over the whole round.
        traces: one for each seat, over the whole round.
    """

    round: int
    end_s: float
    frames: int
    views: tuple[SeatView, ...]
    traces: tuple[SeatTrace, ...] = ()


def make_scout(vision: type[Vision]) -> Handler:
    """The scout's handler, with its models loaded. Runs in its process."""
    return cast("Handler", _ScoutHandler(vision().scout()))


def make_stopwatch(vision: type[Vision]) -> Handler:
    """The stopwatch's handler, with its models loaded. Runs in its process."""
    return cast("Handler", _StopwatchHandler(vision()))


class _ScoutHandler:
    def __init__(self, scout: Scout) -> None:
        self._scout = scout
        self._decoder: tuple[int, Decoder] | None = None
        self._seated = False
        self._looks = 0

    def __call__(self, job: ScoutJob, beat: Beat) -> ScoutReport:
        found = self._last_picture(job, beat)
        if found is None:
            return ScoutReport(None)
        time_s, image = found
        if bool(job.seats) != self._seated:
            self._scout.take_seats(job.seats)
            self._seated = bool(job.seats)
        glances = tuple(self._scout.look(Frame(self._looks, time_s, image), sparing=job.sparing))
        self._looks += 1
        height, width = image.shape[:2]
        preview = _preview(image) if job.preview else None
        edges = None if job.seats else edges_of(image)
        signature, nudge = signature_of(image), self._scout.nudge
        return ScoutReport(time_s, glances, signature, width, height, preview, job.sparing, nudge, edges)

    def _last_picture(self, job: ScoutJob, beat: Beat) -> tuple[float, Image] | None:
        epoch = job.packets[0].epoch
        if self._decoder is None or self._decoder[0] != epoch:
            if self._decoder is not None:
                self._decoder[1].close()
            self._decoder = (epoch, Decoder(job.info))
        latest = None
        for packet in job.packets:
            pictures = list(self._decoder[1].decode(packet))
            latest = pictures[-1] if pictures else latest
            beat()
        return None if latest is None else (latest[0], image_of(latest[1]))


class _StopwatchHandler:
    def __init__(self, vision: Vision) -> None:
        self._vision = vision
        self._round: int | None = None
        self._stopwatch: Stopwatch | None = None
        self._decoder: Decoder | None = None
        self._frames = 0
        self._end_s = 0.0

    def __call__(self, job: MeasureJob, beat: Beat) -> MeasureReport:
        if job.round != self._round or self._stopwatch is None or self._decoder is None:
            self._begin(job)
        assert self._stopwatch is not None and self._decoder is not None  # noqa: S101, PT018 - just begun
        before = self._frames
        for packet in (*job.packets, None) if job.last else job.packets:
            if packet is not None and job.info.intra_only and packet.time_s < self._next_s(job):
                continue
            for time_s, frame in self._decoder.decode(packet):
                if time_s >= self._next_s(job):
                    self._stopwatch.add(Frame(self._frames, time_s, image_of(frame)))
                    self._frames += 1
                    self._end_s = time_s
                beat()
        views = tuple(self._stopwatch.views(last=job.last))
        traces = tuple(self._stopwatch.traces())
        return MeasureReport(job.round, self._end_s, self._frames - before, views, traces)

    def _next_s(self, job: MeasureJob) -> float:
        """The earliest frame that is to be measured, seconds."""
        if not self._frames:
            return job.start_s
        return self._end_s + SPARING_S if job.sparing else job.measure.next_s(self._end_s)

    def _begin(self, job: MeasureJob) -> None:
        if self._decoder is not None:
            self._decoder.close()
        self._round, self._frames, self._end_s = job.round, 0, job.start_s
        self._decoder = Decoder(job.info)
        self._stopwatch = self._vision.stopwatch(job.measure)


def signature_of(image: Image) -> Signature:
    """What tells a picture from another: a checksum of every fourth row, and its brightness."""
    rows = np.ascontiguousarray(image[::4])
    grey = rows[:, ::4, 1]
    return Signature(zlib.adler32(rows.data), float(grey.mean()), float(grey.std()))


def _preview(image: Image) -> bytes:
    height, width = image.shape[:2]
    if width > PREVIEW_WIDTH:
        size = (PREVIEW_WIDTH, round(height * PREVIEW_WIDTH / width))
        # Not by areas: that takes three times as long as everything else here.
        image = cast("Image", cv2.resize(image, size, interpolation=cv2.INTER_LINEAR))
    return bytes(cv2.imencode(".jpg", image, [cv2.IMWRITE_JPEG_QUALITY, PREVIEW_QUALITY])[1])


def scout_maker(vision: type[Vision]) -> partial[Handler]:
    """What a :class:`~referee.live.worker.Worker` needs to run a scout."""
    return partial(make_scout, vision)


def stopwatch_maker(vision: type[Vision]) -> partial[Handler]:
    """What a :class:`~referee.live.worker.Worker` needs to run a stopwatch."""
    return partial(make_stopwatch, vision)
