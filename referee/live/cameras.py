"""The cameras of this computer: which there are, what they can do, which mode suits, and opening one.

PyAV opens them: Video4Linux on Linux, AVFoundation on macOS, DirectShow on Windows; where it cannot, OpenCV. What only
hardware can show is kept to a few lines here; the rest is fed by drivers' answers, and tests feed it such.
"""

from __future__ import annotations

import contextlib
import re
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import av
import av.logging

from referee.live import v4l2
from referee.live.containers import ContainerSource, open_container
from referee.live.errors import SourceError
from referee.live.recode import CompressingSource
from referee.live.sources import Source
from referee.live.v4l2 import Mode

FORMATS = {"linux": "v4l2", "darwin": "avfoundation", "win32": "dshow"}
"""FFmpeg's name of each system's cameras."""

ENOUGH_WIDTH = 960
"""Pixels: at a table for four a head is a twelfth of the picture's width, and the stopwatch wants 80."""

MOST_WIDTH = 1920
"""Pixels: more costs processor time and sharpens no contact."""

USUAL_WIDTH = 1280

COMPRESSED = ("mjpeg", "h264", "hevc")
"""Codecs that the ring keeps as they come, the most welcome first."""


@dataclass(frozen=True, slots=True)
class Camera:
    """A camera that the system lists.

    Attributes:
        address: what FFmpeg opens.
        name: for people.
        modes: what it offers; empty where the driver does not say.
    """

    address: str
    name: str
    modes: tuple[Mode, ...] = ()


def choose(modes: Sequence[Mode]) -> Mode | None:
    """The mode that suits: the highest frame rate at which a face has enough pixels.

    Among equal rates a compressed one goes first (USB limits raw pictures, and the ring holds more of it),
    then the size nearest to 1280.
    """
    fitting = [mode for mode in modes if ENOUGH_WIDTH <= mode.width <= MOST_WIDTH]
    if not fitting:
        widest = max((mode.width for mode in modes), default=0)
        fitting = [mode for mode in modes if mode.width == widest]

    def worth(mode: Mode) -> tuple[float, int, int]:
        order = COMPRESSED.index(mode.codec) if mode.codec in COMPRESSED else len(COMPRESSED)
        return round(mode.fps), -order, -abs(mode.width - USUAL_WIDTH)

    return max(fitting, key=worth, default=None)


def cameras() -> tuple[Camera, ...]:
    """Every camera that the system lists, with its modes."""
    form = FORMATS.get(sys.platform)
    if form is None:
        return ()
    try:
        devices = av.enumerate_input_devices(form)
    except (av.FFmpegError, ValueError, OSError):
        devices = []
    found = [
        Camera(device.name, device.description or device.name)
        for device in devices
        if not device.media_types or "video" in device.media_types
    ]
    if sys.platform == "linux" and not found:
        found = [Camera(str(path), path.name) for path in sorted(Path("/dev").glob("video*"))]
    with_modes = [Camera(camera.address, camera.name, modes_of(form, camera.address)) for camera in found]
    # Linux lists a camera's metadata stream as a second device; it has no modes.
    return tuple(camera for camera in with_modes if camera.modes or sys.platform != "linux")


def modes_of(form: str, address: str) -> tuple[Mode, ...]:
    """What a camera offers; empty where it cannot be asked."""
    if form == "v4l2":
        try:
            with v4l2.asking(Path(address)) as ask:
                return v4l2.modes(ask)
        except OSError:
            return ()
    # Both tell their modes in what FFmpeg logs: DirectShow when asked, AVFoundation when it refuses a rate.
    options = {"list_options": "true"} if form == "dshow" else {"framerate": "9999"}
    name = f"video={address}" if form == "dshow" else address
    refused = contextlib.suppress(av.FFmpegError, OSError, ValueError)
    with av.logging.Capture(local=False) as lines, refused:
        av.open(name, format=form, options=options).close()
    text = "".join(line for _level, _name, line in lines)
    return parse_dshow(text) if form == "dshow" else parse_avfoundation(text)


