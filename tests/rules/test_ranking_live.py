"""The verdict of a deal while it goes on: what is waited for, and how long."""

from __future__ import annotations

from dataclasses import replace

import pytest

from referee.observation import Span
from referee.rules.house import House
from referee.rules.verdict import Reason
from tests.rules.judged import CALL, LETTER, assert_verdict, final, live
from tests.rules.seen import held, hole, instant, view


def test_live_no_quartet_waits_only_for_what_can_still_come() -> None:
    views = [view(0, 2.0), view(1, 2.3), view(2, unseen=(hole(1.5, 2.4),)), view(3, 2.4)]
    assert_verdict(live(views, 2.41, quartet=False), CALL, Reason.FIRST_UNSEEN)


def test_live_all_have_touched() -> None:
    views = [view(0, 2.0), view(1, 2.3), view(2, 2.5), view(3, 2.8)]
    assert live(views, 1.9) is None
    assert live(views, 2.6) is None
    assert_verdict(live(views, 2.8), LETTER, Reason.LAST_TO_COPY)


def test_live_waits_until_a_copy_would_be_late_and_could_have_been_seen() -> None:
    views = [view(0, 2.0), view(1, 2.3), view(2, 2.5), view(3)]
    assert live(views, 2.91) is None
    assert_verdict(live(views, 2.95), LETTER, Reason.DID_NOT_COPY)
    slow = House(hold_s=1.0)
    assert live(views, 3.51, slow) is None
    assert_verdict(live(views, 3.55, slow), LETTER, Reason.DID_NOT_COPY)


@pytest.mark.parametrize(
    ("near_until", "end_s", "waits"), [(2.95, 3.0, True), (2.84, 3.0, False), (2.8, 2.95, False)]
)
def test_live_waits_for_a_hand_that_may_be_copying(near_until: float, end_s: float, waits: bool) -> None:
    views = [view(0, 2.0), view(1, 2.3), view(2, 2.5), view(3, near=(Span(2.7, near_until),))]
    if waits:
        assert live(views, end_s) is None
    else:
        assert_verdict(live(views, end_s), LETTER, Reason.DID_NOT_COPY)


def test_live_does_not_wait_for_ever_for_a_hand_at_a_face() -> None:
    views = [view(0, 2.0), view(1, 2.3), view(2, 2.5), view(3, near=(Span(2.7, 20.0),))]
    assert live(views, 12.39) is None
    assert_verdict(live(views, 12.4), LETTER, Reason.DID_NOT_COPY)
    assert_verdict(final(views, end_s=3.0), LETTER, Reason.DID_NOT_COPY)


def test_live_does_not_wait_where_waiting_mends_nothing() -> None:
    views = [view(0, 2.0), view(1, 2.3), view(2, 2.5)]
    hidden = view(3, unseen=(hole(2.1, 2.6),), near=(Span(2.6, 2.7),))
    assert_verdict(live([*views, hidden], 2.7), CALL, Reason.UNSEEN)


def test_live_waits_for_a_gross_error_to_be_unlikely() -> None:
    views = [
        view(0, 2.0),
        view(1, 2.3),
        view(2, replace(held(2, 2.5), contact=instant(2.5, gross=0.02))),
        view(3),
    ]
    assert live(views, 2.95) is None
    assert_verdict(live(views, 3.3), LETTER, Reason.DID_NOT_COPY)


def test_live_several_missing_wait_for_the_time_limit() -> None:
    views = [view(0, 2.0), view(1, 2.3), view(2), view(3)]
    assert live(views, 12.39) is None
    assert_verdict(live(views, 12.4), CALL, Reason.SEVERAL_DID_NOT_COPY)


def test_live_calls_at_once_when_nothing_can_mend_it() -> None:
    views = [view(0, 2.0), view(1, 2.3), view(2, 2.5), view(3, unseen=(hole(2.1, 2.6),))]
    assert_verdict(live(views, 2.7), CALL, Reason.UNSEEN)


def test_live_waits_while_a_stretch_is_still_short() -> None:
    views = [view(0, 2.0), view(1, 2.3), view(2, 2.5), view(3, unseen=(hole(2.4, 2.6),))]
    assert live(views, 2.6) is None
    # It stayed short: the nose was seen free again, and no held touch fits into it.
    assert_verdict(live(views, 3.2), LETTER, Reason.DID_NOT_COPY)


def test_live_time_is_up_right_after_a_late_copy() -> None:
    views = [view(0, 2.0), view(1, 2.3), view(2, 11.99), view(3)]
    assert live(views, 12.39) is None
    assert_verdict(live(views, 12.4), CALL, Reason.EVIDENCE_ENDS)


def test_a_rival_that_may_be_late_makes_a_missing_copy_a_call() -> None:
    late = view(2, 9.5, unseen=(hole(9.5, 9.9),))
    views = [view(0, 9.0), view(1, 9.3), late, view(3)]
    outcome = final(views)
    assert_verdict(outcome, LETTER, Reason.DID_NOT_COPY)
    views[2] = view(2, 9.5, unseen=(hole(9.5, 10.0),))
    outcome = final(views)
    assert_verdict(outcome, CALL, Reason.UNSEEN)
    assert outcome is not None
    assert outcome.unseen == (2,)
