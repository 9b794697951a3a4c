"""Cameras through OpenCV, where PyAV cannot open them: old drivers, capture sticks, virtual cameras.

OpenCV hands out decoded pictures only. They are compressed to Motion JPEG on arrival, and their times are OpenCV's
where the driver gives any; else the times of arrival stand in, and the intervals are wider.
"""

from __future__ import annotations

import io
import sys
import time
from collections.abc import Iterator
from typing import Protocol, cast

import av
import cv2

from referee.film import Image
from referee.live.containers import template_of
from referee.live.errors import SourceError, SourceLostError
from referee.live.packets import SourcePacket, StreamInfo
from referee.live.v4l2 import Mode

QUALITY = 95
"""JPEG quality, 0…100: edges of fingers must stay edges."""

NOTE = (
    "This camera is read through OpenCV: its pictures are kept as Motion JPEG, and it is not known how exact "
    "its times are."
)


class Device(Protocol):
    """The part of :class:`cv2.VideoCapture` that is used."""

    def read(self) -> tuple[bool, Image | None]:
        """The next picture."""
        ...

    def get(self, prop: int, /) -> float:
        """A property."""
        ...

    def release(self) -> None:
        """Give the camera back."""
        ...


class OpenCvSource:
    """Pictures of a camera that OpenCV opened.

    Args:
        device: the open camera.
        described: what it is, for people.
        notes: what people should know about how it was opened.

    Raises:
        SourceError: it gives no picture.
    """

    def __init__(self, device: Device, *, described: str, notes: tuple[str, ...] = ()) -> None:
        self._device = device
        self._what = described
        self._stamped_s = 0.0
        self._pictures = self._read()
        try:
            self._first = next(self._pictures)
        except SourceLostError as error:
            device.release()
            raise SourceError(f"{described} gives no picture. Is another program using it?") from error
        with av.open(io.BytesIO(self._first.data), format="mjpeg") as one:
            codec = one.streams.video[0].codec_context
            width, height = codec.width, codec.height
            template = template_of(one.streams.video[0], self._first.data)
        rate = device.get(cv2.CAP_PROP_FPS)
        words = f"{described}: {width}x{height} through OpenCV"
        self.info = StreamInfo("mjpeg", width, height, template, rate, words, (*notes, NOTE))

    def packets(self) -> Iterator[SourcePacket]:
        """The pictures, compressed."""
        yield self._first
        yield from self._pictures

    def close(self) -> None:
        """Give the camera back."""
        self._device.release()

    def _read(self) -> Iterator[SourcePacket]:
        while True:
            there, image = self._device.read()
            arrived_s = time.monotonic()
            if not there or image is None:
                raise SourceLostError(f"{self._what} stopped. Check its cable.")
            stamp_s = self._device.get(cv2.CAP_PROP_POS_MSEC) / 1000.0
            # Drivers without times answer 0, or the same number again and again.
            pts_s = stamp_s if stamp_s > self._stamped_s else None
            self._stamped_s = max(self._stamped_s, stamp_s)
            data = bytes(cv2.imencode(".jpg", image, [cv2.IMWRITE_JPEG_QUALITY, QUALITY])[1])
            yield SourcePacket(data, pts_s, pts_s, key=True, arrived_s=arrived_s)


def open_device(number: int, mode: Mode | None, *, described: str, notes: tuple[str, ...]) -> OpenCvSource:
    """Open a camera by its place in the system's list.

    Raises:
        SourceError: OpenCV cannot open it either, or it gives no picture.
    """
    api = {"linux": cv2.CAP_V4L2, "darwin": cv2.CAP_AVFOUNDATION, "win32": cv2.CAP_DSHOW}
    device = cv2.VideoCapture(number, api.get(sys.platform, cv2.CAP_ANY))
    if not device.isOpened():
        raise SourceError(
            f"{described} can be opened neither by PyAV nor by OpenCV. Is another program using it?"
        )
    if mode is not None:
        # The codec goes first: a driver takes the size and rate that it offers for it.
        if mode.codec == "mjpeg":
            device.set(cv2.CAP_PROP_FOURCC, cv2.VideoWriter.fourcc(*"MJPG"))
        device.set(cv2.CAP_PROP_FRAME_WIDTH, mode.width)
        device.set(cv2.CAP_PROP_FRAME_HEIGHT, mode.height)
        device.set(cv2.CAP_PROP_FPS, mode.fps)
    return OpenCvSource(cast("Device", device), described=described, notes=notes)
