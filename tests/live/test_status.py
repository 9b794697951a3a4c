from dataclasses import replace

import pytest

from referee.live.capture import CapturePhase, CaptureState
from referee.live.health import PictureFault
from referee.live.status import Condition
from referee.status import LivePhase

FINE = Condition(
    paused=False,
    loaded=True,
    ended=False,
    camera=CaptureState(CapturePhase.RUNNING),
    fault=None,
    trouble="",
    seated=True,
    seating="",
    measuring=False,
    notes=(),
)
OVER = CaptureState(CapturePhase.ENDED)
STILL_MEASURED = "The recording is over; what it showed is still being measured."


@pytest.mark.parametrize(
    ("change", "phase", "words"),
    [
        ({}, LivePhase.WATCHING, ""),
        ({"measuring": True}, LivePhase.MEASURING, ""),
        ({"paused": True, "trouble": "The scout hung."}, LivePhase.PAUSED, ""),
        ({"loaded": False, "seated": False}, LivePhase.STARTING, "Loading the detectors."),
        ({"seated": False, "seating": "I see two people."}, LivePhase.STARTING, "I see two people."),
        ({"fault": PictureFault.BLACK}, LivePhase.LOST, PictureFault.BLACK.words),
        ({"camera": CaptureState(CapturePhase.SILENT, "No picture.")}, LivePhase.LOST, "No picture."),
        ({"trouble": "The scout hung."}, LivePhase.WATCHING, "The scout hung."),
        ({"ended": True}, LivePhase.ENDED, ""),
        ({"camera": OVER}, LivePhase.ENDED, STILL_MEASURED),
        ({"camera": OVER, "measuring": True}, LivePhase.MEASURING, STILL_MEASURED),
        ({"camera": OVER, "ended": True}, LivePhase.ENDED, ""),
        ({"notes": ("Automatic exposure.",)}, LivePhase.WATCHING, "Automatic exposure."),
    ],
)
def test_the_worst_news_comes_first(change: dict[str, object], phase: LivePhase, words: str) -> None:
    condition = replace(FINE, **change)  # type: ignore[arg-type]
    assert (condition.phase, condition.message) == (phase, words)


def test_the_camera_is_not_ok_with_a_frozen_picture() -> None:
    assert FINE.camera_ok
    assert not replace(FINE, fault=PictureFault.FROZEN).camera_ok
