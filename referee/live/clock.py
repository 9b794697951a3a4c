"""From a source's timestamps to one continuous camera clock, with everything odd about them counted.

Pure: times come in, times go out. Wall clocks play no part; the monotonic time of arrival only bridges a
reconnection or a jump, and what it bridges is reported as a hole in the evidence.
"""

from __future__ import annotations

import statistics
from collections import deque
from dataclasses import dataclass, field

from referee.live.packets import MICROSECONDS, Packet, SourcePacket
from referee.observation import Span

GAP_PERIODS = 2.5
"""A pause of more than this many usual frame distances counts as a gap: auto exposure halves the rate (two
periods) without any frame being lost."""

JUMP_S = 5.0
"""A step ahead of more than this, not shared by the monotonic clock, is a jump of the source's clock."""

SAME_S = 2e-6
"""Steps below this count as the same time: two pictures of one camera are never that close."""

FARTHEST_S = 1e11
"""No clock shows more than this many seconds (three thousand years); beyond it microseconds would be lost."""

NEVER_US = -(10**12)
"""Before the first packet of an epoch, microseconds."""

KEPT_PERIODS = 120
"""How many frame distances the usual one is taken from: four seconds at 30 frames a second."""

UNTIMED_FLOOR_S = 0.010
"""Least standard deviation for times of arrival: a network and a scheduler are never better than this."""


@dataclass
class TimeReport:
    """What was found about a source's timestamps; counts since the start.

    Attributes:
        captured: packets taken in.
        lost: frames that a steady rhythm would have had in the gaps.
        gaps: pauses longer than the rhythm explains.
        repeats: packets that carried the time of the one before (dropped: two pictures cannot share a time).
        backwards: times that ran back.
        untimed: packets without a time of their own.
        holes: stretches of the camera's clock without evidence, newest last, the last hundred.
    """

    captured: int = 0
    lost: int = 0
    gaps: int = 0
    repeats: int = 0
    backwards: int = 0
    untimed: int = 0
    holes: deque[Span] = field(default_factory=lambda: deque(maxlen=100))

    def sentence(self) -> str:
        """The oddities in words; empty when there are none."""
        found = [
            (self.gaps, "gaps"),
            (self.lost, "frames missing"),
            (self.repeats, "repeated times"),
            (self.backwards, "times running back"),
        ]
        parts = [f"{count} {words}" for count, words in found if count]
        if self.untimed:
            parts.append("no timestamps of its own: times of arrival stand in, and intervals are wider")
        return ", ".join(parts)


class CameraClock:
    """Gives each packet its time on one clock that starts at 0 and never runs back.

    A reconnection, a jump or a step back begins a new epoch: the clock goes on by the monotonic time that
    passed, and the stretch between the two epochs is a hole.
    """

    def __init__(self) -> None:
        self.report = TimeReport()
        self._epoch = -1
        self._offset_s = 0.0
        self._order_s: float | None = None
        self._shown_s = float("-inf")
        self._order_us = NEVER_US
        self._latest_s = 0.0
        self._arrived_s: float | None = None
        self._periods: deque[float] = deque(maxlen=KEPT_PERIODS)
        self._arrival_errors: deque[float] = deque(maxlen=KEPT_PERIODS)
        self._fresh = True

    @property
    def period_s(self) -> float:
        """The usual distance of two frames, seconds; 0 while unknown."""
        return statistics.median(self._periods) if len(self._periods) >= 5 else 0.0

    @property
    def uncertainty_s(self) -> float:
        """What the stamps add to every instant: a standard deviation, seconds; 0 with a clock of its own."""
        if not self.report.untimed:
            return 0.0
        spread = statistics.pstdev(self._periods) if len(self._periods) >= 5 else 0.0
        return max(UNTIMED_FLOOR_S, spread)

    def reconnect(self) -> None:
        """Say that the source was opened anew: its times have nothing to do with the earlier ones."""
        self._fresh = True

    def stamp(self, packet: SourcePacket) -> Packet | None:
        """Place a packet on the clock; ``None`` for one that repeats the time of the packet before it."""
        pts_s, order_s = self._times(packet)
        step_s = None if self._order_s is None else order_s - self._order_s
        if self._fresh or step_s is None or self._is_break(step_s, packet.arrived_s):
            self._begin_epoch(pts_s, order_s, packet.arrived_s)
        elif step_s >= SAME_S:
            self._note_step(step_s)
        elif abs(pts_s - self._shown_s) < SAME_S:
            self.report.repeats += 1
            return None
        # Else it is another picture whose decoding time was only guessed (RTSP tells none).
        self._order_s, self._shown_s = order_s, pts_s
        self._arrived_s = packet.arrived_s
        self._latest_s = max(self._latest_s, pts_s + self._offset_s)
        number = self.report.captured
        self.report.captured += 1
        time_us = round((pts_s + self._offset_s) * MICROSECONDS)
        order_us = max(round((order_s + self._offset_s) * MICROSECONDS), self._order_us + 1)
        self._order_us = order_us
        return Packet(number, self._epoch, time_us, order_us, packet.key, packet.data)

    def _times(self, packet: SourcePacket) -> tuple[float, float]:
        pts_s, dts_s = packet.pts_s, packet.dts_s
        if pts_s is None or not abs(pts_s) < FARTHEST_S:
            self.report.untimed += 1
            return packet.arrived_s, packet.arrived_s
        # Pictures are decoded a few frames before they are shown, never seconds: such a pair is damaged.
        return pts_s, dts_s if dts_s is not None and abs(pts_s - dts_s) < JUMP_S else pts_s

    def _is_break(self, step_s: float, arrived_s: float) -> bool:
        if step_s < 0.0:
            self.report.backwards += 1
            return True
        passed_s = arrived_s - (self._arrived_s if self._arrived_s is not None else arrived_s)
        return step_s > JUMP_S and step_s > 2.0 * passed_s

    def _begin_epoch(self, pts_s: float, order_s: float, arrived_s: float) -> None:
        self._fresh = False
        self._epoch += 1
        self._order_us = NEVER_US
        first = min(pts_s, order_s)
        if self._arrived_s is None:
            self._offset_s = -pts_s
            return
        resumes_s = self._latest_s + max(arrived_s - self._arrived_s, self.period_s, 0.001)
        self._offset_s = resumes_s - first
        self.report.holes.append(Span(self._latest_s, pts_s + self._offset_s))

    def _note_step(self, step_s: float) -> None:
        usual_s = self.period_s
        if usual_s and step_s > GAP_PERIODS * usual_s:
            self.report.gaps += 1
            self.report.lost += round(step_s / usual_s) - 1
            self.report.holes.append(Span(self._latest_s, self._latest_s + step_s))
        self._periods.append(step_s)
