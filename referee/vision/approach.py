"""Follows a fingertip back from its resting place, frame by frame, relative to the face.

A touch is known from the frames that follow it: the resting hand is cut out as a template and found again in
the frames before, each time starting from where it was a frame later. The same is done for the upper half of the
face, which the hand does not cover; the face's movement is taken off the finger's. What is left is a curve of
distance against time, known to a fraction of a pixel, that goes to :mod:`referee.timing.arrival`.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

import cv2
import numpy as np
import numpy.typing as npt

from referee.vision.align import Float, Pose, Template
from referee.vision.fingertip import end_of_finger
from referee.vision.marks import INDEX_TIP, FaceMarks
from referee.vision.networks import Points
from referee.vision.patch import Patch

FARTHEST = 0.42
"""Face sizes from the rest at which following ends: farther frames say little about the arrival."""
RESTING = 0.012
"""A finger is at rest within this distance of its place in the template's frame, face sizes."""
SETTLING_S = 0.06
"""How long after its last clear movement a finger may still settle, seconds."""
REST_FRAMES = 4
"""Frames at rest that are kept: they say that it has arrived, more of them say nothing new."""
ELSEWHERE = 0.25
"""A hand at least this far from its rest, face sizes, shows what the face beside the resting finger looks like."""
MOST_FRAMES_S = 0.45
"""How long before the earliest frame at rest following ends at the latest, seconds."""
FINGER = 0.085
"""Thickness of a finger, face sizes."""
JITTER = 0.002
"""Standard deviation of a measured distance at rest, face sizes (0.17 pixels of 85; docs/accuracy.md)."""
DRIFT = 0.06
"""Its growth with the distance: the hand turns while it moves, and its middle moves less than its fingertip."""
UNLIKE_FOR_WAY, UNLIKE = 18.0, 5.0
"""How much more a frame may differ from the template than the frames at rest do, grey levels: so much for each face
size of its distance, for the hand turns on its way, and so much in any case. Of 284 approaches 95 % keep to it."""
UNSURE = 0.01
"""Noise of the distance for each grey level above that, face sizes: the template lies (half) on something else."""
TELLING = 20.0
"""Change in grey levels between rest and free face from which on a pixel surely belongs to the hand."""
LOST = 28.0
"""Mean difference in grey levels at which the template is no longer on the hand."""
TRUSTED = 4.0
"""Mean difference in grey levels up to which the template surely is on the hand. Of 117 such frames in which the hand
network was asked all the same, it moved the finger by 0.003 face sizes at most."""
STANDS = 0.3
"""Pixels up to which a hand that moved from one frame to the next is looked for only where it was."""
BACKWARDS = 0.03
"""Face sizes by which a hand that is followed back may come nearer to its rest from one frame to the next; more, and
the template is on something else. Of 420 contacts that were measured well none came nearer by more than 0.02."""

HandFinder = Callable[[Patch, Points], Sequence[Points]]
"""Finds the hands of a patch: landmarks in pixels of the picture, given where those of one hand are expected."""

_Float = npt.NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Distance:
    """One frame of an approach.

    Attributes:
        time_s: middle of the exposure at the fingertip's row, seconds.
        patch_s: the frame's own timestamp, seconds.
        moved: of the fingertip from where it is in the template's frame, right and down, face sizes.
        distance: of the fingertip to its resting place, face sizes; may be a little below zero at rest.
        noise: its standard deviation, face sizes.
        misfit: mean difference between template and frame, grey levels.
    """

    time_s: float
    patch_s: float
    moved: tuple[float, float]
    distance: float
    noise: float
    misfit: float


