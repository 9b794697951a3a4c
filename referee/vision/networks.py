"""The networks behind small functions: picture in, coordinates out. Only this module knows what is in their files.

The networks are mediapipe's, and so is what is done before and after each of them (its face and hand landmarkers);
run directly, they take half the processor time and a third of the memory of mediapipe's own graphs.
Every call is stateless, so the same picture always gives the same numbers.
"""

from __future__ import annotations

import zipfile
from dataclasses import dataclass
from math import atan2, cos, pi, sin
from typing import Self

import cv2
import numpy as np
import numpy.typing as npt

from referee import models
from referee.film import Image
from referee.vision.detector import Detection, Detector, overlap
from referee.vision.inference import Inference, quiet, sigmoid
from referee.vision.region import Region

Points = npt.NDArray[np.float32]
"""Coordinates, pixels: points, (x, y) or (x, y, z)."""

LEAST = 0.3
"""How sure the networks must be of a face or a hand, 0…1."""
SURE = 0.6
"""How sure it must be that a hand is where it was expected, 0…1."""
MOST_HANDS = 2
"""Hands that are looked for in a crop."""
ROUGH = 128
"""Side of the picture in which palms are looked for where it is only asked whether there are any, pixels. The network
was made for 192; on 450 hands at noses and 150 on their way, 128 find 99 % and 93 % of what 192 find, in 8 ms instead
of 17, but their landmarks lie elsewhere by up to 0.05 face sizes: contacts are not timed with them."""
FACE_MARGIN = 1.5
"""The mesh looks at this many times the width and height of the face that was detected."""
HAND_MARGIN, HAND_SHIFT, HAND_TURN = 2.6, 0.5, 90.0
"""The hand landmarks look at a square of this many palms, shifted towards the fingers by this many palms, turned so
that the line from the wrist to the middle finger points in this direction, radians. mediapipe means degrees and says
radians, which turns the hand by 27 degrees; what this project knows of fingertips was measured with such hands."""
TRACKED_MARGIN, TRACKED_SHIFT = 2.0, 0.1
"""The same for a hand whose landmarks are nearly known, in sizes of these landmarks."""
SAME_HAND, SAME_LANDMARKS, SAME_AREA = 0.2, 10, 0.2
"""Two hands are one when this many landmarks lie nearer to one another than this share of the palm, and they share
this part of the area that they cover together."""


@dataclass(frozen=True, slots=True)
class FaceBox:
    """Where a face was found, pixels of the picture: centre, width and the detector's score 0…1."""

    x: float
    y: float
    width: float
    score: float


@dataclass(frozen=True, slots=True)
class HandPoints:
    """One hand: 21 landmarks (x, y) in pixels (8 is the index fingertip) and which hand it looks like.

    Attributes:
        points: shape (21, 2).
        right: chance, 0…1, that it is the person's own right hand, in a picture that is not mirrored.
        region: where the network looked.
    """

    points: Points
    right: float
    region: Region | None = None

    def shifted(self, x: int, y: int) -> HandPoints:
        """The same hand in a picture that begins elsewhere: columns and rows are added."""
        region = None if self.region is None else self.region.shifted(x, y)
        return HandPoints(self.points + np.array((x, y), np.float32), self.right, region)