def parse_dshow(text: str) -> tuple[Mode, ...]:
    """DirectShow's modes from what FFmpeg logs for ``list_options``."""
    pattern = r"(?:pixel_format|vcodec)=(\S+)\s+min s=\d+x\d+ fps=\S+ max s=(\d+)x(\d+) fps=([\d.]+)"
    found = [Mode(kind, int(w), int(h), float(fps)) for kind, w, h, fps in re.findall(pattern, text)]
    return tuple(dict.fromkeys(found))


def parse_avfoundation(text: str) -> tuple[Mode, ...]:
    """AVFoundation's modes from what FFmpeg logs when it refuses a frame rate; all of them are raw."""
    found: list[Mode] = []
    for width, height, rates in re.findall(r"(\d+)x(\d+)@\[([\d. ]+)\]fps", text):
        found.append(Mode("nv12", int(width), int(height), max(float(rate) for rate in rates.split())))
    return tuple(dict.fromkeys(found))


def find(wanted: str, known: Sequence[Camera]) -> Camera:
    """The camera that somebody named: by number, by address, or by a part of its name.

    Raises:
        SourceError: none fits.
    """
    if wanted.isdigit() and int(wanted) < len(known):
        return known[int(wanted)]
    for camera in known:
        if wanted == camera.address or wanted.casefold() in camera.name.casefold():
            return camera
    there = "; ".join(f"{number}: {camera.name}" for number, camera in enumerate(known))
    raise SourceError(
        f"There is no camera {wanted}. "
        + (
            f"There are {there}."
            if known
            else "This computer shows none: plug one in, or use a phone: --source http://ADDRESS/video"
        )
    )


def open_camera(wanted: str) -> Source:
    """Open a camera in the mode that suits.

    Raises:
        SourceError: there is none of that name, or it is in use.
    """
    form = FORMATS.get(sys.platform)
    if form is None:
        raise SourceError("Cameras of this system cannot be opened; use a phone over http:// or rtsp://.")
    known = cameras()
    camera = find(wanted, known)
    mode = choose(camera.modes)
    notes = (v4l2_notes(camera.address),) if form == "v4l2" else ()
    described = f"The camera {camera.name}"
    try:
        container = open_container(
            f"video={camera.address}" if form == "dshow" else camera.address,
            described=described,
            form=form,
            options=options_for(form, mode),
        )
        source = ContainerSource(container, described=described, notes=notes)
        return CompressingSource(source) if source.info.codec == "rawvideo" else source
    except SourceError as refused:
        return _through_opencv(camera, known.index(camera), mode, refused, notes)


def _through_opencv(
    camera: Camera, number: int, mode: Mode | None, refused: SourceError, notes: tuple[str, ...]
) -> Source:
    """Try OpenCV, which names cameras by number; where it fails too, PyAV's reason is the one that is told."""
    from referee.live.opencv import open_device  # noqa: PLC0415 - seldom needed

    digits = re.search(r"\d+$", camera.address)
    place = int(digits[0]) if camera.address.startswith("/dev/video") and digits else number
    try:
        return open_device(place, mode, described=f"The camera {camera.name}", notes=notes)
    except SourceError as error:
        raise refused from error


def options_for(form: str, mode: Mode | None) -> dict[str, str]:
    """FFmpeg's options that ask for a mode."""
    if mode is None:
        return {}
    options = {"video_size": f"{mode.width}x{mode.height}", "framerate": f"{mode.fps:g}"}
    if form == "v4l2":
        # Times are the kernel's own for each frame, on the clock that no time server corrects.
        return options | {"input_format": mode.codec, "timestamps": "default"}
    return options if mode.codec in COMPRESSED else options | {"pixel_format": mode.codec}


def v4l2_notes(address: str) -> str:
    """Ask a Linux camera for a short shutter; what came of it, in words."""
    try:
        with v4l2.asking(Path(address)) as ask:
            return v4l2.fix_exposure(ask)
    except OSError:
        return "The driver does not let its exposure be set."
