"""One look at one seat: is there a face, a hand, and where is the index fingertip?"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum, auto

import cv2

from referee.observation import UnseenReason
from referee.vision.marks import FaceMarks, HandMarks, face_marks, hand_marks
from referee.vision.networks import HandPoints, Networks
from referee.vision.patch import Box, Patch
from referee.vision.region import Region

MESH_CROP = 1.1
"""Half the width of the crop for the face mesh, face sizes."""
DARKEST = 16.0
"""Mean grey level of a face below which nothing can be told."""
FLATTEST = 5.0
"""Standard deviation of a face's grey levels below which nothing can be told (black, burnt out or very blurred)."""

TIP_X = 0.13
"""How far to the side of the nose tip a touching fingertip's landmark lies at most, face sizes."""
TIP_Y = (-0.2, 0.105)
"""How far above (bridge) and below (the landmark is a little inside the finger) it lies at most, face sizes."""
DOUBT = 0.045
"""A fingertip this much farther out is neither sure to touch nor sure not to, face sizes."""
COVERS = 0.15
"""A fist with a landmark this near to the nose tip may touch it, face sizes."""
LEAD = 0.06
"""How much nearer to the nose than any other fingertip the index fingertip must be, face sizes."""


class Place(Enum):
    """Where the index fingertip was at one look."""

    FREE = auto()
    """No hand at the face."""
    NEAR = auto()
    """A hand at the face, its index fingertip surely not on the nose."""
    DOUBT = auto()
    """Something at the nose that is not sure to be, or not to be, an index fingertip on it."""
    NOSE = auto()
    """An index fingertip on the nose."""
    UNSEEN = auto()
    """Nothing could be told."""


@dataclass(frozen=True, slots=True)
class Glance:
    """What one look at a seat showed.

    Attributes:
        time_s: the frame's timestamp, seconds.
        place: where the index fingertip was.
        face: the face, where found.
        hand: the hand whose index fingertip is nearest to the nose, where found.
        reason: why nothing could be told (with ``Place.UNSEEN``) or what the doubt is.
    """

    time_s: float
    place: Place
    face: FaceMarks | None = None
    hand: HandMarks | None = None
    reason: UnseenReason | None = None


def place_of(hand: HandMarks) -> Place:
    """Tell from one hand where its index fingertip is."""
    if not hand.points_out:
        return Place.DOUBT if hand.nearest < COVERS else Place.NEAR
    x, y = hand.tip
    out = max(abs(x) - TIP_X, TIP_Y[0] - y, y - TIP_Y[1])
    if out > DOUBT:
        return Place.DOUBT if hand.others < TIP_X else Place.NEAR
    if out > 0 or hand.others < hand.distance + LEAD:
        return Place.DOUBT
    return Place.NOSE


def look(networks: Networks, patch: Patch, box: Box, hands: Sequence[HandPoints] | None = None) -> Glance:
    """Look at a seat with both networks.

    Args:
        networks: the networks.
        patch: the seat's piece of the frame.
        box: where the face was last.
        hands: those of the patch, where they were looked for already.
    """
    image, origin = patch.part(box.x, box.y, MESH_CROP * box.size)
    mesh = networks.mesh(image)
    if mesh is None:
        return Glance(patch.time_s, Place.UNSEEN, reason=UnseenReason.NO_FACE)
    face = face_marks(mesh, origin)
    if not _legible(patch, face):
        return Glance(patch.time_s, Place.UNSEEN, face, reason=UnseenReason.DARK)
    hand = nearest_hand(networks, patch, face, hands)
    if hand is None:
        return Glance(patch.time_s, Place.FREE, face)
    place = place_of(hand)
    return Glance(patch.time_s, place, face, hand, UnseenReason.DOUBTFUL if place is Place.DOUBT else None)


def find_hands(networks: Networks, patch: Patch, box: Box, *, rough: bool = False) -> list[HandPoints]:
    """Find the hands of a patch, in pixels of the whole picture; ``rough``: only to know whether there are any."""
    image, origin = patch.part(box.x, box.y + 0.25 * box.size, 1.6 * box.size)
    return [hand.shifted(*origin) for hand in networks.hands(image, rough=rough)]


def hand_again(networks: Networks, patch: Patch, region: Region | None) -> list[HandPoints] | None:
    """Look once more at a hand that rests, at half the cost of looking for hands.

    Args:
        networks: the networks.
        patch: the seat's piece of the frame.
        region: where the network saw it, pixels of the whole picture.

    Returns:
        The hand, coordinates in pixels of the whole picture; ``None``: not there, hands must be looked for.
    """
    x, y = patch.origin
    hand = None if region is None else networks.hand_in(patch.image, region.shifted(-x, -y))
    return None if hand is None else [hand.shifted(x, y)]


def nearest_hand(
    networks: Networks, patch: Patch, face: FaceMarks, hands: Sequence[HandPoints] | None = None
) -> HandMarks | None:
    """Find the hand whose index fingertip is nearest to the nose, among ``hands`` where they are known."""
    if hands is None:
        hands = find_hands(networks, patch, Box(float(face.nose[0]), float(face.nose[1]), face.size))
    marks = [hand_marks(hand, (0, 0), face) for hand in hands]
    return min(marks, key=lambda hand: hand.distance, default=None)


def _legible(patch: Patch, face: FaceMarks) -> bool:
    x, y = face.eyes
    image, _ = patch.part(x, y, 0.45 * face.size)
    grey = cv2.cvtColor(image, cv2.COLOR_BGR2GRAY)
    return float(grey.mean()) >= DARKEST and float(grey.std()) >= FLATTEST
