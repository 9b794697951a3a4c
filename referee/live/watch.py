"""One deal as the live path follows it: when to measure, from when to when, and when it is over. Pure."""

from __future__ import annotations

import math
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass

from referee.observation import SeatView, TouchKind, UnseenReason

LEAD_S = 1.6
"""Measuring starts so long before the first hand was noticed, seconds: the rules look back one second before
the first touch for a hidden signal, a hand approaches for half a second, and the scout is late by a tenth."""

CLOSE_S = 0.45
"""Every frame is measured from so long before the last look that showed no hand, seconds: as far back as a finger is
followed from its contact. Before that the scout looked, and looks as far apart as its own will do."""

QUIET_S = 0.8
"""A round without a held touch ends once no hand has been near for so long, seconds."""

STEP_S = 0.1
"""New frames are handed to the stopwatch in portions of at least this, seconds."""

BLIND_S = 0.6
"""When two looks of the scout are further apart, a held touch may have come and gone between them: what lies
between is measured."""

LONGEST_ROUND_S = 20.0
"""A round without a held touch starts anew after this, seconds: a chin may rest in a hand all evening."""

LONGEST_SETTLING_S = 30.0
"""So long after a signal the scout alone tells when all hands are away, seconds."""

SETTLE_S = 3.0
"""A verdict is forced so long after ``never_copied_s``, seconds: the rules have decided before that."""


@dataclass(frozen=True, slots=True)
class Window:
    """What to measure next.

    Attributes:
        round: the stretch of measuring it belongs to.
        start_s: where that stretch begins, seconds on the camera's clock.
        fresh: whether it is to be measured from there; otherwise on from where the last window ended.
    """

    round: int
    start_s: float
    fresh: bool


