"""Fingertips found on the frames of approach and contact: by the stopwatch, and by mediapipe on whole frames.

The latter is what one would write first: HandLandmarker and FaceDetector on every whole picture.
"""

from __future__ import annotations

import json
import os
import time
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any

import numpy as np

from referee import models
from referee.bench.workload import RATE, pictures
from referee.film import Frame, Image
from referee.vision.networks import Networks
from referee.vision.seat import Reading, SeatReader
from referee.vision.seats import find_seats
from referee.vision.stopwatch import Stopwatch

NEAR_ENOUGH = 0.25
"""A fingertip counts as found within a quarter of a head of the truth."""

PLAYERS = 4


@dataclass(frozen=True, slots=True)
class Found:
    """Shares of frames on which the touching fingertip was found, 0…1."""

    approach: float
    contact: float
    all: float


@dataclass(frozen=True, slots=True)
class Comparison:
    """Both sides over the same frames.

    Attributes:
        ours: fingertips that the stopwatch found.
        theirs: fingertips that mediapipe found on whole frames; ``None`` when it was left out.
        theirs_cpu_ms: its processor time for each player-frame, milliseconds.
    """

    ours: Found
    theirs: Found | None = None
    theirs_cpu_ms: float = 0.0


def compare(
    connection: Connection,
    media: Path,
    order: Sequence[int],
    mediapipe: bool,
) -> None:
    """Compare in a process of its own, which keeps mediapipe's warnings to itself.

    Args:
        connection: gets the :class:`Comparison`.
        media: the folder of the recording and its truth.
        order: which frames the workload shows.
        mediapipe: compare with mediapipe.
    """
    os.dup2(os.open(os.devnull, os.O_WRONLY), 2)
    images, truth = pictures(media / "match.mp4"), load_truth(media / "match-truth.json")
    ours = by_stopwatch(images, truth)
    if mediapipe:
        connection.send(Comparison(ours, *by_mediapipe(images, truth, order)))
    else:
        connection.send(Comparison(ours))


def load_truth(path: Path) -> list[dict[str, Any]]:
    """Where fingertip and nose are round each touch of the recording."""
    return list(json.loads(path.read_text(encoding="utf-8"))["touches"])


def by_stopwatch(images: Sequence[Image], truth: Sequence[dict[str, Any]]) -> Found:
    """What the stopwatch finds: where its curve puts the fingertip, relative to nose and resting place."""
    networks = Networks()
    boxes = find_seats(networks, images[:3])
    stopwatch = Stopwatch(networks, list(enumerate(boxes)), Reading())
    for index, image in enumerate(images):
        stopwatch.add(Frame(index, index / RATE, image))
    networks.close()
    hits = [_hits(stopwatch.readers[touch["seat"]], touch) for touch in truth]
    return _shares(truth, hits)


def _hits(reader: SeatReader, touch: dict[str, Any]) -> list[bool]:
    """For each frame of a touch, whether the stopwatch had the fingertip there."""
    onset = min(
        (onset for onset in reader.onsets if onset.contact is not None),
        key=lambda onset: abs(onset.contact.time_s - touch["contact_s"]) if onset.contact else 1e9,
        default=None,
    )
    if onset is None:
        return [False] * len(touch["frames"])
    curve = {round(point.patch_s * RATE): point for point in (*onset.trail, *onset.approach)}
    last = max(curve, default=0)
    hits = []
    for time_s, tip_x, tip_y, nose_x, nose_y in touch["frames"]:
        number = round(time_s * RATE)
        truly = np.array([tip_x - nose_x, tip_y - nose_y]) - np.array(touch["rest"])
        # Past the curve the finger rests where the template was cut: no movement at all.
        moved = np.array(curve[number].moved) * reader.box.size if number in curve else np.zeros(2)
        near = float(np.hypot(*(moved - truly))) < NEAR_ENOUGH * touch["head_px"]
        hits.append(near and (number in curve or number > last))
    return hits


def by_mediapipe(
    images: Sequence[Image], truth: Sequence[dict[str, Any]], order: Sequence[int]
) -> tuple[Found, float]:
    """What mediapipe finds on whole frames, and its processor time for each player-frame, milliseconds."""
    detect = _detectors()
    weights = Counter(order)
    cpu_s = 0.0
    tips: list[np.ndarray] = []
    for index, image in enumerate(images):
        started = time.process_time()
        tips.append(detect(image))
        cpu_s += weights[index] * (time.process_time() - started)
    hits = []
    for touch in truth:
        limit = NEAR_ENOUGH * touch["head_px"]
        near = [
            bool((np.hypot(*(tips[round(time_s * RATE)] - (x, y)).T) < limit).any())
            for time_s, x, y, _, _ in touch["frames"]
        ]
        hits.append(near)
    return _shares(truth, hits), 1000.0 * cpu_s / (len(order) * PLAYERS)


def _detectors() -> Any:  # noqa: ANN401 - a function from a picture to fingertips
    import mediapipe  # noqa: PLC0415 - slow to import
    from mediapipe.tasks.python import BaseOptions, vision  # noqa: PLC0415 - the same

    from referee.vision.silence import keep_silent  # noqa: PLC0415 - the same

    keep_silent()
    hands = vision.HandLandmarker.create_from_options(
        vision.HandLandmarkerOptions(
            base_options=BaseOptions(model_asset_path=str(models.path(models.HAND))), num_hands=2 * PLAYERS
        )
    )
    faces = vision.FaceDetector.create_from_options(
        vision.FaceDetectorOptions(
            base_options=BaseOptions(model_asset_path=str(models.path(models.FACE_DETECTOR)))
        )
    )

    def detect(image: Image) -> np.ndarray:
        data = np.ascontiguousarray(image[..., ::-1])
        picture = mediapipe.Image(image_format=mediapipe.ImageFormat.SRGB, data=data)
        faces.detect(picture)
        height, width = image.shape[:2]
        found = hands.detect(picture).hand_landmarks
        return np.array([[hand[8].x * width, hand[8].y * height] for hand in found]).reshape(-1, 2)

    return detect


def _shares(truth: Sequence[dict[str, Any]], hits: Sequence[Sequence[bool]]) -> Found:
    before: list[bool] = []
    after: list[bool] = []
    for touch, found in zip(truth, hits, strict=True):
        for (time_s, *_), hit in zip(touch["frames"], found, strict=True):
            (before if time_s < touch["contact_s"] else after).append(hit)
    return Found(float(np.mean(before)), float(np.mean(after)), float(np.mean(before + after)))
