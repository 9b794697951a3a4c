"""A seat that the lens bends is flattened, and no other."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from referee.timing.camera import Lens
from referee.vision.lens import FlatSeat, flat_seat, scaled, straight
from referee.vision.patch import Box

WIDE = Lens(1280, 720, 768.0, 768.0, 650.0, 350.0, -0.28, 0.07, 0.001, -0.001)
EDGE = Box(120.0, 300.0, 90.0)


def flat(lens: Lens = WIDE, box: Box = EDGE, width: int = 1280, height: int = 720) -> FlatSeat | None:
    return flat_seat(lens, box, width, height)


def test_round_a_seat_at_the_edge_the_picture_is_a_pinholes_and_the_face_stays():
    seat = flat()
    assert seat is not None
    height, width = seat.columns.shape
    rays = straight(WIDE, np.stack([seat.columns, seat.rows], -1).reshape(-1, 2).astype(float))
    pixels = np.stack(np.meshgrid(np.arange(width), np.arange(height)), -1).reshape(-1, 2)
    # What a pinhole shows: direction and pixel differ by one factor and a shift, everywhere.
    face = np.array([EDGE.x - seat.left, EDGE.y - seat.top])
    inside = np.abs(pixels - face).max(1) < 2.0 * EDGE.size
    for axis in (0, 1):
        fitted = np.polyfit(pixels[inside, axis], rays[inside, axis], 1)
        left_over = rays[inside, axis] - np.polyval(fitted, pixels[inside, axis])
        assert (
            np.abs(left_over).max() * WIDE.fx < 0.5
        )  # what remains is OpenCV's own inverse, which stops early
    row, column = round(EDGE.y) - seat.top, round(EDGE.x) - seat.left
    assert (seat.columns[row, column], seat.rows[row, column]) == pytest.approx((120.0, 300.0), abs=0.3)
    area = np.linalg.det(
        [
            [np.gradient(seat.columns[row], axis=0)[column], np.gradient(seat.columns[:, column])[row]],
            [np.gradient(seat.rows[row], axis=0)[column], np.gradient(seat.rows[:, column])[row]],
        ]
    )
    assert area == pytest.approx(1.0, abs=0.01)  # it keeps its size


def test_only_its_surroundings_change():
    seat = flat()
    assert seat is not None
    image = np.random.default_rng(1).integers(0, 255, (720, 1280, 3), dtype=np.uint8)
    shown = seat(image)
    height, width = seat.columns.shape
    outside = np.ones((720, 1280), bool)
    outside[seat.top : seat.top + height, seat.left : seat.left + width] = False
    assert (shown[outside] == image[outside]).all()
    assert (shown[~outside] != image[~outside]).any()


@pytest.mark.parametrize(
    ("lens", "box", "size"),
    [
        (WIDE, Box(640.0, 360.0, 90.0), (1280, 720)),  # the middle
        (replace(WIDE, k1=0.0, k2=0.0, p1=0.0, p2=0.0), EDGE, (1280, 720)),  # a straight lens
        (WIDE, EDGE, (640, 480)),  # another shape of picture
        (replace(WIDE, k1=float("nan")), EDGE, (1280, 720)),
        (WIDE, Box(-900.0, 300.0, 90.0), (1280, 720)),
    ],
)
def test_elsewhere_nothing_changes(lens: Lens, box: Box, size: tuple[int, int]):
    assert flat(lens, box, *size) is None


def test_a_lens_holds_for_the_same_picture_in_another_size():
    half = scaled(WIDE, 640, 360)
    assert half is not None
    assert straight(half, np.array([[60.0, 150.0]])) == pytest.approx(
        straight(WIDE, np.array([[120.0, 300.0]]))
    )
