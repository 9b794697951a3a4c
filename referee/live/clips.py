"""Evidence: for every verdict the camera's own packets with their own times, and a film for viewing.

`DEAL.mov` holds the camera's packets, untouched, on a clock of microseconds: it is the one that is measured,
verified and exported. `DEAL.mp4` is H.264 for any browser (its index first, so that it plays while it loads).
`DEAL.json` is the measurement behind the verdict. A thread of their own writes them, so the next deal never
waits; each file appears whole or not at all.
"""

from __future__ import annotations

import contextlib
import hashlib
import io
import json
import logging
import queue
import shutil
import threading
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from pathlib import Path
from typing import Any

import av

from referee.live.decoder import Decoder
from referee.live.packets import MICROSECONDS
from referee.live.ring import Stretch

log = logging.getLogger(__name__)

LONGEST_S = 15.0
"""The longest clip, seconds: from before the first touch until the quartet is answered."""

BEFORE_S = 4.0
"""How much a clip shows before the first touch at most, seconds: as far back as was measured."""

AFTER_S = 1.0
"""How much it shows after the last moment that the verdict hangs on, seconds."""

SPARE_BYTES = 200 * 2**20
"""Free space below which no clip is written: the record of the game needs the rest of the disk."""

VIEWING_WIDTH = 1280
"""The viewing film is no wider than this, pixels."""

_BASE = Fraction(1, MICROSECONDS)


@dataclass(frozen=True, slots=True)
class ClipJob:
    """One clip to write.

    Attributes:
        stretch: the packets.
        folder: where to; made when missing.
        name: the files' name without ending, such as ``deal-007``.
        about: the verdict's measurement, JSON-able, stored beside the clip.
    """

    stretch: Stretch
    folder: Path
    name: str
    about: Mapping[str, Any] = field(default_factory=dict)


class ClipWriter:
    """Writes clips one after another in a thread of its own.

    Args:
        on_trouble: told in plain words why a clip could not be written; "" once one could again.
    """

    def __init__(self, on_trouble: Callable[[str], None]) -> None:
        self._on_trouble = on_trouble
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
        while (job := self._jobs.get()) is not None:
            try:
                write_clip(job)
                self._on_trouble("")
            except (OSError, av.FFmpegError) as error:
                log.warning("clip %s: %s", job.name, error)
                self._on_trouble(
                    f"The clip could not be written ({getattr(error, 'strerror', None) or error})."
                )


def write_clip(job: ClipJob) -> None:
    """Write both files of one clip.

    Raises:
        OSError: the disk is full (or nearly), read-only, or fails.
        av.FFmpegError: the packets cannot be written.
    """
    job.folder.mkdir(parents=True, exist_ok=True)
    if shutil.disk_usage(job.folder).free < SPARE_BYTES:
        raise OSError("the disk is nearly full")
    with _appearing(job.folder / f"{job.name}.mov") as path:
        remux(job.stretch, path)
    with _appearing(job.folder / f"{job.name}.mp4") as path:
        make_viewable(job.stretch, path)
    with _appearing(job.folder / f"{job.name}.json") as path:
        path.write_text(json.dumps(_about(job), indent=1, ensure_ascii=False), encoding="utf-8")


def _about(job: ClipJob) -> dict[str, Any]:
    """What is needed to measure the clip again: the verdict's measurement, the clock, the files' sums."""
    files = [job.folder / f"{job.name}{ending}" for ending in (".mov", ".mp4")]
    return {
        **job.about,
        "file_starts_s": min(packet.time_us for packet in job.stretch.packets) / MICROSECONDS,
        "measured_from_s": job.stretch.start_s,
        "whole": job.stretch.whole,
        "sha256": {path.name: hashlib.sha256(path.read_bytes()).hexdigest() for path in files},
    }


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


def make_viewable(stretch: Stretch, path: Path) -> None:
    """Encode the stretch for browsers: H.264, 4:2:0, index first, the frames' own times."""
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
                if not stretch.start_s <= time_s <= stretch.end_s:
                    continue
                start_s = time_s if start_s is None else start_s
                picture = frame.reformat(width, height, "yuv420p")
                picture.pts = round((time_s - start_s) * 90_000)
                picture.time_base = Fraction(1, 90_000)
                output.mux(stream.encode(picture))
        output.mux(stream.encode(None))
    decoder.close()


def _viewing_size(width: int, height: int) -> tuple[int, int]:
    """The size for viewing: no wider than :data:`VIEWING_WIDTH`, both sides even as 4:2:0 wants."""
    scale = min(1.0, VIEWING_WIDTH / width)
    return max(2, round(width * scale) // 2 * 2), max(2, round(height * scale) // 2 * 2)
