"""What one seat's evidence is read as: above all, where a stretch begins and ceases to matter."""

from __future__ import annotations

import math
from dataclasses import replace

import pytest

from referee.observation import SeatView, Span, Touch, TouchKind, UnseenReason, UnseenSpan
from referee.rules.course import FRAME_S, LOOKS_S, Course, first_touch, read_course, surely_before_time
from referee.rules.house import House
from tests.rules.seen import brush, held, hole, instant, view

HOUSE = House()
SIGNAL, COPY = instant(2.0), instant(4.0)
END_S = 8.0
OPENS_S = SIGNAL.low_s - HOUSE.earlier_signal_s


def read(seen: SeatView, house: House = HOUSE, *, end_s: float = END_S, final: bool = True) -> Course:
    return read_course(seen, house, start_s=0.0, signal=SIGNAL, end_s=end_s, final=final)


def before(time_s: float) -> float:
    return math.nextafter(time_s, -math.inf)


def after(time_s: float) -> float:
    return math.nextafter(time_s, math.inf)


@pytest.mark.parametrize(
    ("contact_s", "counts"), [(before(1.0), False), (1.0, True), (3.0, True), (after(3.0), False)]
)
def test_a_touch_belongs_to_the_deal_in_which_it_began(contact_s: float, counts: bool) -> None:
    assert (first_touch(view(0, contact_s), 1.0, 3.0) is not None) == counts


def test_the_first_held_touch_counts() -> None:
    first = held(0, 2.0)
    assert first_touch(view(0, held(0, None), brush(0, 1.0, 1.1), held(0, 2.5), first), 0.0, 9.0) == first


@pytest.mark.parametrize("from_before", [held(0, before(0.0), 6.0), held(0, None, 6.0)])
def test_a_touch_from_before_the_deal_hides_the_nose_and_one_from_its_first_instant_does_not(
    from_before: Touch,
) -> None:
    assert read(view(0, from_before)).reasons == {UnseenReason.DOUBTFUL}
    assert read(view(0, held(0, 0.0, 6.0))).reasons == set()


LATEST_S = SIGNAL.time_s + HOUSE.never_copied_s


@pytest.mark.parametrize(("contact_s", "counts"), [(LATEST_S, True), (after(LATEST_S), False)])
def test_a_copy_comes_in_time_or_only_covers_the_nose(contact_s: float, counts: bool) -> None:
    seen = view(0, contact_s)
    course = read(seen, end_s=20.0)
    assert course.touch == (seen.touches[0] if counts else None)
    assert course.free_until == (20.0 if counts else instant(contact_s).low_s)


@pytest.mark.parametrize(
    ("start_s", "end_s", "early", "late"),
    [
        # It ends before a signal is looked for, or with it.
        (0.0, before(OPENS_S), None, None),
        (0.0, OPENS_S, OPENS_S, None),
        # It is shorter than a touch has to be held, but it runs into the contact, to a frame.
        (3.8, before(COPY.low_s - FRAME_S), None, None),
        (3.8, COPY.low_s - FRAME_S, 3.8, None),
        # The contact may have been later only where the stretch goes on after its interval.
        (3.8, COPY.high_s, 3.8, None),
        (3.8, after(COPY.high_s), 3.8, after(COPY.high_s)),
        # What begins after the contact hides nothing.
        (COPY.high_s, 6.0, COPY.high_s, 6.0),
        (after(COPY.high_s), 6.0, None, None),
    ],
)
def test_where_a_stretch_matters_for_a_copy(
    start_s: float, end_s: float, early: float | None, late: float | None
) -> None:
    course = read(view(0, replace(held(0, 4.0), contact=COPY), unseen=(hole(start_s, end_s),)))
    assert (course.early, course.late) == (early, late)
    assert course.bound == (math.inf if early is None else early)
    assert course.reasons == (set() if early is None else {UnseenReason.NO_FACE})


def test_a_stretch_as_long_as_a_hold_with_a_frame_at_both_ends_hides_a_copy() -> None:
    hold_s = 0.25 + 2 * FRAME_S
    seen = view(0, unseen=(hole(3.0, 3.25),))
    assert read(seen, House(hold_s=hold_s)).early == 3.0
    assert read(seen, House(hold_s=after(hold_s))).early is None


@pytest.mark.parametrize("final", [True, False])
@pytest.mark.parametrize("reaches", [True, False])
def test_a_short_stretch_up_to_the_end_may_hide_the_beginning_of_a_copy(final: bool, reaches: bool) -> None:
    horizon_s = END_S if final else END_S - HOUSE.hold_s
    start_s, end_s = horizon_s - 0.2, horizon_s - FRAME_S
    course = read(view(0, unseen=(hole(start_s, end_s if reaches else before(end_s)),)), final=final)
    assert course.early is None
    assert course.free_until == course.bound == (start_s if reaches else horizon_s)
    assert course.reasons == ({UnseenReason.NO_FACE} if reaches else set())


def test_stretches_less_than_a_frame_apart_are_one() -> None:
    first = hole(3.0, 3.1, UnseenReason.COVERED)
    joined = read(view(0, unseen=(first, hole(3.1 + FRAME_S, 3.3, UnseenReason.DARK))))
    assert (joined.early, joined.reasons) == (3.0, {UnseenReason.COVERED, UnseenReason.DARK})
    apart = read(view(0, unseen=(first, hole(after(3.1 + FRAME_S), 3.3, UnseenReason.DARK))))
    assert (apart.early, apart.reasons) == (None, set())


def test_every_stretch_that_matters_says_why_and_no_other() -> None:
    seen = view(
        0,
        unseen=(
            hole(0.0, 0.5, UnseenReason.DOUBTFUL),
            hole(2.0, 3.0, UnseenReason.COVERED),
            hole(4.0, 4.2, UnseenReason.CUT_OFF),
            hole(5.0, 6.0, UnseenReason.DARK),
            hole(7.9, 8.0, UnseenReason.FROZEN),
        ),
    )
    assert read(seen).reasons == {UnseenReason.COVERED, UnseenReason.DARK, UnseenReason.FROZEN}
    assert (read(seen).early, read(seen).free_until) == (2.0, 7.9)


@pytest.mark.parametrize("final", [True, False])
@pytest.mark.parametrize(
    ("beyond", "within"),
    [
        (hole(7.9, 9.0), (hole(7.9, END_S),)),
        (hole(END_S, 9.0), (hole(END_S, END_S),)),
        (hole(after(END_S), 9.0), ()),
    ],
)
def test_what_is_seen_after_the_end_is_not_used(
    beyond: UnseenSpan, within: tuple[UnseenSpan, ...], final: bool
) -> None:
    course = read(view(0, unseen=(beyond,)), final=final)
    assert course == read(view(0, unseen=within), final=final)
    assert bool(course.reasons) == bool(within)


@pytest.mark.parametrize(("until_s", "reaching"), [(END_S - LOOKS_S, True), (before(END_S - LOOKS_S), False)])
def test_a_hand_that_was_there_two_looks_ago_is_still_there(until_s: float, reaching: bool) -> None:
    assert read(view(0, near=(Span(1.0, 2.0), Span(7.0, until_s)))).reaching == reaching


def test_what_may_come_later_is_later_than_the_contacts_interval_and_the_window() -> None:
    touch = Touch(0, TouchKind.HELD, replace(COPY, low_s=3.75, high_s=4.25))
    course, house = read(view(0, touch)), House(tie_window_s=0.5)
    assert surely_before_time(course, 4.75, house)
    assert not surely_before_time(course, before(4.75), house)
