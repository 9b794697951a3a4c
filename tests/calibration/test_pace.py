from __future__ import annotations

import pytest
from referee.calibration.pace import RateWatch, pace_of


def times(*stretches: tuple[float, float]) -> list[float]:
    """Times of frames: for each (seconds, frames a second) in turn."""
    found = [0.0]
    for seconds, fps in stretches:
        found += [found[-1] + (i + 1) / fps for i in range(round(seconds * fps))]
    return found


def test_a_steady_camera():
    pace = pace_of(times((4.0, 30.0)))
    assert pace is not None
    assert (pace.fps, pace.slowest, pace.best) == pytest.approx((30.0, 30.0, 30.0), rel=1e-6)
    assert pace.wobble == 0.0
    assert not pace.slowed


def test_a_camera_that_halves_its_rate():
    pace = pace_of(times((1.0, 30.0), (3.0, 15.0), (2.0, 30.0)))
    assert pace is not None
    assert pace.slowest == pytest.approx(15.0, rel=0.02)
    assert pace.slowed
    assert pace.wobble < 0.05


def test_late_frames_are_no_other_rate():
    found = times((4.0, 30.0))
    odd = [time + (0.012 if i % 10 == 5 else 0.0) for i, time in enumerate(found)]
    pace = pace_of(odd)
    assert pace is not None
    assert not pace.slowed
    assert pace.wobble == pytest.approx(0.2, abs=0.03)


def test_a_glimpse_has_no_rhythm():
    assert pace_of([0.0, 0.033, 0.066]) is None


def watched(*stretches: tuple[float, float]) -> list[tuple[float, bool]]:
    watch = RateWatch()
    said = []
    for time in times(*stretches):
        watch.add(time)
        said.append((time, watch.slow))
    return said


def test_halving_is_noticed_within_a_second_and_its_end_too():
    said = watched((3.0, 30.0), (4.0, 15.0), (3.0, 30.0))
    slow = [time for time, is_slow in said if is_slow]
    assert 3.0 < slow[0] < 4.0
    assert 7.0 < slow[-1] < 8.0


def test_a_steady_camera_never_counts_as_slow():
    assert not any(slow for _, slow in watched((10.0, 30.0)))


def test_a_hole_in_the_times_is_no_slow_rate():
    watch = RateWatch()
    for time in [*times((3.0, 30.0)), *(10.0 + time for time in times((3.0, 30.0)))]:
        watch.add(time)
        assert not watch.slow
