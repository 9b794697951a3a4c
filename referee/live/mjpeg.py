"""Motion JPEG over HTTP: what phone apps and small network cameras send.

FFmpeg reads such streams too, but drops the times that many servers put beside each picture
(``X-Timestamp``) and makes up a steady rate. The times are what this program lives on, so it reads the parts
itself and hands the JPEG bytes on untouched. Anything else behind an HTTP address is left to PyAV.
"""

from __future__ import annotations

import io
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from http.client import HTTPException, HTTPResponse
from typing import cast

import av

from referee.live.containers import (
    OPEN_TIMEOUT_S,
    READ_TIMEOUT_S,
    ContainerSource,
    open_container,
    template_of,
)
from referee.live.errors import SourceError, SourceLostError
from referee.live.packets import SourcePacket, StreamInfo
from referee.live.sources import Source, SourceKind, SourceSpec

LARGEST_JPEG = 32 * 2**20
"""Bytes; a 4K picture at full quality is below 10 MB. More is no camera."""

LONGEST_LINE = 8192
"""Bytes of a header line."""

_DIRECTLY = urllib.request.build_opener(urllib.request.ProxyHandler({}))
"""Through no proxy: a camera is in the same network, and its pictures must not leave it."""

MOST_LINES = 1000
"""Lines before a picture, empty ones and leftovers of the one before included."""


def open_http(address: str) -> Source:
    """Open an HTTP address: Motion JPEG here, any other film through PyAV.

    Raises:
        SourceError: nobody answers, or what comes is no picture.
    """
    described = f"The camera {SourceSpec(SourceKind.HTTP, address).words}"
    try:
        # The address was given as http:// or https:// by the person at the table (parse_source).
        response = cast("HTTPResponse", _DIRECTLY.open(address, timeout=OPEN_TIMEOUT_S))
    except urllib.error.HTTPError as error:
        raise SourceError(f"{described} answers {error.code} {error.reason}. Check its address.") from error
    except (OSError, HTTPException, ValueError) as error:
        reason = getattr(error, "reason", None) or error
        raise SourceError(
            f"{described} does not answer ({reason}). Is it switched on, and in the same network?"
        ) from error
    if not response.headers.get_content_type().startswith("multipart/"):
        response.close()
        timeouts = (OPEN_TIMEOUT_S, READ_TIMEOUT_S)
        container = open_container(address, described=described, timeout=timeouts)
        return ContainerSource(container, described=described)
    _set_timeout(response, READ_TIMEOUT_S)
    return MjpegSource(response, described)


class MjpegSource:
    """The pictures of one ``multipart/x-mixed-replace`` answer.

    Args:
        response: the open answer.
        described: what it is, for people.

    Raises:
        SourceError: the first part is no JPEG.
    """

    def __init__(self, response: HTTPResponse, described: str) -> None:
        self._response = response
        self._what = described
        self._parts = self._read()
        first = next(self._parts, None)
        if first is None:
            raise SourceError(f"{described} sends no picture.")
        self._first = first
        self.info = _info(first, described)

    def packets(self) -> Iterator[SourcePacket]:
        """One packet for each part, with its ``X-Timestamp`` where the server sends one."""
        yield self._first
        yield from self._parts

    def close(self) -> None:
        """Hang up."""
        self._response.close()

    def _read(self) -> Iterator[SourcePacket]:
        try:
            while True:
                headers = self._headers()
                if headers is None:
                    raise SourceLostError(f"{self._what} hung up.")
                data = self._body(headers)
                stamp_s = _stamp(headers)
                yield SourcePacket(data, stamp_s, stamp_s, key=True, arrived_s=time.monotonic())
        except (OSError, HTTPException, ValueError) as error:
            raise SourceLostError(f"{self._what} stopped ({error}).") from error

    def _headers(self) -> dict[str, str] | None:
        """The headers of the next part; ``None`` at the end of the stream."""
        headers: dict[str, str] = {}
        for _ in range(MOST_LINES):
            line = self._response.readline(LONGEST_LINE)
            if not line:
                return None
            text = line.decode("latin-1").strip()
            if not text and headers:
                return headers
            name, found, value = text.partition(":")
            if found:
                headers[name.strip().lower()] = value.strip()
        raise ValueError("headers without an end")

    def _body(self, headers: dict[str, str]) -> bytes:
        length = headers.get("content-length")
        if length is None:
            return self._until_end_of_jpeg()
        size = int(length)
        if not 0 < size <= LARGEST_JPEG:
            raise ValueError(f"a part of {size} bytes")
        data = self._response.read(size)
        if len(data) < size:
            raise SourceLostError(f"{self._what} hung up in the middle of a picture.")
        return data

    def _until_end_of_jpeg(self) -> bytes:
        """Read up to the end-of-image mark before a boundary: the server does not say how long a part is."""
        data = bytearray()
        while len(data) <= LARGEST_JPEG:
            line = self._response.readline(65536)
            if not line:
                raise SourceLostError(f"{self._what} hung up in the middle of a picture.")
            if line.startswith(b"--") and data[-9:].rstrip(b"\r\n").endswith(b"\xff\xd9"):
                return bytes(data.rstrip(b"\r\n"))
            data += line
        raise ValueError("a part without an end")


def _stamp(headers: dict[str, str]) -> float | None:
    """The camera's time of a part, seconds; ``None`` when it has none that makes sense."""
    try:
        stamp_s = float(headers.get("x-timestamp", ""))
    except ValueError:
        return None
    return stamp_s if 0.0 < stamp_s < 1e12 else None


def _info(first: SourcePacket, described: str) -> StreamInfo:
    try:
        with av.open(io.BytesIO(first.data), format="mjpeg") as container:
            stream = container.streams.video[0]
            width, height = stream.codec_context.width, stream.codec_context.height
            template = template_of(stream, first.data)
    except (av.FFmpegError, IndexError) as error:
        raise SourceError(f"{described} sends something that is no JPEG picture.") from error
    clock = "its own times" if first.pts_s is not None else "no times of its own"
    return StreamInfo("mjpeg", width, height, template, 0.0, f"{described}: {width}x{height} mjpeg, {clock}")


def _set_timeout(response: HTTPResponse, seconds: float) -> None:
    """Bound every later read: the time to answer may be long, a silent stream may not."""
    raw = getattr(response.fp, "raw", None)
    connection = getattr(raw, "_sock", None)
    if connection is not None:
        connection.settimeout(seconds)
