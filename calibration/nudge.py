"""Notices that the camera was moved: the table has shifted in the picture as a whole."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path

import cv2
import numpy as np
import numpy.typing as npt

from referee.film import Image
from referee.vision.patch import Box

WIDTH, HEIGHT = 160, 90
"""Pixels of the small picture of edges that is compared: a face in it has ten pixels, nobody can be told by it."""
AGREE = 0.4
"""Correlation of the shifted edges with those of the reference, where both show something, from which on a shift is
believed. Nudges of 14 to 300 pixels of 1280 have 0.69 to 0.97 on the given scenes, even with somebody before the
camera; a camera turned by 5 degrees 0.42, by 8 degrees 0.27 to 0.36; another camera or a mirrored picture 0.31 at
most."""
NUDGED = 0.006
"""A shift beyond this share of the picture's width is a nudge: 8 pixels of 1280, a tenth of a face."""
BRIGHTEST = 200.0
"""Edges stronger than this count no more, grey levels across the picture's pixels."""
LARGEST = 0.3
"""Beyond this share of the picture's size the seats cannot be carried over."""

Small = npt.NDArray[np.float32]


class Nudge(StrEnum):
    """What became of the camera since the reference picture."""

    STILL = "still"
    """It stands where it stood."""
    MOVED = "moved"
    """It was moved, and the shift is known: the seats move with it."""
    ASK = "ask"
    """The picture does not agree with the reference: somebody must say where the seats are."""


@dataclass(frozen=True, slots=True)
class Shift:
    """How the picture moved.

    Attributes:
        nudge: what that means.
        dx: to the right, pixels of the picture.
        dy: down, pixels.
        sure: how well the shifted picture agrees with the reference, 0…1.
    """

    nudge: Nudge
    dx: float = 0.0
    dy: float = 0.0
    sure: float = 0.0

    def carry(self, box: Box) -> Box:
        """Where a seat is now."""
        return Box(box.x + self.dx, box.y + self.dy, box.size)


class Reference:
    """A picture of the table to compare later ones with.

    Args:
        edges: its :func:`edges_of`.
        size: width and height of the whole picture, pixels.
    """

    def __init__(self, edges: Small, size: tuple[int, int]) -> None:
        self._size = size
        self._edges = edges
        self._window = cv2.createHanningWindow((WIDTH, HEIGHT), cv2.CV_32F)

    @classmethod
    def of(cls, image: Image) -> Reference:
        """The reference that a picture makes."""
        height, width = image.shape[:2]
        return cls(edges_of(image), (width, height))

    def shift(self, image: Image) -> Shift:
        """Compare a picture with the reference.

        People move, walls and table do not: what most of the picture agrees on is the camera's.
        """
        if tuple(image.shape[1::-1]) != self._size:
            return Shift(Nudge.ASK)
        return self.compare(edges_of(image))

    def compare(self, edges: Small) -> Shift:
        """As :meth:`shift`, of a picture of which only the :func:`edges_of` are there."""
        # Copies: OpenCV before 5 lays the window over the very arrays that it is given.
        (dx, dy), _ = cv2.phaseCorrelate(self._edges.copy(), edges.copy(), self._window)
        across, down = dx / WIDTH, dy / HEIGHT
        sure = self._agreement(edges, dx, dy)
        shift = (dx * self._size[0] / WIDTH, dy * self._size[1] / HEIGHT, sure)
        if sure < AGREE or max(abs(across), abs(down)) > LARGEST:
            return Shift(Nudge.ASK, *shift)
        if float(np.hypot(*shift[:2])) < NUDGED * self._size[0]:
            return Shift(Nudge.STILL, *shift)
        return Shift(Nudge.MOVED, *shift)

    def _agreement(self, edges: Small, dx: float, dy: float) -> float:
        """Correlation of edges, moved back, with the reference's, where both show something."""
        back = np.array([[1, 0, -dx], [0, 1, -dy]], np.float32)
        moved = cv2.warpAffine(edges, back, (WIDTH, HEIGHT))
        both = cv2.warpAffine(np.ones_like(edges), back, (WIDTH, HEIGHT)) > 0.99
        if both.sum() < 2:
            return 0.0
        ours, theirs = self._edges[both] - self._edges[both].mean(), moved[both] - moved[both].mean()
        power = float(np.sqrt((ours**2).sum() * (theirs**2).sum()))
        return max(0.0, float((ours * theirs).sum()) / power) if power > 0.0 else 0.0


def edges_of(image: Image) -> Small:
    """The small picture's gradients: light that changes does not shift them."""
    grey = cv2.cvtColor(image, cv2.COLOR_BGR2GRAY)
    small = cv2.resize(grey, (WIDTH, HEIGHT), interpolation=cv2.INTER_AREA).astype(np.float32)
    smooth = cv2.GaussianBlur(small, (0, 0), 1.0)
    slope = np.hypot(cv2.Sobel(smooth, cv2.CV_32F, 1, 0), cv2.Sobel(smooth, cv2.CV_32F, 0, 1))
    return np.minimum(slope, BRIGHTEST).astype(np.float32)


def save_edges(edges: Small, path: Path) -> None:
    """Keep a reference beside the table's file, as a grey picture."""
    cv2.imwrite(str(path), (edges * (255.0 / BRIGHTEST)).round().astype(np.uint8))


def load_edges(path: Path) -> Small | None:
    """The reference that was kept; ``None`` when there is none that fits."""
    kept = cv2.imread(str(path), cv2.IMREAD_GRAYSCALE) if path.is_file() else None
    if kept is None or kept.shape != (HEIGHT, WIDTH):
        return None
    return (kept * (BRIGHTEST / 255.0)).astype(np.float32)


class NudgeWatch:
    """Follows the camera through an evening; a shift counts once two looks agree on it.

    Args:
        image: the picture in which the seats were taken.
    """

    def __init__(self, image: Image) -> None:
        self._reference = Reference.of(image)
        self._before = Shift(Nudge.STILL)

    def see(self, image: Image) -> Shift:
        """Look again; says ``STILL`` until a nudge is sure, and once it has said ``MOVED`` begins from there."""
        shift = self._reference.shift(image)
        before, self._before = self._before, shift
        agree = shift.nudge is before.nudge and (
            shift.nudge is Nudge.ASK
            or float(np.hypot(shift.dx - before.dx, shift.dy - before.dy)) < NUDGED * image.shape[1]
        )
        if shift.nudge is Nudge.STILL or not agree:
            return Shift(Nudge.STILL, sure=shift.sure)
        if shift.nudge is Nudge.MOVED:
            self._reference, self._before = Reference.of(image), Shift(Nudge.STILL)
        return shift
