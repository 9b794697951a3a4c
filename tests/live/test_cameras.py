"""Cameras without a camera: drivers' answers in the form that the kernel and FFmpeg document."""

import struct
from pathlib import Path
from typing import ClassVar

import av
import pytest

from referee.live import v4l2
from referee.live.cameras import Camera, choose, find, options_for, parse_avfoundation, parse_dshow
from referee.live.clips import remux
from referee.live.containers import open_file
from referee.live.decoder import decode_stretch
from referee.live.errors import SourceError
from referee.live.recode import CompressingSource
from referee.live.v4l2 import Mode
from tests.live.films import picture
from tests.live.rings import ring_from

DSHOW = """
[dshow @ 000001] DirectShow video device options (from video devices)
[dshow @ 000001]  Pin "Capture" (alternative pin name "0")
[dshow @ 000001]   pixel_format=yuyv422  min s=640x480 fps=5 max s=640x480 fps=30
[dshow @ 000001]   pixel_format=yuyv422  min s=1280x720 fps=5 max s=1280x720 fps=10
[dshow @ 000001]   vcodec=mjpeg  min s=1280x720 fps=5 max s=1280x720 fps=60.0002
[dshow @ 000001]   vcodec=mjpeg  min s=1920x1080 fps=5 max s=1920x1080 fps=30
"""

AVFOUNDATION = """
[avfoundation @ 0x7f] Selected framerate (9999.000000) is not supported by the device.
[avfoundation @ 0x7f] Supported modes:
[avfoundation @ 0x7f]   640x480@[15.000000 30.000000]fps
[avfoundation @ 0x7f]   1280x720@[15.000000 30.000000]fps
"""


class Driver:
    """Answers as a usual USB camera does."""

    SIZES: ClassVar = {
        b"YUYV": [(640, 480, [30, 15]), (1280, 720, [10])],
        b"MJPG": [(1280, 720, [30, 60]), (640, 480, [30])],
    }

    def __init__(self, *, manual: bool = True) -> None:
        self.controls = {v4l2.EXPOSURE_AUTO: 3, v4l2.EXPOSURE_ABSOLUTE: 157, v4l2.EXPOSURE_AUTO_PRIORITY: 1}
        self.manual = manual

    def __call__(self, request: int, data: bytearray) -> None:
        number, size = request & 0xFF, request >> 16 & 0x3FFF
        assert len(data) == size
        assert request >> 8 & 0xFF == ord("V")
        {2: self._format, 74: self._size, 75: self._interval, 27: self._get, 28: self._set}[number](data)

    def _format(self, data: bytearray) -> None:
        index, kind = struct.unpack_from("=2I", data)
        assert kind == 1
        data[44:48] = self._at(list(self.SIZES), index)

    def _size(self, data: bytearray) -> None:
        (index,) = struct.unpack_from("=I", data)
        width, height, _ = self._at(self.SIZES[bytes(data[4:8])], index)
        struct.pack_into("=3I", data, 8, 1, width, height)

    def _interval(self, data: bytearray) -> None:
        (index,) = struct.unpack_from("=I", data)
        width, height = struct.unpack_from("=2I", data, 8)
        rates = next(rates for w, h, rates in self.SIZES[bytes(data[4:8])] if (w, h) == (width, height))
        struct.pack_into("=3I", data, 16, 1, 1, self._at(rates, index))

    def _set(self, data: bytearray) -> None:
        control, value = struct.unpack("=Ii", data)
        if not self.manual:
            raise OSError(22, "Invalid argument")
        self.controls[control] = value

    def _get(self, data: bytearray) -> None:
        (control,) = struct.unpack_from("=I", data)
        struct.pack_into("=i", data, 4, self.controls[control])

    @staticmethod
    def _at(values: list, index: int):
        if index >= len(values):
            raise OSError(22, "Invalid argument")
        return values[index]


def test_a_linux_camera_lists_its_modes() -> None:
    assert v4l2.modes(Driver()) == (
        Mode("yuyv422", 640, 480, 30.0),
        Mode("yuyv422", 640, 480, 15.0),
        Mode("yuyv422", 1280, 720, 10.0),
        Mode("mjpeg", 1280, 720, 30.0),
        Mode("mjpeg", 1280, 720, 60.0),
        Mode("mjpeg", 640, 480, 30.0),
    )


