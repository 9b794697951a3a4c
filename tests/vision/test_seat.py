"""One seat with drawn pictures and networks that say what is drawn: what comes of it is known."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from referee.film import Image
from referee.observation import Hand, SeatView, TouchKind, UnseenReason
from referee.timing.interval import instant
from referee.vision.episode import Measure, Onset, measure_onset
from referee.vision.networks import HandPoints
from referee.vision.seat import Reading, SeatReader
from referee.vision.still import Stillness
from tests.vision.stage import BOX, FIST, FPS, OTHER, Moment, StagedNetworks, draw, reach

Script = Callable[[int], Moment]
CONTACT_S = 1.0
COUNT = 70
END_S = (COUNT - 1) / FPS


def read(script: Script, *, count: int = COUNT, last: bool = True, **reading: float) -> SeatView:
    reader = reader_after(script, count=count, **reading)
    return reader.view(last=last)


def reader_after(
    script: Script,
    *,
    count: int = COUNT,
    lost: range = range(0),
    measure: Measure = measure_onset,
    networks: StagedNetworks | None = None,
    **reading: float,
) -> SeatReader:
    stillness = Stillness()
    reader = SeatReader(
        2, BOX, networks or StagedNetworks(script), stillness, Reading(**reading), measure=measure
    )
    image = None
    for number in range(count):
        if number in lost:
            continue
        moment = script(number)
        if image is None or not getattr(script, "frozen", lambda _: False)(number):
            image = draw(number, moment)
        stillness.add(image, number / FPS)
        reader.add(image, number / FPS)
    return reader


def touching(contact_s: float = CONTACT_S, release_s: float = 1e9, **more: object) -> Script:
    return lambda number: Moment(reach(number, contact_s, release_s, at=(0.0, 0.02)), **more)


def test_nobody_touches() -> None:
    view = read(lambda _: Moment())
    assert (view.seat, view.touches, view.unseen, view.near) == (2, (), (), ())


def test_a_calm_seat_costs_few_looks() -> None:
    networks = StagedNetworks(lambda _: Moment(light=1.5))
    reader = SeatReader(0, BOX, networks, Stillness(), Reading())
    for number in range(90):
        reader.add(draw(number, Moment(light=1.5)), number / FPS)
    assert networks.calls["hands"] < 20


def test_a_hand_that_stays_at_the_chin_costs_few_looks() -> None:
    below = Moment((0.35, 0.85), light=1.5)
    networks = StagedNetworks(lambda _: below)
    reader = SeatReader(0, BOX, networks, Stillness(), Reading())
    for number in range(90):
        reader.add(draw(number, below), number / FPS)
    assert networks.calls["mesh"] < 15
    (near,) = reader.view(last=True).near
    assert near.end_s - near.start_s > 89 / FPS - 0.1


def test_a_hand_that_comes_from_the_chin_is_timed() -> None:
    """It rested in sight of the calm check's rim until then."""

    def script(number: int) -> Moment:
        tip = reach(number, CONTACT_S, at=(0.0, 0.02))
        low = (0.35, 0.85)
        return Moment(low if tip is None or tip[1] > low[1] else tip, light=1.5)

    (touch,) = read(script).touches
    assert touch.contact is not None
    assert touch.contact.time_s == pytest.approx(CONTACT_S, abs=0.02)


def test_a_resting_hand_is_looked_at_where_it_was() -> None:
    networks = StagedNetworks(touching(light=1.5))
    (touch,) = reader_after(touching(light=1.5), networks=networks).view(last=True).touches
    assert touch.contact is not None
    assert touch.contact.time_s == pytest.approx(CONTACT_S, abs=0.012)
    assert networks.calls["again"] >= 1


def test_a_held_touch() -> None:
    (touch,) = read(touching(release_s=1.8)).touches
    assert (touch.seat, touch.kind, touch.hand) == (2, TouchKind.HELD, Hand.RIGHT)
    assert touch.contact is not None
    assert touch.contact.time_s == pytest.approx(CONTACT_S, abs=0.012)
    assert touch.contact.low_s < CONTACT_S < touch.contact.high_s
    assert touch.release_s == pytest.approx(1.8, abs=0.06)


def test_contact_instants_do_not_stick_to_frames() -> None:
    found = []
    for late_s in (0.0, 0.008, 0.017, 0.025):
        (touch,) = read(touching(CONTACT_S + late_s), count=50).touches
        assert touch.contact is not None
        found.append(touch.contact.time_s - CONTACT_S)
    assert np.diff(found) == pytest.approx(np.diff([0.0, 0.008, 0.017, 0.025]), abs=0.006)


