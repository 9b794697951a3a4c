"""Asks the rules for a verdict, for their tests."""

from __future__ import annotations

from referee.observation import SeatView
from referee.rules.house import House
from referee.rules.ranking import judge_deal
from referee.rules.verdict import Outcome, Reason, Verdict

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


def assert_verdict(outcome: Outcome | None, verdict: Verdict, reason: Reason) -> None:
    assert outcome is not None
    assert (outcome.verdict, outcome.reason) == (verdict, reason)
