from __future__ import annotations

import numpy as np

from referee.vision.cover import NoseWatch
from referee.vision.patch import cut
from tests.vision.stage import BOX, Moment, draw, face


def seen(watch: NoseWatch, moment: Moment, number: int = 0, *, learn: bool = False) -> bool:
    return watch.covered(cut(draw(number, moment), BOX, number / 30), face(moment.head), learn=learn)


def informed() -> NoseWatch:
    watch = NoseWatch()
    assert not seen(watch, Moment(), learn=True)
    return watch


def test_nothing_is_covered_before_the_free_nose_is_known() -> None:
    assert not seen(NoseWatch(), Moment(cover=True))


def test_the_free_nose_stays_free() -> None:
    watch = informed()
    assert not any(seen(watch, Moment(), number, learn=True) for number in range(1, 30))


def test_a_nose_that_moves_with_its_head_is_free() -> None:
    assert not seen(informed(), Moment(head=(7, -5)))


def test_a_flat_thing_before_the_nose() -> None:
    assert seen(informed(), Moment(cover=True))


def test_other_light_is_no_cover() -> None:
    watch = informed()
    for light in (0.6, 0.8, 1.1):
        assert not seen(watch, Moment(light=light))


def test_slow_changes_are_learnt_and_a_cover_is_not() -> None:
    watch = informed()
    for number in range(60):
        seen(watch, Moment(cover=True), number, learn=True)
    assert seen(watch, Moment(cover=True)), "a cover that stays is not taken for the nose"
    assert not seen(watch, Moment())


def test_a_flat_grey_face_is_no_division_by_zero() -> None:
    watch = NoseWatch()
    patch = cut(np.full((340, 400, 3), 90, np.uint8), BOX, 0.0)
    assert not watch.covered(patch, face(), learn=True)
    assert not watch.covered(patch, face(), learn=True)
