"""Shows a seat at the edge of a wide-angle picture as a lens without distortion would."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import cast

import cv2
import numpy as np
import numpy.typing as npt

from referee.film import Image
from referee.timing.camera import Lens
from referee.vision.patch import Box

BENT = 1.05
"""A seat is flattened where the lens stretches one direction by this factor more than the other: in the middle of any
picture it does not, and there nothing is changed."""
REACH = 3.5
"""So much is flattened to each side of a face, face sizes: a patch, and how far people lean."""
SAME_SHAPE = 0.02
"""Pictures whose sides differ in proportion by more than this share are cut out of the sensor in another way."""

Floats = npt.NDArray[np.float64]


def scaled(lens: Lens, width: int, height: int) -> Lens | None:
    """A lens for pictures of another size; ``None`` where they have another shape, of which nothing is known."""
    if lens.width < 1:
        return None
    scale = width / lens.width
    if abs(lens.height * scale / height - 1.0) > SAME_SHAPE:
        return None
    return replace(
        lens,
        width=width,
        height=height,
        fx=lens.fx * scale,
        fy=lens.fy * scale,
        cx=lens.cx * scale,
        cy=lens.cy * scale,
    )


def straight(lens: Lens, points: Floats) -> Floats:
    """Where a pinhole would see what lies at these pixels: directions (x, y over depth), points by 2."""
    pixels = np.ascontiguousarray(points, np.float64).reshape(-1, 1, 2)
    found = cv2.undistortPoints(pixels, _matrix(lens), _bends(lens))
    return np.asarray(found, np.float64).reshape(-1, 2)


def shape_at(lens: Lens, ray: Floats) -> Floats:
    """How a small step in direction moves a pixel there: a 2 by 2 matrix, pixels."""
    step = 1e-4
    rays = ray + step * np.array([(1, 0), (-1, 0), (0, 1), (0, -1)])
    pixels, _ = cv2.projectPoints(
        np.column_stack([rays, np.ones(4)]), np.zeros(3), np.zeros(3), _matrix(lens), _bends(lens)
    )
    right, left, down, up = pixels.reshape(-1, 2)
    return np.column_stack([right - left, down - up]) / (2 * step)


@dataclass(frozen=True, slots=True)
class FlatSeat:
    """Flattens the surroundings of one seat; the face itself keeps its place and size.

    Attributes:
        left: first column that is changed.
        top: first row that is changed.
        columns: for each pixel there, the column of the camera's picture that shows it.
        rows: the same, the row.
    """

    left: int
    top: int
    columns: npt.NDArray[np.float32]
    rows: npt.NDArray[np.float32]

    def __call__(self, image: Image) -> Image:
        """The picture with this seat flattened."""
        height, width = self.columns.shape
        flat = image.copy()
        flat[self.top : self.top + height, self.left : self.left + width] = cv2.remap(
            image, self.columns, self.rows, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE
        )
        return flat


def flat_seat(lens: Lens, box: Box, width: int, height: int) -> FlatSeat | None:
    """Flatten a seat where the lens bends it; ``None`` where it does not, or the lens is another picture's.

    Args:
        lens: the lens.
        box: the seat's face, pixels.
        width: of the picture, pixels.
        height: of the picture, pixels.
    """
    fitted = scaled(lens, width, height)
    if fitted is None:
        return None
    (ray,) = straight(fitted, np.array([[box.x, box.y]]))
    shape = shape_at(fitted, ray)
    if not np.isfinite(shape).all():  # numbers that somebody made up
        return None
    most, least = np.linalg.svd(shape, compute_uv=False)
    if not most > BENT * least > 0.0:
        return None
    focal = float(np.sqrt(most * least))  # the face keeps its size
    around = REACH * box.size
    left, right = max(0, round(box.x - around)), min(width, round(box.x + around))
    top, bottom = max(0, round(box.y - around)), min(height, round(box.y + around))
    if right <= left or bottom <= top:
        return None
    pinhole = np.array(
        [[focal, 0, box.x - focal * ray[0] - left], [0, focal, box.y - focal * ray[1] - top], [0, 0, 1]]
    )
    maps = cv2.initUndistortRectifyMap(
        _matrix(fitted), _bends(fitted), np.eye(3), pinhole, (right - left, bottom - top), cv2.CV_32FC1
    )
    return FlatSeat(left, top, *cast("tuple[npt.NDArray[np.float32], npt.NDArray[np.float32]]", maps))


def _matrix(lens: Lens) -> Floats:
    return np.array([[lens.fx, 0, lens.cx], [0, lens.fy, lens.cy], [0, 0, 1]], np.float64)


def _bends(lens: Lens) -> Floats:
    return np.array([lens.k1, lens.k2, lens.p1, lens.p2], np.float64)