class Follower:
    """Finds a resting hand and its face again in other frames.

    Args:
        patch: a frame in which the hand rests.
        face: the face in it.
        hand: the 21 landmarks of the resting hand, pixels of the picture.
        readout_s: time between the exposures of the picture's first and last row, seconds.

    Attributes:
        size: face size, pixels.
        tip: landmark of the index fingertip, pixels of the picture.
        usable: hand and face are large enough to be found again.
        below: how far below the nose tip the finger ends, face sizes (negative: above it); ``None`` until
            :meth:`refine` showed the face without the hand.
    """

    def __init__(self, patch: Patch, face: FaceMarks, hand: Points, readout_s: float) -> None:
        self._origin = np.array(patch.origin, np.float64)
        self._readout_s = readout_s
        self.size = face.size
        self.tip = hand[INDEX_TIP].astype(np.float64)
        self._points = hand.astype(np.float64)
        self._marks = face
        self._nose = face.nose - self._origin
        self._image = patch.smooth()
        self._weight = self._hand_weight(self._image.shape[:2])
        self._hand = Template(self._image, self._weight, self.tip - self._origin)
        self._face = Template(self._image, self._face_weight(face, self._weight), face.eyes - self._origin)
        self._face_pose = Pose()
        self._known: tuple[Patch, Float, Pose] | None = None
        self.usable = self._hand.size > 30 and self._face.size > 30
        self.below: float | None = None

    def _hand_weight(self, shape: tuple[int, int]) -> Float:
        """The fingers as thick lines and the palm as an area, most weight near the fingertip."""
        mask = np.zeros(shape, np.uint8)
        points = np.round((self._points - self._origin) * 16).astype(np.int32)
        thick = max(1, round(FINGER * self.size))
        for finger in ((5, 6, 7, 8), (9, 10, 11, 12), (13, 14, 15, 16), (17, 18, 19, 20), (2, 3, 4)):
            cv2.polylines(mask, [points[list(finger)]], False, 255, thick, cv2.LINE_AA, 4)
        cv2.fillPoly(mask, [points[[0, 1, 2, 5, 9, 13, 17]]], 255, cv2.LINE_AA, 4)
        soft = cv2.GaussianBlur(mask, (0, 0), 0.7).astype(np.float32) / 255
        return (soft * _bell(shape, self.tip - self._origin, 0.6 * self.size)).astype(np.float32)

    def _face_weight(self, face: FaceMarks, hand: Float) -> Float:
        """An ellipse over eyes and brow, without the hand and what is near the fingertip."""
        rows, columns = np.mgrid[: hand.shape[0], : hand.shape[1]].astype(np.float32)
        eyes, tip = face.eyes - self._origin, self.tip - self._origin
        inside = ((columns - eyes[0]) / (0.46 * self.size)) ** 2 + (
            (rows - eyes[1] + 0.05 * self.size) / (0.3 * self.size)
        ) ** 2 < 1
        free = cv2.dilate((hand > 0.02).astype(np.uint8), np.ones((5, 5), np.uint8)) == 0
        above = rows < self._nose[1] - 0.1 * self.size
        apart = np.hypot(columns - tip[0], rows - tip[1]) > 0.16 * self.size
        return (inside & free & above & apart).astype(np.float32)

    def refine(self, before: Patch) -> None:
        """Leave out of the template what looks the same without the hand.

        A pixel of the face beside the finger fits best where nothing moves: it would hold the hand at its rest.

        Args:
            before: a frame in which the hand is elsewhere.
        """
        image = before.smooth()
        pose, _ = self._face.find(image, self._face_pose, self._shift(before))
        centre = self._face.centre
        turn = pose.matrix()
        offset = np.add(centre, (pose.dx, pose.dy)) - turn @ centre - self._shift(before)
        free = cv2.warpAffine(
            image,
            np.column_stack([turn, offset]),
            self._image.shape[1::-1],
            flags=cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP,
            borderMode=cv2.BORDER_REPLICATE,
        )
        change = cv2.GaussianBlur(np.abs(self._image - free).max(2), (0, 0), 1.0)
        end = end_of_finger(change, self._points - self._origin, self.size)
        self.below = float(self._marks.relative(end + self._origin)[1])
        weight = self._weight * np.minimum(1.0, (change / TELLING) ** 2).astype(np.float32)
        refined = Template(self._image, weight, self._hand.centre)
        if refined.size > 30:
            self._hand = refined
        self._face_pose, self._known = Pose(), None

    def _shift(self, patch: Patch) -> tuple[int, int]:
        return (patch.origin[0] - int(self._origin[0]), patch.origin[1] - int(self._origin[1]))

    def _prepared(self, patch: Patch) -> tuple[Float, Pose]:
        """A patch without its noise, and where the face is in it; the last one is often asked for twice."""
        if self._known is None or self._known[0] is not patch:
            image = patch.smooth()
            pose, _ = self._face.find(image, self._face_pose, self._shift(patch), steps=8)
            self._face_pose, self._known = pose, (patch, image, pose)
        return self._known[1], self._known[2]

    def measure(self, patch: Patch, starts: Sequence[Pose]) -> tuple[Distance, Pose]:
        """Find the hand in another frame, from the best of several first guesses.

        Returns:
            The distance to the resting place and the hand's pose there.
        """
        image, face_pose = self._prepared(patch)
        shift = self._shift(patch)
        nose = face_pose.moved(self._nose, self._face.centre) - self._nose
        pose, misfit = min(
            (self._hand.find(image, start, shift) for start in starts), key=lambda found: found[1]
        )
        moved = (np.array([pose.dx, pose.dy]) - nose) / self.size
        distance = float(np.hypot(*moved))
        row = (self.tip[1] + pose.dy) / patch.rows
        time_s = float(patch.time_s + self._readout_s * (row - 0.5))
        return Distance(
            time_s,
            patch.time_s,
            (float(moved[0]), float(moved[1])),
            distance,
            _noise(distance, 0.0),
            misfit,
        ), pose

    def expected(self, pose: Pose) -> Points:
        """Where the hand's landmarks are in a frame in which it has this pose, pixels of the picture."""
        moved = (self._points - self.tip) @ pose.matrix().T + self.tip + (pose.dx, pose.dy)
        return moved.astype(np.float32)

    def guess(self, points: Points) -> Pose | None:
        """The pose that brings the resting hand's landmarks on to those found in another frame."""
        bones = [0, 1, 2, 5, 6, 7, 8, 9, 13, 17]
        found, _ = cv2.estimateAffinePartial2D(
            self._points[bones].astype(np.float32), points[bones].astype(np.float32), method=cv2.LMEDS
        )
        if found is None:
            return None
        shift = found @ np.array([*self.tip, 1.0]) - self.tip
        return Pose(
            float(shift[0]),
            float(shift[1]),
            float(np.arctan2(found[1, 0], found[0, 0])),
            float(np.log(max(np.hypot(found[0, 0], found[1, 0]), 0.3))),
        )