def test_a_touch_that_is_still_going_on() -> None:
    view = read(touching(), count=60, last=False)
    (touch,) = view.touches
    assert (touch.kind, touch.release_s) == (TouchKind.HELD, None)


def test_a_touch_is_told_once_it_was_held_and_not_before() -> None:
    reader = reader_after(touching(), count=40)  # 0.3 s after contact
    assert reader.view(last=False).touches == ()
    (touch,) = reader.view(last=True).touches
    assert touch.kind is TouchKind.BRUSH, "no frame shows that it was held"


@pytest.mark.parametrize("brush_s", [0.15, 0.2, 0.25, 0.3])
def test_a_brush(brush_s: float) -> None:
    (touch,) = read(touching(release_s=CONTACT_S + brush_s), count=55).touches
    assert touch.kind is TouchKind.BRUSH
    assert touch.contact is not None
    assert touch.contact.time_s == pytest.approx(CONTACT_S, abs=0.03)


def test_the_house_says_how_long_a_touch_is_held() -> None:
    script = touching(release_s=CONTACT_S + 0.55)
    assert read(script).touches[0].kind is TouchKind.HELD
    assert read(script, hold_s=0.8).touches[0].kind is TouchKind.BRUSH


def test_a_touch_from_the_first_frame_on_has_no_contact() -> None:
    (touch,) = read(touching(-5.0, release_s=1.5)).touches
    assert touch.contact is None
    assert touch.kind is TouchKind.HELD
    assert touch.release_s == pytest.approx(1.5, abs=0.06)


def test_two_touches() -> None:
    def twice(number: int) -> Moment:
        return touching(0.5, 0.9)(number) if number < 40 else touching(1.7)(number)

    one, other = read(twice, count=75).touches
    assert one.contact is not None
    assert other.contact is not None
    assert one.contact.time_s == pytest.approx(0.5, abs=0.02)
    assert other.contact.time_s == pytest.approx(1.7, abs=0.02)


