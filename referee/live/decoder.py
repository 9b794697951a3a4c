"""From compressed packets back to pictures."""

from __future__ import annotations

import io
from collections.abc import Iterator
from fractions import Fraction
from typing import Any, cast

import av
import numpy as np

from referee.film import Image
from referee.live.packets import MICROSECONDS, Packet, StreamInfo
from referee.live.ring import Stretch

_BASE = Fraction(1, MICROSECONDS)


class Decoder:
    """Decodes the packets of one stream, in order.

    Args:
        info: the stream.
    """

    def __init__(self, info: StreamInfo) -> None:
        self._turns = info.turns
        self._container = av.open(io.BytesIO(info.template), "r", format="nut")
        self._codec = self._container.streams.video[0].codec_context
        # One thread: more of them hold frames back, and the other core has work.
        self._codec.thread_count = 1

    def decode(self, packet: Packet | None) -> Iterator[tuple[float, av.VideoFrame]]:
        """The upright pictures that one more packet completes, with their times, seconds; ``None``: the rest.

        A damaged packet gives nothing: the stretch without a picture is seen as such by whoever looks.
        """
        try:
            frames = self._codec.decode(None if packet is None else _compressed(packet))
        except av.FFmpegError:
            return
        for frame in frames:
            if frame.pts is not None:
                yield frame.pts / MICROSECONDS, turned(frame, self._turns) if self._turns else frame

    def close(self) -> None:
        """Free the decoder."""
        self._container.close()


def _compressed(packet: Packet) -> av.Packet[Any]:
    compressed = av.Packet(packet.data)
    compressed.time_base = _BASE
    compressed.pts = packet.time_us
    compressed.dts = packet.order_us
    return compressed


def turned(frame: av.VideoFrame, turns: int) -> av.VideoFrame:
    """A picture after so many quarter turns to the left."""
    pixels = cast("Image", np.ascontiguousarray(np.rot90(frame.to_ndarray(format="bgr24"), turns)))
    upright = av.VideoFrame.from_ndarray(pixels, format="bgr24")
    upright.pts = frame.pts
    return upright


def turns_of(frame: av.VideoFrame) -> int:
    """The quarter turns to the left that bring a picture upright, as its file says, 0…3."""
    return round(frame.rotation / 90) % 4


def image_of(frame: av.VideoFrame) -> Image:
    """A decoded picture as blue, green and red, turned as its file says."""
    turns = turns_of(frame)
    return cast("Image", (turned(frame, turns) if turns else frame).to_ndarray(format="bgr24"))


def decode_stretch(stretch: Stretch) -> Iterator[tuple[float, Image]]:
    """Every picture of a stretch, in order of time; those before its start only serve decoding."""
    decoder = Decoder(stretch.info)
    try:
        for packet in (*stretch.packets, None):
            for time_s, frame in decoder.decode(packet):
                if stretch.start_s <= time_s <= stretch.end_s:
                    yield time_s, image_of(frame)
    finally:
        decoder.close()