def test_a_range_of_sizes_gives_the_usual_ones() -> None:
    def ask(request: int, data: bytearray) -> None:
        number, (index,) = request & 0xFF, struct.unpack_from("=I", data)
        if index:
            raise OSError(22, "Invalid argument")
        if number == 2:
            data[44:48] = b"NV12"
        elif number == 74:
            struct.pack_into("=7I", data, 8, 3, 32, 1600, 2, 32, 1200, 2)
        else:
            struct.pack_into("=7I", data, 16, 3, 1, 60, 1, 1, 0, 0)

    assert [(mode.width, mode.fps) for mode in v4l2.modes(ask)] == [(640, 60.0), (960, 60.0), (1280, 60.0)]


def test_the_shutter_is_asked_for_and_what_came_of_it_is_said() -> None:
    driver = Driver()
    assert "fixed at 10 ms" in v4l2.fix_exposure(driver)
    assert driver.controls[v4l2.EXPOSURE_AUTO_PRIORITY] == 0
    assert "keeps its automatic exposure" in v4l2.fix_exposure(Driver(manual=False))


def test_windows_and_mac_cameras_list_theirs() -> None:
    assert parse_dshow(DSHOW)[2] == Mode("mjpeg", 1280, 720, 60.0002)
    assert parse_avfoundation(AVFOUNDATION) == (Mode("nv12", 640, 480, 30.0), Mode("nv12", 1280, 720, 30.0))


@pytest.mark.parametrize(
    ("modes", "chosen"),
    [
        (parse_dshow(DSHOW), Mode("mjpeg", 1280, 720, 60.0002)),
        (v4l2.modes(Driver()), Mode("mjpeg", 1280, 720, 60.0)),
        (parse_avfoundation(AVFOUNDATION), Mode("nv12", 1280, 720, 30.0)),
        ((Mode("yuyv422", 1280, 720, 30.0), Mode("mjpeg", 1280, 720, 30.0)), Mode("mjpeg", 1280, 720, 30.0)),
        ((Mode("mjpeg", 1920, 1080, 30.0), Mode("mjpeg", 1280, 720, 30.0)), Mode("mjpeg", 1280, 720, 30.0)),
        ((Mode("mjpeg", 640, 480, 120.0), Mode("mjpeg", 1280, 720, 30.0)), Mode("mjpeg", 1280, 720, 30.0)),
        ((Mode("mjpeg", 320, 240, 60.0), Mode("mjpeg", 640, 480, 30.0)), Mode("mjpeg", 640, 480, 30.0)),
        ((), None),
    ],
)
def test_the_fastest_mode_with_enough_pixels_is_chosen(modes: tuple[Mode, ...], chosen: Mode | None) -> None:
    assert choose(modes) == chosen


def test_a_camera_is_found_by_number_name_and_path() -> None:
    known = (Camera("/dev/video0", "Integrated Camera"), Camera("/dev/video2", "HD Pro Webcam C920"))
    assert find("1", known).address == "/dev/video2"
    assert find("c920", known).address == "/dev/video2"
    assert find("/dev/video0", known).name == "Integrated Camera"
    with pytest.raises(SourceError, match="0: Integrated Camera; 1: HD Pro"):
        find("7", known)
    with pytest.raises(SourceError, match="plug one in"):
        find("0", ())


def test_a_mode_is_asked_for_in_each_systems_words() -> None:
    mode = Mode("mjpeg", 1280, 720, 60.0)
    assert options_for("v4l2", mode)["input_format"] == "mjpeg"
    assert options_for("dshow", mode) == {"video_size": "1280x720", "framerate": "60"}
    assert options_for("avfoundation", Mode("nv12", 1280, 720, 30.0))["pixel_format"] == "nv12"


def test_raw_pictures_are_compressed_on_arrival_with_their_own_times(tmp_path: Path) -> None:
    path = tmp_path / "raw.avi"
    with av.open(str(path), "w") as output:
        stream = output.add_stream("rawvideo", rate=30)
        stream.width, stream.height, stream.pix_fmt = 160, 120, "yuyv422"
        stream.codec_context.codec_tag = "YUY2"
        for number in range(10):
            frame = av.VideoFrame.from_ndarray(picture(number), format="bgr24").reformat(format="yuyv422")
            frame.pts = number
            output.mux(stream.encode(frame))
    ring = ring_from(CompressingSource(open_file(str(path), paced=False)))
    stretch = ring.stretch(0.0, 1.0)
    assert stretch is not None
    images = list(decode_stretch(stretch))
    assert [time_s for time_s, _ in images] == pytest.approx([number / 30 for number in range(10)], abs=1e-5)
    assert abs(images[7][1].astype(float) - picture(7)).mean() < 6
    assert ring.bytes_held < 10 * 160 * 120
    remux(stretch, tmp_path / "clip.mov")
