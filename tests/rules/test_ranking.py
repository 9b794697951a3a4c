"""The verdict of a deal: a table of cases, and what must hold whatever is seen."""

from __future__ import annotations

import pytest

from referee.observation import SeatView, UnseenReason
from referee.rules.house import House
from referee.rules.ranking import judge_deal
from referee.rules.verdict import Reason
from referee.timing.tie import chance_reversed
from tests.rules.judged import CALL, LETTER, REDEAL, assert_verdict, final, live
from tests.rules.seen import brush, held, hole, instant, view

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
    "the picture stood still, and then the film ended": (
        [
            view(0, 2.0),
            view(1, 2.3),
            view(2, 2.5),
            view(3, unseen=(hole(2.1, 2.6, UnseenReason.FROZEN), hole(9.7, 10.0, UnseenReason.CUT_OFF))),
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
    "three missing, one of them unseen": (
        [view(0, 2.0), view(1, unseen=(hole(1.9, 2.9),)), view(2), view(3)],
        CALL,
        None,
        Reason.SEVERAL_DID_NOT_COPY,
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


def test_an_outcome_tells_the_contacts_it_rests_on() -> None:
    views = [view(0, 2.3), view(1, 2.0), view(2, 2.5), view(3, 2.8)]
    outcome = final(views)
    assert outcome is not None
    assert (outcome.initiator, outcome.initiators, outcome.order) == (1, (1,), (1, 0, 2, 3))
    assert [touch.seat for touch in outcome.contacts] == [1, 0, 2, 3]
    assert outcome.gap_s == pytest.approx(0.3)
    assert outcome.p_reversed is not None
    assert outcome.p_reversed < 1e-6
    assert outcome.first_sure
    assert outcome.unseen == ()


def test_the_chance_is_that_of_the_closest_rival() -> None:
    blurred = held(1, 2.7, sigma_s=0.08)
    outcome = final([view(0, 2.0), view(1, blurred), view(2, 2.75), view(3, 2.8)])
    assert outcome is not None
    assert outcome.p_reversed == pytest.approx(chance_reversed(instant(2.7, 0.08), instant(2.8)))
    assert outcome.gap_s == pytest.approx(0.05)


def test_without_a_copy_there_is_no_last_pair() -> None:
    outcome = final([view(0, 2.0), view(1, 2.3), view(2, 2.5), view(3)])
    assert outcome is not None
    assert (outcome.p_reversed, outcome.gap_s, outcome.order) == (None, None, (0, 1, 2))


@pytest.mark.parametrize(
    ("name", "unseen"),
    [
        ("a face not found while others copy", (3,)),
        ("last, but unseen before it", (3,)),
        ("the next to last may have touched later than measured", (2,)),
        ("a tie in which one may have been earlier unseen", (2,)),
        ("a knuckle of one and a clear last", (2,)),
        ("the picture stood still", (3,)),
        ("two missing, one of them unseen", (2,)),
        ("evidence ends right after the second last", ()),
        ("unseen before a copy that is clearly earlier", ()),
        ("two never copy", ()),
    ],
)
def test_a_call_names_whom_it_could_not_see(name: str, unseen: tuple[int, ...]) -> None:
    outcome = final(list(CASES[name][0]))
    assert outcome is not None
    assert outcome.unseen == unseen


def test_the_tie_limit_decides() -> None:
    views = [view(0, 2.0), view(1, 2.3), view(2, 2.5), view(3, 2.52)]
    chance = chance_reversed(instant(2.5), instant(2.52))
    strict, loose = final(views, House(tie_limit=chance * 0.99)), final(views, House(tie_limit=chance))
    assert strict is not None
    assert loose is not None
    assert (strict.verdict, loose.verdict) == (REDEAL, LETTER)


def test_the_tie_window_is_on_top() -> None:
    views = [view(0, 2.0), view(1, 2.25), view(2, 2.5), view(3, 2.75)]
    narrow, wide = final(views, House(tie_window_s=0.249)), final(views, House(tie_window_s=0.25))
    assert narrow is not None
    assert wide is not None
    assert (narrow.verdict, wide.verdict) == (LETTER, REDEAL)
    assert narrow.initiators == (0,)
    assert wide.initiators == (0, 1)


def test_a_late_bound_counts_with_the_tie_window() -> None:
    views = [view(0, 2.0), view(1, 2.3), view(2, 2.5, unseen=(hole(2.5, 2.7),)), view(3, 2.85)]
    assert_verdict(final(views), LETTER, Reason.LAST_TO_COPY)
    assert_verdict(final(views, House(tie_window_s=0.2)), CALL, Reason.UNSEEN)


def test_copies_after_the_time_limit_come_too_late() -> None:
    views = [view(0, 2.0), view(1, 2.3), view(2, 2.5), view(3, 12.5)]
    assert_verdict(final(views, end_s=20.0), LETTER, Reason.DID_NOT_COPY)
    views[2] = view(2, 12.1)
    assert_verdict(final(views, end_s=20.0), CALL, Reason.SEVERAL_DID_NOT_COPY)
    views[2] = view(2, 11.999)
    views[3] = view(3, 12.001)
    assert_verdict(final(views, end_s=20.0), CALL, Reason.EVIDENCE_ENDS)


def test_the_house_sets_how_far_back_a_hidden_signal_is_looked_for() -> None:
    views = [view(0, 4.0), view(1, 4.3), view(2, 4.5), view(3, 4.9, unseen=(hole(1.5, 2.5),))]
    assert_verdict(final(views), LETTER, Reason.LAST_TO_COPY)
    assert_verdict(final(views, House(earlier_signal_s=2.0)), CALL, Reason.UNSEEN)
    started = judge_deal(views, House(earlier_signal_s=2.0), start_s=2.6, end_s=9.0, final=True)
    assert_verdict(started, LETTER, Reason.LAST_TO_COPY)


@pytest.mark.parametrize("count", [1, 2, 5])
def test_three_or_four_take_part(count: int) -> None:
    with pytest.raises(ValueError, match="3 or 4"):
        final([view(seat, 2.0) for seat in range(count)])


def test_false_signal() -> None:
    views = [view(0, 2.0), view(1, 2.3), view(2, 2.5), view(3, 2.8)]
    outcome = final(views, quartet=False)
    assert_verdict(outcome, LETTER, Reason.FALSE_SIGNAL)
    assert outcome is not None
    assert outcome.seat == 0
    assert final(views, quartet=True) == final(views)


def test_false_signal_even_when_nobody_or_only_some_copied() -> None:
    views = [view(0, 2.0), view(1), view(2, unseen=(hole(2.8, 4.0),)), view(3)]
    assert_verdict(final(views, quartet=False), LETTER, Reason.FALSE_SIGNAL)


def test_two_first_signals_without_a_quartet() -> None:
    views = [view(0, 2.0), view(1, 2.005), view(2, 2.5), view(3, 2.8)]
    outcome = final(views, quartet=False)
    assert_verdict(outcome, REDEAL, Reason.NO_QUARTET)
    assert outcome is not None
    assert outcome.initiators == (0, 1)
    assert_verdict(final(views, quartet=True), LETTER, Reason.LAST_TO_COPY)


@pytest.mark.parametrize(
    ("views", "unseen"),
    [
        ([view(0, 2.0), view(1, 2.3, unseen=(hole(1.4, 1.9),)), view(2, 2.5), view(3, 2.8)], (1,)),
        ([view(0, 2.0, unseen=(hole(2.0, 2.4),)), view(1, 2.3), view(2, 2.5), view(3, 2.8)], (0,)),
        ([view(0, 2.0), view(1, 2.3), view(2, unseen=(hole(1.9, 2.6),)), view(3, 2.8)], (2,)),
    ],
)
def test_no_quartet_and_it_is_not_sure_who_signalled(views: list[SeatView], unseen: tuple[int, ...]) -> None:
    outcome = final(views, quartet=False)
    assert_verdict(outcome, CALL, Reason.FIRST_UNSEEN)
    assert outcome is not None
    assert (outcome.seat, outcome.unseen, outcome.first_sure) == (None, unseen, False)


def test_no_quartet_and_the_evidence_ends_with_the_signal() -> None:
    views = [view(0, 2.0), view(1), view(2), view(3)]
    assert_verdict(final(views, end_s=2.01, quartet=False), CALL, Reason.FIRST_UNSEEN)
    assert live(views, 2.41, quartet=False) is None
    assert_verdict(live(views, 2.5, quartet=False), LETTER, Reason.FALSE_SIGNAL)
