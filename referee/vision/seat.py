"""Reads one seat, frame after frame: looks often enough to notice a touch, then measures it in every frame."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import partial

import numpy as np

from referee.film import Image
from referee.observation import SeatView, Touch, UnseenReason, UnseenSpan
from referee.timing.interval import gap_instant
from referee.vision.align import Pose
from referee.vision.approach import RESTING, Distance, Follower
from referee.vision.calm import CalmWatch
from referee.vision.cover import NoseWatch
from referee.vision.episode import AWAY, Episode, Measure, Onset, measure_onset, to_touch
from referee.vision.glance import Glance, Place, find_hands, hand_again, look
from referee.vision.networks import HandPoints, Networks
from referee.vision.patch import Box, Patch, cut
from referee.vision.search import expected_hands, far_hands
from referee.vision.spans import (
    AT_FACE,
    doubt_spans,
    is_away,
    is_clear,
    is_well_away,
    near_spans,
    rests,
    unseen_spans,
)
from referee.vision.still import Stillness
from referee.vision.trail import Trail

LOOK_S = 1 / 15
"""Time between two looks at a busy seat, seconds: two or three looks fall into the shortest brush."""
CALM_S, CALMEST_S = 0.4, 0.8
"""How long nothing has come to the nose of a seat when hands are looked for all the same, seconds, the first time and
later: the first look may have missed a hand that is there."""
MOVED = 1.5
"""A face that changed less than this, as a share of what counts as nothing, has nothing on its nose: fingers on noses
changed 1.65 and more. Where it moved, hands are looked for all the same, but not the face."""
FACED_S = 1.0
"""The face itself is looked for so often, seconds."""
KEEP_S = 1.0
"""How long the patches of a seat are kept, seconds: a touch is measured well within this time."""
SETTLED_S = 0.22
"""How long a finger has been at the nose before it is taken to rest and its arrival is measured, seconds: the
softest landings take 0.15 s over the last three millimetres."""
SETTLES_S = 0.15
"""How long after the first look that shows it at the nose a finger may touch it, seconds: the softest landings take
that long over the last three millimetres."""
STANDS_S = 0.03
"""Time over which a finger at rest stays where it is, seconds: a frame of a usual camera."""
GONE = 25.0
"""Mean difference in grey levels at which a resting hand is no longer the one that was there."""


@dataclass(frozen=True, slots=True)
class Reading:
    """How seats are read.

    Attributes:
        hold_s: how long a touch is held to count, seconds.
        readout_s: rolling shutter, first to last row, seconds.
        exposure_s: exposure of a frame, seconds; ``None`` when unknown.
    """

    hold_s: float = 0.4
    readout_s: float = 0.0
    exposure_s: float | None = None


class SeatReader:
    """Reads one seat.

    Args:
        seat: its number.
        box: the face in the first frame.
        networks: the networks, shared by all seats.
        stillness: knows which frames stand still; fed before each :meth:`add`.
        reading: how to read.
        measure: measures arrivals.

    Attributes:
        seat: its number.
        box: where its face is now.
        face_s: when the face was last seen, seconds.
        onsets: how each touch so far began.
    """

    def __init__(
        self,
        seat: int,
        box: Box,
        networks: Networks,
        stillness: Stillness,
        reading: Reading,
        *,
        measure: Measure = measure_onset,
    ) -> None:
        self.seat = seat
        self.box = box
        self._networks = networks
        self._stillness = stillness
        self._reading = reading
        self._measure_onset = measure
        self._patches: deque[Patch] = deque()
        self._started_s: float | None = None
        self.face_s = float("inf")
        self._glances: list[Glance] = []
        self._looked_s = float("-inf")
        self._asked_s = self._faced_s = float("-inf")
        self._patience_s = CALM_S
        self._calm = CalmWatch()
        self._nose = NoseWatch()
        self._episode: Episode | None = None
        self._touches: list[tuple[Onset, float, float]] = []
        self._doubts: list[UnseenSpan] = []
        self.onsets: list[Onset] = []
        self._trails: dict[int, Trail] = {}

    @property
    def glances(self) -> Sequence[Glance]:
        """All looks so far, in order of time."""
        return self._glances

    def add(self, image: Image, time_s: float) -> None:
        """Take in the next frame."""
        patch = cut(image, self.box, time_s)
        self._patches.append(patch)
        if self._started_s is None:
            self._started_s = self.face_s = time_s
        # The last patch before a long hole stays: it bounds what happened in the hole.
        while len(self._patches) > 1 and self._patches[1].time_s < time_s - KEEP_S:
            self._patches.popleft()
        if time_s - self._looked_s < LOOK_S - 0.002:
            return
        self._looked_s = time_s
        if self._stillness.inside(time_s):
            self._note(Glance(time_s, Place.UNSEEN, reason=UnseenReason.FROZEN))
        elif self._episode is not None and self._still_resting(self._episode, patch):
            self._note(Glance(time_s, Place.NOSE, self._episode.resting.face, self._episode.resting.hand))
        elif (change := self._change(patch)) < MOVED:
            self._note(self._calm_glance(patch, change))
        elif self._glances:
            self._note(self._look(patch))
        else:
            self._note(self._look(patch, [] if self._handless(patch) else None))

    def _handless(self, patch: Patch) -> bool:
        """Whether a quick search finds no hand."""
        return not find_hands(self._networks, patch, self.box, rough=True)

    def _look(self, patch: Patch, hands: Sequence[HandPoints] | None = None) -> Glance:
        before = self._glances[-1].hand if self._glances and self._glances[-1].place is Place.NOSE else None
        if before is not None:  # where a finger rests now
            hands = hand_again(self._networks, patch, before.region)
        glance = look(self._networks, patch, self.box, hands)
        if glance.face is not None:
            low_x, low_y, high_x, high_y = glance.face.box
            self.box = Box(
                self.box.x + 0.3 * ((low_x + high_x) / 2 - self.box.x),
                self.box.y + 0.3 * ((low_y + high_y) / 2 - self.box.y),
                self.box.size + 0.05 * (glance.face.size - self.box.size),
            )
            near = (
                glance.hand.distance if glance.hand is not None and glance.hand.distance < AT_FACE else None
            )
            if self._nose.covered(patch, glance.face, hand=near) and glance.place is Place.FREE:
                glance = Glance(glance.time_s, Place.UNSEEN, glance.face, None, UnseenReason.COVERED)
        self._asked_s = self._faced_s = glance.time_s
        self._patience_s = CALM_S
        if glance.face is not None and is_clear(glance):
            self._calm.remember(patch, glance.face)
        else:
            self._calm.forget()
        return glance

    def _change(self, patch: Patch) -> float:
        """How much the face changed since the networks saw it free, as a share of what counts as nothing."""
        free = bool(self._glances) and is_clear(self._glances[-1])
        return self._calm.change(patch) if free else float("inf")

    def _calm_glance(self, patch: Patch, change: float) -> Glance:
        """The face is as it was; where it moved, and now and then, a hand is looked for that was missed."""
        before = self._glances[-1]
        if change < 1.0 and patch.time_s - self._asked_s < self._patience_s:
            self._follow_trail()
        elif before.hand is not None or not self._handless(patch):
            return self._look(patch)
        elif patch.time_s - self._faced_s > FACED_S:
            return self._look(patch, [])
        else:
            self._asked_s, self._patience_s = patch.time_s, CALMEST_S
            self._calm.renew(patch)
        return replace(before, time_s=patch.time_s)

    def _note(self, glance: Glance) -> None:
        if glance.face is not None:
            self.face_s = glance.time_s
        before = self._glances[-1] if self._glances else None
        self._glances.append(glance)
        if self._episode is not None:
            if glance.place is Place.NOSE:
                self._continue(self._episode, glance)
            elif glance.place is not Place.UNSEEN:
                self._finish(self._episode, glance.time_s)
            return
        if before is not None and rests(before, glance) and glance.place is Place.NOSE is before.place:
            self._begin(before, glance)

    def _begin(self, before: Glance, glance: Glance) -> None:
        patch = self._patches[-1]
        if glance.face is None or glance.hand is None:
            return
        follower = Follower(patch, glance.face, glance.hand.points, self._reading.readout_s)
        self._episode = Episode(before.time_s, glance, follower, last_s=glance.time_s)
        self._episode.learn(before)
        self._episode.learn(glance)

    def _still_resting(self, episode: Episode, patch: Patch) -> bool:
        for start in (episode.pose, Pose()):
            found, pose = episode.follower.measure(patch, [start])
            if _at_rest(found):
                episode.pose = pose
                return True
        return False

    def _rests_in(self, episode: Episode, patch: Patch) -> bool:
        found, _ = episode.follower.measure(patch, [Pose()])
        return _at_rest(found)

    def _stands(self, episode: Episode) -> bool:
        """Whether the finger has not moved since a few frames ago: one that leaves or slides is no place of rest."""
        now = self._patches[-1]
        before = next((p for p in reversed(self._patches) if p.time_s <= now.time_s - STANDS_S), now)
        then, _ = episode.follower.measure(before, [episode.pose, Pose()])
        here, _ = episode.follower.measure(now, [episode.pose, Pose()])
        return float(np.hypot(*np.subtract(here.moved, then.moved))) < RESTING

    def _continue(self, episode: Episode, glance: Glance) -> None:
        episode.last_s = glance.time_s
        if episode.onset is None and glance.time_s - episode.start_s >= SETTLED_S:
            fresh = look(self._networks, self._patches[-1], self.box)
            if fresh.place is Place.NOSE:
                glance = fresh
        hand, face = glance.hand, glance.face
        if (
            hand is not None
            and hand is not episode.resting.hand
            and face is not None
            and self._stands(episode)
        ):
            # It rests now, or it slid or the head turned while it stayed on the nose: rest is where it is now.
            episode.learn(glance)
            episode.resting, episode.pose = glance, Pose()
            episode.follower = Follower(self._patches[-1], face, hand.points, self._reading.readout_s)
        if episode.onset is None and glance.time_s - episode.start_s >= SETTLED_S:
            self._measure(episode)

    def _measure(self, episode: Episode) -> None:
        episode.pose = Pose()
        patches = [patch for patch in self._patches if not self._stillness.inside(patch.time_s)]
        rest = next(
            (i for i, patch in enumerate(patches) if patch.time_s >= episode.resting.time_s), len(patches) - 1
        )
        first_s = patches[0].time_s
        episode.onset = self._measure_onset(
            episode.follower,
            patches,
            rest,
            partial(expected_hands, self._networks, self.box),
            exposure_s=self._reading.exposure_s,
            from_start=first_s == self._started_s,
            away=self._last_away(episode, episode.start_s, is_well_away),
        )
        if episode.follower.below is None and (away := self._last_away(episode, episode.start_s)) is not None:
            episode.follower.refine(away)
        episode.below = episode.follower.below
        episode.onset = self._bounded(episode.onset, episode)
        self._trails[len(self.onsets)] = Trail(episode.onset, episode.follower, patches)
        self.onsets.append(episode.onset)

    def _follow_trail(self) -> None:
        """With nothing else to do, follow a finger that was measured farther back."""
        number, trail = next(iter(self._trails.items()), (0, None))
        if trail is None:
            return
        if not trail.done:
            trail.step(partial(far_hands, self._networks, self.box))
        if trail.done:
            self.onsets[number] = trail.onset
            del self._trails[number]

    def _last_away(
        self, episode: Episode, before_s: float, away: Callable[[Glance], bool] = is_away
    ) -> Patch | None:
        """The newest patch before a time in which the finger was surely not at its rest.

        A look alone is no proof: in a dim room the network may miss a hand that lies on the nose. So the picture
        must also look unlike the resting hand there.
        """
        times = {glance.time_s for glance in self._glances if glance.time_s < before_s and away(glance)}
        return next(
            (
                patch
                for patch in reversed(self._patches)
                if patch.time_s in times and not self._rests_in(episode, patch)
            ),
            None,
        )

    def _bounded(self, onset: Onset, episode: Episode) -> Onset:
        """Hold an arrival against the looks: the finger came after the last one that showed it away.

        An arrival that was not measured lies anywhere between that look and its first frame at rest. One that was
        measured elsewhere than the looks allow is a gross error: it lies anywhere that they do.
        """
        contact = onset.contact
        if contact is None:
            return onset
        high_s = contact.high_s if onset.arrival is None else episode.start_s + SETTLES_S
        away = self._last_away(episode, min(high_s, episode.start_s))
        if away is None:
            return self._anywhere(onset, high_s) if onset.arrival is None else onset
        measured = onset.arrival is not None
        allowed = away.time_s <= contact.time_s <= high_s if measured else contact.low_s <= away.time_s
        return onset if allowed else replace(onset, contact=gap_instant(away.time_s, high_s))

    def _anywhere(self, onset: Onset, high_s: float) -> Onset:
        """The finger was at its rest in all pictures that are kept: it came any time since it was seen elsewhere."""
        seen = [glance.time_s for glance in self._glances if glance.hand is not None and is_away(glance)]
        low_s = max((time_s for time_s in seen if time_s < high_s), default=self._started_s)
        if low_s is None or onset.contact is None or low_s >= onset.contact.low_s:
            return onset
        return replace(onset, contact=gap_instant(low_s, high_s))

    def _finish(self, episode: Episode, now_s: float) -> None:
        if episode.onset is None:
            self._measure(episode)
        if episode.doubtful:
            self._doubts.append(UnseenSpan(episode.start_s, now_s, UnseenReason.DOUBTFUL))
        elif episode.onset is not None:
            self._touches.append(
                (episode.onset, float(np.mean(episode.rights)), self._release(episode, now_s))
            )
        self._episode = None

    def _release(self, episode: Episode, now_s: float) -> float:
        """The middle between the last frame at rest and the first away."""
        last_s = episode.last_s
        for patch in self._patches:
            if (
                patch.time_s <= episode.last_s
                or patch.time_s >= now_s
                or self._stillness.inside(patch.time_s)
            ):
                continue
            if not self._still_resting(episode, patch):
                return (last_s + patch.time_s) / 2
            last_s = patch.time_s
        return (last_s + now_s) / 2

    def view(self, *, last: bool) -> SeatView:
        """What was seen so far.

        Args:
            last: no frame will follow: a touch that is still going on ends with the evidence.
        """
        now_s = self._patches[-1].time_s if self._patches else 0.0
        touches = [self._touch(onset, right, release_s) for onset, right, release_s in self._touches]
        doubts = list(self._doubts)
        if self._episode is not None:
            if last and self._episode.onset is None:
                self._measure(self._episode)
            onset = self._episode.onset
            held = onset is not None and (
                onset.contact is None or self._episode.last_s - onset.contact.time_s >= self._reading.hold_s
            )
            if self._episode.doubtful:
                doubts.append(UnseenSpan(self._episode.start_s, now_s, UnseenReason.DOUBTFUL))
            elif onset is not None and (held or last):
                touches.append(self._touch(onset, float(np.mean(self._episode.rights)), None))
        unseen = [*unseen_spans(self._glances, now_s), *doubt_spans(self._glances), *doubts]
        unseen += [
            UnseenSpan(span.start_s, span.end_s, UnseenReason.FROZEN) for span in self._stillness.spans
        ]
        return SeatView(
            self.seat,
            tuple(touches),
            tuple(sorted(unseen, key=lambda s: s.start_s)),
            tuple(near_spans(self._glances)),
        )

    def _touch(self, onset: Onset, right: float, release_s: float | None) -> Touch:
        now_s = self._patches[-1].time_s
        return to_touch(
            self.seat, onset, right, release_s=release_s, hold_s=self._reading.hold_s, now_s=now_s
        )


def _at_rest(found: Distance) -> bool:
    """Whether the resting hand was found again where it rests."""
    return found.distance < AWAY and found.misfit < GONE
