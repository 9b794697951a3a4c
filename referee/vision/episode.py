"""A stretch in which a fingertip rests at the nose: from looks and frames to a touch."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Protocol

import numpy as np

from referee.observation import Hand, Instant, Touch, TouchKind
from referee.timing.arrival import EXPOSURE_SHARE, Arrival, arrive
from referee.timing.interval import gap_instant, instant
from referee.vision.align import Pose
from referee.vision.approach import Distance, Follower, HandFinder, follow_back
from referee.vision.glance import Glance
from referee.vision.patch import Patch

AWAY = 0.05
"""Face sizes from its resting place at which a finger has left."""
LONG_GAP = 3.2
"""Frame spacings without a frame from which on the arrival is not measured but lies somewhere in the gap."""

LANDMARK_SHARE, SPEED_SHARE, FASTEST = 0.3, 0.003, 4.0
"""How a finger's lowness is made of the end of what it covers, its landmark (both in face sizes below the nose tip)
and its landing speed (face sizes a second; who stops short slows down to nothing): these shares keep touching and
stopping short farthest apart on the scenes of the given casts."""
ENDS_LOW = 0.045
"""Lowness from which on a finger may have stopped short of the nose. Seen from cameras above the heads, 169 of 170
fingers on noses stayed below 0.042, 57 that stopped six centimetres before them began at 0.049."""
LOW = 0.045
"""Where it was not seen what the finger covers: its landmark, lower below the nose tip than this, leaves that doubt,
face sizes. Landmarks of fingers on noses rest at 0.03 ± 0.03, those six centimetres before them at 0.09 ± 0.015."""


@dataclass(frozen=True, slots=True)
class Onset:
    """How a touch began.

    Attributes:
        contact: its instant; ``None`` when it was there from the first frame on.
        arrival: the estimate behind it, where one was made.
        approach: the measured distances behind it.
        trail: where the finger came from before that, coarser; found some time later.
    """

    contact: Instant | None
    arrival: Arrival | None = None
    approach: tuple[Distance, ...] = ()
    trail: tuple[Distance, ...] = ()

    @property
    def landing_speed(self) -> float:
        """Speed at contact, face sizes a second; 0 where it was not measured."""
        return self.arrival.speed if self.arrival is not None else 0.0


@dataclass
class Episode:
    """A finger at rest on the nose, while it lasts.

    Attributes:
        start_s: the first look that showed it there, seconds.
        resting: the look whose frame shows the place of rest.
        follower: follows the finger from there.
        pose: the hand's at the last look.
        onset: how the touch began, once that was measured.
        last_s: the last look that showed it there, seconds.
        below: how far below the nose tip the finger ends, face sizes, where that was seen.
        rights: what the looks said of which hand it is, 0…1.
        lows: how far below the nose tip its landmark lay, face sizes.
    """

    start_s: float
    resting: Glance
    follower: Follower
    pose: Pose = field(default_factory=Pose)
    onset: Onset | None = None
    last_s: float = 0.0
    below: float | None = None
    rights: list[float] = field(default_factory=list)
    lows: list[float] = field(default_factory=list)

    def learn(self, glance: Glance) -> None:
        """Take in one more look at the hand at rest."""
        if glance.hand is not None:
            self.rights.append(glance.hand.right)
            self.lows.append(float(glance.hand.tip[1]))

    @property
    def doubtful(self) -> bool:
        """The finger ends so low that it may have stopped short of the nose."""
        if self.onset is None:
            return False
        landmark = float(np.median(self.lows))
        if self.below is None:
            return landmark > LOW
        slow = SPEED_SHARE * min(self.onset.landing_speed, FASTEST)
        return self.below + LANDMARK_SHARE * landmark - slow > ENDS_LOW


class Measure(Protocol):
    """Measures when the finger of a resting hand arrived; :func:`measure_onset` tells what is given to it."""

    def __call__(
        self,
        follower: Follower,
        patches: Sequence[Patch],
        rest: int,
        hands: HandFinder,
        *,
        exposure_s: float | None,
        from_start: bool,
        away: Patch | None,
    ) -> Onset:
        """Measure one arrival."""


def measure_onset(
    follower: Follower,
    patches: Sequence[Patch],
    rest: int,
    hands: HandFinder,
    *,
    exposure_s: float | None,
    from_start: bool,
    away: Patch | None = None,
    refine: bool = True,
) -> Onset:
    """Measure when the finger of a resting hand arrived.

    Args:
        follower: made from ``patches[rest]``, in which the finger rests on the nose.
        patches: the seat's patches before and a little after, in order of time, none left out but frozen ones.
        rest: index of the patch in which the finger rests.
        hands: finds hands in a patch.
        exposure_s: exposure of a frame, seconds, where known.
        from_start: the first of ``patches`` is the first frame of the evidence.
        away: an earlier patch in which the hand is well away, where one is known.
        refine: leave out of the template what looks the same without the hand.
    """
    rest_s = patches[rest].time_s
    curve = follow_back(follower, patches, rest, hands, away=away, refine=refine) if follower.usable else []
    spacing = float(np.median(np.diff([patch.time_s for patch in patches]))) if len(patches) > 1 else 1 / 30
    apart = [i for i, point in enumerate(curve) if point.distance > AWAY / 2 and point.time_s < rest_s]
    first_rest = apart[-1] + 1 if apart else 0
    if not apart:
        return _unmeasured(curve, patches, rest, spacing, from_start=from_start)
    gap = curve[first_rest].time_s - curve[first_rest - 1].time_s
    if gap > LONG_GAP * spacing:
        return Onset(gap_instant(curve[first_rest - 1].time_s, curve[first_rest].time_s), None, tuple(curve))
    arrival = arrive(
        np.array([point.time_s for point in curve]),
        np.array([point.distance for point in curve]),
        np.array([point.noise for point in curve]),
        guess_s=curve[first_rest].time_s,
        exposure_s=EXPOSURE_SHARE * spacing if exposure_s is None else exposure_s,
    )
    return Onset(instant(arrival, spacing_s=spacing), arrival, tuple(curve))


def _unmeasured(
    curve: Sequence[Distance], patches: Sequence[Patch], rest: int, spacing: float, *, from_start: bool
) -> Onset:
    """The finger was never seen away from its rest: already there, or it came while nothing could be followed."""
    earliest = curve[0].time_s if curve else patches[rest].time_s
    earlier = [patch for patch in patches[:rest] if patch.time_s < earliest - spacing / 4]
    if not earlier and from_start:
        return Onset(None, None, tuple(curve))
    before = earlier[-1].time_s if earlier else earliest - spacing
    return Onset(gap_instant(before, earliest), None, tuple(curve))


def to_touch(
    seat: int, onset: Onset, right: float, *, release_s: float | None, hold_s: float, now_s: float
) -> Touch:
    """Make the touch of an episode.

    Args:
        seat: the seat.
        onset: how it began.
        right: mean chance, 0…1, that the hand is the player's right one.
        release_s: when it ended, if it did.
        hold_s: the house's hold time.
        now_s: time of the newest frame.
    """
    end_s = now_s if release_s is None else release_s
    start_s = onset.contact.time_s if onset.contact else float("-inf")
    hand = Hand.RIGHT if right > 0.6 else Hand.LEFT if right < 0.4 else None
    kind = TouchKind.HELD if end_s - start_s >= hold_s else TouchKind.BRUSH
    return Touch(seat=seat, kind=kind, contact=onset.contact, hand=hand, release_s=release_s)
