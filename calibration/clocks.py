"""Compares the clocks of two cameras by changes of light that both see: a torch, a lamp, the page that flashes."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

import cv2
import numpy as np
import numpy.typing as npt
from referee.calibration.errors import AlignmentError

from referee.film import Frame
from referee.observation import SeatView, Span, Touch, UnseenSpan
from referee.timing.interval import widened

Array = npt.NDArray[np.float64]

GRID = (16, 9)
"""Columns and rows of the places whose brightness is followed."""
BRIGHTEST = 6
"""The light is taken from so many places at most, those that change most from frame to frame, ..."""
AS_BRIGHT = 0.6
"""... and that change by this share of the one that changes most: people who move change a place by less."""
JUMP = 12.0
"""Change within two frames that is a change of light, grey levels: people before a camera change a place by less."""
SAME_S = 0.045
"""Two changes this near to each other may be the same, seen by two cameras, seconds: a frame and a half at 30."""
FEWEST = 4
"""Fewer changes that both saw are not enough."""
MISSED = 2.0
"""A change that one camera saw and the other should have counts against an offset as much as so many that agree."""
LEAD = 3.0
"""By how much the best offset must be better than any other: a rhythm fits itself, shifted by a beat, less one flash
(two changes) at its end. Half as good is never as good: of a few flashes, two may always fit by chance."""
DRIFT = 50e-6
"""How much faster one clock may run than the other, seconds a second (crystals: 20 to 50 parts in a million)."""


@dataclass(frozen=True, slots=True)
class Flash:
    """A change of light.

    Attributes:
        time_s: when, seconds on the camera's clock.
        brighter: it became brighter.
        row: where in the picture it was seen, as a share of the height.
    """

    time_s: float
    brighter: bool
    row: float = 0.5

    def at(self, readout_s: float) -> Flash:
        """The same by a clock that knows the camera's rolling shutter: its rows were exposed then, not the middle."""
        return replace(self, time_s=self.time_s + readout_s * (self.row - 0.5))


@dataclass(frozen=True, slots=True)
class ClockLink:
    """From the second camera's clock to the first's.

    Attributes:
        offset_s: the second clock's reading less the first's, seconds.
        error_s: its standard deviation at the changes that both saw, seconds.
        seen: stretch of the second clock in which those lie.
        count: how many there are.
    """

    offset_s: float
    error_s: float
    seen: Span
    count: int

    def error_at(self, time_s: float) -> float:
        """The offset's standard deviation at a moment of the second clock: it grows away from what both saw."""
        away_s = max(self.seen.start_s - time_s, time_s - self.seen.end_s, 0.0)
        return float(np.hypot(self.error_s, DRIFT * away_s))

    def carry(self, view: SeatView, seat: int) -> SeatView:
        """What the second camera saw of a seat, on the first one's clock; contacts are wider by the offset's error.

        Args:
            view: on the second camera's clock.
            seat: the seat's number at the whole table.
        """
        return SeatView(
            seat,
            tuple(self._touch(touch, seat) for touch in view.touches),
            tuple(UnseenSpan(*self._ends(span), span.reason) for span in view.unseen),
            tuple(Span(*self._ends(span)) for span in view.near),
        )

    def _ends(self, span: Span) -> tuple[float, float]:
        return span.start_s - self.offset_s, span.end_s - self.offset_s

    def _touch(self, touch: Touch, seat: int) -> Touch:
        contact = touch.contact
        if contact is not None:
            wider = widened(contact, self.error_at(contact.time_s))
            contact = replace(
                wider,
                time_s=wider.time_s - self.offset_s,
                low_s=wider.low_s - self.offset_s,
                high_s=wider.high_s - self.offset_s,
            )
        release_s = None if touch.release_s is None else touch.release_s - self.offset_s
        return replace(touch, seat=seat, contact=contact, release_s=release_s)


