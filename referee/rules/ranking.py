"""From what was seen of every seat to the verdict of a deal.

No letter is given on missing evidence: a letter needs a player who is last in every way in which the evidence
can be read, a redeal needs a tie in every way, and everything else is a call. While more evidence may come,
nothing is decided that it could overturn.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise

from referee.observation import Instant, SeatView, UnseenReason
from referee.rules.course import (
    Course,
    contacts_in_time,
    first_touch,
    in_order,
    read_course,
    runs_into,
    surely_before,
    surely_before_time,
)
from referee.rules.house import House
from referee.rules.verdict import Outcome, Reason, Verdict, answer_quartet
from referee.timing.tie import chance_reversed

__all__ = ["Outcome", "Reason", "Verdict", "judge_deal", "judge_recording", "split_deals"]

FEWEST, MOST = 3, 4
"""How many take part in a deal."""


def judge_deal(
    views: Sequence[SeatView],
    house: House,
    *,
    start_s: float,
    end_s: float,
    final: bool,
    quartet: bool | None = None,
) -> Outcome | None:
    """Judge one deal.

    In a live game it is called again as evidence grows, and its first outcome stands. Leave ``quartet`` out
    there: the game turns the verdict by what people say (:func:`referee.rules.verdict.answer_quartet`).

    Args:
        views: one for each seat that takes part, in any order.
        house: the settings.
        start_s: when the deal started, seconds; a touch from before is no signal and no copy.
        end_s: until when there is evidence, seconds; what the views hold after it is not used.
        final: whether no more evidence will come (the recording or the deal is over).
        quartet: what people saw: ``True`` or ``None`` takes the signal as good, ``False`` that no initiator
            had a quartet.

    Returns:
        The outcome; ``None`` while nobody has signalled, or while evidence still to come could change it.
    """
    deal = _read(views, house, start_s, end_s, final=final)
    if deal is None:
        return None
    if quartet is False:
        return _judge_false_signal(deal)
    if len(deal.missing) > 1:
        return _judge_several_missing(deal)
    if deal.missing:
        return _judge_one_missing(deal, deal.missing[0])
    return _judge_all_touched(deal)


def judge_recording(
    views: Sequence[SeatView], house: House, *, end_s: float, quartet: bool | None = None
) -> tuple[Outcome, ...]:
    """Judge every deal of a recording; the next begins once all hands were away from the faces long enough.

    Args:
        views: one for each seat that takes part.
        house: the settings.
        end_s: the time of the last frame, seconds.
        quartet: as in :func:`judge_deal`, for all deals.

    Returns:
        The outcomes in order; empty when nobody signals, or when not three or four take part.
    """
    if not FEWEST <= len(views) <= MOST:
        return ()
    outcomes = (
        judge_deal(views, house, start_s=start_s, end_s=until_s, final=True, quartet=quartet)
        for start_s, until_s in split_deals(views, house, end_s=end_s)
    )
    return tuple(outcome for outcome in outcomes if outcome is not None)


def split_deals(views: Sequence[SeatView], house: House, *, end_s: float) -> tuple[tuple[float, float], ...]:
    """Split a recording where all hands were away from the faces for ``house.hands_away_s``.

    A stretch in which the picture stood still shows no hands away.

    Returns:
        Start and end of each stretch, seconds, from minus infinity to ``end_s``.
    """
    starts, busy_until = [-math.inf], math.inf
    for begins, ends in sorted(stretch for view in views for stretch in _busy(view, end_s)):
        if begins - busy_until >= house.hands_away_s:
            starts.append(busy_until + house.hands_away_s)
        busy_until = ends if busy_until == math.inf else max(busy_until, ends)
    return tuple(pairwise((*starts, end_s)))


def _busy(view: SeatView, end_s: float) -> Iterable[tuple[float, float]]:
    for touch in view.touches:
        begins = -math.inf if touch.contact is None else touch.contact.low_s
        yield begins, end_s if touch.release_s is None else touch.release_s
    for span in (*view.near, *(hole for hole in view.unseen if hole.reason is UnseenReason.FROZEN)):
        yield span.start_s, span.end_s


@dataclass(frozen=True)
class _Deal:
    """The evidence of one deal in which somebody signalled.

    Attributes:
        house: the settings.
        closed: whether nothing that may still come counts.
        touched: the seats that signalled or copied, by time; never empty.
        missing: the others.
    """

    house: House
    closed: bool
    touched: tuple[Course, ...]
    missing: tuple[Course, ...]

    def rivals(self, time_s: float, courses: Iterable[Course]) -> list[Course]:
        """Those of ``courses`` who may have touched no sooner than somebody who did after ``time_s``."""
        return [course for course in courses if not surely_before_time(course, time_s, self.house)]

    def hides(self, course: Course, others: Sequence[Course]) -> bool:
        """Whether a seat may have touched unseen before, or with, one of the others."""
        return course.early is not None and bool(self.rivals(course.early, others))

    @cached_property
    def initiators(self) -> tuple[int, ...]:
        """The first to touch, and all who cannot be told apart from it."""
        first, *others = self.touched
        same = (course.seat for course in others if not in_order(first.contact, course.contact, self.house))
        return (first.seat, *same)

    @cached_property
    def maybe_first(self) -> tuple[Course, ...]:
        """Seats because of which it is not sure that ``initiators`` are the ones who signalled first."""
        first, *others = self.touched
        unseen = [course for course in (*others, *self.missing) if self.rivals(course.bound, [first])]
        late = [first] if any(runs_into(first, course.contact, self.house) for course in others) else []
        return (*late, *unseen)

    def outcome(
        self, verdict: Verdict, reason: Reason, *, seat: int | None = None, doubts: Iterable[Course] = ()
    ) -> Outcome:
        """An outcome of this deal; ``doubts`` are the seats because of which it is a call."""
        *others, last = self.touched
        among_contacts = bool(others) and not self.missing
        return Outcome(
            verdict=verdict,
            reason=reason,
            seat=seat,
            initiators=self.initiators,
            order=tuple(course.seat for course in self.touched),
            contacts=tuple(course.touch for course in self.touched if course.touch is not None),
            p_reversed=max(chance_reversed(course.contact, last.contact) for course in others)
            if among_contacts
            else None,
            gap_s=last.contact.time_s - others[-1].contact.time_s if among_contacts else None,
            unseen=tuple(sorted(course.seat for course in doubts if course.reasons)),
            first_sure=not self.maybe_first,
        )

    def call(self, doubts: Iterable[Course], otherwise: Reason) -> Outcome:
        """A call because of these seats; ``otherwise`` is the reason when all of them were seen."""
        doubts = tuple(doubts)
        reasons = frozenset[UnseenReason]().union(*(course.reasons for course in doubts))
        return self.outcome(Verdict.CALL, _reason(reasons) or otherwise, doubts=doubts)


def _reason(why: frozenset[UnseenReason]) -> Reason | None:
    if not why:
        return None
    if why == {UnseenReason.DOUBTFUL}:
        return Reason.DOUBTFUL
    if why <= {UnseenReason.FROZEN, UnseenReason.CUT_OFF}:
        return Reason.EVIDENCE_HOLE
    return Reason.UNSEEN


def _read(
    views: Sequence[SeatView], house: House, start_s: float, end_s: float, *, final: bool
) -> _Deal | None:
    if not FEWEST <= len(views) <= MOST:
        raise ValueError(f"{FEWEST} or {MOST} take part in a deal, not {len(views)}")
    touches = (first_touch(view, start_s, end_s) for view in views)
    contacts = [touch.contact for touch in touches if touch is not None and touch.contact is not None]
    if not contacts:
        return None
    signal = min(contacts, key=_time)
    courses = [
        read_course(view, house, start_s=start_s, signal=signal, end_s=end_s, final=final) for view in views
    ]
    return _Deal(
        house=house,
        closed=final or end_s - house.hold_s >= signal.time_s + house.never_copied_s,
        touched=tuple(contacts_in_time(courses)),
        missing=tuple(course for course in courses if course.touch is None),
    )


def _time(instant: Instant) -> float:
    return instant.time_s


def _judge_false_signal(deal: _Deal) -> Outcome | None:
    """No initiator has a quartet: what counts is only who they are."""
    first = deal.touched[0]
    waiting = any(
        deal.rivals(course.free_until, [first]) and not deal.hides(course, [first]) for course in deal.missing
    )
    if waiting and not deal.closed:
        return None
    outcome = deal.call(deal.maybe_first, Reason.FIRST_UNSEEN)
    return answer_quartet(outcome, dict.fromkeys(outcome.initiators, False))


def _judge_several_missing(deal: _Deal) -> Outcome | None:
    """Two or more have not copied: nobody is the last to copy, unless more copies come in time."""
    if not deal.closed:
        return None
    hidden = [course for course in deal.missing if deal.hides(course, deal.touched)]
    if len(deal.missing) - len(hidden) > 1:
        hidden = []  # whatever they did, two surely have not copied
    return deal.call(hidden, Reason.SEVERAL_DID_NOT_COPY)


def _judge_one_missing(deal: _Deal, missing: Course) -> Outcome | None:
    """One has not copied: last, once the nose was seen free until no contact could come before another's."""
    rivals = deal.rivals(missing.bound, deal.touched)
    if missing.reaching and not deal.closed and not deal.hides(missing, deal.touched):
        # Last in any case; but a copy may be under way, and then people want to know by how much.
        return None
    if not rivals:
        return deal.outcome(Verdict.LETTER, Reason.DID_NOT_COPY, seat=missing.seat)
    if not deal.closed and not deal.hides(missing, deal.touched):
        return None
    late = [course for course in rivals if course.late is not None]
    return deal.call([missing, *late], Reason.EVIDENCE_ENDS)


def _judge_all_touched(deal: _Deal) -> Outcome:
    """All have touched: the last one must be told apart from every other, whatever was unseen."""
    *others, last = deal.touched
    tied = [course for course in others if not surely_before(course, last.contact, deal.house)]
    doubts = [course for course in tied if course.early is not None or course.late is not None]
    if deal.hides(last, others):
        doubts.append(last)
    if doubts:
        return deal.call(doubts, Reason.UNSEEN)
    if tied:
        return deal.outcome(Verdict.REDEAL, Reason.TIE)
    return deal.outcome(Verdict.LETTER, Reason.LAST_TO_COPY, seat=last.seat)
