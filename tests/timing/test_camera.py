"""Which lenses are believed."""

from __future__ import annotations

import pytest

from referee.timing.camera import Lens


def lens(k1: float, k2: float = 0.0, *, p1: float = 0.0, fx: float = 770.0) -> Lens:
    return Lens(1280, 720, fx, fx, 640.0, 360.0, k1, k2, p1, 0.0)


@pytest.mark.parametrize(
    ("k1", "k2", "fx"), [(0.0, 0.0, 900.0), (-0.28, 0.07, 770.0), (-0.33, 0.11, 560.0), (0.2, 0.0, 1000.0)]
)
def test_webcams_lenses_are_believed(k1: float, k2: float, fx: float) -> None:
    assert lens(k1, k2, fx=fx).believable


@pytest.mark.parametrize(("k1", "k2"), [(10.0, 0.0), (-1.0, 0.0), (0.0, 9.0), (-0.5, -0.5)])
def test_what_folds_or_tears_the_picture_is_no_lens(k1: float, k2: float) -> None:
    assert not lens(k1, k2).believable


def test_a_lens_is_mounted_straight() -> None:
    assert not lens(-0.2, 0.05, p1=0.5).believable