def flashes(frames: Iterable[Frame]) -> tuple[list[Flash], Span]:
    """The changes of light in a recording, and from when to when it lasts.

    A change lies between the last frame of the old light and the first of the new; how grey the frames between are
    says where.

    Raises:
        AlignmentError: there are too few frames.
    """
    times, light = [], []
    for frame in frames:
        grey = cv2.cvtColor(frame.image, cv2.COLOR_BGR2GRAY)
        light.append(cv2.resize(grey, GRID, interpolation=cv2.INTER_AREA).astype(np.float64).ravel())
        times.append(frame.time_s)
    if len(times) < 10:
        raise AlignmentError("A recording is too short to compare its clock: it needs a few flashes.")
    steps = np.abs(np.diff(np.array(light), axis=0))
    largest = np.sort(steps, axis=0)[-max(2, len(steps) // 50) :].mean(0)
    places = [place for place in largest.argsort()[-BRIGHTEST:] if largest[place] > AS_BRIGHT * largest.max()]
    row = float(np.mean([(place // GRID[0] + 0.5) / GRID[1] for place in places]))
    return _jumps(np.array(times), np.array(light)[:, places].mean(1), row), Span(times[0], times[-1])


def _jumps(times: Array, light: Array, row: float) -> list[Flash]:
    over_two = (
        light[2:] - light[:-2]
    )  # a change spreads over two frames at most, for exposures shorter than a frame
    found = []
    i = 0
    while i < len(over_two):
        if abs(over_two[i]) < JUMP:
            i += 1
            continue
        last = i
        while last + 1 < len(over_two) and last < i + 2 and over_two[last + 1] * over_two[i] > 0:
            last += 1
        # `before` and `after` frame the change; light that is linear in time crosses the middle in between.
        peak = i + int(np.abs(over_two[i : last + 1]).argmax())
        before, after = light[peak], light[peak + 2]
        done = np.clip((light[peak + 1] - before) / (after - before), 0.0, 1.0)
        # With the middle frame all old the change came after it, with all new before it.
        at = times[peak + 1] + (0.5 - done) * (times[peak + 2] - times[peak]) / 2
        found.append(Flash(float(at), bool(after > before), row))
        i = last + 1
    return found


def link(first: Sequence[Flash], second: Sequence[Flash], span_1: Span, span_2: Span) -> ClockLink:
    """Find the offset between two clocks.

    Args:
        first: the changes that the first camera saw.
        second: those that the second saw.
        span_1: from when to when the first one's recording lasts.
        span_2: the second's.

    Raises:
        AlignmentError: they share too few changes, or a rhythm fits in more than one way.
    """
    candidates = [b.time_s - a.time_s for a in first for b in second if a.brighter is b.brighter]
    scored = sorted(
        ((_score(offset, first, second, (span_1, span_2)), offset) for offset in candidates), reverse=True
    )
    if not scored or sum(_partner(scored[0][1], flash, second) is not None for flash in first) < FEWEST:
        raise AlignmentError(
            "The two cameras share no changes of light: flash a torch at both four times, or show both the timing page."
        )
    best, offset = scored[0]
    others = [score for score, other in scored if abs(other - offset) > 2 * SAME_S]
    if others and others[0] > max(best - LEAD, best / 2):
        raise AlignmentError(
            "The flashes fit in more than one way: let both cameras see the flashing begin, or flash unevenly."
        )
    return _fitted(offset, first, second)


def _partner(offset: float, flash: Flash, others: Sequence[Flash]) -> Flash | None:
    near = [each for each in others if each.brighter is flash.brighter]
    nearest = min(near, key=lambda each: abs(each.time_s - flash.time_s - offset), default=None)
    if nearest is None or abs(nearest.time_s - flash.time_s - offset) > SAME_S:
        return None
    return nearest


def _score(offset: float, first: Sequence[Flash], second: Sequence[Flash], spans: tuple[Span, Span]) -> float:
    """Changes that agree, less those that the other camera should have seen and did not."""
    back = [Flash(flash.time_s - offset, flash.brighter) for flash in second]
    agree = sum(_partner(0.0, flash, back) is not None for flash in first)
    missed = sum(
        spans[1].start_s + SAME_S < flash.time_s + offset < spans[1].end_s - SAME_S
        and _partner(0.0, flash, back) is None
        for flash in first
    ) + sum(
        spans[0].start_s + SAME_S < flash.time_s < spans[0].end_s - SAME_S
        and _partner(0.0, flash, first) is None
        for flash in back
    )
    return agree - MISSED * missed


def _fitted(offset: float, first: Sequence[Flash], second: Sequence[Flash]) -> ClockLink:
    """The mean offset of the changes that agree; brighter and darker ones weigh the same.

    A lamp comes on faster than it goes off, and a camera's curve makes one side early: each kind is averaged first.
    """
    pairs = [
        (flash.brighter, partner.time_s - flash.time_s, partner.time_s)
        for flash in first
        if (partner := _partner(offset, flash, second)) is not None
    ]
    kinds = [
        np.array([difference for brighter, difference, _ in pairs if brighter is kind])
        for kind in (True, False)
    ]
    kinds = [each for each in kinds if len(each)]
    mean = float(np.mean([each.mean() for each in kinds]))
    spread = np.sqrt(np.mean(np.concatenate([(each - each.mean()) ** 2 for each in kinds])))
    # Small numbers of changes may agree by chance: half a frame's error is never believed away entirely.
    error_s = float(np.hypot(spread / np.sqrt(max(1, len(pairs) - len(kinds))), 0.0005))
    times = [time_s for _, _, time_s in pairs]
    return ClockLink(mean, error_s, Span(min(times), max(times)), len(pairs))
