"""What a stopwatch leaves behind beside its verdicts: where each nose was, and how each finger came near.

Nothing is judged by it. The photo finish is cut along it, and the curve of distance against time is drawn from it.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from referee.vision.seat import SeatReader


@dataclass(frozen=True, slots=True)
class SeatTrace:
    """One seat over a stretch of measuring. Times are seconds on the camera's clock and rise.

    Attributes:
        seat: the seat.
        faces: looks that found the face: time, nose tip (x and y, pixels of the picture), face size (pixels).
        tips: looks that found a hand: time, distance of the index fingertip from the nose tip (face sizes). Coarse:
            landmarks at some fifteen looks a second.
        approaches: for every arrival that was measured, its frames: time, distance of the fingertip from its
            resting place (face sizes; a little below zero at rest), standard deviation of that distance.
    """

    seat: int
    faces: tuple[tuple[float, float, float, float], ...] = ()
    tips: tuple[tuple[float, float], ...] = ()
    approaches: tuple[tuple[tuple[float, float, float], ...], ...] = ()


def trace_of(reader: SeatReader) -> SeatTrace:
    """What a reader saw so far."""
    faces, tips = [], []
    for glance in reader.glances:
        face, hand = glance.face, glance.hand
        if face is not None:
            faces.append((glance.time_s, float(face.nose[0]), float(face.nose[1]), float(face.size)))
        if face is not None and hand is not None:
            tips.append((glance.time_s, hand.distance))
    approaches = tuple(
        tuple((float(point.time_s), float(point.distance), float(point.noise)) for point in onset.approach)
        for onset in reader.onsets
    )
    return SeatTrace(reader.seat, tuple(faces), tuple(tips), approaches)
