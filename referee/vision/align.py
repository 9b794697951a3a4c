"""Sub-pixel alignment of a piece of one picture with another picture.

Gauss-Newton on the pixels' differences (Lucas & Kanade 1981, with the template's gradients computed once as in
Baker & Matthews 2004, "Lucas-Kanade 20 Years On", section 3.2), made robust by Geman-McClure weights: pixels
that something else covers count for little.
"""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
import numpy.typing as npt

Float = npt.NDArray[np.float32]

CLIP = 15.0
"""Difference in grey levels from which on a pixel counts for little: about five times a camera's noise."""
_STIFF = np.where(np.eye(4) > 0, 1.0005, 1.0).astype(np.float32)
_LEAST = 1e-6 * np.eye(4, dtype=np.float32)
"""What the normal equations' diagonal is multiplied with and added: a featureless piece must not run away."""
LONGEST_STEP = 4.0
"""Pixels a single step may move: the pictures' gradients say nothing about what lies farther away."""


@dataclass(frozen=True, slots=True)
class Pose:
    """A similarity about a centre: shift in pixels, turn in radians, growth as a logarithm."""

    dx: float = 0.0
    dy: float = 0.0
    turn: float = 0.0
    growth: float = 0.0

    def matrix(self) -> npt.NDArray[np.float64]:
        """The 2 x 2 matrix that turns and grows."""
        c, s = np.exp(self.growth) * np.cos(self.turn), np.exp(self.growth) * np.sin(self.turn)
        return np.array([[c, -s], [s, c]])

    def moved(
        self, point: npt.NDArray[np.float64], centre: npt.NDArray[np.float64]
    ) -> npt.NDArray[np.float64]:
        """Where a point goes, pixels."""
        return self.matrix() @ (point - centre) + centre + (self.dx, self.dy)

    def apart(self, other: Pose) -> float:
        """How far the centre is from where another pose puts it, pixels."""
        return float(np.hypot(self.dx - other.dx, self.dy - other.dy))

    def ahead_of(self, before: Pose) -> Pose:
        """The pose that follows when the motion from ``before`` to this one goes on."""
        return Pose(
            2 * self.dx - before.dx,
            2 * self.dy - before.dy,
            2 * self.turn - before.turn,
            2 * self.growth - before.growth,
        )


class Template:
    """A piece of a picture that can be found again in other pictures of the same size.

    Args:
        image: the picture, rows, columns, 3, float.
        weight: how much each pixel belongs to the piece, 0…1, rows, columns.
        centre: the point that a pose turns and grows about, pixels (x, y).
    """

    def __init__(self, image: Float, weight: Float, centre: npt.NDArray[np.float64]) -> None:
        rows, columns = np.nonzero(weight > 0.05)
        self.centre = centre
        self.size = len(rows)
        self._weight = weight[rows, columns][:, None]
        self._values = image[rows, columns]
        self._x = (columns - centre[0]).astype(np.float32)
        self._y = (rows - centre[1]).astype(np.float32)
        along = cv2.Sobel(image, cv2.CV_32F, 1, 0, scale=1 / 8)[rows, columns]
        down = cv2.Sobel(image, cv2.CV_32F, 0, 1, scale=1 / 8)[rows, columns]
        x, y = self._x[:, None], self._y[:, None]
        self._slopes = np.stack([along, down, down * x - along * y, along * x + down * y]).reshape(4, -1)

    def find(
        self, image: Float, start: Pose, offset: tuple[int, int] = (0, 0), steps: int = 12
    ) -> tuple[Pose, float]:
        """Find the piece in a picture, from a first guess on.

        Args:
            image: the picture, rows, columns, 3, float.
            start: the first guess.
            offset: column and row of the template's picture at which this picture's first pixel lies.
            steps: how often the guess is improved at most.

        Returns:
            The pose and the mean absolute difference that is left, grey levels.
        """
        pose = start
        off = self._values
        for _ in range(steps):
            matrix = pose.matrix().astype(np.float32)
            off = self._seen(image, pose, matrix, offset) - self._values
            weighted = self._slopes * (self._weight / (1.0 + (off / CLIP) ** 2)).ravel()
            normal = (weighted @ self._slopes.T) * _STIFF + _LEAST
            _, step = cv2.solve(normal, -(weighted @ off.reshape(-1, 1)))
            shift = matrix @ step[:2, 0]
            length = float(np.hypot(*shift))
            scale = min(1.0, LONGEST_STEP / max(length, 1e-9))
            pose = Pose(
                pose.dx + float(shift[0]) * scale,
                pose.dy + float(shift[1]) * scale,
                pose.turn + float(step[2, 0]) * scale,
                pose.growth + float(step[3, 0]) * scale,
            )
            if not np.isfinite(pose.dx + pose.growth) or abs(pose.growth) > 1.0:
                return start, float("inf")
            if length < 0.01:
                break
        left = (self._weight * np.minimum(np.abs(off), 60.0)).sum() / (3 * self._weight.sum())
        return pose, float(left)

    def _seen(self, image: Float, pose: Pose, matrix: Float, offset: tuple[int, int]) -> Float:
        """What a picture shows where the piece would be."""
        x, y = float(self.centre[0]) - offset[0] + pose.dx, float(self.centre[1]) - offset[1] + pose.dy
        xs = x + matrix[0, 0] * self._x + matrix[0, 1] * self._y
        ys = y + matrix[1, 0] * self._x + matrix[1, 1] * self._y
        seen = cv2.remap(image, xs[None], ys[None], cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
        return np.asarray(seen[0], np.float32)
