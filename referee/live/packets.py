"""What a camera sends, as it comes: compressed packets with the camera's own times."""

from __future__ import annotations

from dataclasses import dataclass, field

INTRA_ONLY = frozenset({"mjpeg", "rawvideo", "png", "ffv1"})
"""Codecs in which every packet is a whole picture: any one can be decoded alone."""

MICROSECONDS = 1_000_000
"""Ticks of the table's camera clock in a second: finer than any camera, and a file keeps them exactly."""


@dataclass(frozen=True, slots=True)
class StreamInfo:
    """What a decoder and a muxer must know about a stream of packets.

    Attributes:
        codec: FFmpeg's name of the codec ("h264", "mjpeg", "rawvideo", …).
        width: width of the upright picture, pixels.
        height: height of the upright picture, pixels.
        template: a NUT file with one packet of the stream: it carries all that a decoder or muxer needs.
        nominal_fps: the rate that the source states, frames a second; 0 when it states none.
        described: what the source is, for people ("1280x720 mjpeg, 30 frames a second").
        notes: what people should know about how it was opened ("the driver keeps its automatic exposure").
        turns: quarter turns to the left that bring a picture upright, 0…3: a phone was held on its side.
    """

    codec: str
    width: int
    height: int
    template: bytes = field(default=b"", repr=False)
    nominal_fps: float = 0.0
    described: str = ""
    notes: tuple[str, ...] = ()
    turns: int = 0

    @property
    def intra_only(self) -> bool:
        """Whether every packet can be decoded alone."""
        return self.codec in INTRA_ONLY


@dataclass(frozen=True, slots=True)
class SourcePacket:
    """One compressed picture as a source delivers it.

    Attributes:
        data: the compressed bytes.
        pts_s: presentation time on the source's clock, seconds (a frame's time is the middle of its
            exposure); ``None`` when the source has none.
        dts_s: decoding time on the same clock, seconds; equal to ``pts_s`` where pictures are not reordered.
        key: whether decoding can start here.
        arrived_s: when it arrived, seconds of the monotonic clock. For pace and watchdogs, never for a
            verdict (unless the source has no clock: then it stands in, and its spread widens the intervals).
    """

    data: bytes = field(repr=False)
    pts_s: float | None
    dts_s: float | None
    key: bool
    arrived_s: float


@dataclass(frozen=True, slots=True)
class Packet:
    """One compressed picture in the ring, on the table's continuous camera clock.

    Attributes:
        number: how many packets were captured before it, over all connections.
        epoch: which connection (or stretch between two jumps of the source's clock) it belongs to; decoding
            never crosses an epoch.
        time_us: presentation time, microseconds since the first packet; runs on over reconnections.
        order_us: decoding time on the same clock, microseconds; rises within an epoch.
        key: whether decoding can start here.
        data: the compressed bytes.
    """

    number: int
    epoch: int
    time_us: int
    order_us: int
    key: bool
    data: bytes = field(repr=False)

    @property
    def time_s(self) -> float:
        """Presentation time, seconds."""
        return self.time_us / MICROSECONDS

    @property
    def order_s(self) -> float:
        """Decoding time, seconds."""
        return self.order_us / MICROSECONDS
