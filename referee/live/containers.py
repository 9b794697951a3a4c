"""Sources that PyAV opens: films at real pace, RTSP and MPEG-TS streams, and what cameras share with them."""

from __future__ import annotations

import io
import time
from collections.abc import Iterator, Mapping
from dataclasses import replace

import av
from av import VideoCodecContext
from av.container import InputContainer
from av.video.stream import VideoStream

from referee.live.decoder import turns_of
from referee.live.errors import SourceError, SourceLostError
from referee.live.packets import SourcePacket, StreamInfo

OPEN_TIMEOUT_S = 10.0
"""How long a network stream may take to begin; RTSP over a sleepy phone takes a few seconds."""

READ_TIMEOUT_S = 1.5
"""How long a network stream may be silent before it counts as lost: noticed within two seconds."""


MOST_WAITING = 32
"""So many packets are waited for a first one with a decoding time: a source that has none then gives none."""


class ContainerSource:
    """One video stream of an open PyAV container.

    Args:
        container: the open container; closed by :meth:`close`.
        described: what it is, for people.
        paced: hand packets out at the pace of their own times instead of as fast as they can be read.
        notes: what people should know about how it was opened.
        turns: quarter turns to the left that bring a picture upright.
        ends: it is a film, which ends; a camera or stream that does is lost.

    Raises:
        SourceError: no video in it, or it ends before the first picture.
    """

    def __init__(
        self,
        container: InputContainer,
        *,
        described: str,
        paced: bool = False,
        notes: tuple[str, ...] = (),
        turns: int = 0,
        ends: bool = False,
    ) -> None:
        # A stream in a form that FFmpeg cannot decode has no codec.
        if not container.streams.video or container.streams.video[0].codec_context is None:
            container.close()
            raise SourceError(f"{described} has no picture that can be decoded. Choose a camera or a film.")
        self._container = container
        self._stream = container.streams.video[0]
        self._paced = paced
        self._ends = ends
        self._what = described
        self._demuxed = with_times(self._read(), _usual_s(self._stream))
        first = next(self._demuxed, None)
        if first is None:
            container.close()
            raise SourceError(f"{described} ends before the first picture.")
        self._first = first
        try:
            self.info = _info(self._stream, first.data, described, notes, turns)
        except (av.FFmpegError, ValueError) as error:  # a still picture, or a header that makes no sense
            container.close()
            raise SourceError(
                f"{described} is no film that can be played. Choose a camera or a film."
            ) from error

    @property
    def decoder(self) -> VideoCodecContext:
        """The stream's own decoder."""
        return self._stream.codec_context

    def packets(self) -> Iterator[SourcePacket]:
        """The packets, beginning with the first of the stream; a paced one waits for each one's moment."""
        pace = _Pace()
        yield pace.wait(self._first) if self._paced else self._first
        for packet in self._demuxed:
            yield pace.wait(packet) if self._paced else packet

    def close(self) -> None:
        """Close the container."""
        self._container.close()

    def _read(self) -> Iterator[SourcePacket]:
        try:
            for packet in self._container.demux(self._stream):
                if packet.size == 0:
                    continue
                base = packet.time_base
                yield SourcePacket(
                    data=bytes(packet),
                    pts_s=None if packet.pts is None else float(packet.pts * base),
                    dts_s=None if packet.dts is None else float(packet.dts * base),
                    key=bool(packet.is_keyframe),
                    arrived_s=time.monotonic(),
                )
        except av.FFmpegError as error:
            if not isinstance(error, EOFError):
                raise SourceLostError(f"{self._what} stopped ({error.strerror}).") from error
        if not self._ends:
            raise SourceLostError(f"{self._what} stopped sending.")


def with_times(packets: Iterator[SourcePacket], usual_s: float) -> Iterator[SourcePacket]:
    """Give a stream's first packets the times that they lack.

    RTSP tells no decoding times, and its first picture may come before the camera's clock is known: FFmpeg leaves
    both out until it can tell. A key frame is shown before all that follow it; whatever else cannot be placed in
    time is left out. They are decoded one after another before the first whose decoding time is known.

    Args:
        packets: as they come.
        usual_s: the usual distance of two frames, seconds.
    """
    waiting: list[SourcePacket] = []
    for packet in packets:
        waiting.append(packet)
        if packet.dts_s is not None or len(waiting) == MOST_WAITING:
            break
    known_s = waiting[-1].dts_s if waiting else None
    if known_s is not None:
        shown_s = min((packet.pts_s for packet in waiting if packet.pts_s is not None), default=known_s)
        placed = [
            packet if packet.pts_s is not None else replace(packet, pts_s=shown_s - usual_s)
            for packet in waiting
            if packet.pts_s is not None or packet.key
        ]
        first_s = known_s - (len(placed) - 1) * usual_s
        waiting = [replace(packet, dts_s=first_s + n * usual_s) for n, packet in enumerate(placed)]
    yield from waiting
    yield from packets


