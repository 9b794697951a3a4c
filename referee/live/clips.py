"""Evidence: for every verdict the camera's own packets with their own times, a film for viewing, a photo finish.

`DEAL.mov` holds the camera's packets, untouched, on a clock of microseconds: it is the one that is measured,
verified and exported. `DEAL.mp4` is H.264 for any browser (its index first, so that it plays while it loads).
`DEAL.png` and its parts are the photo finish, `DEAL.json` says how all that was measured and carries the sums; it
is written last. A thread of their own writes them, so the next deal never waits; each file appears whole or not
at all.
"""

from __future__ import annotations

import contextlib
import io
import logging
import queue
import shutil
import threading
import time
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from functools import partial
from pathlib import Path
from typing import Any

import av
import cv2

from referee.errors import RefereeError
from referee.evidence import clipfile
from referee.evidence.finish import Finish, FinishJob, make_finish
from referee.evidence.poster import draw_poster
from referee.film import Image
from referee.live.decoder import Decoder, decode_stretch
from referee.live.packets import MICROSECONDS
from referee.live.ring import Stretch
from referee.rules.plain import to_plain

log = logging.getLogger(__name__)

LONGEST_S = 15.0
"""The longest clip, seconds: from before the first touch until the quartet is answered."""

BEFORE_S = 4.0
"""How much a clip shows before the first touch at most, seconds: as far back as was measured."""

AFTER_S = 1.0
"""How much it shows after the last moment that the verdict hangs on, seconds."""

TIDY_EVERY_S = 3600.0
"""How often clips whose time is over are removed while no new one comes, seconds."""

SPARE_BYTES = 200 * 2**20
"""Free space below which no clip is written: the record of the game needs the rest of the disk."""

VIEWING_WIDTH = 1280
"""The viewing film is no wider than this, pixels."""

TILE_QUALITY = 88
"""JPEG quality of the tiles, 0…100: edges of fingers must stay edges."""

_BASE = Fraction(1, MICROSECONDS)


@dataclass(frozen=True, slots=True)
class ClipJob:
    """One clip to write.

    Attributes:
        stretch: the packets.
        folder: where to; made when missing.
        name: the files' name without ending, such as ``deal-007``.
        about: what the clip belongs to and how it was measured, JSON-able, for its sheet.
        view_from_s: where the film for viewing begins, seconds on the camera's clock; ``None``: with the stretch.
        finish: what the photo finish is made from; ``None``: none is made.
        names: the players' names by seat, for the photo finish.
    """

    stretch: Stretch
    folder: Path
    name: str
    about: Mapping[str, Any] = field(default_factory=dict)
    view_from_s: float | None = None
    finish: FinishJob | None = None
    names: Mapping[int, str] = field(default_factory=dict)


class ClipWriter:
    """Writes clips one after another in a thread of its own.

    Args:
        on_trouble: told in plain words why a clip could not be written; "" once one could again.
        tidy: removes what is to be forgotten; called at the start, before and after each clip, and now and then.
    """

    def __init__(self, on_trouble: Callable[[str], None], tidy: Callable[[], None] = lambda: None) -> None:
        self._on_trouble = on_trouble
        self._tidy = tidy
        self._jobs: queue.SimpleQueue[ClipJob | None] = queue.SimpleQueue()
        self._thread = threading.Thread(target=self._work, name="clips", daemon=True)
        self._thread.start()

    def write(self, job: ClipJob) -> None:
        """Take a job; returns at once."""
        self._jobs.put(job)

    def finish(self, timeout_s: float = 20.0) -> None:
        """Write what is waiting, then stop."""
        self._jobs.put(None)
        self._thread.join(timeout_s)

    def _work(self) -> None:
        self._try(self._tidy, "tidying")
        while True:
            try:
                job = self._jobs.get(timeout=TIDY_EVERY_S)
            except queue.Empty:
                self._try(self._tidy, "tidying")
                continue
            if job is None:
                return
            if self._try(partial(self._write, job), f"clip {job.name}"):
                self._on_trouble("")

    def _write(self, job: ClipJob) -> None:
        self._tidy()
        write_clip(job)
        self._tidy()

    def _try(self, act: Callable[[], None], what: str) -> bool:
        try:
            act()
        except (OSError, RefereeError) as error:
            log.warning("%s: %s", what, error)
            reason = getattr(error, "strerror", None) or str(error)
        except Exception as error:  # whatever one clip fails of must not cost the next
            log.warning("%s", what, exc_info=True)
            reason = str(error) or type(error).__name__
        else:
            return True
        self._on_trouble(f"The clip could not be written ({reason}).")
        return False


def write_clip(job: ClipJob) -> None:
    """Write all files of one clip.

    Raises:
        OSError: the disk is full (or nearly), read-only, or fails.
        av.FFmpegError: the packets cannot be written.
    """
    job.folder.mkdir(parents=True, exist_ok=True)
    if shutil.disk_usage(job.folder).free < SPARE_BYTES:
        raise OSError("the disk is nearly full")
    try:
        _write_parts(job)
    except BaseException:
        for path in clipfile.parts_of(job.folder, job.name):
            path.unlink(missing_ok=True)
        raise


