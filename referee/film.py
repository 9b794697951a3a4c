"""Recordings, read frame after frame with the times that their container gives them."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import av
import av.error
import numpy as np
import numpy.typing as npt

from referee.errors import RefereeError

Image = npt.NDArray[np.uint8]
"""A picture: rows, columns, blue-green-red."""

MAX_PIXELS = 8192 * 4608
"""Larger pictures are refused: one would take more than 100 MB of memory."""


class FilmError(RefereeError):
    """The file is missing, or is no picture or film."""


@dataclass(frozen=True, slots=True)
class Frame:
    """One decoded picture.

    Attributes:
        index: counts the frames of the recording, from 0.
        time_s: presentation timestamp, seconds; it stands for the middle of the exposure.
        image: rows, columns, blue-green-red.
    """

    index: int
    time_s: float
    image: Image


class Film:
    """A film or still picture that PyAV opens.

    Iterating yields its frames in order of presentation. A file that breaks off yields what can be decoded and
    sets ``partial``. Frames whose timestamp does not advance (or is missing) are counted in ``repeated`` and
    skipped: two pictures of the same instant cannot both be right.

    Attributes:
        path: the file.
        partial: the file broke off, or packets could not be decoded.
        repeated: frames left out because their time did not advance.
        expected_frames: number of frames the container announces; 0 when it does not.

    Raises:
        FilmError: the file is missing, or is no picture or film.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        self.partial = False
        self.repeated = 0
        if not path.exists():
            raise FilmError(f"There is no file {path.name}: check the name and the folder.")
        if path.is_dir():
            raise FilmError(f"{path.name} is a folder: name a film or a picture in it.")
        with self._open() as container:
            stream = container.streams.video[0]
            self.expected_frames = int(stream.frames or 0)
            self.nominal_fps = float(stream.average_rate or 0.0)
            announced = container.duration
        self._announced_s = announced / av.time_base if announced else 0.0

    @contextlib.contextmanager
    def _open(self) -> Iterator[Any]:
        try:
            container = av.open(str(self.path))
        except (av.error.FFmpegError, OSError, ValueError) as error:
            raise FilmError(
                f"{self.path.name} is no film or picture that can be read: choose another file."
            ) from error
        with container:
            if not container.streams.video:
                raise FilmError(f"{self.path.name} holds no pictures (only sound?): choose another file.")
            stream = container.streams.video[0]
            size = stream.codec_context.width * stream.codec_context.height
            if size > MAX_PIXELS:
                raise FilmError(f"{self.path.name} has pictures larger than 8192 x 4608: make them smaller.")
            stream.thread_type = "AUTO"
            yield container

    def __iter__(self) -> Iterator[Frame]:
        """Yield the frames from the first on.

        Raises:
            FilmError: not a single frame can be decoded.
        """
        index = 0
        last_s: float | None = None
        self.partial = False
        self.repeated = 0
        with self._open() as container:
            for picture in self._decoded(container):
                time_s = float(picture.pts * picture.time_base) if picture.pts is not None else None
                if time_s is None:
                    time_s = 0.0 if last_s is None else last_s
                if last_s is not None and time_s <= last_s:
                    self.repeated += 1
                    continue
                last_s = time_s
                yield Frame(index, time_s, picture.to_ndarray(format="bgr24"))
                index += 1
        if not index:
            raise FilmError(f"{self.path.name} holds no picture that can be decoded: choose another file.")
        if self.expected_frames and index + self.repeated < self.expected_frames:
            self.partial = True

    def _decoded(self, container: Any) -> Iterator[Any]:  # noqa: ANN401 - PyAV containers are untyped
        """Decode packet by packet: a damaged packet costs its own pictures, not the rest of the film."""
        stream = container.streams.video[0]
        packets = container.demux(stream)
        while True:
            try:
                packet = next(packets)
            except StopIteration:
                return
            except (av.error.FFmpegError, OSError):
                self.partial = True
                return
            try:
                pictures = packet.decode()
            except (av.error.FFmpegError, ValueError):
                self.partial = True
                continue
            for picture in pictures:
                if picture.width * picture.height <= MAX_PIXELS:
                    yield picture
