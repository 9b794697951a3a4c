"""When a seat is calm: drawn faces that sway, light that changes, and fingers that come near."""

from dataclasses import replace

import numpy as np
import pytest

from referee.vision.calm import CalmWatch
from referee.vision.patch import Patch, cut
from tests.vision.stage import BOX, Moment, draw, face

LIT = 1.5
"""The drawn face is a pale one; so lit it has the contrast of a real one in a usual room."""


def patch(number: int, moment: Moment) -> Patch:
    return cut(draw(number, replace(moment, light=LIT * moment.light)), BOX, number / 30)


def holds(watch: CalmWatch, seen: Patch) -> bool:
    """Whether the face looks as it did when it was free: nothing can be at the nose."""
    return watch.change(seen) < 1.0


@pytest.fixture
def watch() -> CalmWatch:
    watch = CalmWatch()
    watch.remember(patch(0, Moment()), face())
    return watch


def test_nothing_is_known_before_a_free_face_was_seen_and_after_it_was_forgotten(watch: CalmWatch) -> None:
    assert not holds(CalmWatch(), patch(1, Moment()))
    watch.forget()
    assert not holds(watch, patch(1, Moment()))


@pytest.mark.parametrize("head", [(0, 0), (1, 0), (2, -2), (-5, 3), (8, 8)])
def test_a_head_that_sways_is_calm(watch: CalmWatch, head: tuple[int, int]) -> None:
    assert holds(watch, patch(1, Moment(head=head)))


@pytest.mark.parametrize("light", [0.9, 0.97, 1.05])
def test_light_that_changes_is_calm(watch: CalmWatch, light: float) -> None:
    assert holds(watch, patch(1, Moment(light=light)))


def test_what_moves_beside_the_face_is_calm(watch: CalmWatch) -> None:
    """Jaw and hair move against the wall where a head turns; a finger on its way to the nose comes farther."""
    moved = patch(1, Moment())
    x, y = (round(value) for value in face().nose - moved.origin)
    size = round(BOX.size)
    moved.image[y - size // 4 : y + size // 4, x + size * 52 // 100 : x + size * 60 // 100] = 255
    assert holds(watch, moved)
    moved.image[y - size // 4 : y + size // 4, x + size * 30 // 100 : x + size * 38 // 100] = 255
    assert not holds(watch, moved)


def test_an_edge_that_moves_a_little_changes_less_than_a_finger(watch: CalmWatch) -> None:
    """Bright and dark side by side even out; what a finger covers does not."""
    moved, covered = patch(1, Moment()), patch(1, Moment())
    x, y = (round(value) for value in face().nose - moved.origin)
    strip = (slice(y - 10, y + 10), slice(x + 10, x + 14))
    edge = np.array([-40, -40, 40, 40])[:, np.newaxis]
    moved.image[strip] = np.clip(moved.image[strip].astype(int) + edge, 0, 255)
    covered.image[strip] = np.clip(covered.image[strip].astype(int) - 40, 0, 255)
    assert watch.change(moved) < 0.7 * watch.change(covered)


def test_a_hand_below_the_chin_is_calm(watch: CalmWatch) -> None:
    assert holds(watch, patch(1, Moment((0.2, 1.0))))


@pytest.mark.parametrize("tip", [(0.0, 0.0), (0.0, 0.1), (0.1, -0.15), (-0.15, 0.1), (0.1, 0.3), (-0.3, 0.2)])
def test_a_finger_at_the_nose_is_not(watch: CalmWatch, tip: tuple[float, float]) -> None:
    assert not holds(watch, patch(1, Moment(tip)))
    assert not holds(watch, patch(1, Moment(tip, head=(3, -2))))


def test_a_card_before_the_nose_is_not(watch: CalmWatch) -> None:
    assert not holds(watch, patch(1, Moment(cover=True)))


def test_a_finger_that_creeps_is_not(watch: CalmWatch) -> None:
    held = [
        holds(watch, patch(number, Moment((0.6 - number / 60, 0.9 - number / 40))))
        for number in range(0, 37, 4)
    ]
    assert held[0]
    assert not any(held[6:])


def test_in_the_dark_no_face_counts_as_calm() -> None:
    watch, dark = CalmWatch(), patch(0, Moment(light=0.4))
    watch.remember(dark, face())
    assert not holds(watch, dark)


def test_a_face_at_the_edge_of_the_picture_does_no_harm(watch: CalmWatch) -> None:
    black = Patch(0.0, np.zeros((20, 20, 3), np.uint8), (400, 300), 340)
    assert not holds(watch, black)
