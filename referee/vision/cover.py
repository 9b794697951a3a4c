"""Notices that something covers a nose although no hand was found there."""

from __future__ import annotations

import cv2
import numpy as np

from referee.vision.align import Float
from referee.vision.marks import FaceMarks
from referee.vision.patch import Patch

SIDE = 24
"""Pixels across the picture of a nose that is compared."""
REACH = 0.3
"""Half the width of the compared piece, face sizes."""
CHANGED = 0.75
"""Mean difference from the free nose, in standard deviations of the nose's own grey levels, that is a cover."""
CHANGED_BY_HAND = 0.2
"""The same once a hand was seen at the face: where the network then loses the hand, it may lie on the nose. Fingers on
noses change 0.22 and more; free noses change up to 0.3 by nodding, but seldom just when a hand came."""
CLEAR = 0.12
"""The same below which the nose is surely free again, and the hand that was seen is gone. Between the two it may be on
its way to the nose."""
AT_NOSE, LEFT = 0.3, 0.5
"""A fingertip that was nearer to the nose than the first, is farther away than the second and goes on going away has
left: where it is then no longer found, it is gone. Face sizes."""
HAND_S = 2.0
"""How long a hand that was seen at the face makes this watch suspicious, seconds."""
LEARN = 0.1
"""Share of a new look at the free nose that goes into what is remembered: light and pose change slowly."""


class NoseWatch:
    """Remembers how the free nose looks."""

    def __init__(self) -> None:
        self._free: Float | None = None
        self._hand_s = float("-inf")
        self._seen_s = float("-inf")
        self._nearest = self._last = float("inf")

    def covered(self, patch: Patch, face: FaceMarks, *, hand: float | None) -> bool:
        """Tell whether the nose looks unlike the free one.

        Args:
            patch: the seat's piece of the frame.
            face: the face in it.
            hand: distance of the fingertip that was found at the face, face sizes; ``None``: none was found, and
                with nothing that speaks against it this is the free nose.
        """
        if hand is not None:
            self._see(patch.time_s, hand)
            return False
        nose = self._nose(patch, face)
        if self._free is None:
            self._free = nose
            return False
        change = self.change(nose)
        if change < CLEAR:
            self._hand_s = float("-inf")
        suspicious = patch.time_s - self._hand_s < HAND_S
        if change > (CHANGED_BY_HAND if suspicious else CHANGED):
            return True
        if change < CHANGED / 2 and not suspicious:  # what may be a finger is not to be learned
            self._free = (1 - LEARN) * self._free + LEARN * nose
        return False

    def _see(self, time_s: float, distance: float) -> None:
        """Take in a hand at the face: it may lie on the nose when it is no longer found, unless it had left."""
        if time_s - self._seen_s > HAND_S:
            self._nearest = self._last = float("inf")
        left = self._nearest < AT_NOSE and distance > max(LEFT, self._last)
        self._hand_s = float("-inf") if left else time_s
        self._nearest = min(self._nearest, distance)
        self._seen_s, self._last = time_s, distance

    def change(self, nose: Float) -> float:
        """Mean difference to the remembered nose, brightness and contrast evened out; 0 when none is known."""
        return 0.0 if self._free is None else float(np.abs(nose - self._free).mean())

    def _nose(self, patch: Patch, face: FaceMarks) -> Float:
        """The nose upright, in grey, with mean 0 and standard deviation 1."""
        scale = 2 * REACH * face.size / SIDE
        c, s = scale * np.cos(face.tilt), scale * np.sin(face.tilt)
        centre = face.nose - patch.origin
        turn = np.array([[c, -s], [s, c]])
        matrix = np.column_stack([turn, centre - turn @ np.array([SIDE / 2, SIDE / 2])])
        grey = cv2.cvtColor(patch.image, cv2.COLOR_BGR2GRAY).astype(np.float32)
        nose = cv2.warpAffine(
            cv2.GaussianBlur(grey, (0, 0), 1.0),
            matrix,
            (SIDE, SIDE),
            flags=cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP,
            borderMode=cv2.BORDER_REPLICATE,
        )
        return ((nose - nose.mean()) / (nose.std() + 2.0)).astype(np.float32)
