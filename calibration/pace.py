"""The rhythm of a camera: how many frames a second it delivers, how steadily, and whether it halves its rate. Pure."""

from __future__ import annotations

import statistics
from collections import deque
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

STRETCH_S = 0.8
"""How long a slower rhythm must last to be one, seconds: a few late frames are no new rhythm."""
SLOWER = 0.7
"""Share of the best rate below which the camera has slowed down (auto exposure halves it)."""
FEWEST = 8
"""Fewer spacings than these say nothing about a rhythm."""


@dataclass(frozen=True, slots=True)
class Pace:
    """The rhythm of a stretch of frames.

    Attributes:
        fps: frames a second over all.
        slowest: frames a second in the slowest stretch of :data:`STRETCH_S`.
        best: frames a second in the fastest such stretch.
        wobble: share of the spacings that differ from those around them by more than a fifth, 0…1.
    """

    fps: float
    slowest: float
    best: float
    wobble: float

    @property
    def slowed(self) -> bool:
        """Whether the camera delivered far fewer frames for a while."""
        return self.slowest < SLOWER * self.best

    @property
    def spacing_s(self) -> float:
        """Time between two frames where they come slowest, seconds."""
        return 1.0 / self.slowest


def pace_of(times_s: Sequence[float]) -> Pace | None:
    """The rhythm of frames with these times, seconds, rising; ``None`` when they are too few to tell."""
    spacings = [later - earlier for earlier, later in pairwise(times_s)]
    if len(spacings) < FEWEST or times_s[-1] <= times_s[0]:
        return None
    rates = [rate for start in range(len(times_s)) if (rate := _rate_from(times_s, start)) is not None]
    over_all = len(spacings) / (times_s[-1] - times_s[0])
    return Pace(
        fps=over_all,
        slowest=min(rates, default=over_all),
        best=max(rates, default=over_all),
        wobble=sum(_is_odd(spacings, i) for i in range(len(spacings))) / len(spacings),
    )


def _rate_from(times_s: Sequence[float], start: int) -> float | None:
    """Frames a second over the first stretch from frame ``start`` on that is long enough."""
    for end in range(start + 1, len(times_s)):
        if times_s[end] - times_s[start] >= STRETCH_S:
            return (end - start) / (times_s[end] - times_s[start])
    return None


def _is_odd(spacings: Sequence[float], index: int) -> bool:
    usual = statistics.median(spacings[max(0, index - 4) : index + 5])
    return abs(spacings[index] - usual) > 0.2 * usual


class RateWatch:
    """Notices while the camera runs that it delivers fewer frames than it could: the room got dim.

    Attributes:
        best: the best rate so far, frames a second.
        rate: the rate over the last stretch, frames a second.
    """

    def __init__(self) -> None:
        self._times: deque[float] = deque()
        self.best = 0.0
        self.rate = 0.0
        self._slow = False

    def add(self, time_s: float) -> None:
        """Take in the next frame's time, seconds on the camera's clock; a jump back or ahead starts anew."""
        if self._times and not 0.0 < time_s - self._times[-1] < STRETCH_S:
            self._times.clear()
        self._times.append(time_s)
        while self._times[-1] - self._times[0] > STRETCH_S:
            self._times.popleft()
        span_s = self._times[-1] - self._times[0]
        if span_s < 0.8 * STRETCH_S or len(self._times) < FEWEST // 2:
            return
        self.rate = (len(self._times) - 1) / span_s
        self.best = max(self.best, self.rate)
        self._slow = self.rate < SLOWER * self.best

    @property
    def slow(self) -> bool:
        """Whether the camera delivers far fewer frames than it did at its best."""
        return self._slow

    @property
    def words(self) -> str:
        """What to do about it; "" when all is well."""
        if not self._slow:
            return ""
        return (
            f"The camera delivers {self.rate:.0f} frames a second instead of {self.best:.0f}: "
            "turn on more light, so that times stay fine."
        )
