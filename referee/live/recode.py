"""Raw pictures made small on arrival: some systems (AVFoundation, cheap capture sticks) send no others.

A ring of raw pictures would hold four seconds. Motion JPEG at its best quality keeps every picture by itself,
with its own time; how the pictures were compressed is said in the source's notes.
"""

from __future__ import annotations

import io
from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction

import av

from referee.live.containers import ContainerSource, template_of
from referee.live.errors import SourceError
from referee.live.packets import MICROSECONDS, SourcePacket

QUALITY = 2
"""MPEG's scale, 1…31: 2 is the best that every decoder takes."""


class CompressingSource:
    """Compresses what a raw source sends, picture by picture.

    Args:
        source: sends raw video.

    Raises:
        SourceError: its pictures cannot be read.
    """

    def __init__(self, source: ContainerSource) -> None:
        self._source = source
        info = source.info
        self._raw = source.decoder
        self._encoder = av.CodecContext.create("mjpeg", "w")
        self._encoder.width, self._encoder.height = info.width, info.height
        self._encoder.pix_fmt = "yuvj422p"
        self._encoder.time_base = Fraction(1, MICROSECONDS)
        self._encoder.flags |= av.codec.context.Flags.qscale
        self._encoder.global_quality = QUALITY * 118  # FF_QP2LAMBDA
        self._encoder.thread_count = 1
        self._count = 0
        self._packets = source.packets()
        first = next((self._compress(packet) for packet in self._packets), None)
        if first is None:
            raise SourceError(f"{info.described} sends no picture.")
        self._first = first
        with av.open(io.BytesIO(first.data), format="mjpeg") as one:
            template = template_of(one.streams.video[0], first.data)
        note = "The camera sends raw pictures; they are kept as Motion JPEG of the best quality."
        self.info = replace(info, codec="mjpeg", template=template, notes=(*info.notes, note))

    def packets(self) -> Iterator[SourcePacket]:
        """The pictures, compressed, with the camera's times."""
        yield self._first
        for packet in self._packets:
            yield self._compress(packet)

    def close(self) -> None:
        """Give the device back."""
        self._source.close()

    def _compress(self, packet: SourcePacket) -> SourcePacket:
        raw = av.Packet(packet.data)
        try:
            frame = self._raw.decode(raw)[0].reformat(format="yuvj422p")
            frame.pts = self._count
            data = b"".join(bytes(found) for found in self._encoder.encode(frame))
        except (av.FFmpegError, IndexError) as error:
            raise SourceError(f"{self._source.info.described} sends pictures that cannot be read.") from error
        self._count += 1
        return replace(packet, data=data, key=True)