def test_a_moving_head_is_taken_off() -> None:
    def nods(number: int) -> Moment:
        return Moment(reach(number, CONTACT_S, at=(0.0, 0.02)), head=(number // 8, -(number // 10)))

    (touch,) = read(nods, count=55).touches
    assert touch.contact is not None
    assert touch.contact.time_s == pytest.approx(CONTACT_S, abs=0.015)


@pytest.mark.parametrize("at", [(0.0, 0.25), (0.3, 0.1), (0.05, -0.5)])
def test_lip_cheek_and_brow_are_no_touch_and_no_doubt(at: tuple[float, float]) -> None:
    view = read(lambda number: Moment(reach(number, CONTACT_S, at=at)))
    assert view.touches == ()
    assert view.unseen == ()
    assert view.near, "but a hand was at the face"


def test_a_passing_finger_is_no_touch() -> None:
    def passes(number: int) -> Moment:
        x = 0.12 * (number - 30)
        return Moment((x, 0.0) if abs(x) < 1.2 else None)

    view = read(passes)
    assert view.touches == ()
    assert view.unseen == ()


@pytest.mark.parametrize("form", [OTHER, FIST])
def test_something_else_at_the_nose_is_a_doubt(form: np.ndarray) -> None:
    view = read(lambda number: Moment(reach(number, CONTACT_S, 1.8, at=(0.0, 0.02)), form=form))
    assert view.touches == ()
    (span,) = view.unseen
    assert span.reason is UnseenReason.DOUBTFUL
    assert span.start_s == pytest.approx(CONTACT_S, abs=0.12)
    assert span.end_s == pytest.approx(1.8, abs=0.12)


def test_a_finger_that_ends_below_the_nose_tip_may_have_stopped_short() -> None:
    view = read(lambda number: Moment(reach(number, CONTACT_S, 1.8, at=(0.0, 0.09))))
    assert view.touches == ()
    (span,) = view.unseen
    assert span.reason is UnseenReason.DOUBTFUL
    assert span.start_s == pytest.approx(CONTACT_S, abs=0.12)
    assert span.end_s == pytest.approx(1.8, abs=0.12)


@pytest.mark.parametrize(("low", "touches"), [(0.0, 1), (0.07, 0)])
def test_where_nobody_saw_what_the_finger_covers_its_landmark_decides(low: float, touches: int) -> None:
    """The finger is there from the first frame on: the face without it was never seen."""
    view = read(lambda _: Moment((0.0, low)), count=40)
    assert len(view.touches) == touches
    assert [span.reason for span in view.unseen] == [UnseenReason.DOUBTFUL] * (1 - touches)


def test_a_hand_that_the_network_loses_on_the_nose_is_not_late() -> None:
    """It comes at 1.0 s and is missed until 1.8 s: unseen meanwhile, and it came any time since it was seen near."""

    class Blind(StagedNetworks):
        def hands(self, image: Image, *, rough: bool = False) -> list[HandPoints]:
            found = super().hands(image, rough=rough)
            return [] if found and 30 <= self.number(image) < 54 else found

    view = reader_after(touching(), count=80, networks=Blind(touching())).view(last=True)
    assert any(span.start_s <= 1.07 and span.end_s >= 1.6 for span in view.unseen)
    (touch,) = view.touches
    assert touch.contact is not None
    assert touch.contact.low_s < CONTACT_S < touch.contact.high_s


@pytest.mark.parametrize("off_s", [-0.2, 0.3])
def test_an_arrival_that_the_looks_rule_out_lies_anywhere_that_they_allow(off_s: float) -> None:
    def wrong(*args: Any, **options: Any) -> Onset:
        onset = measure_onset(*args, **options)
        assert onset.arrival is not None
        arrival = replace(onset.arrival, time_s=CONTACT_S + off_s)
        return Onset(instant(arrival, spacing_s=1 / FPS), arrival, onset.approach)

    (touch,) = reader_after(touching(), measure=wrong).view(last=True).touches
    assert touch.contact is not None
    assert touch.contact.low_s < CONTACT_S < touch.contact.high_s
    assert touch.contact.high_s - touch.contact.low_s < 0.35


def test_a_face_that_is_lost_is_unseen_from_the_last_good_look_to_the_next() -> None:
    view = read(lambda number: Moment(face=not 30 <= number < 45, tip=(0.8, 0.9)))
    (span,) = view.unseen
    assert span.reason is UnseenReason.NO_FACE
    assert 28 / FPS - 0.05 <= span.start_s < 30 / FPS + 1e-6
    assert 45 / FPS - 1e-6 <= span.end_s <= 48 / FPS


def test_a_face_that_stays_lost_is_unseen_to_the_end() -> None:
    (span,) = read(lambda number: Moment(face=number < 30)).unseen
    assert span.end_s == pytest.approx(END_S)


def test_a_face_that_was_never_there_is_unseen_from_the_first_frame() -> None:
    (span,) = read(lambda _: Moment(face=False)).unseen
    assert (span.start_s, span.end_s) == (0.0, pytest.approx(END_S))


def test_a_blink_of_the_network_hides_nothing() -> None:
    assert read(lambda number: Moment(face=number not in {30, 31}, tip=(0.8, 0.9))).unseen == ()


def test_the_dark_is_unseen() -> None:
    (span,) = read(lambda number: Moment(light=0.05 if number >= 30 else 1.0)).unseen
    assert span.reason is UnseenReason.DARK


def test_something_flat_before_the_nose_is_unseen() -> None:
    (span,) = read(lambda number: Moment(cover=30 <= number < 50)).unseen
    assert span.reason is UnseenReason.COVERED
    assert span.start_s <= 30 / FPS + 0.001
    assert span.end_s >= 50 / FPS - 0.001


class Frozen:
    """A touch that comes while the picture stands still."""

    def __call__(self, number: int) -> Moment:
        return touching()(number)

    def frozen(self, number: int) -> bool:
        return 24 <= number < 36


def test_a_touch_while_the_picture_stands_still_lies_somewhere_in_the_gap() -> None:
    view = read(Frozen())
    assert [span.reason for span in view.unseen] == [UnseenReason.FROZEN]
    (touch,) = view.touches
    assert touch.contact is not None
    assert touch.contact.low_s < CONTACT_S < touch.contact.high_s
    assert touch.contact.high_s - touch.contact.low_s > 0.3


@pytest.mark.parametrize("lost", [range(25, 36), range(25, 70)])
def test_a_touch_while_frames_are_missing_lies_somewhere_in_the_hole(lost: range) -> None:
    view = reader_after(touching(), count=lost.stop + 20, lost=lost).view(last=True)
    assert [span.reason for span in view.unseen] == [UnseenReason.FROZEN]
    (touch,) = view.touches
    assert touch.contact is not None
    assert touch.contact.low_s == pytest.approx(24 / FPS)
    assert touch.contact.high_s == pytest.approx(lost.stop / FPS)


def test_patches_do_not_pile_up() -> None:
    reader = reader_after(lambda _: Moment(), count=90)
    assert len(reader._patches) <= 32
    assert len(reader.glances) <= 46
