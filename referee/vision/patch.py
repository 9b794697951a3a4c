"""The piece of the picture round one seat, in full resolution: what the networks and the stopwatch look at."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np

from referee.film import Image
from referee.vision.align import Float

ACROSS = 1.7
"""Half the width of a patch, face sizes: hand landmarks are found best on crops three faces wide."""
ABOVE = 1.4
"""How far a patch reaches above the face's middle, face sizes."""
BELOW = 3.0
"""How far a patch reaches below the face's middle, face sizes: hands come from below, and are followed back there."""


@dataclass(frozen=True, slots=True)
class Box:
    """The face that a patch is cut round: centre and size, pixels of the picture."""

    x: float
    y: float
    size: float


@dataclass(frozen=True, slots=True)
class Patch:
    """A piece of one frame.

    Attributes:
        time_s: the frame's presentation timestamp, seconds.
        image: rows, columns, blue-green-red; what lies outside the picture repeats its edge.
        origin: column and row of the picture at which the patch begins; may be negative.
        rows: number of rows of the whole picture (for the rolling shutter).
    """

    time_s: float
    image: Image
    origin: tuple[int, int]
    rows: int

    def smooth(self) -> Float:
        """The patch as floats with the noise of single pixels taken off."""
        return cv2.GaussianBlur(self.image, (0, 0), 0.8).astype(np.float32)

    def part(self, x: float, y: float, half: float) -> tuple[Image, tuple[int, int]]:
        """Cut a square about a point of the picture, as far as it lies in the patch, and tell its origin.

        Where it lies outside of it, what is nearest to it is cut.
        """
        rows, columns = self.image.shape[:2]
        left = max(0, min(round(x - half) - self.origin[0], columns - 8))
        top = max(0, min(round(y - half) - self.origin[1], rows - 8))
        image = self.image[
            top : max(top + 8, round(y + half) - self.origin[1]),
            left : max(left + 8, round(x + half) - self.origin[0]),
        ]
        return image, (self.origin[0] + left, self.origin[1] + top)


def cut(image: Image, box: Box, time_s: float) -> Patch:
    """Cut the patch of a seat out of a frame."""
    x0, x1 = round(box.x - ACROSS * box.size), round(box.x + ACROSS * box.size)
    y0, y1 = round(box.y - ABOVE * box.size), round(box.y + BELOW * box.size)
    height, width = image.shape[:2]
    inside = image[max(0, y0) : max(0, min(height, y1)), max(0, x0) : max(0, min(width, x1))]
    if inside.size == 0:  # the face has left the picture
        return Patch(time_s, np.zeros((y1 - y0, x1 - x0, 3), np.uint8), (x0, y0), height)
    padded = cv2.copyMakeBorder(
        inside,
        max(0, -y0),
        max(0, y1 - max(height, y0)),
        max(0, -x0),
        max(0, x1 - max(width, x0)),
        cv2.BORDER_REPLICATE,
    )
    return Patch(time_s, np.asarray(padded, np.uint8), (x0, y0), height)
