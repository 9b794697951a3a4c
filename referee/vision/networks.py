"""The networks behind small functions: picture in, coordinates out. Only this module knows mediapipe.

Every call is stateless (the IMAGE running mode), so the same picture always gives the same numbers.
"""

from __future__ import annotations

import contextlib
import os
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Self

import numpy as np
import numpy.typing as npt

from referee import models
from referee.film import Image
from referee.vision.silence import keep_silent

Points = npt.NDArray[np.float32]
"""Coordinates, pixels: points, (x, y) or (x, y, z)."""


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
    """

    points: Points
    right: float


@contextlib.contextmanager
def _quiet() -> Iterator[None]:
    """Keep the C++ libraries from writing to the terminal: their warnings mean nothing to people."""
    sys.stderr.flush()
    try:
        saved = os.dup(2)
    except OSError:
        yield
        return
    sink = os.open(os.devnull, os.O_WRONLY)
    try:
        os.dup2(sink, 2)
        yield
    finally:
        os.dup2(saved, 2)
        os.close(saved)
        os.close(sink)


class Networks:
    """The face detector, face mesh and hand landmarks, loaded once.

    Raises:
        ModelMissingError: a model file is not there.
        ModelDamagedError: a model file is not the published one.
    """

    def __init__(self) -> None:
        files = {name: str(models.path(name)) for name in (models.FACE_DETECTOR, models.FACE, models.HAND)}
        keep_silent()
        with _quiet():
            from mediapipe.tasks.python import BaseOptions, vision  # noqa: PLC0415 - slow to import

            self._detector = vision.FaceDetector.create_from_options(
                vision.FaceDetectorOptions(
                    base_options=BaseOptions(model_asset_path=files[models.FACE_DETECTOR]),
                    min_detection_confidence=0.3,
                )
            )
            self._mesh = vision.FaceLandmarker.create_from_options(
                vision.FaceLandmarkerOptions(
                    base_options=BaseOptions(model_asset_path=files[models.FACE]),
                    num_faces=1,
                    min_face_detection_confidence=0.3,
                    min_face_presence_confidence=0.3,
                )
            )
            self._hands = vision.HandLandmarker.create_from_options(
                vision.HandLandmarkerOptions(
                    base_options=BaseOptions(model_asset_path=files[models.HAND]),
                    num_hands=2,
                    min_hand_detection_confidence=0.3,
                    min_hand_presence_confidence=0.3,
                )
            )
            blank = np.zeros((64, 64, 3), np.uint8)  # the first calls still write to the terminal
            self.faces(blank)
            self.mesh(blank)
            self.hands(blank)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Give the networks' memory and threads back; they cannot be used afterwards.

        Left to the end of the program, mediapipe's own clean-up fails and writes about it.
        """
        with _quiet():
            for network in (self._detector, self._mesh, self._hands):
                network.close()

    def faces(self, image: Image) -> list[FaceBox]:
        """Find the faces of a whole picture, largest first."""
        found = self._detector.detect(_picture(image)).detections
        boxes = [
            FaceBox(
                x=box.origin_x + box.width / 2,
                y=box.origin_y + box.height / 2,
                width=float(box.width),
                score=float(each.categories[0].score),
            )
            for each in found
            for box in [each.bounding_box]
        ]
        return sorted(boxes, key=lambda box: -box.width)

    def mesh(self, image: Image) -> Points | None:
        """Find the 478 face landmarks of a crop: shape (478, 3), pixels; ``None`` when there is no face."""
        found = self._mesh.detect(_picture(image)).face_landmarks
        if not found:
            return None
        height, width = image.shape[:2]
        return np.array([[p.x * width, p.y * height, p.z * width] for p in found[0]], np.float32)

    def hands(self, image: Image) -> list[HandPoints]:
        """Find up to two hands in a crop."""
        found = self._hands.detect(_picture(image))
        height, width = image.shape[:2]
        hands = []
        for points, side in zip(found.hand_landmarks, found.handedness, strict=True):
            best = side[0]
            right = best.score if best.category_name == RIGHT_LABEL else 1.0 - best.score
            hands.append(
                HandPoints(np.array([[p.x * width, p.y * height] for p in points], np.float32), float(right))
            )
        return hands


RIGHT_LABEL = "Right"
"""What the hand network calls a person's own right hand in a picture that is not mirrored (measured)."""


def _picture(image: Image) -> object:
    import mediapipe  # noqa: PLC0415 - slow to import

    return mediapipe.Image(
        image_format=mediapipe.ImageFormat.SRGB, data=np.ascontiguousarray(image[..., ::-1])
    )
