"""Finds faces or palms in a picture: a single-shot detector's boxes, those of one thing made one.

The networks and what their numbers mean are mediapipe's (its face detector's and hand detector's graphs): each of
a grid of anchors says where, relative to itself, a box and some points lie, and how sure it is.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np

from referee.film import Image
from referee.vision.align import Float
from referee.vision.inference import Inference, sigmoid
from referee.vision.region import Region

SAME = 0.3
"""Boxes that share more than this part of the area that they cover together show the same thing."""


@dataclass(frozen=True, slots=True)
class Detection:
    """Something found.

    Attributes:
        region: its upright box.
        points: its key points, pixels, shape (n, 2).
        score: how sure the network is, 0…1.
    """

    region: Region
    points: Float
    score: float


class Detector:
    """A single-shot detector.

    Args:
        model: the bytes of its file.
        grids: for each grid of anchors its stride in pixels of the input, and how many anchors share a place.
        low: value of black in its input.
        least: how sure it must be, 0…1.
        side: rows and columns of its input; ``None``: as it was made.
    """

    def __init__(
        self,
        model: bytes,
        grids: Sequence[tuple[int, int]],
        *,
        low: float,
        least: float,
        side: int | None = None,
    ) -> None:
        self._network = Inference(model, side)
        self._low = low
        self._least = least
        self._anchors = np.concatenate([_grid(self._network.side // stride, each) for stride, each in grids])

    def find(self, image: Image) -> list[Detection]:
        """Find everything in a picture, the surest first."""
        whole, side = Region.whole(image), self._network.side
        raw, logits = self._network(whole.cut(image, side, low=self._low, border=cv2.BORDER_CONSTANT))
        scores = sigmoid(logits[0, :, 0])
        sure = np.flatnonzero(scores >= self._least)
        sure = sure[np.argsort(-scores[sure], kind="stable")]
        # Centre, size, then the key points; all but the size relative to the anchor.
        values = raw[0, sure].reshape(len(sure), raw.shape[2] // 2, 2) / side
        values[:, 0] += self._anchors[sure]
        values[:, 2:] += self._anchors[sure, np.newaxis]
        return [_detection(values, float(score), whole) for values, score in _merged(values, scores[sure])]


def _grid(across: int, each: int) -> Float:
    """The anchors of one grid, row by row: their middles, 0…1."""
    middles = (np.arange(across, dtype=np.float32) + 0.5) / across
    x, y = np.meshgrid(middles, middles)
    return np.repeat(np.stack([x.ravel(), y.ravel()], 1), each, axis=0)


def _merged(values: Float, scores: Float) -> list[tuple[Float, float]]:
    """Make one of all boxes that show the same thing: their mean, weighted with the scores."""
    found = []
    while len(values):
        same = overlap(values[:, :2], values[0, :2]) > SAME
        same[0] = True  # also a box without area
        found.append((np.average(values[same], axis=0, weights=scores[same]), float(scores[0])))
        values, scores = values[~same], scores[~same]
    return found


def overlap(boxes: Float, box: Float) -> Float:
    """The area that boxes (centre, size) share with another, as a part of what both cover."""
    low, high = boxes[:, 0] - boxes[:, 1] / 2, boxes[:, 0] + boxes[:, 1] / 2
    shared = np.minimum(high, box[0] + box[1] / 2) - np.maximum(low, box[0] - box[1] / 2)
    area = np.prod(np.maximum(shared, 0.0), axis=1)
    both = np.prod(boxes[:, 1], axis=1) + np.prod(box[1]) - area
    return np.asarray(area / np.maximum(both, 1e-9), np.float32)


def _detection(values: Float, score: float, whole: Region) -> Detection:
    x, y = whole.back(values[:1])[0]
    width, height = values[1] * whole.width
    return Detection(Region(float(x), float(y), float(width), float(height)), whole.back(values[2:]), score)
