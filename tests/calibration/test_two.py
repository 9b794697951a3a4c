"""Two cameras' judgements on one clock; what they see is known."""

from __future__ import annotations

import json
from fractions import Fraction
from pathlib import Path

import av
import numpy as np
import pytest
from referee.calibration import two as two_module
from referee.calibration.clocks import ClockLink, Flash
from referee.calibration.two import Two, judge_two, together

from referee.film import Film
from referee.judge import Judgement, Options
from referee.observation import Instant, SeatView, Span, Touch, TouchKind
from referee.timing.camera import UNMEASURED, CameraTiming
from referee.vision.networks import Networks
from referee.vision.patch import Box

FILMS = Path(__file__).parents[1] / "scenes" / "films"

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


FLASHES_S = (0.3, 0.42, 0.71, 0.9, 1.33, 1.5)
"""When a lamp goes on and off, seconds on the first camera's clock: unevenly, as a hand does it."""


def half_film(path: Path, side: int, *, later_s: float, exposure_s: float) -> None:
    """One half of a committed film with a lamp in its corner, on a clock that is ``later_s`` ahead."""
    lit_s = np.concatenate([[0.0], np.cumsum(np.diff(FLASHES_S) * (np.arange(len(FLASHES_S) - 1) % 2 == 0))])
    with av.open(str(path), "w") as container:
        stream = container.add_stream("libx264", rate=30, options={"crf": "18", "preset": "veryfast"})
        stream.width, stream.height, stream.pix_fmt = 640, 720, "yuv420p"
        stream.codec_context.time_base = Fraction(1, 90000)
        for frame in Film(FILMS / "clear-04.mp4"):
            image = np.ascontiguousarray(frame.image[:, 640 * side : 640 * (side + 1)])
            ends = np.interp(frame.time_s + exposure_s * np.array([-0.5, 0.5]), FLASHES_S, lit_s)
            image[:90, 240:400] = 20 + 210 * (ends[1] - ends[0]) / exposure_s
            picture = av.VideoFrame.from_ndarray(image, format="bgr24")
            picture.pts, picture.time_base = round((frame.time_s + later_s) * 90000), Fraction(1, 90000)
            container.mux(stream.encode(picture))
        container.mux(stream.encode(None))


def test_each_camera_has_its_own_timing_counted_from_where_the_flashes_were_seen(
    monkeypatch: pytest.MonkeyPatch,
):
    asked: list[Options] = []
    rows = iter((0.1, 0.8))

    def seen_flashes(_film: object) -> tuple[list[Flash], Span]:
        row = next(rows)
        return [
            Flash(at, bright, row) for at, bright in zip(FLASHES_S, [True, False] * 9, strict=False)
        ], Span(0, 20)

    monkeypatch.setattr(two_module, "Film", lambda path: path)
    monkeypatch.setattr(two_module, "flashes", seen_flashes)
    monkeypatch.setattr(
        two_module, "judge_film", lambda _path, options, *_more: asked.append(options) or seen("c")
    )
    measured = Options(camera=CameraTiming(0.02))
    found = judge_two(Path("l"), Path("r"), measured, networks=object())
    assert [(options.camera, options.middle) for options in asked] == [
        (CameraTiming(0.02), 0.1),
        (UNMEASURED, 0.8),
    ]
    assert found.link.offset_s == pytest.approx(
        0.02 * 0.4
    )  # the first camera saw the flashes before its middle row


@pytest.mark.slow
def test_two_films_of_one_table_are_judged_as_one(networks: Networks, tmp_path: Path):
    half_film(tmp_path / "left.mp4", 0, later_s=0.0, exposure_s=0.012)
    half_film(tmp_path / "right.mp4", 1, later_s=7.1234, exposure_s=0.02)
    found = judge_two(tmp_path / "left.mp4", tmp_path / "right.mp4", Options(), networks=networks)
    truth = json.loads((FILMS / "clear-04.json").read_text(encoding="utf-8"))
    assert found.link.offset_s == pytest.approx(7.1234, abs=0.003)
    assert found.first == 2
    (outcome,) = found.judgement.outcomes
    assert list(outcome.order) == truth["expected"]["order"]
    assert outcome.seat == truth["expected"]["last"]
    for gesture in truth["gestures"]:
        if gesture["kind"] == "nose touch":
            (touch,) = found.judgement.views[gesture["seat"]].touches
            assert touch.contact is not None
            assert touch.contact.time_s == pytest.approx(gesture["contact_s"], abs=0.02)
