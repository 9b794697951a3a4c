"""Fingers drawn as changes of known extent: their ends must come out."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from referee.vision.fingertip import end_of_finger
from tests.vision.stage import SIZE, hand_points

TIP = np.array([200.0, 150.0])
"""The landmark, pixels; the finger points straight up."""


def finger(ahead: float, change: float = 40.0, *, gap: tuple[float, float] | None = None) -> np.ndarray:
    """A blurred change that ends ``ahead`` pixels above the landmark; nothing changes in ``gap``."""
    fine = np.zeros((340 * 4, 400 * 4), np.float32)
    top = round(4 * (TIP[1] - ahead))
    fine[top : top + 400, round(4 * (TIP[0] - 4)) : round(4 * (TIP[0] + 4))] = change
    if gap:
        fine[round(4 * (TIP[1] - gap[1])) : round(4 * (TIP[1] - gap[0]))] = 0
    picture = cv2.resize(fine, (400, 340), interpolation=cv2.INTER_AREA)
    return cv2.GaussianBlur(picture, (0, 0), 1.2)


@pytest.mark.parametrize("ahead", [-1.0, 0.0, 3.0, 6.5, 14.0])
@pytest.mark.parametrize("change", [15.0, 40.0])
def test_the_end_is_found_to_half_a_pixel(ahead: float, change: float) -> None:
    end = end_of_finger(finger(ahead, change), hand_points((0.0, 0.0)), SIZE)
    assert end[0] == pytest.approx(TIP[0], abs=0.3)
    assert TIP[1] - end[1] == pytest.approx(ahead, abs=0.7)


def test_a_strong_change_is_seen_to_the_foot_of_its_blurred_edge() -> None:
    end = end_of_finger(finger(5.0, 150.0), hand_points((0.0, 0.0)), SIZE)
    assert 5.0 < TIP[1] - end[1] < 5.0 + 2 * 1.2


def test_a_piece_of_the_face_s_own_colour_does_not_end_a_finger() -> None:
    end = end_of_finger(finger(10.0, gap=(3.0, 5.0)), hand_points((0.0, 0.0)), SIZE)
    assert TIP[1] - end[1] == pytest.approx(10.0, abs=0.7)


def test_what_changes_farther_away_is_no_finger() -> None:
    end = end_of_finger(finger(14.0, gap=(4.0, 9.0)), hand_points((0.0, 0.0)), SIZE)
    assert TIP[1] - end[1] == pytest.approx(4.0, abs=1.0)


def test_noise_is_no_finger() -> None:
    noise = np.random.default_rng(1).uniform(0, 5, (340, 400)).astype(np.float32)
    end = end_of_finger(noise, hand_points((0.0, 0.0)), SIZE)
    assert abs(TIP[1] - end[1]) < 0.03 * SIZE
