"""A rotated rectangle of a picture: cut out as a network's input, and the network's points put back."""

from __future__ import annotations

from dataclasses import dataclass, replace
from math import cos, sin

import cv2
import numpy as np
import numpy.typing as npt

from referee.film import Image
from referee.vision.align import Float


@dataclass(frozen=True, slots=True)
class Region:
    """Where a network looks, pixels of the picture.

    Attributes:
        x: column of the centre.
        y: row of the centre.
        width: along its own x axis.
        height: along its own y axis.
        angle: from the picture's x axis to its own, clockwise as seen, radians.
    """

    x: float
    y: float
    width: float
    height: float
    angle: float = 0.0

    @classmethod
    def whole(cls, image: Image) -> Region:
        """The smallest square about the middle of a picture that holds all of it."""
        height, width = image.shape[:2]
        side = float(max(height, width))
        return cls(width / 2, height / 2, side, side)

    def shifted(self, x: int, y: int) -> Region:
        """The same place in a picture that begins elsewhere: columns and rows are added."""
        return replace(self, x=self.x + x, y=self.y + y)

    def cut(self, image: Image, side: int, *, low: float, border: int) -> Float:
        """Scale what lies inside to a network's square input.

        Args:
            image: blue-green-red.
            side: rows and columns of the input.
            low: value of black in it, 0 or -1; white is 1.
            border: OpenCV's name for what stands outside the picture.

        Returns:
            Shape (1, side, side, 3), red-green-blue.
        """
        across = np.array([cos(self.angle), sin(self.angle)]) * self.width / side
        down = np.array([-sin(self.angle), cos(self.angle)]) * self.height / side
        corner = np.array([self.x, self.y]) - (across + down) * side / 2
        matrix = np.stack([across, down, corner], axis=1)
        flags = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
        part = cv2.warpAffine(image, matrix, (side, side), flags=flags, borderMode=border)
        scaled = cv2.cvtColor(part, cv2.COLOR_BGR2RGB).astype(np.float32)
        scaled *= (1.0 - low) / 255.0
        scaled += low
        return scaled[np.newaxis]

    def back(self, points: npt.NDArray[np.floating]) -> npt.NDArray[np.float32]:
        """Put points of the cut piece, 0…1 across it, where they are in the picture; shape (n, 2)."""
        x, y = (points[:, :2] - 0.5).T
        turned_x, turned_y = (
            cos(self.angle) * x - sin(self.angle) * y,
            sin(self.angle) * x + cos(self.angle) * y,
        )
        return np.stack([turned_x * self.width + self.x, turned_y * self.height + self.y], 1).astype(
            np.float32
        )
