"""What the evidence says about one seat in one deal: when it touched, or may have touched unseen."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from referee.observation import Instant, SeatView, Touch, TouchKind, UnseenReason, UnseenSpan
from referee.rules.house import House
from referee.timing.tie import chance_reversed

FRAME_S = 0.07
"""Seconds, a little more than one frame of a camera at 15 frames a second (a dim room). An unseen stretch is
known to a frame: nearer than this to a contact it touches it, and it may be longer by this at both ends."""

LOOKS_S = 0.15
"""Seconds, two looks at a seat: a hand that was at the face so shortly ago is still there for all anybody knows."""


@dataclass(frozen=True, slots=True)
class Course:
    """One seat in one deal.

    Attributes:
        seat: the seat.
        touch: its first held touch in the deal, which is its signal or its copy; ``None`` when there is none.
        early: the earliest instant at which it may have touched unseen, before ``touch``; ``None`` when it
            was seen all the time.
        late: until when the contact of ``touch`` may really have happened, where an unseen stretch runs into
            it; ``None`` when ``touch`` says it all.
        free_until: until when the nose was seen free, for a seat without ``touch``.
        reasons: why it could not be seen, for the stretches behind ``early``, ``late`` and ``free_until``.
        reaching: a hand is at its face where the evidence ends.
    """

    seat: int
    touch: Touch | None
    early: float | None
    late: float | None
    free_until: float
    reasons: frozenset[UnseenReason]
    reaching: bool

    @property
    def contact(self) -> Instant:
        """The contact instant of ``touch``."""
        assert self.touch is not None  # noqa: S101 - asked only of seats that touched
        return _contact(self.touch)

    @property
    def bound(self) -> float:
        """Before this instant the seat surely had not touched; what ``touch`` shows is left aside."""
        free_until = self.free_until if self.touch is None else math.inf
        return free_until if self.early is None else min(free_until, self.early)


def first_touch(view: SeatView, start_s: float, end_s: float) -> Touch | None:
    """The first held touch of a seat with its contact in the deal; one that was there before is none."""
    held = [
        touch
        for touch in view.touches
        if touch.kind is TouchKind.HELD
        and touch.contact is not None
        and start_s <= touch.contact.time_s <= end_s
    ]
    return min(held, key=lambda touch: _contact(touch).time_s, default=None)


def _contact(touch: Touch) -> Instant:
    assert touch.contact is not None  # noqa: S101 - first_touch takes no other
    return touch.contact


def read_course(
    view: SeatView,
    house: House,
    *,
    start_s: float,
    signal: Instant,
    end_s: float,
    final: bool,
) -> Course:
    """Read the evidence about one seat in a deal in which somebody signalled.

    Args:
        view: what was seen of it.
        house: the settings.
        start_s: when the deal started, seconds.
        signal: the first contact of the deal.
        end_s: until when there is evidence, seconds.
        final: whether no more evidence will come.
    """
    opens_s = max(start_s, signal.low_s - house.earlier_signal_s)
    touch = first_touch(view, start_s, end_s)
    # While more may come, a touch counts only once it was held: what began just now is not known yet.
    horizon = end_s if final else end_s - house.hold_s
    early, late, free_until, reasons = math.inf, -math.inf, horizon, set[UnseenReason]()
    if touch is not None and _contact(touch).time_s > signal.time_s + house.never_copied_s:
        # Too late to be a copy; but from here on the nose is not free.
        free_until = min(horizon, _contact(touch).low_s)
        touch = None
    for hole, why in _holes(view, start_s, end_s):
        if hole.end_s < opens_s:
            continue
        hides_a_hold = hole.end_s - hole.start_s + 2 * FRAME_S >= house.hold_s
        matters = hides_a_hold
        if touch is not None:
            contact = _contact(touch)
            if hole.start_s > contact.high_s:
                break  # they are in order
            if hole.end_s >= contact.low_s - FRAME_S:
                # The hole runs into the contact: it happened at any time from the hole's start to its end.
                matters = True
                if hole.end_s > contact.high_s:
                    late = max(late, hole.end_s)
        elif hole.end_s >= horizon - FRAME_S:
            free_until = min(free_until, hole.start_s)
            reasons |= why
        if matters:
            early = min(early, max(hole.start_s, opens_s))
            reasons |= why
    return Course(
        seat=view.seat,
        touch=touch,
        early=None if early == math.inf else early,
        late=None if late == -math.inf else late,
        free_until=free_until,
        reasons=frozenset(reasons),
        reaching=any(span.end_s >= end_s - LOOKS_S for span in view.near),
    )


def _holes(view: SeatView, start_s: float, end_s: float) -> Iterable[tuple[UnseenSpan, set[UnseenReason]]]:
    """Everything that could hide a touch, up to ``end_s``; what lies within a frame is joined."""
    spans = [
        replace(span, end_s=min(span.end_s, end_s))
        for span in (*view.unseen, *_unscored(view, start_s, end_s))
        if span.start_s <= end_s
    ]
    joined: list[tuple[UnseenSpan, set[UnseenReason]]] = []
    for span in sorted(spans, key=lambda found: found.start_s):
        if joined and span.start_s <= joined[-1][0].end_s + FRAME_S:
            before, why = joined[-1]
            joined[-1] = (replace(before, end_s=max(before.end_s, span.end_s)), why | {span.reason})
        else:
            joined.append((span, {span.reason}))
    return joined


def _unscored(view: SeatView, start_s: float, end_s: float) -> Iterable[UnseenSpan]:
    """Touches that are no copy, and yet no free nose: one from before the deal, and one too young to tell."""
    for touch in view.touches:
        begins = -math.inf if touch.contact is None else touch.contact.low_s
        ends = end_s if touch.release_s is None else touch.release_s
        if touch.contact is None or touch.contact.time_s < start_s:
            yield UnseenSpan(begins, ends, UnseenReason.DOUBTFUL)
        elif touch.kind is TouchKind.BRUSH and touch.release_s is None:
            yield UnseenSpan(begins, ends, UnseenReason.CUT_OFF)


def in_order(first: Instant, second: Instant, house: House) -> bool:
    """Whether the first contact surely came before the second, by the house's limit and window."""
    gap_s = second.time_s - first.time_s
    return gap_s > house.tie_window_s and chance_reversed(first, second) <= house.tie_limit


def runs_into(course: Course, instant: Instant, house: House) -> bool:
    """Whether a seat's contact may, because of an unseen stretch, really have happened as late as another."""
    return course.late is not None and course.late + house.tie_window_s >= instant.low_s


def surely_before(course: Course, instant: Instant, house: House) -> bool:
    """Whether a seat surely touched before another contact, with everything that it may hide."""
    return not runs_into(course, instant, house) and in_order(course.contact, instant, house)


def surely_before_time(course: Course, time_s: float, house: House) -> bool:
    """Whether a seat surely touched before any contact that could come after ``time_s``.

    A contact that has not been measured is given the error of the one that was.
    """
    if time_s < course.contact.high_s + house.tie_window_s:
        return False
    return surely_before(course, replace(course.contact, time_s=time_s, low_s=time_s, high_s=time_s), house)


def contacts_in_time(courses: Sequence[Course]) -> list[Course]:
    """The seats that touched, by time of contact; equal times by seat."""
    return sorted(
        (course for course in courses if course.touch is not None),
        key=lambda course: (course.contact.time_s, course.seat),
    )
