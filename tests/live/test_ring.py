import pytest

from referee.live.packets import Packet, StreamInfo
from referee.live.ring import Ring

H264 = StreamInfo("h264", 1280, 720)
RATE = 30


def packet(number: int, *, epoch: int = 0, key: bool | None = None, size: int = 10) -> Packet:
    time_us = round(number * 1e6 / RATE)
    return Packet(number, epoch, time_us, time_us, number % RATE == 0 if key is None else key, b"x" * size)


def filled(count: int, **bounds: float) -> Ring:
    ring = Ring(**bounds)  # type: ignore[arg-type]
    for number in range(count):
        ring.append(packet(number), H264)
    return ring


def test_a_stretch_begins_at_the_key_frame_before_it() -> None:
    stretch = filled(150).stretch(2.5, 3.5)
    assert stretch is not None
    assert stretch.packets[0].number == 60
    assert stretch.packets[-1].time_s == pytest.approx(3.5, abs=1e-5)
    assert stretch.whole


def test_the_ring_forgets_by_time() -> None:
    ring = filled(300, seconds=2.0)
    assert len(ring) == 61
    early = ring.stretch(5.0, 9.0)
    assert early is not None
    assert not early.whole


def test_the_ring_forgets_by_bytes_and_counts_them() -> None:
    ring = filled(300, size=500)
    assert ring.bytes_held == 500
    assert len(ring) == 50


def test_a_stretch_that_was_forgotten_or_never_came_is_none() -> None:
    ring = filled(300, seconds=2.0)
    assert ring.stretch(1.0, 2.0) is None
    assert ring.stretch(50.0, 51.0) is None


def test_a_change_of_epoch_inside_a_stretch_makes_it_not_whole() -> None:
    ring = filled(60)
    for number in range(60, 70):
        ring.append(packet(number, epoch=1, key=number == 60), H264)
    stretch = ring.stretch(1.0, 2.2)
    assert stretch is not None
    assert not stretch.whole
    assert {found.epoch for found in stretch.packets} == {0}


def test_reordered_frames_of_the_stretch_are_included() -> None:
    ring = Ring()
    times = [0, 4, 2, 1, 3, 8, 6, 5, 7]  # decoding order of a group with B frames
    for number, shown in enumerate(times):
        time_us, order_us = round(shown * 1e6 / RATE), round((number - 2) * 1e6 / RATE)
        ring.append(Packet(number, 0, time_us, order_us, number == 0, b"x"), H264)
    stretch = ring.stretch(0.0, 5 / RATE)
    assert stretch is not None
    assert {0, 1, 2, 3, 4, 5} <= {round(found.time_s * RATE) for found in stretch.packets}


def test_after_follows_on_or_starts_again_at_a_key_frame() -> None:
    ring = filled(100)
    assert [found.number for found in ring.after(97)] == [98, 99]
    assert ring.after(99) == ()
    short = filled(100, seconds=1.5)
    assert short.after(10)[0].number == 90


def test_after_does_not_mix_epochs() -> None:
    ring = filled(40)
    ring.append(packet(40, epoch=1, key=True), H264)
    ring.append(packet(41, epoch=1), H264)
    assert [found.number for found in ring.after(35)] == [40, 41]


def test_wait_after_returns_when_nothing_comes() -> None:
    ring = filled(3)
    assert ring.wait_after(1, 0.0)
    assert not ring.wait_after(2, 0.01)
