"""The verdict of a deal: a table of cases, and what must hold whatever is seen."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from referee.observation import SeatView, Span, UnseenReason
from referee.rules.house import House
from referee.rules.ranking import judge_deal, judge_recording, split_deals
from referee.rules.verdict import Outcome, Reason, Verdict
from tests.rules.seen import brush, held, hole, view

HOUSE = House()
LETTER, REDEAL, CALL = Verdict.LETTER, Verdict.REDEAL, Verdict.CALL


def final(
    views: list[SeatView], house: House = HOUSE, *, end_s: float = 10.0, quartet: bool | None = None
) -> Outcome | None:
    return judge_deal(views, house, start_s=0.0, end_s=end_s, final=True, quartet=quartet)


def live(
    views: list[SeatView], end_s: float, house: House = HOUSE, *, quartet: bool | None = None
) -> Outcome | None:
    return judge_deal(views, house, start_s=0.0, end_s=end_s, final=False, quartet=quartet)


CASES = {
    "clear": ([view(0, 2.0), view(1, 2.3), view(2, 2.5), view(3, 2.8)], LETTER, 3, Reason.LAST_TO_COPY),
    "any numbers of seats": ([view(7, 2.0), view(2, 2.8), view(5, 2.5)], LETTER, 2, Reason.LAST_TO_COPY),
    "dead heat": ([view(0, 2.0), view(1, 2.3), view(2, 2.8), view(3, 2.802)], REDEAL, None, Reason.TIE),
    "equal times": ([view(0, 2.0), view(1, 2.3), view(2, 2.8), view(3, 2.8)], REDEAL, None, Reason.TIE),
    "three at once": ([view(0, 2.0), view(1, 2.8), view(2, 2.801), view(3, 2.802)], REDEAL, None, Reason.TIE),
    "the neighbour is clear and the one before, less sharp, is not": (
        [view(0, 2.0), view(1, held(1, 2.7, sigma_s=0.08)), view(2, 2.75), view(3, 2.8)],
        REDEAL,
        None,
        Reason.TIE,
    ),
    "one never copies": ([view(0, 2.0), view(1, 2.3), view(2, 2.5), view(3)], LETTER, 3, Reason.DID_NOT_COPY),
    "one of three never copies": ([view(0, 2.0), view(2, 2.3), view(3)], LETTER, 3, Reason.DID_NOT_COPY),
    "two never copy": (
        [view(0, 2.0), view(1, 2.3), view(2), view(3)],
        CALL,
        None,
        Reason.SEVERAL_DID_NOT_COPY,
    ),
    "nobody copies": ([view(0, 2.0), view(1), view(2), view(3)], CALL, None, Reason.SEVERAL_DID_NOT_COPY),
    "a brush is no copy": (
        [view(0, 2.0), view(1, 2.3), view(2, 2.5), view(3, brush(3, 2.4, 2.6))],
        LETTER,
        3,
        Reason.DID_NOT_COPY,
    ),
    "a brush is no signal": (
        [view(0, 2.0), view(1, 2.3), view(2, 2.5), view(3, brush(3, 1.0, 1.2), 2.8)],
        LETTER,
        3,
        Reason.LAST_TO_COPY,
    ),
    "a second touch does not count": (
        [view(0, 2.0), view(1, 2.3, 4.0), view(2, 2.5), view(3, 2.8)],
        LETTER,
        3,
        Reason.LAST_TO_COPY,
    ),
    "there from the first frame, let go, never copied": (
        [view(0, 2.0), view(1, 2.3), view(2, 2.5), view(3, held(3, None, 0.5))],
        LETTER,
        3,
        Reason.DID_NOT_COPY,
    ),
    "there from the first frame and never let go": (
        [view(0, 2.0), view(1, 2.3), view(2, 2.5), view(3, held(3, None))],
        CALL,
        None,
        Reason.DOUBTFUL,
    ),
    "there before the deal started and let go only later": (
        [view(0, 2.0), view(1, 2.3), view(2, 2.5), view(3, held(3, -0.5, 2.2), 3.0)],
        CALL,
        None,
        Reason.DOUBTFUL,
    ),
    "a face not found while others copy": (
        [view(0, 2.0), view(1, 2.3), view(2, 2.5), view(3, unseen=(hole(2.1, 3.0),))],
        CALL,
        None,
        Reason.UNSEEN,
    ),
    "last, but unseen before it": (
        [view(0, 2.0), view(1, 2.3), view(2, 2.5), view(3, 3.5, unseen=(hole(2.1, 2.7),))],
        CALL,
        None,
        Reason.UNSEEN,
    ),
    "last, and unseen only after all others": (
        [view(0, 2.0), view(1, 2.3), view(2, 2.5), view(3, 4.0, unseen=(hole(2.8, 3.5),))],
        LETTER,
        3,
        Reason.LAST_TO_COPY,
    ),
    "never copied, and unseen only after all others": (
        [view(0, 2.0), view(1, 2.3), view(2, 2.5), view(3, unseen=(hole(2.8, 3.5),))],
        LETTER,
        3,
        Reason.DID_NOT_COPY,
    ),
    "unseen too shortly to hide a held touch": (
        [view(0, 2.0), view(1, 2.3), view(2, 2.5), view(3, 2.9, unseen=(hole(2.3, 2.5),))],
        LETTER,
        3,
        Reason.LAST_TO_COPY,
    ),
    "two short stretches a frame apart hide one": (
        [view(0, 2.0), view(1, 2.3), view(2, 2.5), view(3, 2.9, unseen=(hole(2.3, 2.45), hole(2.5, 2.65)))],
        CALL,
        None,
        Reason.UNSEEN,
    ),
    "a short stretch that runs into the last contact": (
        [view(0, 2.0), view(1, 2.3), view(2, 2.5), view(3, 2.6, unseen=(hole(2.4, 2.58),))],
        CALL,
        None,
        Reason.UNSEEN,
    ),
    "the next to last may have touched later than measured": (
        [view(0, 2.0), view(1, 2.3), view(2, 2.5, unseen=(hole(2.5, 3.0),)), view(3, 2.8)],
        CALL,
        None,
        Reason.UNSEEN,
    ),
    "unseen before a copy that is clearly earlier": (
        [view(0, 2.0), view(1, 2.3), view(2, 2.6, unseen=(hole(2.0, 2.5),)), view(3, 2.9)],
        LETTER,
        3,
        Reason.LAST_TO_COPY,
    ),
    "unseen after the copy": (
        [view(0, 2.0), view(1, 2.3), view(2, 2.5, unseen=(hole(2.6, 9.0),)), view(3, 2.9)],
        LETTER,
        3,
        Reason.LAST_TO_COPY,
    ),
    "a tie in which one may have been earlier unseen": (
        [view(0, 2.0), view(1, 2.3), view(2, 2.9, unseen=(hole(2.1, 2.6),)), view(3, 2.902)],
        CALL,
        None,
        Reason.UNSEEN,
    ),
    "a tie in which the last may have been earlier unseen": (
        [view(0, 2.0), view(1, 2.3), view(2, 2.9), view(3, 2.902, unseen=(hole(2.1, 2.6),))],
        CALL,
        None,
        Reason.UNSEEN,
    ),
    "the last may have signalled first, unseen": (
        [view(0, 2.0), view(1, 2.3), view(2, 2.5), view(3, 2.9, unseen=(hole(1.2, 1.8),))],
        CALL,
        None,
        Reason.UNSEEN,
    ),
    "unseen long before the signal": (
        [view(0, 4.0), view(1, 4.3), view(2, 4.5), view(3, 4.9, unseen=(hole(1.0, 2.9),))],
        LETTER,
        3,
        Reason.LAST_TO_COPY,
    ),
    "a knuckle, perhaps": (
        [view(0, 2.0), view(1, 2.3), view(2, 2.5), view(3, unseen=(hole(2.4, 3.0, UnseenReason.DOUBTFUL),))],
        CALL,
        None,
        Reason.DOUBTFUL,
    ),
    "a knuckle of one and a clear last": (
        [view(0, 2.0), view(1, 2.3), view(2, unseen=(hole(2.4, 3.0, UnseenReason.DOUBTFUL),)), view(3, 2.9)],
        CALL,
        None,
        Reason.DOUBTFUL,
    ),
    "the picture stood still": (
        [
            view(0, 2.0, unseen=(hole(2.2, 3.0, UnseenReason.FROZEN),)),
            view(1, 2.15, unseen=(hole(2.2, 3.0, UnseenReason.FROZEN),)),
            view(2, 3.05, unseen=(hole(2.2, 3.0, UnseenReason.FROZEN),)),
            view(3, 3.2, unseen=(hole(2.2, 3.0, UnseenReason.FROZEN),)),
        ],
        CALL,
        None,
        Reason.EVIDENCE_HOLE,
    ),
    "two missing, one of them unseen": (
        [view(0, 2.0), view(1, 2.3), view(2, unseen=(hole(2.1, 3.0),)), view(3)],
        CALL,
        None,
        Reason.UNSEEN,
    ),
    "a copy that was not finished when the evidence ended": (
        [view(0, 9.0), view(1, 9.3), view(2, 9.5), view(3, brush(3, 9.8, None))],
        LETTER,
        3,
        Reason.DID_NOT_COPY,
    ),
    "a copy that began in time and was not finished": (
        [view(0, 9.0), view(1, 9.3), view(2, 9.7), view(3, brush(3, 9.71, None))],
        CALL,
        None,
        Reason.EVIDENCE_HOLE,
    ),
    "evidence ends right after the second last": (
        [view(0, 9.0), view(1, 9.3), view(2, 9.99), view(3)],
        CALL,
        None,
        Reason.EVIDENCE_ENDS,
    ),
}


@pytest.mark.parametrize("name", CASES)
def test_case(name: str) -> None:
    views, verdict, seat, reason = CASES[name]
    outcome = final(list(views))
    assert outcome is not None
    assert (outcome.verdict, outcome.seat, outcome.reason) == (verdict, seat, reason)
    assert final(list(reversed(views))) == outcome


def test_nobody_signals() -> None:
    assert final([view(0), view(1, held(1, None)), view(2, brush(2, 2.0, 2.1)), view(3)]) is None
    assert final([view(0, 11.0), view(1), view(2)], end_s=10.0) is None