class Networks:
    """The face detector, face mesh and hand landmarks, loaded once.

    Raises:
        ModelMissingError: a model file is not there.
        ModelDamagedError: a model file is not the published one.
    """

    def __init__(self) -> None:
        whole = models.path(models.FACE_DETECTOR).read_bytes()
        face, hand = (_parts(name) for name in (models.FACE, models.HAND))
        with quiet():
            self._detector = Detector(whole, [(4, 1)], low=-1.0, least=LEAST)
            grids = [(8, 2), (16, 6)]
            self._near = Detector(face["face_detector"], grids, low=-1.0, least=LEAST)
            self._mesh = Inference(face["face_landmarks_detector"])
            self._palms = Detector(hand["hand_detector"], grids, low=0.0, least=LEAST)
            self._rough = Detector(hand["hand_detector"], grids, low=0.0, least=LEAST, side=ROUGH)
            self._hand = Inference(hand["hand_landmarks_detector"])

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Give the networks' memory back; they cannot be used afterwards."""
        del self._detector, self._near, self._mesh, self._palms, self._rough, self._hand

    def faces(self, image: Image) -> list[FaceBox]:
        """Find the faces of a whole picture, largest first."""
        found = [
            FaceBox(face.region.x, face.region.y, face.region.width, face.score)
            for face in self._detector.find(image)
        ]
        return sorted(found, key=lambda box: -box.width)

    def mesh(self, image: Image) -> Points | None:
        """Find the 478 face landmarks of a crop: shape (478, 3), pixels; ``None`` when there is no face."""
        faces = self._near.find(image)
        if not faces:
            return None
        region = _face_region(faces[0])
        given = region.cut(image, self._mesh.side, low=0.0, border=cv2.BORDER_REPLICATE)
        raw, presence, *_ = self._mesh(given)
        if float(sigmoid(presence).ravel()[0]) <= LEAST:
            return None
        points = raw.reshape(-1, 3) / self._mesh.side
        return np.column_stack([region.back(points), points[:, 2] * region.width])

    def hands(self, image: Image, *, rough: bool = False) -> list[HandPoints]:
        """Find up to two hands in a crop; ``rough``: only to know whether there are any."""
        hands: list[HandPoints] = []
        palms = self._rough if rough else self._palms
        for palm in palms.find(image)[:MOST_HANDS]:
            hand = self.hand_in(image, _hand_region(palm))
            if hand is not None and not any(_is_same(hand.points, other.points) for other in hands):
                hands.append(hand)
        return hands

    def hand_near(self, image: Image, expected: Points, least: float = SURE) -> HandPoints | None:
        """Find the hand whose landmarks are nearly known, at less than half the cost of looking for any hand.

        Args:
            image: a crop.
            expected: its 21 landmarks, pixels, as far off as a hand moves between two frames.
            least: how sure it must be that there is a hand, 0…1.
        """
        return self.hand_in(image, _tracked_region(expected), least)

    def hand_in(self, image: Image, region: Region, least: float = LEAST) -> HandPoints | None:
        """The hand in a region; ``least``: how sure it must be that there is one, 0…1."""
        given = region.cut(image, self._hand.side, low=0.0, border=cv2.BORDER_REPLICATE)
        raw, presence, right, *_ = self._hand(given)
        if float(presence.ravel()[0]) <= least:
            return None
        points = region.back(raw.reshape(-1, 3) / self._hand.side)
        return HandPoints(points, float(right.ravel()[0]), region)


def _parts(name: str) -> dict[str, bytes]:
    """The networks of a bundle, by their names without ending."""
    with zipfile.ZipFile(models.path(name)) as bundle:
        return {
            entry.removesuffix(".tflite"): bundle.read(entry)
            for entry in bundle.namelist()
            if entry.endswith(".tflite")
        }


def _face_region(face: Detection) -> Region:
    """Where the mesh looks: about the face, as tilted as the line of the eyes."""
    (right_x, right_y), (left_x, left_y) = face.points[:2]
    box = face.region
    angle = atan2(left_y - right_y, left_x - right_x)
    return Region(box.x, box.y, FACE_MARGIN * box.width, FACE_MARGIN * box.height, angle)


def _hand_region(palm: Detection) -> Region:
    """Where the landmarks look: about the hand, with the fingers above."""
    wrist, middle = palm.points[0], palm.points[2]
    angle = HAND_TURN + atan2(middle[1] - wrist[1], middle[0] - wrist[0])
    box = palm.region
    shift = HAND_SHIFT * box.height
    side = HAND_MARGIN * max(box.width, box.height)
    return Region(box.x + shift * sin(angle), box.y - shift * cos(angle), side, side, angle)


def _tracked_region(points: Points) -> Region:
    """Where the landmarks look for a hand that was seen a frame before or after: mediapipe's rule."""
    palm = points[[0, 1, 2, 3, 5, 6, 9, 10, 13, 14, 17, 18]]
    to_fingers = (points[5] + points[13]) / 4 + points[9] / 2 - points[0]
    angle = pi / 2 + atan2(to_fingers[1], to_fingers[0])
    turn = np.array([[cos(angle), sin(angle)], [-sin(angle), cos(angle)]])
    upright = palm @ turn.T
    low, high = upright.min(0), upright.max(0)
    middle = (low + high) / 2 - (0.0, TRACKED_SHIFT * (high[1] - low[1]))
    x, y = middle @ turn
    side = TRACKED_MARGIN * float((high - low).max())
    return Region(float(x), float(y), side, side, angle)


def _is_same(one: Points, other: Points) -> bool:
    """Whether two found hands are the same: mediapipe's rule."""
    near = SAME_HAND * max(_palm(one), _palm(other))
    close = int((np.hypot(*(one - other).T) < near).sum())
    return close >= SAME_LANDMARKS and bool(overlap(_box(one)[np.newaxis], _box(other))[0] > SAME_AREA)


def _box(points: Points) -> Points:
    """The upright box of landmarks: its middle and its size, shape (2, 2)."""
    low, high = points.min(0), points.max(0)
    return np.stack([(low + high) / 2, high - low])


def _palm(points: Points) -> float:
    """The palm's longest side: between wrist, index and little knuckle."""
    corners = points[[0, 5, 17]]
    return float(np.hypot(*(corners - np.roll(corners, 1, axis=0)).T).max())