def _usual_s(stream: VideoStream) -> float:
    return 1.0 / float(stream.average_rate or stream.guessed_rate or 30)


class _Pace:
    """Holds each packet back until as much time has passed as its decoding time says."""

    def __init__(self) -> None:
        self._offset_s: float | None = None

    def wait(self, packet: SourcePacket) -> SourcePacket:
        moment_s = packet.dts_s if packet.dts_s is not None else packet.pts_s
        now = time.monotonic()
        if moment_s is None:
            return packet
        if self._offset_s is None:
            self._offset_s = now - moment_s
        if (left_s := self._offset_s + moment_s - now) > 0.0:
            time.sleep(left_s)
        return SourcePacket(packet.data, packet.pts_s, packet.dts_s, packet.key, time.monotonic())


def template_of(stream: VideoStream, data: bytes) -> bytes:
    """A NUT file with one packet of ``stream``: codec, header and size in a form that travels.

    Args:
        stream: an open input stream.
        data: its first packet.
    """
    buffer = io.BytesIO()
    with av.open(buffer, "w", format="nut") as output:
        copied = output.add_stream_from_template(stream)
        packet = av.Packet(data)
        packet.stream = copied
        packet.pts = packet.dts = 0
        packet.is_keyframe = True
        output.mux(packet)
    return buffer.getvalue()


def _info(
    stream: VideoStream, first: bytes, described: str, notes: tuple[str, ...], turns: int
) -> StreamInfo:
    codec = stream.codec_context
    rate = float(stream.average_rate or stream.guessed_rate or 0)
    lies = turns % 2 == 1
    return StreamInfo(
        codec=codec.name,
        width=codec.height if lies else codec.width,
        height=codec.width if lies else codec.height,
        template=template_of(stream, first),
        nominal_fps=rate,
        described=f"{described}: {codec.width}x{codec.height} {codec.name}"
        + (f", {rate:.3g} frames a second" if rate else ""),
        notes=notes,
        turns=turns,
    )


def open_container(
    address: str,
    *,
    described: str,
    form: str | None = None,
    options: Mapping[str, str] | None = None,
    timeout: tuple[float, float] | None = None,
) -> InputContainer:
    """Open anything that PyAV reads.

    Args:
        address: path, device or URL.
        described: what it is, for people.
        form: FFmpeg's name of the format, where it cannot be told from the address (devices).
        options: FFmpeg's options.
        timeout: seconds to open, seconds to read.

    Raises:
        SourceError: it cannot be opened.
    """
    try:
        return av.open(address, "r", format=form, options=dict(options or {}), timeout=timeout)
    except (av.FFmpegError, OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or str(error)
        raise SourceError(f"{described} cannot be opened: {reason}.") from error


def open_file(path: str, *, paced: bool = True) -> ContainerSource:
    """Open a film, to be played at its own pace unless ``paced`` is False."""
    described = f"The film {path}"
    turns = _turns(path, described)
    container = open_container(path, described=described)
    return ContainerSource(container, described=described, paced=paced, turns=turns, ends=True)


def _turns(path: str, described: str) -> int:
    """How a phone was held: only a decoded picture tells."""
    with open_container(path, described=described) as container:
        try:
            return turns_of(next(container.decode(video=0)))
        except (av.FFmpegError, StopIteration, IndexError):
            return 0  # whatever is wrong with it, reading it says so


def open_stream(address: str, options: Mapping[str, str] | None = None) -> ContainerSource:
    """Open an RTSP or MPEG-TS stream; RTSP goes over TCP, where no packet is lost on the way."""
    from referee.live.sources import SourceKind, SourceSpec  # noqa: PLC0415 - it imports this module

    described = f"The stream {SourceSpec(SourceKind.STREAM, address).words}"
    how = {"rtsp_transport": "tcp"} if address.startswith("rtsp") else {}
    container = open_container(
        address,
        described=described,
        options=how | dict(options or {}),
        timeout=(OPEN_TIMEOUT_S, READ_TIMEOUT_S),
    )
    return ContainerSource(container, described=described)
