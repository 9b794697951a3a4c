"""Rotated rectangles: what is cut out, and where its points lie in the picture."""

from __future__ import annotations

from math import pi

import cv2
import numpy as np
import pytest

from referee.vision.region import Region


def dot(x: int, y: int) -> np.ndarray:
    """A black picture with a small white dot."""
    image = np.zeros((200, 300, 3), np.uint8)
    cv2.circle(image, (x, y), 3, (255, 255, 255), cv2.FILLED)
    return image


@pytest.mark.parametrize("angle", [0.0, 0.4, -1.1, pi / 2, 3.0, 90.0])
@pytest.mark.parametrize("width", [80.0, 120.0])
def test_what_is_seen_in_the_piece_is_put_back_where_it_is(angle: float, width: float) -> None:
    x, y = 141, 92
    region = Region(150.0, 100.0, width, width, angle)
    piece = region.cut(dot(x, y), 96, low=0.0, border=cv2.BORDER_CONSTANT)[0, ..., 0]
    row, column = np.unravel_index(int(cv2.GaussianBlur(piece, (0, 0), 2).argmax()), piece.shape)
    found = region.back(np.array([[column / 96, row / 96]]))
    assert found[0] == pytest.approx((x, y), abs=2.0)


def test_colours_are_red_first_and_scaled() -> None:
    image = np.zeros((50, 50, 3), np.uint8)
    image[..., 0] = 255  # blue
    whole = Region.whole(image)
    assert whole.cut(image, 8, low=-1.0, border=cv2.BORDER_CONSTANT)[0, 4, 4] == pytest.approx([-1, -1, 1])
    assert whole.cut(image, 8, low=0.0, border=cv2.BORDER_CONSTANT)[0, 4, 4] == pytest.approx([0, 0, 1])


def test_the_whole_of_a_wide_picture_stands_between_bars() -> None:
    image = np.full((50, 100, 3), 255, np.uint8)
    piece = Region.whole(image).cut(image, 20, low=0.0, border=cv2.BORDER_CONSTANT)[0, ..., 0]
    assert piece[1].max() == 0
    assert piece[18].max() == 0
    assert piece[7:13].min() == 1


def test_the_same_place_in_a_picture_that_begins_elsewhere() -> None:
    region = Region(150.0, 100.0, 80.0, 60.0, 0.4)
    moved = region.shifted(7, -12)
    point = np.array([[0.3, 0.6]])
    assert moved.back(point) == pytest.approx(np.add(region.back(point), (7, -12)), abs=1e-4)
