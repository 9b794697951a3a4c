"""Tells cheaply that nothing came to a face since the networks last saw it free.

A look of the networks costs a hundred times as much as this. The piece of the picture round the nose is compared
with how it was at that look. A head that sways, nods or turns a little, and light that changes, make differences
of a known form: those of a shift, a growth, a turn, of brightness and contrast. They are taken off (the head's
larger shifts by searching, the rest by least squares); what a finger or a card changes is left, in whole blocks.
"""

from __future__ import annotations

import cv2
import numpy as np
import numpy.typing as npt

from referee.vision.align import Float
from referee.vision.marks import FaceMarks
from referee.vision.patch import Patch

REACH = 0.6
"""Half the width of the piece that is cut out, face sizes."""
COMPARED = 0.8
"""Radius of the disc that is compared, of that: 0.48 face sizes. Beyond it jaw and hair move against the wall."""
SIDE = 32
"""Pixels across the compared piece."""
MARGIN = 4
"""Pixels that the face may have moved each way: 0.15 face sizes."""
CONTRAST = 0.34
"""Largest change of any block that counts as nothing, standard deviations of the face's own grey levels. Over 45
scenes, over-exposed ones among them, a finger on the nose changed 0.56 and more, one within 5 cm of it 0.52."""
MOST = 16.0
"""The same in grey levels: what a finger of the face's own colour changes."""
LEAST = 20.0
"""Standard deviation of a face's grey levels below which it never counts as calm: in a dim room fingers change little,
the hand network misses them now and then, and only looking often finds them."""

_HARMLESS = np.array([1.5, 1.5, 1.5, 1.5, 40.0, 0.35, 25.0, 25.0], np.float32)
"""How much of each such change is harmless: shift, growth and turn in pixels (at the rim), brightness in grey levels,
contrast as a share (a face gone black is no calm one), brightness across and down in grey levels."""

_Mask = npt.NDArray[np.bool_]


class CalmWatch:
    """Remembers how a seat looked when its face was free.

    Args:
        contrast: the change that counts as nothing, as :data:`CONTRAST`.
    """

    def __init__(self, contrast: float = CONTRAST) -> None:
        self._contrast = contrast
        self._free: _FreeFace | None = None

    def remember(self, patch: Patch, face: FaceMarks) -> None:
        """Take this for how the free face looks."""
        x, y = (float(value) for value in face.nose)
        half = REACH * face.size * (SIDE + 2 * MARGIN) / SIDE
        self._free = _FreeFace(patch, x, y, half, self._contrast)

    def renew(self, patch: Patch) -> None:
        """The face that was compared last is still free: from now on it is how it looks here."""
        if self._free is not None:
            self._free = _FreeFace(patch, *self._free.found, self._contrast)

    def forget(self) -> None:
        """The face is not free, or nobody knows how it looks."""
        self._free = None

    def change(self, patch: Patch) -> float:
        """How much the face changed since it was free, as a share of what counts as nothing.

        Infinite when that cannot be told, or when light or pose changed so much that it is another picture.
        """
        if self._free is None or self._free.contrast <= LEAST:
            return float("inf")
        return self._free.change(patch)


class _FreeFace:
    """The piece round a free nose, with the directions in which heads and light may change it.

    Attributes:
        contrast: standard deviation of its grey levels.
        found: where the nose was in the patch compared last, and half the width compared, pixels of the picture.
    """

    def __init__(self, patch: Patch, x: float, y: float, half: float, contrast: float) -> None:
        self._where = self.found = (x, y, half)
        wide = _small(patch, *self._where)
        inner = wide[MARGIN:-MARGIN, MARGIN:-MARGIN]
        self._inner = np.ascontiguousarray(inner)
        along = cv2.Sobel(wide, cv2.CV_32F, 1, 0, scale=1 / 8)[MARGIN:-MARGIN, MARGIN:-MARGIN]
        down = cv2.Sobel(wide, cv2.CV_32F, 0, 1, scale=1 / 8)[MARGIN:-MARGIN, MARGIN:-MARGIN]
        harmless = [
            *(along, down, along * _X + down * _Y, down * _X - along * _Y),
            *(np.ones_like(_X), inner - inner.mean(), _X, _Y),
        ]
        self._harmless = np.stack(harmless)[:, _COMPARED]
        normal = self._harmless @ self._harmless.T + 1e-2 * np.eye(len(harmless), dtype=np.float32)
        self._solve = np.linalg.solve(normal, self._harmless)
        self.contrast = float(inner[_DISC].std())
        self._limit = min(MOST, contrast * self.contrast)

    def change(self, patch: Patch) -> float:
        """The block that changed most, as a share of what counts as nothing."""
        wide = _small(patch, *self._where)
        _, _, (x, y), _ = cv2.minMaxLoc(cv2.matchTemplate(wide, self._inner, cv2.TM_SQDIFF))
        scale = 2 * self._where[2] / (SIDE + 2 * MARGIN)
        self.found = (
            self._where[0] + (x - MARGIN) * scale,
            self._where[1] + (y - MARGIN) * scale,
            self._where[2],
        )
        off = (wide[y : y + SIDE, x : x + SIDE] - self._inner)[_COMPARED]
        amounts = self._solve @ off
        if (np.abs(amounts) > _HARMLESS).any():
            return float("inf")
        left = np.zeros((SIDE, SIDE), np.float32)
        left[_COMPARED] = off - amounts @ self._harmless
        # With its sign: what an edge that moved makes brighter and darker side by side evens out in a block.
        return float(np.abs(cv2.blur(left, (3, 3))).max()) / self._limit


def _small(patch: Patch, x: float, y: float, half: float) -> Float:
    part, _ = patch.part(x, y, half)
    side = SIDE + 2 * MARGIN
    grey = cv2.cvtColor(part, cv2.COLOR_BGR2GRAY)
    return cv2.resize(grey, (side, side), interpolation=cv2.INTER_AREA).astype(np.float32)


def _grid() -> tuple[Float, Float, _Mask, _Mask]:
    """Columns and rows, -1…1, the disc inside, and the part of it that is compared."""
    steps = (np.arange(SIDE, dtype=np.float32) - (SIDE - 1) / 2) / (SIDE / 2)
    x, y = np.meshgrid(steps, steps)
    return x, y, np.hypot(x, y) < 1.0, np.hypot(x, y) < COMPARED


_X, _Y, _DISC, _COMPARED = _grid()
