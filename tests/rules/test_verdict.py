"""What the answer about the quartet does to a verdict."""

from __future__ import annotations

import enum
import inspect

import pytest

from referee.rules.verdict import Outcome, Reason, Verdict, answer_quartet

ONE = Outcome(Verdict.LETTER, Reason.LAST_TO_COPY, 3, (1,), (1, 0, 2, 3), (), 0.001, 0.2)
TWO = Outcome(Verdict.REDEAL, Reason.TIE, None, (1, 0), (1, 0, 2, 3), (), 0.4, 0.002)


@pytest.mark.parametrize(
    ("outcome", "shown", "verdict", "reason", "seat"),
    [
        (ONE, {}, Verdict.LETTER, Reason.LAST_TO_COPY, 3),
        (ONE, {1: True}, Verdict.LETTER, Reason.LAST_TO_COPY, 3),
        (ONE, {0: False}, Verdict.LETTER, Reason.LAST_TO_COPY, 3),
        (ONE, {1: False}, Verdict.LETTER, Reason.FALSE_SIGNAL, 1),
        (TWO, {1: False}, Verdict.REDEAL, Reason.TIE, None),
        (TWO, {0: False, 1: True}, Verdict.REDEAL, Reason.TIE, None),
        (TWO, {0: False, 1: False}, Verdict.REDEAL, Reason.NO_QUARTET, None),
        (Outcome(Verdict.CALL, Reason.UNSEEN), {0: False}, Verdict.CALL, Reason.UNSEEN, None),
    ],
)
def test_answers(
    outcome: Outcome, shown: dict[int, bool], verdict: Verdict, reason: Reason, seat: int | None
) -> None:
    turned = answer_quartet(outcome, shown)
    assert (turned.verdict, turned.reason, turned.seat) == (verdict, reason, seat)
    assert (turned.order, turned.initiators, turned.gap_s) == (
        outcome.order,
        outcome.initiators,
        outcome.gap_s,
    )
    assert answer_quartet(turned, shown) == turned


def test_the_initiator_is_the_first_of_them() -> None:
    assert (ONE.initiator, TWO.initiator) == (1, 1)
    assert Outcome(Verdict.CALL, Reason.UNSEEN).initiator is None


@pytest.mark.parametrize("kind", [Verdict, Reason])
def test_every_member_says_what_it_means(kind: type[enum.StrEnum]) -> None:
    """Python drops the strings below enum members, so the source is read."""
    lines = [line.strip() for line in inspect.getsource(kind).splitlines()]
    for member in kind:
        place = lines.index(f'{member.name} = "{member.value}"')
        assert lines[place + 1].startswith('"""'), member
    for reason in Reason:
        place = lines.index(f'{reason.name} = "{reason.value}"') if kind is Reason else None
        assert place is None or lines[place + 1][3:].startswith(("Letter", "Redeal", "Call"))