class DealWatch:
    """Follows one deal from its start to its verdict.

    Args:
        start_s: when it started, seconds on the camera's clock; earlier touches are no signals.
        playing: the seats that play.
        never_copied_s: so long after the signal, those who have not copied are taken not to.
        first_round: number of the first round, greater than any before.
    """

    def __init__(
        self, start_s: float, playing: Collection[int], never_copied_s: float, first_round: int
    ) -> None:
        self.start_s = start_s
        self.playing = frozenset(playing)
        self.views: tuple[SeatView, ...] = ()
        self.round = first_round
        self.settling = False
        self._never_copied_s = never_copied_s
        self._round_start_s: float | None = None
        self._close_s: float | None = None
        self._handed_s: float | None = None
        self._measured_s: float | None = None
        self._near_s: float | None = None
        self._looked_s = start_s
        self._touched: frozenset[int] = frozenset()

    @property
    def measuring(self) -> bool:
        """Whether a round is open."""
        return self._round_start_s is not None

    @property
    def signal_s(self) -> float | None:
        """The first held touch of the deal so far, seconds; ``None`` without one."""
        held = [
            touch.contact.time_s
            for view in self.views
            if view.seat in self.playing
            for touch in view.touches
            if touch.kind is TouchKind.HELD and touch.contact is not None
        ]
        return min((time_s for time_s in held if time_s >= self.start_s), default=None)

    @property
    def looked_s(self) -> float:
        """When the scout last looked, seconds on the camera's clock."""
        return self._looked_s

    @property
    def round_start_s(self) -> float | None:
        """Where the open round begins, seconds; ``None`` without one."""
        return self._round_start_s

    @property
    def close_s(self) -> float | None:
        """From when on every frame of the round is measured; ``None``: from its start, for the scout was not there."""
        return self._close_s

    @property
    def measured_s(self) -> float | None:
        """The last frame measured of the open round, seconds; ``None`` while there is none."""
        return self._measured_s

    def glance(self, time_s: float, near: Collection[int]) -> None:
        """Take in which seats the scout saw with a hand at the face."""
        before_s, self._looked_s = self._looked_s, max(self._looked_s, time_s)
        if not self.playing & frozenset(near) and time_s - before_s < BLIND_S:
            return
        # Until this look something may have happened that has to be measured.
        self._near_s = self._looked_s
        if self._round_start_s is None:
            # The hand was not there at the look before, however long ago that was.
            self._round_start_s = before_s - LEAD_S
            self._close_s = before_s - CLOSE_S if time_s - before_s < BLIND_S else None
            self._handed_s = self._measured_s = None
            self.views = ()

    def wants(self, latest_s: float) -> Window | None:
        """What to measure next, given the latest frame's time; ``None``: nothing yet."""
        if self._round_start_s is None:
            return None
        if self._handed_s is not None and latest_s - self._handed_s < STEP_S:
            return None
        return Window(self.round, self._round_start_s, fresh=self._handed_s is None)

    def handed(self, until_s: float) -> None:
        """The frames up to a moment were handed to the stopwatch, which may still be at work on them."""
        self._handed_s = until_s

    def measured(self, end_s: float, views: Sequence[SeatView]) -> None:
        """Take in what the stopwatch has of the open round, up to ``end_s``."""
        self._measured_s = end_s
        self._handed_s = end_s if self._handed_s is None else max(self._handed_s, end_s)
        self.views = tuple(views)
        near = [span.end_s for view in views if view.seat in self.playing for span in view.near]
        self._near_s = max([*near, self.start_s if self._near_s is None else self._near_s])
        if self.signal_s is None and self._round_start_s is not None and self._over(end_s):
            self._close(end_s)

    def settle(self) -> None:
        """The verdict is given: go on measuring only to see when all hands are away."""
        self.settling = True

    def next_start_s(self, hands_away_s: float) -> float | None:
        """When all hands had been away for ``hands_away_s`` after the signal, by the frames measured.

        A picture that stands still shows no hands away.

        Returns:
            That moment, seconds; ``None`` while it has not come.
        """
        if self.signal_s is None or self._measured_s is None:
            return None
        busy_until_s = self.signal_s
        views = [view for view in self.views if view.seat in self.playing]
        for start_s, end_s in sorted(stretch for view in views for stretch in _busy(view)):
            if start_s - busy_until_s >= hands_away_s:
                break
            busy_until_s = max(busy_until_s, end_s)
        moment_s = busy_until_s + hands_away_s
        return moment_s if moment_s <= self._measured_s else None

    def again(self) -> None:
        """Measure the open round from its start: what the stopwatch had of it is lost."""
        self.round += 1
        self._handed_s = self._measured_s = None

    @property
    def settled_too_long(self) -> bool:
        """Whether hands stay at faces for so long after the verdict that measuring is no use."""
        return self.settling and (self._measured_s or 0.0) - (self.signal_s or 0.0) > LONGEST_SETTLING_S

    def forced(self, end_s: float) -> bool:
        """Whether the verdict must be given with what there is."""
        signal_s = self.signal_s
        return signal_s is not None and end_s - signal_s > self._never_copied_s + SETTLE_S

    def _over(self, end_s: float) -> bool:
        near_s = self._near_s if self._near_s is not None else self.start_s
        # While every frame is measured the scout does not look for hands: what it passed over is measured first.
        quiet = end_s >= self._looked_s and end_s - near_s > QUIET_S
        return quiet or end_s - (self._round_start_s or 0.0) > LONGEST_ROUND_S

    def _close(self, end_s: float) -> None:
        # From here on it has to look again.
        self._looked_s = min(self._looked_s, end_s)
        self.round += 1
        self._round_start_s = self._handed_s = self._measured_s = None
        self.views = ()


def _busy(view: SeatView) -> Iterator[tuple[float, float]]:
    """The stretches in which a seat shows a hand at the face, or nothing new; endless while it lasts."""
    for touch in view.touches:
        start_s = -math.inf if touch.contact is None else touch.contact.low_s
        yield start_s, math.inf if touch.release_s is None else touch.release_s
    frozen = (span for span in view.unseen if span.reason is UnseenReason.FROZEN)
    for span in (*view.near, *frozen):
        yield span.start_s, span.end_s


class HandsAway:
    """How long all hands have been away from the faces, by the scout's glances."""

    def __init__(self) -> None:
        self._since_s: float | None = None
        self._looked_s: float | None = None

    def glance(self, time_s: float, near: Collection[int]) -> None:
        """Take in one look."""
        if near:
            self._since_s = None
        elif self._since_s is None or self._is_blind(time_s):
            self._since_s = time_s
        self._looked_s = time_s

    def forget(self) -> None:
        """Nobody looked for a while: what was is no longer known."""
        self._since_s = None

    def _is_blind(self, time_s: float) -> bool:
        return self._looked_s is None or time_s - self._looked_s > BLIND_S

    def lasting_s(self, now_s: float) -> float:
        """How long, seconds of the camera's clock; 0 while a hand is near."""
        return 0.0 if self._since_s is None else now_s - self._since_s
