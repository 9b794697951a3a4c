"""Measures how a lens bends, with a board of squares and markers (ChArUco) on paper or on a screen."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import cast

import cv2
import numpy as np
import numpy.typing as npt
from referee.calibration.errors import LensError

from referee.film import Frame, Image
from referee.timing.camera import Lens

COLUMNS, ROWS = 9, 6
"""Squares of the board; it fits a sheet of paper and a screen."""
MARKER = 0.75
"""Side of a marker, sides of a square."""
LOOK_S = 0.2
"""Time between two looks at the board, seconds."""
FEWEST_CORNERS = 12
"""A look that shows fewer corners (of 40) says little."""
OTHER_PLACE = 0.05
"""A look counts when the board stands elsewhere than in all others, by this share of the picture's width."""
MOST_VIEWS = 30
"""More looks than these tell nothing new, and reckoning takes long."""
FEWEST_VIEWS = 8
"""Fewer are not enough."""
EDGE = 0.15
"""The board must have been within this share of the picture of each of its sides: what a lens does beyond the
outermost corner that was seen is guessed."""
WORST = 0.0012
"""Largest error of the model that is believed, as a share of the picture's width: 1.5 pixels of 1280."""
OFF = 2.5
"""A look whose error is so many times the median (it moved, or it shone) is left out."""

Points = npt.NDArray[np.float32]


@dataclass(frozen=True, slots=True)
class View:
    """One look at the board.

    Attributes:
        corners: where its inner corners are in the picture, pixels, n by 2.
        names: which corners these are.
    """

    corners: Points
    names: npt.NDArray[np.int32]

    def apart(self, other: View) -> float:
        """How far the board stands from where it stood in another look, pixels: its middle, or its size."""
        middle = np.linalg.norm(self.corners.mean(0) - other.corners.mean(0))
        size = np.linalg.norm(np.ptp(self.corners, 0) - np.ptp(other.corners, 0))
        return float(max(middle, size))


def board() -> cv2.aruco.CharucoBoard:
    """The board; a square is 1 wide."""
    markers = cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_4X4_50)
    return cv2.aruco.CharucoBoard((COLUMNS, ROWS), 1.0, MARKER, markers)


def board_picture(square: int = 120) -> Image:
    """The board to be shown or printed, grey, with a white margin; ``square``: width of a square, pixels."""
    size = (COLUMNS * square + square, ROWS * square + square)
    return cast("Image", board().generateImage(size, marginSize=square // 2))


def measure_lens(frames: Iterable[Frame]) -> Lens:
    """Measure a lens from pictures of the board, held in all parts of the picture.

    Args:
        frames: a film or pictures of one size.

    Raises:
        LensError: the board was not seen often enough, not everywhere, or moved too fast.
    """
    views, (width, height) = views_in(frames)
    if len(views) < FEWEST_VIEWS:
        raise LensError(
            f"The board was seen in {len(views)} of the {FEWEST_VIEWS} places that are needed: hold it well lit and "
            "still for a moment, now here, now there, tilted a little. The page Lens shows it, and "
            "check-table --board board.png writes it to be printed."
        )
    missing = _missing(views, width, height)
    if missing:
        raise LensError(
            f"The board was never near the picture's edge {' and '.join(missing)}: move it into every corner of the "
            "picture."
        )
    found, errors = _solve(views, width, height)
    good = [
        view for view, error in zip(views, errors, strict=True) if error <= OFF * float(np.median(errors))
    ]
    if FEWEST_VIEWS <= len(good) < len(views):
        found, _ = _solve(good, width, height)
    if not found.error_px <= WORST * width:
        raise LensError(
            f"The lens was measured with an error of {found.error_px:.1f} pixels, which is too much: hold the board "
            "still each time, and see that it is flat and does not shine."
        )
    return found


def views_in(frames: Iterable[Frame]) -> tuple[list[View], tuple[int, int]]:
    """All looks at the board in different places, and the size of the pictures."""
    detector = cv2.aruco.CharucoDetector(board())
    views: list[View] = []
    width = height = 0
    looked_s = float("-inf")
    for frame in frames:
        if frame.time_s - looked_s < LOOK_S - 0.002 or len(views) >= MOST_VIEWS:
            continue
        looked_s = frame.time_s
        height, width = frame.image.shape[:2]
        corners, names, _, _ = detector.detectBoard(cv2.cvtColor(frame.image, cv2.COLOR_BGR2GRAY))
        if corners is None or names is None or len(names) < FEWEST_CORNERS:
            continue
        view = View(np.asarray(corners, np.float32).reshape(-1, 2), np.asarray(names, np.int32).reshape(-1))
        if all(view.apart(other) > OTHER_PLACE * width for other in views):
            views.append(view)
    return views, (width, height)


def _missing(views: Sequence[View], width: int, height: int) -> list[str]:
    """The sides of the picture near which the board never was."""
    corners = np.concatenate([view.corners for view in views])
    (left, top), (right, bottom) = corners.min(0), corners.max(0)
    sides = {
        "on the left": left > EDGE * width,
        "on the right": right < (1 - EDGE) * width,
        "at the top": top > EDGE * height,
        "at the bottom": bottom < (1 - EDGE) * height,
    }
    return [side for side, never in sides.items() if never]


def _solve(views: Sequence[View], width: int, height: int) -> tuple[Lens, npt.NDArray[np.float64]]:
    """The lens that explains these looks best, and the error of each, pixels."""
    where = np.asarray(board().getChessboardCorners(), np.float32)
    there = [where[view.names] for view in views]
    # The sixth order is left out: beyond the outermost corner it would run away.
    flags = cv2.CALIB_FIX_K3
    error, matrix, bends, _, _, _, _, errors = cv2.calibrateCameraExtended(
        there, [view.corners for view in views], (width, height), np.eye(3), np.zeros(5), flags=flags
    )
    k1, k2, p1, p2 = (float(value) for value in np.ravel(bends)[:4])
    lens = Lens(
        width=width,
        height=height,
        fx=float(matrix[0, 0]),
        fy=float(matrix[1, 1]),
        cx=float(matrix[0, 2]),
        cy=float(matrix[1, 2]),
        k1=k1,
        k2=k2,
        p1=p1,
        p2=p2,
        error_px=float(error),
    )
    return lens, np.ravel(errors)
