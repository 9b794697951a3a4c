import numpy as np
import pytest

from referee.vision.still import SHORTEST_S, Stillness


def pictures(count, seed=0):
    rng = np.random.default_rng(seed)
    base = rng.integers(0, 255, (90, 160, 3)).astype(np.uint8)
    for shift in range(count):
        yield np.roll(base, shift, axis=1)


def watch(frames):
    stillness = Stillness()
    for time_s, image in frames:
        stillness.add(image, time_s)
    return stillness


def test_a_moving_picture_is_not_still():
    assert not watch((i / 30, image) for i, image in enumerate(pictures(30))).spans


def test_a_frozen_stretch_is_found_from_its_first_to_the_next_moving_frame():
    images = list(pictures(30))
    images[10:20] = [images[10]] * 10
    stillness = watch((i / 30, image) for i, image in enumerate(images))
    (span,) = stillness.spans
    assert span.start_s == pytest.approx(10 / 30)
    assert span.end_s == pytest.approx(20 / 30)
    assert stillness.inside(15 / 30)
    assert not stillness.inside(10 / 30)
    assert not stillness.inside(20 / 30)


def test_two_equal_frames_are_no_freeze():
    images = list(pictures(30))
    images[10] = images[9]
    assert SHORTEST_S > 1 / 30
    assert not watch((i / 30, image) for i, image in enumerate(images)).spans


def test_missing_frames_are_a_standstill():
    images = list(pictures(30))
    times = [i / 30 + (0.5 if i >= 15 else 0.0) for i in range(30)]
    (span,) = watch(zip(times, images, strict=True)).spans
    assert (span.start_s, span.end_s) == pytest.approx((times[14], times[15]))


def test_a_halved_frame_rate_is_no_standstill():
    times = [i / 30 for i in range(15)] + [0.5 + i / 15 for i in range(15)]
    assert not watch(zip(times, pictures(30), strict=True)).spans