def _write_parts(job: ClipJob) -> None:
    with _appearing(job.folder / f"{job.name}.mov") as path:
        remux(job.stretch, path)
    with _appearing(job.folder / f"{job.name}.mp4") as path:
        view_starts_s = make_viewable(job.stretch, path, job.view_from_s)
    finish = _write_finish(job)
    parts = [path for path in clipfile.parts_of(job.folder, job.name) if path.suffix != clipfile.SHEET]
    sheet = {
        "format": clipfile.FORMAT,
        "version": clipfile.VERSION,
        **job.about,
        "written_s": time.time(),
        "names": {str(seat): name for seat, name in job.names.items()},
        "file_starts_us": min(packet.time_us for packet in job.stretch.packets),
        "view_starts_s": view_starts_s,
        "whole": job.stretch.whole,
        "finish": None if finish is None else to_plain(finish),
        "sha256": {path.name: clipfile.sum_of(path) for path in parts},
    }
    with _appearing(job.folder / f"{job.name}{clipfile.SHEET}") as path:
        path.write_text(clipfile.sheet_text(sheet), encoding="utf-8")


def _write_finish(job: ClipJob) -> Finish | None:
    made = None if job.finish is None else make_finish(job.finish, decode_stretch(job.stretch))
    if made is None:
        return None
    finish, strips, tiles = made
    title = f"Photo finish  {job.about.get('game', '')}  {job.name}"
    pictures = {
        clipfile.STRIPS: strips,
        clipfile.TILES: tiles,
        clipfile.POSTER: draw_poster(finish, strips, job.names, title),
    }
    for ending, picture in pictures.items():
        with _appearing(job.folder / f"{job.name}{ending}") as path:
            path.write_bytes(_encoded(picture, ending))
    return finish


def _encoded(picture: Image, ending: str) -> bytes:
    quality = [cv2.IMWRITE_JPEG_QUALITY, TILE_QUALITY] if ending == clipfile.TILES else []
    return bytes(cv2.imencode(Path(ending).suffix or ending, picture, quality)[1])


@contextlib.contextmanager
def _appearing(path: Path) -> Iterator[Path]:
    """A file that gets its name once it is whole."""
    part = path.with_name(f".{path.name}.part")
    try:
        yield part
        part.replace(path)
    finally:
        part.unlink(missing_ok=True)


def remux(stretch: Stretch, path: Path) -> None:
    """Write the packets as they are; time 0 of the file is the first packet's.

    Args:
        stretch: what to write; it has at least one packet.
        path: the file, QuickTime (the one container that keeps any camera's codec and microseconds).
    """
    options = {"video_track_timescale": str(MICROSECONDS)}
    times_us = sorted(packet.time_us for packet in stretch.packets)
    start_us = times_us[0]
    usual_us = max(1, (times_us[-1] - start_us) // max(1, len(times_us) - 1))
    with (
        av.open(io.BytesIO(stretch.info.template), "r", format="nut") as template,
        av.open(str(path), "w", format="mov", options=options) as output,
    ):
        stream = output.add_stream_from_template(template.streams.video[0])
        stream.time_base = _BASE
        if stretch.info.turns:
            stream.set_display_rotation(90 * stretch.info.turns)
        for packet in stretch.packets:
            copied = av.Packet(packet.data)
            copied.stream = stream
            copied.time_base = _BASE
            copied.pts = packet.time_us - start_us
            copied.dts = packet.order_us - start_us
            # The last frame needs a duration: with none, the file's edit list ends before it.
            copied.duration = usual_us
            copied.is_keyframe = packet.key
            output.mux(copied)


def make_viewable(stretch: Stretch, path: Path, from_s: float | None = None) -> float:
    """Encode the stretch for browsers: H.264, 4:2:0, index first, the frames' own times.

    Args:
        stretch: what to encode.
        path: the file.
        from_s: where to begin, seconds on the camera's clock; ``None``: with the stretch.

    Returns:
        The time of its first frame, seconds on the camera's clock.
    """
    begin_s = stretch.start_s if from_s is None else max(from_s, stretch.start_s)
    decoder = Decoder(stretch.info)
    width, height = _viewing_size(stretch.info.width, stretch.info.height)
    with av.open(str(path), "w", format="mp4", options={"movflags": "faststart"}) as output:
        stream = output.add_stream("libx264", rate=30, options={"preset": "veryfast", "crf": "23"})
        stream.width, stream.height, stream.pix_fmt = width, height, "yuv420p"
        stream.codec_context.time_base = Fraction(1, 90_000)
        stream.codec_context.thread_count = 1
        # A key frame every half second: stepping through the film must feel immediate.
        stream.codec_context.gop_size = 15
        start_s: float | None = None
        for packet in (*stretch.packets, None):
            for time_s, frame in decoder.decode(packet):
                if not begin_s <= time_s <= stretch.end_s:
                    continue
                start_s = time_s if start_s is None else start_s
                picture = frame.reformat(width, height, "yuv420p")
                picture.pts = round((time_s - start_s) * 90_000)
                picture.time_base = Fraction(1, 90_000)
                output.mux(stream.encode(picture))
        output.mux(stream.encode(None))
    decoder.close()
    return begin_s if start_s is None else start_s


def _viewing_size(width: int, height: int) -> tuple[int, int]:
    """The size for viewing: no wider than :data:`VIEWING_WIDTH`, both sides even as 4:2:0 wants."""
    scale = min(1.0, VIEWING_WIDTH / width)
    return max(2, round(width * scale) // 2 * 2), max(2, round(height * scale) // 2 * 2)
