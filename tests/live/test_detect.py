"""Which frames of a job the stopwatch's process measures."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from referee.film import Frame
from referee.live.detect import SPARING_S, MeasureJob, MeasureReport, stopwatch_maker
from referee.live.protocols import Measure
from referee.vision.still import GAP_S, Stillness
from tests.live.films import write_film
from tests.live.rings import ring_of

FRAMES = 45
SEATS = Measure((), 0.4)


class Counting:
    """Eyes whose stopwatch only writes down which frames it was given."""

    times: list[float]

    def __init__(self) -> None:
        Counting.times = []

    def stopwatch(self, _measure: Measure) -> Counting:
        return self

    def add(self, frame: Frame) -> None:
        self.times.append(round(frame.time_s, 3))

    def views(self, *, last: bool) -> tuple:
        del last
        return ()

    def traces(self) -> tuple:
        return ()


def measured(
    path: Path, codec: str, *, sparing: bool = False, sparse_until_s: float | None = None
) -> tuple[list[float], list[float]]:
    """The frames of a first job, measured as said, and of a second one."""
    ring = ring_of(write_film(path, FRAMES, codec=codec))
    packets, info = ring.after(-1), ring.info()
    assert info is not None
    handler = stopwatch_maker(Counting)()
    measure = replace(SEATS, sparse_until_s=sparse_until_s)
    first = MeasureJob(1, info, packets[:15], 0.2, measure)
    assert isinstance(handler(first, lambda: None), MeasureReport)
    before, Counting.times = Counting.times, []
    report = handler(replace(first, packets=packets[15:], last=True, sparing=sparing), lambda: None)
    assert report.end_s == pytest.approx(Counting.times[-1], abs=0.001)
    return before, Counting.times


@pytest.mark.parametrize(("codec", "name"), [("mjpeg", "a.avi"), ("libx264", "a.mp4")])
def test_every_frame_from_the_start_of_the_round_on(tmp_path: Path, codec: str, name: str) -> None:
    before, after = measured(tmp_path / name, codec)
    assert before + after == pytest.approx([number / 30 for number in range(6, FRAMES)], abs=0.002)


@pytest.mark.parametrize(("codec", "name"), [("mjpeg", "a.avi"), ("libx264", "a.mp4")])
def test_every_third_frame_long_before_a_hand_was_noticed(tmp_path: Path, codec: str, name: str) -> None:
    before, after = measured(tmp_path / name, codec, sparse_until_s=0.75)
    sparse = [number / 30 for number in (6, 9, 12, 15, 18, 21)]
    assert before + after == pytest.approx(
        [*sparse, *(number / 30 for number in range(23, FRAMES))], abs=0.002
    )


@pytest.mark.parametrize(("codec", "name"), [("mjpeg", "a.avi"), ("libx264", "a.mp4")])
def test_every_fourth_frame_when_nothing_is_to_be_timed_any_more(
    tmp_path: Path, codec: str, name: str
) -> None:
    before, after = measured(tmp_path / name, codec, sparing=True)
    assert before[0] == pytest.approx(0.2, abs=0.002)
    steps = [late - early for early, late in zip([before[-1], *after], after, strict=False)]
    assert steps == pytest.approx([4 / 30] * len(steps), abs=0.002)
    assert after[-1] > (FRAMES - 7) / 30


def test_frames_left_out_are_no_gap() -> None:
    """Else nobody's hands would ever count as away."""
    stillness, noise = Stillness(), np.random.default_rng(1)
    times = [*np.arange(30) / 30, *(1.0 + np.arange(10) * 4 / 30)]
    for time_s in times:
        stillness.add(noise.integers(0, 255, (90, 160, 3)).astype(np.uint8), float(time_s))
    assert stillness.spans == []
    assert SPARING_S < GAP_S
