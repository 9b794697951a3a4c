"""Cameras through OpenCV: a device that answers as OpenCV's do, and the way there when PyAV cannot."""

from __future__ import annotations

import itertools

import cv2
import numpy as np
import pytest

from referee.film import Image
from referee.live import cameras, opencv
from referee.live.cameras import Camera, open_camera
from referee.live.clock import CameraClock
from referee.live.decoder import decode_stretch
from referee.live.errors import SourceError, SourceLostError
from referee.live.opencv import NOTE, OpenCvSource
from tests.live.films import picture
from tests.live.rings import ring_from


class Device:
    def __init__(self, count: int, *, times: bool = True) -> None:
        self.count, self.times, self.number, self.released = count, times, 0, False

    def read(self) -> tuple[bool, Image | None]:
        self.number += 1
        return (True, picture(self.number)) if self.number <= self.count else (False, None)

    def get(self, prop: int, /) -> float:
        if prop == cv2.CAP_PROP_FPS:
            return 30.0
        return 1000.0 + self.number * 1000 / 30 if self.times else 0.0

    def release(self) -> None:
        self.released = True


def test_pictures_come_with_the_devices_times_and_what_was_done_to_them_is_said() -> None:
    source = OpenCvSource(Device(5), described="The camera Stick")
    assert (source.info.codec, source.info.width, source.info.height) == ("mjpeg", 160, 120)
    assert NOTE in source.info.notes
    packets = []
    with pytest.raises(SourceLostError, match="Check its cable"):
        packets.extend(source.packets())
    assert [packet.pts_s for packet in packets] == pytest.approx([1.0 + n / 30 for n in range(1, 6)])


def test_each_picture_can_be_decoded_again() -> None:
    source = OpenCvSource(Device(5), described="The camera Stick")
    taken = itertools.islice(source.packets(), 5)
    source.packets = lambda: taken  # type: ignore[method-assign]
    ring = ring_from(source)
    stretch = ring.stretch(0.0, 1.0)
    assert stretch is not None
    images = [image for _, image in decode_stretch(stretch)]
    assert len(images) == 5
    assert np.abs(images[2].astype(int) - picture(3)).mean() < 4
    assert ring.latest_s == pytest.approx(4 / 30, abs=1e-4)


def test_without_times_of_its_own_the_clock_says_so() -> None:
    source = OpenCvSource(Device(3, times=False), described="The camera Stick")
    clock = CameraClock()
    for packet in itertools.islice(source.packets(), 3):
        clock.stamp(packet)
    assert "no timestamps of its own" in clock.report.sentence()
    assert clock.uncertainty_s >= 0.01


def test_a_device_without_pictures_is_given_back() -> None:
    device = Device(0)
    with pytest.raises(SourceError, match="another program"):
        OpenCvSource(device, described="The camera Stick")
    assert device.released


def test_where_pyav_cannot_open_a_camera_opencv_is_tried(monkeypatch: pytest.MonkeyPatch) -> None:
    tried: list[int] = []

    def refuse(*_: object, **__: object) -> object:
        raise SourceError("PyAV says no.")

    def open_device(number: int, *_: object, **__: object) -> OpenCvSource:
        tried.append(number)
        return OpenCvSource(Device(1), described="The camera Stick")

    known = (Camera("/dev/video0", "Other"), Camera("/dev/video4", "Stick"))
    monkeypatch.setattr(cameras.sys, "platform", "linux")
    monkeypatch.setattr(cameras, "cameras", lambda: known)
    monkeypatch.setattr(cameras, "open_container", refuse)
    monkeypatch.setattr(opencv, "open_device", open_device)
    assert "through OpenCV" in open_camera("Stick").info.described
    assert tried == [4]
    monkeypatch.setattr(opencv, "open_device", refuse)
    with pytest.raises(SourceError, match="PyAV says no"):
        open_camera("Stick")
