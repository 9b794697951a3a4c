import pytest

from referee.live.evidence import judged_views
from referee.observation import Instant, SeatView, Span, Touch, TouchKind, UnseenReason

TOUCH = Touch(1, TouchKind.HELD, Instant(2.0, 1.99, 2.01, 0.005))


def test_holes_make_every_player_unseen_in_them() -> None:
    views = judged_views([SeatView(0), SeatView(1, (TOUCH,))], [0, 1], [Span(1.0, 1.5)], Span(0.5, 3.0), 0.0)
    assert all(view.unseen[0].reason is UnseenReason.FROZEN for view in views)
    assert views[1].touches == (TOUCH,)


def test_holes_before_the_evidence_and_guests_are_left_out() -> None:
    views = judged_views([SeatView(0), SeatView(2)], [0], [Span(1.0, 1.5)], Span(3.0, 4.0), 0.0)
    assert views == (SeatView(0),)


def test_a_source_without_a_clock_widens_every_interval() -> None:
    (view,) = judged_views([SeatView(1, (TOUCH,))], [1], [], Span(0.0, 4.0), 0.012)
    contact = view.touches[0].contact
    assert contact is not None
    assert contact.sigma_s == pytest.approx(0.013)
    assert contact.high_s - contact.low_s == pytest.approx(0.02 * 2.6)


def test_a_player_whom_the_stopwatch_did_not_see_is_unseen() -> None:
    _, view = judged_views([SeatView(0)], [0, 3], [], Span(1.0, 4.0), 0.0)
    assert (view.seat, view.unseen[0].reason, view.unseen[0].end_s) == (3, UnseenReason.NO_FACE, 4.0)
