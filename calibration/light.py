"""How well a face is lit and how sharp it is: numbers of one piece of a picture, no judgement."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np

from referee.film import Image
from referee.vision.marks import FaceMarks
from referee.vision.patch import Patch

BURNT = 250
"""Grey level from which on a colour channel counts as burnt out: the sensor or the encoder clips there."""
SIDE = 64
"""Pixels across the face when its sharpness is measured: the size of the face has a finding of its own."""
HALF = 0.45
"""Half the width of the piece about eyes and nose that is measured, face sizes."""


@dataclass(frozen=True, slots=True)
class FaceLight:
    """Light on one face in one picture.

    Attributes:
        mean: mean brightness, grey levels 0…255.
        contrast: standard deviation of the brightness, grey levels.
        burnt: share of pixels with a colour channel that is burnt out, 0…1.
        sharpness: strength of the finest details against the contrast, > 0; about 0.1 when out of focus.
    """

    mean: float
    contrast: float
    burnt: float
    sharpness: float


def face_light(patch: Patch, face: FaceMarks) -> FaceLight:
    """Measure the light on a face that nothing covers.

    Args:
        patch: the seat's piece of the picture.
        face: the face in it.
    """
    x, y = (face.eyes + face.nose) / 2
    piece, _ = patch.part(float(x), float(y), HALF * face.size)
    grey = cv2.cvtColor(piece, cv2.COLOR_BGR2GRAY)
    contrast = float(grey.std())
    return FaceLight(
        mean=float(grey.mean()),
        contrast=contrast,
        burnt=float((piece.max(2) >= BURNT).mean()),
        sharpness=_sharpness(piece, contrast),
    )


def _sharpness(piece: Image, contrast: float) -> float:
    """Mean gradient of the face at a fixed size over its contrast: noise is smoothed away, blur is not."""
    grey = cv2.cvtColor(piece, cv2.COLOR_BGR2GRAY)
    small = cv2.resize(grey, (SIDE, SIDE), interpolation=cv2.INTER_AREA).astype(np.float32)
    smooth = cv2.GaussianBlur(small, (0, 0), 0.8)
    slope = np.hypot(cv2.Sobel(smooth, cv2.CV_32F, 1, 0) / 8, cv2.Sobel(smooth, cv2.CV_32F, 0, 1) / 8)
    return float(np.sqrt((slope**2).mean()) / (contrast + 1.0))
