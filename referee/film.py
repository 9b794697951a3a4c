"""Recordings, read frame after frame with the times that their container gives them."""

from __future__ import annotations

import contextlib
import stat
from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import av
import av.error
import numpy as np
import numpy.typing as npt
from av.video.frame import PictureType

from referee.errors import RefereeError

Image = npt.NDArray[np.uint8]
"""A picture: rows, columns, blue-green-red."""

MAX_PIXELS = 8192 * 4608
"""Larger pictures are refused: one would take more than 100 MB of memory."""
NO_FILMS = frozenset({"tty"})
"""Formats that PyAV opens and that hold no pictures: any text file can be drawn as letters on a screen."""
DECODING_TIMES_ONLY = frozenset({"avi"})
"""Formats that store the order of decoding: what PyAV calls presentation times there jumps back and forth."""
UNKNOWN_FPS = 25.0
"""Frames a second of a file that has neither timestamps nor a rate: what most tools take then."""
MOST_BETWEEN = 16
"""Pictures that wait for the next one that is not made from two others: some encoders make all of them so."""
BREAKS_OFF_S = 0.1
"""A film that ends this long before the announced end breaks off, seconds, if that is also ..."""
BREAKS_OFF_FRAMES = 2.5
"""... so many frames: where the frame spacing varies, the last frame may last longer than the others."""


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

    Iterating yields its frames in order of presentation, turned the way the file says that they stand. A file
    that breaks off yields what can be decoded and sets ``partial``. After damage, frames are left out up to the
    next that was stored whole: the others repeat or smear what was there before, and would show a nose free that
    was not seen. Frames whose timestamp does not advance are counted in ``repeated`` and skipped: two pictures
    of the same instant cannot both be right. A file without timestamps gets them from its frame rate.

    Attributes:
        path: the file.
        partial: the file broke off, or a part of it is damaged; known after iterating.
        repeated: frames left out because their time did not advance.
        expected_frames: number of frames the container announces; 0 when it does not.
        nominal_fps: frames a second that the container announces; 0 when it does not.

    Raises:
        FilmError: the file is missing, or is no picture or film.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        name = path.name or path  # "." and "/" have none
        self.partial = False
        self.repeated = 0
        try:
            mode = path.stat().st_mode
        except (OSError, ValueError) as error:
            raise FilmError(f"There is no file {path.name}: check the name and the folder.") from error
        if stat.S_ISDIR(mode):
            raise FilmError(f"{name} is a folder: name a film or a picture in it.")
        if not stat.S_ISREG(mode):
            raise FilmError(
                f"{path.name} is no file: name a film or a picture (cameras are for referee play)."
            )
        with self._open() as container:
            stream = container.streams.video[0]
            self.expected_frames = int(stream.frames or 0)
            self.nominal_fps = float(stream.average_rate or 0.0)
            self._announced_end_s = _announced_end_s(container)

    @contextlib.contextmanager
    def _open(self) -> Iterator[Any]:
        try:
            container = av.open(f"file:{self.path}")  # a name may hold a colon: it is no address
        except (av.error.FFmpegError, OSError, ValueError) as error:
            raise FilmError(
                f"{self.path.name} is no film or picture that can be read: choose another file."
            ) from error
        with container:
            if container.format.name in NO_FILMS:
                raise FilmError(f"{self.path.name} is a text, no film or picture: choose another file.")
            if not container.streams.video:
                raise FilmError(f"{self.path.name} holds no pictures (only sound?): choose another file.")
            stream = container.streams.video[0]
            if stream.codec_context is None:  # a codec that FFmpeg knows by name at most
                raise FilmError(f"{self.path.name} is in a form that cannot be decoded: choose another file.")
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
        first_s: float | None = None
        last_s: float | None = None
        self.partial = False
        self.repeated = 0
        with self._open() as container:
            for picture in self._whole(container):
                stamp = picture.dts if container.format.name in DECODING_TIMES_ONLY else picture.pts
                if stamp is not None:
                    time_s = float(stamp * picture.time_base)
                else:
                    time_s = 0.0 if last_s is None else last_s + 1 / (self.nominal_fps or UNKNOWN_FPS)
                if last_s is not None and time_s <= last_s:
                    self.repeated += 1
                    continue
                first_s = time_s if first_s is None else first_s
                last_s = time_s
                yield Frame(index, time_s, _upright(picture))
                index += 1
        if first_s is None or last_s is None:
            raise FilmError(f"{self.path.name} holds no picture that can be decoded: choose another file.")
        self.partial |= self._breaks_off(index + self.repeated, first_s, last_s)

    def _breaks_off(self, count: int, first_s: float, last_s: float) -> bool:
        """Whether less came than the container announces, by all that it does announce.

        Neither number is enough: a film that was cut without encoding it again still counts the frames that were
        cut off, and the last frame may stand for longer than any other.
        """
        early = self._announced_end_s is not None and (
            self._announced_end_s - last_s
            > max(BREAKS_OFF_S, BREAKS_OFF_FRAMES * (last_s - first_s) / max(count - 1, 1))
        )
        if not self.expected_frames:
            return early
        return count < self.expected_frames and (early or self._announced_end_s is None)

    def _whole(self, container: Any) -> Iterator[Any]:  # noqa: ANN401 - PyAV containers are untyped
        """Decode, and leave out what damage left over: it costs the pictures up to the next that stands alone."""
        waiting: list[Any] = []
        damaged = False
        for picture in self._decoded(container):
            damaged = picture is None or picture.is_corrupt or (damaged and not picture.key_frame)
            if damaged:
                self.partial = True
                waiting.clear()
                continue
            waiting.append(picture)
            # A picture between two others was made from both: it is shown before the later one, but is no better.
            if picture.pict_type != PictureType.B or len(waiting) > MOST_BETWEEN:
                yield from waiting
                waiting.clear()
        yield from waiting

    def _decoded(self, container: Any) -> Iterator[Any]:  # noqa: ANN401 - as above
        """Decode packet by packet; ``None`` stands for pictures that cannot be decoded."""
        packets = container.demux(container.streams.video[0])
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
                pictures = [None]
            if packet.is_corrupt:
                yield None
            for picture in pictures:
                if picture is None or picture.width * picture.height <= MAX_PIXELS:
                    yield picture


def frames_at(frames: Iterable[Frame], offsets_s: Collection[float]) -> Iterator[Frame]:
    """The first frame at or after each offset from the first frame, seconds."""
    wanted = sorted(offsets_s)
    start_s: float | None = None
    for frame in frames:
        start_s = frame.time_s if start_s is None else start_s
        if frame.time_s - start_s >= wanted[0] - 1e-6:
            yield frame
            while wanted and frame.time_s - start_s >= wanted[0] - 1e-6:
                wanted.pop(0)
            if not wanted:
                return


def _announced_end_s(container: Any) -> float | None:  # noqa: ANN401 - PyAV containers are untyped
    """When the last frame ends by what the container says, seconds; ``None`` when it says nothing."""
    stream = container.streams.video[0]
    if stream.duration:
        return float(((stream.start_time or 0) + stream.duration) * stream.time_base)
    if container.duration and len(container.streams) == 1:  # with sound it may be the sound's
        return float(container.duration) / av.time_base
    return None


def _upright(picture: Any) -> Image:  # noqa: ANN401 - PyAV pictures are untyped
    """The pixels, turned by the angle that a phone stored because it was not held upright."""
    pixels = picture.to_ndarray(format="bgr24")
    turns = round(picture.rotation / 90) % 4
    return np.ascontiguousarray(np.rot90(pixels, turns)) if turns else pixels
