"""A face and a hand in a picture, and where a fingertip lies in the face's own coordinates."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from referee.vision.networks import HandPoints, Points
from referee.vision.region import Region

NOSE_TIP = 1
"""Index of the nose tip among the face mesh's 478 landmarks."""
EYE_CORNERS = (33, 133, 362, 263)
"""Outer and inner corners of the right, inner and outer corners of the left eye."""
INDEX_TIP = 8
"""Index of the index fingertip among the 21 hand landmarks."""
OTHER_TIPS = (12, 16, 20)
"""Middle, ring and little fingertip."""
STRETCHED = 1.05
"""A finger is stretched when its tip is this many times as far from the wrist as its middle joint."""


@dataclass(frozen=True, slots=True)
class FaceMarks:
    """A face in the picture, pixels.

    Attributes:
        nose: nose tip, shape (2,).
        eyes: middle between the eye corners, shape (2,).
        size: root of the mesh's width times height; about 0.86 of the head's width.
        tilt: angle of the line of the eyes against the picture's rows, radians.
        box: x0, y0, x1, y1 of the mesh.
        forward: where the face looks, projected on the picture: a unit vector in space has this (x, y) part.
    """

    nose: npt.NDArray[np.float64]
    eyes: npt.NDArray[np.float64]
    size: float
    tilt: float
    box: tuple[float, float, float, float]
    forward: npt.NDArray[np.float64]

    def relative(self, point: npt.NDArray[np.floating]) -> npt.NDArray[np.float64]:
        """Turn a point of the picture into face sizes right and down of the nose tip, the face upright."""
        c, s = np.cos(self.tilt), np.sin(self.tilt)
        x, y = (np.asarray(point, np.float64) - self.nose) / self.size
        return np.array([c * x + s * y, c * y - s * x])


def face_marks(mesh: Points, origin: tuple[int, int]) -> FaceMarks:
    """Summarise a face mesh found in a crop whose top left pixel is ``origin`` of the picture."""
    points = np.add(mesh, (*origin, 0.0), dtype=np.float64)
    low, high = points[:, :2].min(0), points[:, :2].max(0)
    right, left = points[[33, 133], :2].mean(0), points[[362, 263], :2].mean(0)
    across = left - right
    # The plane through both sides of the face and the line from brow to chin; its normal points forward.
    side = points[454] - points[234]
    down = points[152] - points[10]
    normal = np.cross(down, side)
    normal /= np.linalg.norm(normal) + 1e-9
    if normal[2] > 0:  # mediapipe's z grows away from the camera
        normal = -normal
    return FaceMarks(
        nose=points[NOSE_TIP, :2],
        eyes=points[list(EYE_CORNERS), :2].mean(0),
        size=float(np.sqrt(np.prod(high - low))),
        tilt=float(np.arctan2(across[1], across[0])),
        box=(float(low[0]), float(low[1]), float(high[0]), float(high[1])),
        forward=normal[:2],
    )


@dataclass(frozen=True, slots=True)
class HandMarks:
    """A hand near a face.

    Attributes:
        points: 21 landmarks, pixels of the picture, shape (21, 2).
        right: chance that it is the person's own right hand, 0…1.
        tip: the index fingertip in face sizes right and down of the nose tip.
        points_out: the index finger is stretched out.
        others: distance of the nearest other stretched finger's tip (thumb left out) from the nose tip, face sizes;
            infinite when all are curled.
        nearest: distance of the hand's nearest landmark from the nose tip, face sizes.
        region: where the network looked, pixels of the picture.
    """

    points: Points
    right: float
    tip: npt.NDArray[np.float64]
    points_out: bool
    others: float
    nearest: float
    region: Region | None = None

    @property
    def distance(self) -> float:
        """Distance of the index fingertip from the nose tip, face sizes."""
        return float(np.hypot(*self.tip))


def hand_marks(hand: HandPoints, origin: tuple[int, int], face: FaceMarks) -> HandMarks:
    """Put a hand found in a crop whose top left pixel is ``origin`` into relation with the face."""
    hand = hand.shifted(*origin)
    points = hand.points
    away = np.array([np.hypot(*face.relative(point)) for point in points])
    others = min((float(away[tip]) for tip in OTHER_TIPS if _stretched(points, tip)), default=float("inf"))
    return HandMarks(
        points,
        hand.right,
        face.relative(points[INDEX_TIP]),
        _stretched(points, INDEX_TIP),
        others,
        float(away.min()),
        hand.region,
    )


def _stretched(points: Points, tip: int) -> bool:
    """Whether a finger's tip is farther from the wrist than its middle joint.

    Measured on rendered hands: 1.2 to 1.35 times as far when stretched, 0.75 to 0.85 times when curled.
    """
    to_tip, to_joint = (np.hypot(*(points[i] - points[0])) for i in (tip, tip - 2))
    return bool(to_tip > STRETCHED * to_joint)
