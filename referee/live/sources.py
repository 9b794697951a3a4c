"""Where pictures come from, behind one protocol: cameras, phones over the network, files at real pace."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path
from typing import Protocol
from urllib.parse import urlsplit

from referee.live.errors import SourceError
from referee.live.packets import SourcePacket, StreamInfo


class SourceKind(StrEnum):
    """How a source is opened."""

    CAMERA = "camera"
    """A camera of this computer: a number, a name, or a device path."""
    FILE = "file"
    """A film, played at its own pace."""
    HTTP = "http"
    """A camera over HTTP, usually Motion JPEG (a phone app)."""
    STREAM = "stream"
    """RTSP, or MPEG-TS over TCP or UDP."""


@dataclass(frozen=True, slots=True)
class SourceSpec:
    """A source that somebody named.

    Attributes:
        kind: how to open it.
        address: the device (number, name or path), file, or URL.
    """

    kind: SourceKind
    address: str

    @property
    def words(self) -> str:
        """The source for people; a password in an address is left out."""
        if self.kind in (SourceKind.HTTP, SourceKind.STREAM):
            return re.sub(r"//[^/@]*@", "//…@", self.address)
        if self.kind is SourceKind.FILE:
            return Path(self.address).name
        return f"camera {self.address}"


class Source(Protocol):
    """An opened source.

    ``packets`` yields until the source ends (a file) or raises :class:`~referee.live.errors.SourceError`
    (a camera that went away). A read may block: whoever needs a bound runs it where it can be ended.
    """

    @property
    def info(self) -> StreamInfo:
        """What a decoder needs to know."""

    def packets(self) -> Iterator[SourcePacket]:
        """The compressed pictures as they come."""

    def close(self) -> None:
        """Give the device back."""


_STREAM_SCHEMES = frozenset({"rtsp", "rtsps", "tcp", "udp", "rtp", "srt"})


def parse_source(text: str) -> SourceSpec:
    """Tell what kind of source somebody named.

    Args:
        text: a camera number ("0") or name, a device path, a film, or an http, rtsp, tcp or udp address.

    Raises:
        SourceError: an address of an unknown kind, or a path that does not exist.
    """
    text = text.strip()
    try:
        return _parsed(text)
    # Brackets that do not close, names longer than a system takes, the home of somebody who has none.
    except (ValueError, OSError, RuntimeError) as error:
        raise SourceError(f"{text[:60]!r} is no camera, film or address.") from error


def _parsed(text: str) -> SourceSpec:
    scheme = urlsplit(text).scheme.lower() if "://" in text else ""
    if scheme in ("http", "https"):
        return SourceSpec(SourceKind.HTTP, text)
    if scheme in _STREAM_SCHEMES:
        return SourceSpec(SourceKind.STREAM, text)
    if scheme:
        raise SourceError(
            f"I cannot open addresses that begin with {scheme}://; http://, rtsp:// and tcp:// work."
        )
    if not text:
        raise SourceError("The source has no name. Try --source 0 for the first camera.")
    path = Path(text).expanduser()
    if text.startswith("/dev/") or path.is_char_device():
        return SourceSpec(SourceKind.CAMERA, text)
    if path.is_file():
        return SourceSpec(SourceKind.FILE, str(path))
    if path.suffix and ("/" in text or "\\" in text or re.fullmatch(r"\.\w{2,4}", path.suffix)):
        raise SourceError(f"There is no film {text}. `referee cameras` lists the cameras.")
    return SourceSpec(SourceKind.CAMERA, text)


def open_source(spec: SourceSpec) -> Source:
    """Open a source.

    Raises:
        SourceError: it cannot be opened; the message says what to try.
    """
    from referee.live import containers, mjpeg  # noqa: PLC0415 - they import PyAV: --help stays quick

    match spec.kind:
        case SourceKind.FILE:
            return containers.open_file(spec.address)
        case SourceKind.HTTP:
            return mjpeg.open_http(spec.address)
        case SourceKind.STREAM:
            return containers.open_stream(spec.address)
        case SourceKind.CAMERA:
            from referee.live.cameras import open_camera  # noqa: PLC0415 - the same

            return open_camera(spec.address)
