"""The live path's real eyes: the scout over :mod:`referee.vision`, and its stopwatch."""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence
from dataclasses import replace

import cv2
import numpy as np

from referee.calibration.nudge import Nudge, NudgeWatch, Shift
from referee.film import Frame, Image
from referee.live.protocols import Measure
from referee.observation import UnseenReason
from referee.status import FIRST_ONLOOKER, SeatGlance
from referee.vision.calm import CalmWatch
from referee.vision.glance import Glance, Place, find_hands, look
from referee.vision.networks import FaceBox, HandPoints, Networks
from referee.vision.patch import Box, Patch, cut
from referee.vision.seat import Reading
from referee.vision.seats import find_seats
from referee.vision.spans import AT_FACE
from referee.vision.stopwatch import Stopwatch

CALM_S, CALMEST_S = 1.0, 2.0
"""How long nothing has come to the nose of a seat when hands are looked for all the same, seconds, the first time and
later: the first look may have missed a hand that is there, and measuring goes back 1.6 s."""

CONTRAST = 0.42
"""What a face may change and still be calm, standard deviations of its grey levels (the stopwatch allows 0.34): a
finger changes 0.52 and more; what the scout misses at one look it sees at the next."""

SEARCH_S = 0.5
"""A lost face is searched for in the whole picture so often, seconds."""

SEARCHED_PICTURES = 3
"""People are found in so many pictures shortly after one another."""

REACH = 2.5
"""A face farther from its seat than this is somebody else's, face sizes: people lean, seats stay."""

GROWTH = 1.6
"""A face larger or smaller than its seat's by more than this factor is somebody else's."""

ONLOOK_S = 1.5
"""Other people are looked for in the whole picture so often, seconds; who is there twice running is an onlooker."""

COMPARED_S = 1.0
"""So often the whole picture is compared with the one in which the seats were taken, seconds: a millisecond's work."""

ONLOOKER = 0.6
"""A face smaller than this part of the players' is farther away, on a poster or on a screen."""

NOTES = {
    UnseenReason.NO_FACE: "face not in sight",
    UnseenReason.COVERED: "nose covered",
    UnseenReason.DARK: "too dark or too blurred",
    UnseenReason.DOUBTFUL: "something at the nose",
}
"""Why a seat cannot be judged right now."""


class Eyes:
    """Both detectors over one set of networks; made inside the process that runs them."""

    def __init__(self) -> None:
        # One thread each: two detectors share the machine with the camera and the page.
        cv2.setNumThreads(1)
        self._networks = Networks()

    def scout(self) -> SeatScout:
        """A scout."""
        return SeatScout(self._networks)

    def stopwatch(self, measure: Measure) -> Stopwatch:
        """A stopwatch for one stretch."""
        boxes = [(glance.seat, box_of(glance)) for glance in measure.seats if glance.face_box is not None]
        camera = measure.camera
        reading = Reading(hold_s=measure.hold_s, readout_s=camera.readout_s, exposure_s=camera.exposure_s)
        return Stopwatch(self._networks, boxes, reading, camera=camera, middle=measure.middle)

    def close(self) -> None:
        """Give the networks' memory and threads back."""
        self._networks.close()


def box_of(glance: SeatGlance) -> Box:
    """The face of a glance as vision takes it."""
    assert glance.face_box is not None  # noqa: S101 - the caller's promise
    x0, y0, x1, y1 = glance.face_box
    return Box((x0 + x1) / 2, (y0 + y1) / 2, float(np.sqrt(max(1.0, (x1 - x0) * (y1 - y0)))))


