from __future__ import annotations

import numpy as np
import pytest

from referee.vision.patch import ABOVE, ACROSS, BELOW, Box, cut

ROWS, COLUMNS = 200, 300


@pytest.fixture(scope="module")
def picture() -> np.ndarray:
    """Every pixel tells its row and column."""
    rows, columns = np.mgrid[:ROWS, :COLUMNS]
    return np.stack([rows, columns % 256, columns // 256], -1).astype(np.uint8)


def expected(row: int, column: int) -> tuple[int, int, int]:
    row, column = min(max(row, 0), ROWS - 1), min(max(column, 0), COLUMNS - 1)
    return row, column % 256, column // 256


@pytest.mark.parametrize(
    "box",
    [
        Box(150, 90, 30),
        Box(150.4, 90.6, 30.3),
        Box(2, 3, 40),
        Box(298, 195, 40),
        Box(150, 100, 400),
        Box(290, 5, 33.3),
    ],
)
def test_a_patch_is_the_picture_there_and_repeats_its_edge_outside(picture: np.ndarray, box: Box) -> None:
    patch = cut(picture, box, 2.5)
    rows, columns = patch.image.shape[:2]
    assert columns == pytest.approx(2 * ACROSS * box.size, abs=1)
    assert rows == pytest.approx((ABOVE + BELOW) * box.size, abs=1)
    assert patch.origin == (round(box.x - ACROSS * box.size), round(box.y - ABOVE * box.size))
    assert (patch.time_s, patch.rows) == (2.5, ROWS)
    for row in range(0, rows, 13):
        for column in range(0, columns, 17):
            place = (patch.origin[1] + row, patch.origin[0] + column)
            assert tuple(patch.image[row, column]) == expected(*place)


@pytest.mark.parametrize("box", [Box(-500, 90, 30), Box(900, 90, 30), Box(150, -400, 30), Box(150, 900, 30)])
def test_a_face_outside_the_picture_gives_a_patch_all_the_same(picture: np.ndarray, box: Box) -> None:
    patch = cut(picture, box, 0.0)
    assert min(patch.image.shape[:2]) > 30
    assert patch.smooth().shape == patch.image.shape


def test_a_patch_is_its_own(picture: np.ndarray) -> None:
    """The camera's buffer may be written again while the patch is still needed."""
    image = picture.copy()
    patch = cut(image, Box(150, 90, 30), 0.0)
    before = patch.image.copy()
    image[:] = 0
    assert np.array_equal(patch.image, before)


def test_a_part_tells_where_it_begins(picture: np.ndarray) -> None:
    part, origin = cut(picture, Box(150, 90, 30), 0.0).part(150.2, 80.7, 10)
    assert origin == (140, 71)
    assert part.shape[:2] == (20, 20)
    assert tuple(part[0, 0]) == expected(71, 140)


@pytest.mark.parametrize(("x", "y"), [(0, 0), (1000, 1000), (-300, 90), (150, -300), (98, 48)])
def test_a_part_beyond_the_patch_is_cut_off_there(picture: np.ndarray, x: float, y: float) -> None:
    patch = cut(picture, Box(150, 90, 30), 0.0)
    part, origin = patch.part(x, y, 10)
    assert part.shape[0] <= 20
    if part.size:
        assert tuple(part[0, 0]) == expected(origin[1], origin[0])


@pytest.mark.parametrize("x", [-900.0, -5.0, 120.0, 2000.0])
@pytest.mark.parametrize("y", [-900.0, 90.0, 2000.0])
def test_a_part_is_never_empty(x: float, y: float) -> None:
    """A hand may be expected beyond the patch; the networks cannot look at nothing."""
    patch = cut(np.zeros((200, 300, 3), np.uint8), Box(120.0, 90.0, 40.0), 0.0)
    image, origin = patch.part(x, y, 30.0)
    assert min(image.shape[:2]) >= 8
    rows, columns = patch.image.shape[:2]
    assert 0 <= origin[0] - patch.origin[0] <= columns - 8
    assert 0 <= origin[1] - patch.origin[1] <= rows - 8
