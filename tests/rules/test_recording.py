"""The verdicts of a recording: where one deal ends and the next begins."""

from __future__ import annotations

import math

import pytest

from referee.observation import SeatView, Span, UnseenReason
from referee.rules.ranking import judge_recording, split_deals
from referee.rules.verdict import Reason
from tests.rules.judged import CALL, HOUSE, LETTER, REDEAL, assert_verdict
from tests.rules.seen import held, hole, view

MATCH = [
    view(0, 3.02, 9.213, 14.213),
    view(1, 2.6, 9.21, 14.9),
    view(2, 3.23, 8.54, 14.693),
    view(3, 3.54, 9.04, 14.573),
]


def test_a_recording_of_three_deals() -> None:
    outcomes = judge_recording(MATCH, HOUSE, end_s=18.0)
    assert [(outcome.verdict, outcome.seat) for outcome in outcomes] == [
        (LETTER, 3),
        (REDEAL, None),
        (LETTER, 1),
    ]
    assert [outcome.initiator for outcome in outcomes] == [1, 2, 0]


def test_a_recording_is_split_where_all_hands_were_away() -> None:
    assert [start for start, _ in split_deals(MATCH, HOUSE, end_s=18.0)] == [
        -math.inf,
        pytest.approx(4.54 + 3.0),
        pytest.approx(10.213 + 3.0),
    ]
    assert [end for _, end in split_deals(MATCH, HOUSE, end_s=18.0)] == [
        pytest.approx(4.54 + 3.0),
        pytest.approx(10.213 + 3.0),
        18.0,
    ]


@pytest.mark.parametrize(
    ("busy", "starts"),
    [
        ([view(0, near=(Span(1.0, 2.0), Span(5.0, 6.0)))], [-math.inf, 5.0]),
        ([view(0, near=(Span(1.0, 2.0), Span(4.99, 6.0)))], [-math.inf]),
        ([view(0, near=(Span(1.0, 2.0),)), view(1, near=(Span(4.0, 6.0), Span(8.0, 9.0)))], [-math.inf]),
        ([view(0, near=(Span(1.0, 9.0), Span(2.0, 3.0), Span(7.0, 10.0)))], [-math.inf]),
        (
            [view(0, near=(Span(1.0, 2.0), Span(7.0, 8.0)), unseen=(hole(4.0, 5.0, UnseenReason.FROZEN),))],
            [-math.inf],
        ),
        ([view(0, near=(Span(1.0, 2.0), Span(7.0, 8.0)), unseen=(hole(4.0, 5.0),))], [-math.inf, 5.0]),
        ([view(0, held(0, None, 1.0), 6.0)], [-math.inf, 4.0]),
        ([view(0, held(0, None), 6.0)], [-math.inf]),
        ([view(0), view(1)], [-math.inf]),
    ],
)
def test_hands_away(busy: list[SeatView], starts: list[float]) -> None:
    assert [start for start, _ in split_deals(busy, HOUSE, end_s=20.0)] == starts


def test_a_recording_that_ends_in_the_middle_of_a_deal_leaves_it_to_a_person() -> None:
    (outcome,) = judge_recording([view(0, 9.0), view(1, 9.3), view(2), view(3)], HOUSE, end_s=10.0)
    assert_verdict(outcome, CALL, Reason.SEVERAL_DID_NOT_COPY)


def test_only_three_or_four_make_a_deal() -> None:
    assert judge_recording(MATCH[:2], HOUSE, end_s=18.0) == ()
    assert judge_recording([*MATCH, view(4)], HOUSE, end_s=18.0) == ()
    assert len(judge_recording(MATCH[:3], HOUSE, end_s=18.0)) == 3
    assert judge_recording([view(seat) for seat in range(4)], HOUSE, end_s=18.0) == ()


def test_no_quartet_in_a_recording() -> None:
    outcomes = judge_recording(MATCH, HOUSE, end_s=18.0, quartet=False)
    assert [(outcome.reason, outcome.seat) for outcome in outcomes] == [
        (Reason.FALSE_SIGNAL, 1),
        (Reason.FALSE_SIGNAL, 2),
        (Reason.FALSE_SIGNAL, 0),
    ]
