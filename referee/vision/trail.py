"""The way of a finger before the part that tells its arrival: followed later, when nothing else is to do.

The arrival needs the last 0.4 face sizes. Where the finger came from belongs to the evidence, and costs a call of
the hand network for each frame, because a hand that is far away has turned and is blurred.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from referee.vision.align import Pose
from referee.vision.approach import LOST, Distance, Follower, HandFinder
from referee.vision.episode import Onset
from referee.vision.patch import Patch

TRAIL_S = 0.2
"""How long before the measured part a finger is followed back, seconds."""
OTHER = 0.7
"""A hand so far from where it is expected is the other one, face sizes."""
FITS = 0.5
"""Of :data:`referee.vision.approach.LOST`: up to this misfit no hand is looked for."""


class Trail:
    """Follows one finger farther back, a frame at each step.

    Attributes:
        onset: how its touch began, with what was found so far as ``trail``.

    Args:
        onset: how the touch began; where nothing of its approach was measured there is no trail.
        follower: that of the resting hand.
        patches: the seat's patches, in order of time.
    """

    def __init__(self, onset: Onset, follower: Follower, patches: Sequence[Patch]) -> None:
        self.onset = onset
        self._follower = follower
        first_s = onset.approach[0].patch_s if onset.approach else 0.0
        self._left = [patch for patch in patches if first_s - TRAIL_S <= patch.time_s < first_s]
        near = [_pose(point, follower.size) for point in onset.approach[:2]]
        self._last, self._before = near[0] if near else Pose(), near[-1] if near else Pose()

    @property
    def done(self) -> bool:
        """Whether there is nothing left to follow."""
        return not self._left

    def step(self, hands: HandFinder) -> None:
        """Follow the finger into one earlier frame; one in which it is not found is left out."""
        patch = self._left.pop()
        ahead = self._last.ahead_of(self._before)
        found, pose = self._follower.measure(patch, [self._last, ahead])
        if found.misfit > FITS * LOST:
            seen = hands(patch, self._follower.expected(ahead))
            guesses = [guess for points in seen if (guess := self._follower.guess(points)) is not None]
            # Where the hand has turned too far for the template, its landmarks still tell where it is.
            nearest = min(guesses, key=ahead.apart, default=None)
            if nearest is None or ahead.apart(nearest) > OTHER * self._follower.size:
                return
            found, pose = replace(found, moved=_moved(nearest, self._follower.size)), nearest
            found = replace(found, distance=float(np.hypot(*found.moved)))
        self._before, self._last = self._last, pose
        self.onset = replace(self.onset, trail=(found, *self.onset.trail))


def _pose(point: Distance, size: float) -> Pose:
    return Pose(point.moved[0] * size, point.moved[1] * size)


def _moved(pose: Pose, size: float) -> tuple[float, float]:
    """How far a pose moves the fingertip, face sizes; the head's movement in so short a time is left out."""
    return pose.dx / size, pose.dy / size
