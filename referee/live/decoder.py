"""From compressed packets back to pictures."""

from __future__ import annotations

import io
from collections.abc import Iterator
from fractions import Fraction
from typing import Any, cast

import av

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
        self._container = av.open(io.BytesIO(info.template), "r", format="nut")
        self._codec = self._container.streams.video[0].codec_context
        # One thread: more of them hold frames back, and the other core has work.
        self._codec.thread_count = 1

    def decode(self, packet: Packet | None) -> Iterator[tuple[float, av.VideoFrame]]:
        """The pictures that one more packet completes, with their times in seconds; ``None`` gives the rest.

        A damaged packet gives nothing: the stretch without a picture is seen as such by whoever looks.
        """
        try:
            frames = self._codec.decode(None if packet is None else _compressed(packet))
        except av.FFmpegError:
            return
        for frame in frames:
            if frame.pts is not None:
                yield frame.pts / MICROSECONDS, frame

    def close(self) -> None:
        """Free the decoder."""
        self._container.close()


def _compressed(packet: Packet) -> av.Packet[Any]:
    compressed = av.Packet(packet.data)
    compressed.time_base = _BASE
    compressed.pts = packet.time_us
    compressed.dts = packet.order_us
    return compressed


def image_of(frame: av.VideoFrame) -> Image:
    """A decoded picture as blue, green and red."""
    return cast("Image", frame.to_ndarray(format="bgr24"))


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
