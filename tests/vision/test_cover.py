from __future__ import annotations

import numpy as np

from referee.vision.cover import NoseWatch
from referee.vision.patch import cut
from tests.vision.stage import BOX, Moment, draw, face


def seen(watch: NoseWatch, moment: Moment, number: int = 0, *, hand: float | None = None) -> bool:
    return watch.covered(cut(draw(number, moment), BOX, number / 30), face(moment.head), hand=hand)


def informed() -> NoseWatch:
    watch = NoseWatch()
    assert not seen(watch, Moment())
    return watch


def test_nothing_is_covered_before_the_free_nose_is_known() -> None:
    assert not seen(NoseWatch(), Moment(cover=True))


def test_the_free_nose_stays_free() -> None:
    watch = informed()
    assert not any(seen(watch, Moment(), number) for number in range(1, 30))


def test_a_nose_that_moves_with_its_head_is_free() -> None:
    assert not seen(informed(), Moment(head=(7, -5)))


def test_a_flat_thing_before_the_nose() -> None:
    assert seen(informed(), Moment(cover=True))


def test_other_light_is_no_cover() -> None:
    watch = informed()
    for light in (0.6, 0.8, 1.1):
        assert not seen(watch, Moment(light=light))


FINGER = Moment((0.0, 0.05))
"""A finger on the nose that the network does not find."""


def test_a_hand_that_is_lost_at_the_nose_covers_it() -> None:
    watch = informed()
    assert not seen(watch, FINGER, 1), "nobody came: the nose may look like that for another reason"
    assert not seen(watch, Moment((0.4, 0.5)), 3, hand=0.6), "the hand says itself where it is"
    assert seen(watch, FINGER, 5)


def test_suspicion_ends_when_the_nose_is_seen_free_and_with_time() -> None:
    watch = informed()
    seen(watch, Moment((0.4, 0.5)), 3, hand=0.6)
    assert not seen(watch, Moment(), 5)
    assert not seen(watch, FINGER, 7)
    seen(watch, Moment((0.4, 0.5)), 9, hand=0.6)
    assert not seen(watch, FINGER, 9 + 61)


def test_slow_changes_are_learnt_and_a_cover_is_not() -> None:
    watch = informed()
    for number in range(60):
        seen(watch, Moment(cover=True), number)
    assert seen(watch, Moment(cover=True)), "a cover that stays is not taken for the nose"
    assert not seen(watch, Moment())


def test_a_flat_grey_face_is_no_division_by_zero() -> None:
    watch = NoseWatch()
    patch = cut(np.full((340, 400, 3), 90, np.uint8), BOX, 0.0)
    assert not watch.covered(patch, face(), hand=None)
    assert not watch.covered(patch, face(), hand=None)
