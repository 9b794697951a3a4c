"""Two cameras' judgements on one clock; what they see is known."""

from __future__ import annotations

import pytest
from referee.calibration.clocks import ClockLink
from referee.calibration.two import Two, together

from referee.judge import Judgement, Options
from referee.observation import Instant, SeatView, Span, Touch, TouchKind
from referee.vision.patch import Box

LINK = ClockLink(20.0, 0.003, Span(20.0, 21.0), 12)
BOX = Box(100.0, 100.0, 80.0)


def seen(clip: str, *contacts_s: float) -> Judgement:
    views = tuple(
        SeatView(seat, (Touch(seat, TouchKind.HELD, Instant(at, at - 0.008, at + 0.008, 0.004)),))
        for seat, at in enumerate(contacts_s)
    )
    return Judgement(clip, 150, 5.0, False, tuple(BOX for _ in views), views, ())


def plain() -> Two:
    one, other = seen("left.mp4", 2.0, 2.3), seen("right.mp4", 22.4, 22.7)
    return together(one, other, LINK, (Span(0.0, 5.0), Span(20.0, 25.0)), Options())


def test_the_last_of_both_cameras_takes_the_letter():
    (outcome,) = plain().judgement.outcomes
    assert (outcome.verdict, outcome.seat, outcome.order) == ("letter", 3, (0, 1, 2, 3))


def test_a_verdict_within_one_camera_says_nothing():
    found = plain()
    assert found.sentence(found.judgement.outcomes[0]) == ""
    assert found.to_dict()["deals"][0]["across_cameras"] is False


def test_a_verdict_between_cameras_says_so_with_the_clocks_error():
    one, other = seen("left.mp4", 2.0, 2.6), seen("right.mp4", 22.3, 22.4)
    found = together(one, other, LINK, (Span(0.0, 5.0), Span(20.0, 25.0)), Options())
    (outcome,) = found.judgement.outcomes
    assert outcome.order == (0, 2, 3, 1)
    assert found.across(outcome) == (3, 1)
    assert found.sentence(outcome) == (
        "Seats 3 and 1 were seen by different cameras, whose clocks agree to ±6 ms."
    )
    told = found.to_dict()
    assert told["deals"][0]["across_cameras"] is True
    assert [seat["camera"] for seat in told["seats"]] == [0, 0, 1, 1]
    assert told["second"]["offset_s"] == 20.0


def test_clocks_that_are_not_sure_make_a_redeal_of_a_close_call():
    def verdict(error_s: float) -> str:
        one, other = seen("left.mp4", 2.0, 2.5), seen("right.mp4", 22.3, 22.53)
        link = ClockLink(20.0, error_s, Span(20.0, 23.0), 12)
        found = together(one, other, link, (Span(0.0, 5.0), Span(20.0, 25.0)), Options())
        return found.judgement.outcomes[0].verdict

    assert verdict(0.0005) == "letter"
    assert verdict(0.02) == "redeal"


@pytest.mark.parametrize(("end_s", "verdict"), [(22.5, "call"), (22.7, "letter")])
def test_who_was_not_filmed_is_unseen_and_never_late(end_s: float, verdict: str):
    one = seen("left.mp4", 2.0, 2.6)
    copied, idle = seen("right.mp4", 22.3).views[0], SeatView(1)
    other = Judgement("right.mp4", 150, 5.0, False, (BOX, BOX), (copied, idle), ())
    found = together(one, other, LINK, (Span(0.0, 5.0), Span(20.0, end_s)), Options())
    # Seat 3 never copies; that is late only if it was filmed until after the last copy at 2.6 s.
    assert [outcome.verdict for outcome in found.judgement.outcomes] == [verdict]