def follow_back(
    follower: Follower,
    patches: Sequence[Patch],
    rest: int,
    hands: HandFinder,
    *,
    away: Patch | None = None,
    refine: bool = True,
) -> list[Distance]:
    """Follow the finger from ``patches[rest]`` back to where it is well away from the nose.

    The template is refined with a frame in which the hand is away. Where none is given, following a first time
    finds one. Without ``refine`` the first time measures.

    Returns:
        The distances in order of time, a few frames after ``rest`` included.
    """
    found: dict[float, Sequence[Points]] = {}

    def once(patch: Patch, expected: Points) -> Sequence[Points]:
        if patch.time_s not in found:
            found[patch.time_s] = hands(patch, expected)
        return found[patch.time_s]

    if refine and away is not None:
        follower.refine(away)
    curve = _follow(follower, patches, rest, once)
    if curve[0].distance < ELSEWHERE:
        return curve
    if refine and away is None:
        away = next((p for p in reversed(patches) if p.time_s <= curve[0].patch_s), None)
        if away is not None:
            follower.refine(away)
            curve = _follow(follower, patches, rest, once)
    return to_rest(curve)


def _follow(follower: Follower, patches: Sequence[Patch], rest: int, hands: HandFinder) -> list[Distance]:
    after = [follower.measure(patch, [Pose()])[0] for patch in patches[rest : rest + 3]]
    measured: list[Distance] = []
    last, before = Pose(), Pose()
    at_rest_s = patches[rest].time_s
    for patch in reversed(patches[:rest]):
        if patch.time_s < at_rest_s - MOST_FRAMES_S:
            break
        starts = [last, last.ahead_of(before)] if last.apart(before) > STANDS else [last]
        found, pose = follower.measure(patch, starts)
        if found.misfit > TRUSTED:
            seen = hands(patch, follower.expected(pose))
            starts = [guess for points in seen if (guess := follower.guess(points)) is not None]
            if starts:
                other, other_pose = follower.measure(patch, starts)
                if other.misfit < found.misfit:
                    found, pose = other, other_pose
        if found.distance < RESTING:
            at_rest_s = patch.time_s
        if found.misfit > LOST or (measured and found.distance < measured[-1].distance - BACKWARDS):
            break
        measured.append(found)
        before, last = last, pose
        if found.distance > FARTHEST:
            break
    return [*reversed(measured), *after]


def to_rest(curve: Sequence[Distance]) -> list[Distance]:
    """Measure the distances from the place of rest, along the way the finger came.

    Returns:
        The frames of the approach and the first few at rest.
    """
    away = [i for i, point in enumerate(curve) if point.distance > RESTING]
    if not away:
        return list(curve)
    rest = [i for i, point in enumerate(curve) if point.time_s > curve[away[-1]].time_s + SETTLING_S]
    moved = np.array([point.moved for point in curve])
    if rest:
        moved -= np.median(moved[rest], axis=0)
    length = np.hypot(*moved.T)
    near = [i for i in away if length[i] < 0.2] or away[-1:]
    way = moved[near].sum(0)
    way /= np.hypot(*way) + 1e-9
    signed = np.where(length < 0.03, moved @ way, length)  # at rest, noise goes both ways
    alike = float(np.median([point.misfit for point in curve[away[-1] + 1 :] or curve[-1:]]))
    return [
        replace(point, distance=float(value), noise=_noise(float(value), point.misfit - alike))
        for point, value in zip(curve, signed, strict=True)
    ][: away[-1] + 1 + REST_FRAMES]


def _noise(distance: float, unlike: float) -> float:
    """Standard deviation of a distance in a frame that differs ``unlike`` grey levels more than those at rest."""
    excess = max(0.0, unlike - UNLIKE - UNLIKE_FOR_WAY * abs(distance))
    return math.hypot(JITTER, DRIFT * distance, UNSURE * excess)


def _bell(shape: tuple[int, int], centre: _Float, width: float) -> Float:
    rows, columns = np.mgrid[: shape[0], : shape[1]].astype(np.float32)
    return np.exp(-((columns - centre[0]) ** 2 + (rows - centre[1]) ** 2) / (2 * width**2)).astype(np.float32)
