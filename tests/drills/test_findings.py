"""What the long drills make of what they saw: each must be able to find its fault."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any, cast

import pytest

from referee.drills import camera, processes
from referee.drills._phone import Fault
from referee.drills.stand import Stand
from referee.status import LivePhase, LiveStatus
from tests.web.played import letter_to

LOST = LiveStatus(LivePhase.LOST, message="The picture is black.")
WELL = LiveStatus(LivePhase.WATCHING, camera_ok=True)
AGAIN = LiveStatus(LivePhase.MEASURING, camera_ok=True, message="The scout process died; starting it again.")


def stood(*said: tuple[float, LiveStatus], last: int | None = 3) -> Stand:
    """A drill that is over: one deal, whose letter went to ``last``; nobody when it is still open."""
    outcome = None if last is None else letter_to(last)
    state = SimpleNamespace(deals=(SimpleNamespace(outcome=outcome),))
    return cast("Stand", SimpleNamespace(table=SimpleNamespace(state=state), said=list(said)))


def black(*said: tuple[float, LiveStatus], last: int | None = 3) -> camera.Finding:
    times = [(Fault.NONE, 5.0), (Fault.BLACK, 10.0), (Fault.NONE, 12.7)]
    return camera._finding(Fault.BLACK, times, 1, stood(*said, last=last))


def test_a_fault_that_was_said_in_time_is_well() -> None:
    found = black((2.0, WELL), (11.0, LOST), (13.0, WELL))
    assert found.wrong == ""
    assert found.noticed_s == pytest.approx(1.0)
    assert found.resumed_s == pytest.approx(0.3)
    assert found.said == "The picture is black."


@pytest.mark.parametrize(
    ("said", "last", "wrong"),
    [
        (((12.5, LOST), (13.0, WELL)), 3, "not said in time"),
        ((), 3, "not said in time"),
        (((11.0, LOST), (13.0, WELL)), 1, "a wrong letter, to seat 1"),
        (((11.0, LOST), (13.0, WELL)), None, "no verdict"),
    ],
)
def test_what_must_not_be_is_found(said: tuple[Any, ...], last: int | None, wrong: str) -> None:
    assert black(*said, last=last).wrong == wrong


def test_a_detector_that_was_started_again_is_well() -> None:
    found = processes._finding(0, [(1, 0, 20.0)], stood((20.4, AGAIN)))
    assert found.noticed_s == pytest.approx(0.4)
    assert found.wrong == ""
    assert processes._finding(0, [(1, 0, 20.0)], stood(last=2)).wrong == "a wrong letter, to seat 2"
    assert processes._finding(0, [(1, 0, 20.0)], stood(last=None)).wrong == "no verdict"
