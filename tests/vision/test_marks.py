from __future__ import annotations

import numpy as np
import pytest

from referee.vision.marks import face_marks, hand_marks
from referee.vision.networks import HandPoints
from tests.vision.stage import FIST, NOSE, OTHER, POINTING, SIZE, face, hand_points, mesh_points


def turned(points: np.ndarray, angle: float, about: tuple[float, float] = NOSE) -> np.ndarray:
    c, s = np.cos(angle), np.sin(angle)
    moved = np.array(points, np.float32)
    moved[:, :2] = (points[:, :2] - about) @ np.array([[c, s], [-s, c]]) + about
    return moved


def test_a_face_in_numbers() -> None:
    marks = face()
    assert marks.nose == pytest.approx(NOSE)
    assert marks.eyes == pytest.approx((200, 130))
    assert marks.size == pytest.approx(SIZE)
    assert marks.tilt == pytest.approx(0)
    assert marks.box == pytest.approx((160, 102, 240, 182))
    assert marks.forward == pytest.approx((0, 0), abs=1e-6), "it looks at the camera"


def test_a_crop_elsewhere_gives_the_same_face() -> None:
    crop = mesh_points() - np.array([37, -12, 0], np.float32)
    assert face_marks(crop, (37, -12)).nose == pytest.approx(NOSE)


@pytest.mark.parametrize("angle", [-0.4, 0.0, 0.3])
def test_relative_positions_stay_when_the_head_tilts(angle: float) -> None:
    marks = face_marks(turned(mesh_points(), angle), (0, 0))
    assert marks.tilt == pytest.approx(angle, abs=1e-4)
    point = turned(np.array([[NOSE[0] + 8.0, NOSE[1] + 24.0]]), angle)[0]
    assert marks.relative(point) * marks.size == pytest.approx((8, 24), abs=1e-2)


def test_a_head_that_turns_looks_aside() -> None:
    mesh = mesh_points()
    mesh[454, 2], mesh[234, 2] = 40.0, -40.0  # its left side, right in the picture, goes away from the camera
    assert abs(face_marks(mesh, (0, 0)).forward[0]) > 0.5


def marks_of(form: np.ndarray, tip: tuple[float, float] = (0.0, 0.0)):
    return hand_marks(HandPoints(hand_points(tip, form), 0.8), (0, 0), face())


def test_a_pointing_hand() -> None:
    marks = marks_of(POINTING, (0.1, -0.05))
    assert marks.points_out
    assert marks.tip == pytest.approx((0.1, -0.05), abs=1e-6)
    assert marks.distance == pytest.approx(np.hypot(0.1, 0.05), abs=1e-6)
    assert marks.nearest == pytest.approx(marks.distance)
    assert marks.others == float("inf"), "the other fingers are curled"
    assert marks.right == 0.8


def test_another_finger_is_no_index_finger() -> None:
    marks = marks_of(OTHER)
    assert not marks.points_out
    assert marks.others == pytest.approx(0, abs=1e-6)


def test_a_fist_points_nowhere() -> None:
    marks = marks_of(FIST)
    assert not marks.points_out
    assert marks.others == float("inf")
    assert marks.nearest < 0.05


def test_a_flat_hand_has_all_fingers_out() -> None:
    flat = POINTING.copy()
    for x, first in ((0.08, 9), (0.16, 13), (0.24, 17)):
        flat[first : first + 4] = [(x, 0.45), (x, 0.25), (x, 0.12), (x, 0.02)]
    marks = marks_of(flat)
    assert marks.points_out
    assert marks.others == pytest.approx(np.hypot(0.08, 0.02), abs=1e-6)


def test_the_hand_may_come_from_a_crop_too() -> None:
    points = hand_points((0.0, 0.0)) - np.array([50, 60], np.float32)
    marks = hand_marks(HandPoints(points, 0.8), (50, 60), face())
    assert marks.tip == pytest.approx((0, 0), abs=1e-6)
    assert marks.points[8] == pytest.approx(NOSE)
