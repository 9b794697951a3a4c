"""What a Linux camera can do, and its exposure: the few questions to Video4Linux that FFmpeg cannot ask.

Numbers and layouts are those of the kernel's ``linux/videodev2.h``, which never change.
"""

from __future__ import annotations

import contextlib
import os
import struct
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

Ask = Callable[[int, bytearray], None]
"""Sends one request (its number) with its structure, which is filled in; OSError at the end of a list."""

CODECS = {
    "MJPG": "mjpeg",
    "JPEG": "mjpeg",
    "H264": "h264",
    "HEVC": "hevc",
    "YUYV": "yuyv422",
    "UYVY": "uyvy422",
    "NV12": "nv12",
    "YU12": "yuv420p",
    "RGB3": "rgb24",
    "BGR3": "bgr24",
    "GREY": "gray",
}
"""The kernel's four letters and what FFmpeg calls them (a compressed codec, or a raw pixel format)."""

EXPOSURE_AUTO, EXPOSURE_ABSOLUTE, EXPOSURE_AUTO_PRIORITY = 0x009A0901, 0x009A0902, 0x009A0903
MANUAL = 1
"""V4L2_EXPOSURE_MANUAL."""
SHUTTER_TICKS = 100
"""Asked for as exposure time, in the kernel's 100 µs: 10 ms, so that a finger of 1 m/s smears by no more than
a centimetre, and lamps on 50 Hz mains do not flicker."""

_CAPTURE = 1  # V4L2_BUF_TYPE_VIDEO_CAPTURE
_DISCRETE = 1  # V4L2_FRMSIZE_TYPE_DISCRETE and V4L2_FRMIVAL_TYPE_DISCRETE
_USUAL_SIZES = ((640, 480), (960, 540), (1280, 720), (1920, 1080))
_LONGEST_LIST = 256


def _request(number: int, size: int) -> int:
    """The kernel's ``_IOWR('V', number, …)``."""
    return 3 << 30 | size << 16 | ord("V") << 8 | number


_ENUM_FORMATS = _request(2, 64)
_ENUM_SIZES = _request(74, 44)
_ENUM_INTERVALS = _request(75, 52)
_GET, _SET = _request(27, 8), _request(28, 8)


@dataclass(frozen=True, slots=True)
class Mode:
    """One way in which a camera can send pictures.

    Attributes:
        codec: "mjpeg", "h264", or a raw pixel format such as "yuyv422".
        width: pixels.
        height: pixels.
        fps: frames a second.
    """

    codec: str
    width: int
    height: int
    fps: float


def modes(ask: Ask) -> tuple[Mode, ...]:
    """All modes of a camera, in the driver's order."""
    found = [
        Mode(CODECS[letters], width, height, fps)
        for letters, code in _formats(ask)
        if letters in CODECS
        for width, height in _sizes(ask, code)
        for fps in _rates(ask, code, width, height)
    ]
    return tuple(dict.fromkeys(found))


def fix_exposure(ask: Ask) -> str:
    """Ask for a fixed, short shutter; what the driver made of it, in words."""
    with contextlib.suppress(OSError):
        # Else the driver halves the frame rate in dim rooms.
        _set(ask, EXPOSURE_AUTO_PRIORITY, 0)
    try:
        _set(ask, EXPOSURE_AUTO, MANUAL)
        _set(ask, EXPOSURE_ABSOLUTE, SHUTTER_TICKS)
        got = _get(ask, EXPOSURE_ABSOLUTE)
    except OSError:
        return "The driver keeps its automatic exposure: more light makes the times finer."
    return f"The shutter is fixed at {got / 10:g} ms; if the picture is too dark, add light."


@contextlib.contextmanager
def asking(path: Path) -> Iterator[Ask]:
    """Open a device for questions.

    Raises:
        OSError: it cannot be opened.
    """
    import fcntl  # noqa: PLC0415 - there is none on Windows

    handle = os.open(path, os.O_RDWR | os.O_NONBLOCK)

    def ask(request: int, data: bytearray) -> None:
        fcntl.ioctl(handle, request, data, True)

    try:
        yield ask
    finally:
        os.close(handle)


def _listed(ask: Ask, request: int, size: int, head: tuple[int, ...]) -> Iterator[bytearray]:
    """The answers to one kind of list question, index after index."""
    for index in range(_LONGEST_LIST):
        data = bytearray(size)
        struct.pack_into(f"={1 + len(head)}I", data, 0, index, *head)
        try:
            ask(request, data)
        except OSError:
            return
        yield data


def _formats(ask: Ask) -> Iterator[tuple[str, int]]:
    for data in _listed(ask, _ENUM_FORMATS, 64, (_CAPTURE,)):
        (code,) = struct.unpack_from("=I", data, 44)
        yield code.to_bytes(4, "little").decode("latin-1"), code


def _sizes(ask: Ask, code: int) -> Iterator[tuple[int, int]]:
    for data in _listed(ask, _ENUM_SIZES, 44, (code,)):
        kind, *numbers = struct.unpack_from("=7I", data, 8)
        if kind == _DISCRETE:
            yield numbers[0], numbers[1]
            continue
        least_width, most_width, _, least_height, most_height, _ = numbers
        for width, height in _USUAL_SIZES:
            if least_width <= width <= most_width and least_height <= height <= most_height:
                yield width, height
        return


def _rates(ask: Ask, code: int, width: int, height: int) -> Iterator[float]:
    for data in _listed(ask, _ENUM_INTERVALS, 52, (code, width, height)):
        kind, numerator, denominator = struct.unpack_from("=3I", data, 16)
        # A stepwise list begins with the shortest interval: the highest rate.
        if numerator:
            yield round(denominator / numerator, 3)
        if kind != _DISCRETE:
            return


def _set(ask: Ask, control: int, value: int) -> None:
    ask(_SET, bytearray(struct.pack("=Ii", control, value)))


def _get(ask: Ask, control: int) -> int:
    data = bytearray(struct.pack("=Ii", control, 0))
    ask(_GET, data)
    return int(struct.unpack("=Ii", data)[1])