class SeatScout:
    """Looks at every seat with as little work as will do: where nothing comes to a nose, no network is asked.

    Args:
        networks: the networks.
    """

    def __init__(self, networks: Networks) -> None:
        self._networks = networks
        self._recent: deque[Image] = deque(maxlen=SEARCHED_PICTURES)
        self._nudges: NudgeWatch | None = None
        self.nudge = Nudge.STILL
        self._compared_s = float("-inf")
        self._watches: list[_SeatWatch] = []
        self._searched_s = self._onlooked_s = float("-inf")
        self._others: list[Box] = []
        self._onlookers: list[SeatGlance] = []

    def take_seats(self, seats: Sequence[SeatGlance]) -> None:
        """Follow these seats from now on; none: find everybody."""
        self._watches = [_SeatWatch(seat, self._networks) for seat in seats if seat.face_box is not None]
        self._recent.clear()
        self._nudges, self.nudge = None, Nudge.STILL
        self._others, self._onlookers = [], []

    def look(self, frame: Frame, *, sparing: bool = False) -> list[SeatGlance]:
        """One glance at each seat, or everybody found; ``sparing``: without the networks."""
        if not self._watches:
            self._recent.append(frame.image)
            found = find_seats(self._networks, list(self._recent))
            return [SeatGlance(number, _corners(box)) for number, box in enumerate(found)]
        if frame.time_s - self._compared_s > COMPARED_S:
            self._follow_camera(frame)
        glances = [watch.look(frame, sparing=sparing) for watch in self._watches]
        if sparing:
            return glances + self._onlookers
        lost = [watch for watch in self._watches if watch.lost]
        if lost and frame.time_s - self._searched_s > SEARCH_S:
            self._searched_s = frame.time_s
            self._search(frame.image, lost)
        if frame.time_s - self._onlooked_s > ONLOOK_S:
            self._onlooked_s = frame.time_s
            self._look_for_others(frame.image)
        return glances + self._onlookers

    def _follow_camera(self, frame: Frame) -> None:
        """Take the seats along when the camera was nudged."""
        self._compared_s = frame.time_s
        if self._nudges is None:
            self._nudges = NudgeWatch(frame.image)
            return
        shift = self._nudges.see(frame.image)
        self.nudge = shift.nudge
        if shift.nudge is Nudge.MOVED:
            for watch in self._watches:
                watch.move(shift)

    def _look_for_others(self, image: Image) -> None:
        """Find faces that are no player's; passing by for one look does not count."""
        before, usual = self._others, float(np.median([watch.home.size for watch in self._watches]))
        known = [box for watch in self._watches for box in (watch.box, watch.home)]
        self._others = [
            Box(face.x, face.y, face.width)
            for face in self._networks.faces(image)
            if face.width > ONLOOKER * usual
            and all(np.hypot(face.x - box.x, face.y - box.y) > box.size for box in known)
        ]
        found = self._others if before else []
        self._onlookers = [
            SeatGlance(FIRST_ONLOOKER + number, _corners(box), note="onlooker")
            for number, box in enumerate(found)
        ]

    def _search(self, image: Image, lost: Sequence[_SeatWatch]) -> None:
        """Move the box of a lost face to where a face is that can only be the same person's."""
        taken = [watch.box for watch in self._watches if not watch.lost]
        for face in self._networks.faces(image):
            if any(np.hypot(face.x - box.x, face.y - box.y) < box.size for box in taken):
                continue
            nearest = min(lost, key=lambda watch: watch.distance(face))
            if nearest.distance(face) < REACH and 1 / GROWTH < face.width / nearest.home.size < GROWTH:
                nearest.box = Box(face.x, face.y, nearest.box.size)


class _SeatWatch:
    """One seat as the scout follows it.

    Attributes:
        box: where the face is.
        home: where it was when the seat was taken.
        lost: no face there at the last look.
    """

    def __init__(self, seat: SeatGlance, networks: Networks) -> None:
        self.seat = seat.seat
        self.box = self.home = box_of(seat)
        self.lost = False
        self._networks = networks
        self._calm = CalmWatch(CONTRAST)
        self._asked_s = self._looked_s = float("-inf")
        self._calm_s = CALM_S
        self._last = SeatGlance(seat.seat, seat.face_box)

    def move(self, shift: Shift) -> None:
        """The camera was nudged: the seat is elsewhere in the picture, and so is the face."""
        self.home = shift.carry(self.home)
        if self.lost:  # who was followed all the while is where the last look says
            self.box = self.home

    def distance(self, face: FaceBox) -> float:
        """How far a face is from this seat, face sizes."""
        return float(np.hypot(face.x - self.home.x, face.y - self.home.y)) / self.home.size

    def look(self, frame: Frame, *, sparing: bool) -> SeatGlance:
        """One glance."""
        patch = cut(frame.image, self.box, frame.time_s)
        change = self._calm.change(patch)
        if change < 1.0 and (sparing or frame.time_s - self._asked_s < self._calm_s):
            return self._last
        if sparing:
            return replace(self._last, near=True, fingertip=None)  # where it is now, nobody looked
        hands = self._hands_only(patch, change)
        if hands == []:
            return self._last
        self._calm_s = CALM_S
        self._asked_s = self._looked_s = frame.time_s
        glance = look(self._networks, patch, self.box, hands)
        self.lost = glance.face is None
        if glance.face is not None:
            x0, y0, x1, y1 = glance.face.box
            self.box = Box((x0 + x1) / 2, (y0 + y1) / 2, 0.9 * self.box.size + 0.1 * glance.face.size)
        if glance.place is Place.FREE and glance.face is not None:
            self._calm.remember(patch, glance.face)
        else:
            self._calm.forget()
        self._last = _seat_glance(self.seat, glance)
        return self._last

    def _hands_only(self, patch: Patch, change: float) -> list[HandPoints] | None:
        """Hands where the face is the one that was free, moved at most; ``None``: it has to be found anew.

        Where it moved, it has to be found once a second: somebody may have gone.
        """
        moved = change >= 1.0
        if not np.isfinite(change) or (moved and patch.time_s - self._looked_s > CALM_S):
            return None
        hands = find_hands(self._networks, patch, self.box, rough=True)
        if not hands:
            self._asked_s = patch.time_s
            self._calm_s = CALM_S if moved else CALMEST_S
            self._calm.renew(patch)
        return hands


def _seat_glance(seat: int, glance: Glance) -> SeatGlance:
    face, hand = glance.face, glance.hand
    tip = None if hand is None else (float(hand.points[8][0]), float(hand.points[8][1]))
    near = glance.place in (Place.NOSE, Place.DOUBT) or (hand is not None and hand.distance < AT_FACE)
    return SeatGlance(
        seat,
        None if face is None else face.box,
        None if face is None else (float(face.nose[0]), float(face.nose[1])),
        tip if near else None,
        near=near,
        note="" if glance.reason is None else NOTES.get(glance.reason, ""),
    )


def _corners(box: Box) -> tuple[float, float, float, float]:
    half = box.size / 2
    return (box.x - half, box.y - half, box.x + half, box.y + half)
