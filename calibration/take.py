"""A few seconds of any source, to be gone through as often as one likes."""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Protocol

from referee.errors import RefereeError
from referee.film import Film, Frame
from referee.live.clock import CameraClock
from referee.live.decoder import Decoder, image_of
from referee.live.packets import Packet, StreamInfo
from referee.live.sources import SourceKind, SourceSpec, open_source

SECONDS = 8.0
"""How much of a source is looked at, unless somebody wants more."""
SETTLE_S = 1.0
"""How long a camera may set its exposure before it counts, seconds."""


class NoPictureError(RefereeError):
    """The source gave no picture in the time it had."""


class Take(Protocol):
    """Frames with their times; may be iterated again and again."""

    def __iter__(self) -> Iterator[Frame]:
        """The frames, from the first on."""


class FilmTake:
    """The beginning of a film.

    Args:
        path: the file.
        seconds: how much of it.

    Raises:
        FilmError: the file is missing, or is no picture or film.
    """

    def __init__(self, path: Path, seconds: float) -> None:
        self._film = Film(path)
        self._seconds = seconds

    def __iter__(self) -> Iterator[Frame]:
        """The frames."""
        first_s: float | None = None
        for frame in self._film:
            first_s = frame.time_s if first_s is None else first_s
            if frame.time_s - first_s > self._seconds:
                return
            yield frame


class PacketTake:
    """What a camera sent: kept compressed, decoded when it is wanted.

    Args:
        info: the packets' stream.
        packets: on the camera's clock, beginning at a key frame.
        start_s: frames before this moment only serve decoding, seconds.
    """

    def __init__(self, info: StreamInfo, packets: Sequence[Packet], start_s: float) -> None:
        self._info = info
        self._packets = packets
        self._start_s = start_s

    def __iter__(self) -> Iterator[Frame]:
        """The frames."""
        decoder = Decoder(self._info)
        index = 0
        try:
            for packet in (*self._packets, None):
                for time_s, picture in decoder.decode(packet):
                    if time_s >= self._start_s:
                        yield Frame(index, time_s, image_of(picture))
                        index += 1
        finally:
            decoder.close()


def take(spec: SourceSpec, seconds: float = SECONDS) -> Take:
    """Take a few seconds of a source: the beginning of a film, or what a camera shows now.

    Args:
        spec: the source.
        seconds: how much.

    Raises:
        FilmError: the file is missing, or is no picture or film.
        SourceError: the camera cannot be opened.
        NoPictureError: it gave nothing.
    """
    if spec.kind is SourceKind.FILE:
        return FilmTake(Path(spec.address), seconds)
    source = open_source(spec)
    clock, packets = CameraClock(), []
    until_s = time.monotonic() + SETTLE_S + seconds
    try:
        for packet in source.packets():
            stamped = clock.stamp(packet)
            if stamped is not None:
                packets.append(stamped)
            if time.monotonic() > until_s:
                break
    finally:
        source.close()
    if not packets:
        raise NoPictureError(f"No picture came from {spec.words}: check its cable or network.")
    return PacketTake(source.info, packets, packets[-1].time_s - seconds)
