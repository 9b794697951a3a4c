"""Watches a table for a few seconds and measures all that its check is made of. Numbers only, no judgement."""

from __future__ import annotations

import math
import statistics
from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import pairwise

from referee.calibration.light import FaceLight, face_light
from referee.calibration.pace import Pace, pace_of

from referee.film import Frame
from referee.vision.glance import Glance, Place, look
from referee.vision.networks import Networks
from referee.vision.patch import Box, cut
from referee.vision.spans import AT_FACE

LOOK_S = 0.1
"""Time between two looks at a seat, seconds."""
SHORT_GAP = 4
"""A hand that is missing for fewer looks than this between two in which it was found was there all the time."""
CLEAR = 0.6
"""A hand farther from the nose than this covers nothing of what is measured of the face, face sizes."""


@dataclass(frozen=True, slots=True)
class SeatMeasure:
    """What was measured of one seat.

    Attributes:
        seat: the seat, from 0 at the left.
        box: where its face was at the end.
        faces: share of the looks in which the face was found, 0…1.
        across: pixels across the face; ``None`` when it was never found.
        turn_deg: how far the face is turned away from the camera, degrees; ``None`` as above.
        light: the light on the face, the middle of all looks; ``None`` when it was never free.
        hands: share of the looks in which a hand at the face was found while it was there; ``None`` when no hand was
            ever there.
        room: from the face to the nearest edge of the picture at its sides or below, face sizes.
    """

    seat: int
    box: Box
    faces: float
    across: float | None
    turn_deg: float | None
    light: FaceLight | None
    hands: float | None
    room: float


@dataclass(frozen=True, slots=True)
class TableMeasure:
    """What was measured of a table.

    Attributes:
        seats: one for each person, from the left.
        pace: the camera's rhythm; ``None`` when there were too few frames.
        width: of the picture, pixels.
        height: of the picture, pixels.
    """

    seats: tuple[SeatMeasure, ...]
    pace: Pace | None
    width: int
    height: int


@dataclass
class _Watched:
    box: Box
    glances: list[Glance] = field(default_factory=list)
    lights: list[FaceLight] = field(default_factory=list)


class TableWatch:
    """Takes in frames and measures.

    Args:
        networks: the networks.
        boxes: the faces, from the left.
    """

    def __init__(self, networks: Networks, boxes: Sequence[Box]) -> None:
        self._networks = networks
        self._seats = [_Watched(box) for box in boxes]
        self._times: list[float] = []
        self._looked_s = -math.inf
        self._size = (0, 0)

    def add(self, frame: Frame) -> None:
        """Take in the next frame; none may be left out, for the rhythm is measured too."""
        self._times.append(frame.time_s)
        self._size = (frame.image.shape[1], frame.image.shape[0])
        if frame.time_s - self._looked_s < LOOK_S - 0.002:
            return
        self._looked_s = frame.time_s
        for seat in self._seats:
            patch = cut(frame.image, seat.box, frame.time_s)
            glance = look(self._networks, patch, seat.box)
            seat.glances.append(glance)
            if glance.face is None:
                continue
            x0, y0, x1, y1 = glance.face.box
            size = 0.9 * seat.box.size + 0.1 * glance.face.size
            seat.box = Box((x0 + x1) / 2, (y0 + y1) / 2, size)
            if glance.hand is None or glance.hand.nearest > CLEAR:
                seat.lights.append(face_light(patch, glance.face))

    def measure(self) -> TableMeasure:
        """All that was measured so far."""
        width, height = self._size
        seats = tuple(_seat(number, seat, width, height) for number, seat in enumerate(self._seats))
        return TableMeasure(seats, pace_of(self._times), width, height)


def _seat(number: int, seat: _Watched, width: int, height: int) -> SeatMeasure:
    faces = [glance.face for glance in seat.glances if glance.face is not None]
    box = seat.box
    return SeatMeasure(
        seat=number,
        box=box,
        faces=len(faces) / max(1, len(seat.glances)),
        across=statistics.median(face.box[2] - face.box[0] for face in faces) if faces else None,
        turn_deg=statistics.median(_turn_deg(float(face.forward[0])) for face in faces) if faces else None,
        light=_middle(seat.lights),
        hands=_hands(seat.glances),
        room=min(box.x, width - box.x, height - box.y) / box.size,
    )


def _turn_deg(sideways: float) -> float:
    """How far a face is turned to the side: ``sideways`` is the picture's part of where it looks, a unit vector."""
    return math.degrees(math.asin(min(1.0, abs(sideways))))


def _middle(lights: Sequence[FaceLight]) -> FaceLight | None:
    if not lights:
        return None
    return FaceLight(
        *(
            statistics.median(getattr(light, name) for light in lights)
            for name in ("mean", "contrast", "burnt", "sharpness")
        )
    )


def _hands(glances: Sequence[Glance]) -> float | None:
    """How reliably a hand at the face is found, between two looks that found it."""
    at_face = [i for i, glance in enumerate(glances) if _shows_hand(glance)]
    if len(at_face) < 3:
        return None
    there = len(at_face) + sum(
        later - earlier - 1 for earlier, later in pairwise(at_face) if later - earlier <= SHORT_GAP
    )
    return len(at_face) / there


def _shows_hand(glance: Glance) -> bool:
    return glance.place is Place.NOSE or (glance.hand is not None and glance.hand.distance < AT_FACE)
