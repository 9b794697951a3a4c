"""A hand of noise is moved over a face of noise by a known path; its distances must come out."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest

from referee.vision.approach import DRIFT, FARTHEST, JITTER, Distance, Follower, follow_back, to_rest
from referee.vision.glance import find_hands
from referee.vision.patch import Box, Patch, cut
from tests.vision.stage import BOX, FPS, SIZE, Moment, StagedNetworks, draw, face, hand_points, reach, stroke

CONTACT_S = 0.6
REST = 21
"""A frame at rest: 0.7 s."""
PIXEL = 1 / SIZE


def patches(script: Callable[[int], Moment], count: int = 26) -> list[Patch]:
    return [cut(draw(number, script(number)), BOX, number / FPS) for number in range(count)]


def still_head(number: int) -> Moment:
    return Moment(reach(number, CONTACT_S))


def moving_head(number: int) -> Moment:
    return Moment(reach(number, CONTACT_S), head=(number // 6, -(number // 9)))


def follower(script: Callable[[int], Moment], images: list[Patch], readout_s: float = 0.0) -> Follower:
    moment = script(REST)
    assert moment.tip is not None
    return Follower(images[REST], face(moment.head), hand_points(moment.tip, head=moment.head), readout_s)


def follow(
    script: Callable[[int], Moment],
    images: list[Patch],
    *,
    blind: bool = False,
    readout_s: float = 0.0,
    away: Patch | None = None,
):
    networks = StagedNetworks(script)

    def hands(patch: Patch, _expected: np.ndarray) -> list[np.ndarray]:
        return [] if blind else [hand.points for hand in find_hands(networks, patch, Box(*BOX_AT, SIZE))]

    return follow_back(follower(script, images, readout_s), images, REST, hands, away=away)


BOX_AT = (BOX.x, BOX.y + 0.1 * SIZE)


@pytest.mark.parametrize("script", [still_head, moving_head])
def test_distances_are_known_to_a_third_of_a_pixel(script: Callable[[int], Moment]) -> None:
    curve = follow(script, patches(script))
    error = [point.distance - stroke(CONTACT_S, point.patch_s) for point in curve]
    assert len(curve) >= 8
    assert curve[0].distance > FARTHEST / 2, "followed well away from the nose"
    assert np.abs(error).max() < 0.3 * PIXEL


@pytest.mark.parametrize("script", [still_head, moving_head])
def test_a_frame_known_to_show_the_face_alone_serves_as_well(script: Callable[[int], Moment]) -> None:
    """The finger is then followed back once, not twice."""
    images = patches(script)
    assert script(3).tip is None
    twice, once = follow(script, images), follow(script, images, away=images[3])
    apart = {point.patch_s: point.distance for point in twice}
    assert len(once) >= 8
    assert all(abs(point.distance - apart[point.patch_s]) < 0.3 * PIXEL for point in once[:8])


def test_frames_are_in_order_and_reach_into_the_rest() -> None:
    curve = follow(still_head, patches(still_head))
    assert np.diff([point.patch_s for point in curve]) == pytest.approx(1 / FPS)
    assert curve[-1].patch_s >= CONTACT_S
    assert all(abs(point.distance) < 0.3 * PIXEL for point in curve if point.patch_s >= CONTACT_S)


def test_it_needs_no_hand_network_for_a_slow_finger() -> None:
    def slow(number: int) -> Moment:
        left = max(0.0, 0.02 * (18 - number))
        return Moment((0.6 * left, 0.8 * left))

    curve = follow(slow, patches(slow), blind=True)
    found = {round(point.patch_s * FPS): point.distance for point in curve}
    for number in range(10, 18):
        assert found[number] == pytest.approx(0.02 * (18 - number), abs=0.5 * PIXEL)


def test_it_stops_where_another_hand_begins() -> None:
    """The hand network sees nothing and the finger is suddenly elsewhere: no distance is made up."""

    def jumps(number: int) -> Moment:
        return Moment((0.0, 0.0) if number >= 18 else None)

    curve = follow(jumps, patches(jumps), blind=True)
    assert min(point.patch_s for point in curve) >= 18 / FPS - 1e-9


def test_refining_leaves_out_what_does_not_move() -> None:
    """Too wide a template holds the face beside the finger too, which would hold the finger at its rest."""
    images = patches(still_head)
    plain = follower(still_head, images)
    plain._weight = np.maximum(plain._weight, 0.6 * (np.hypot(*_from_tip(plain)) < 0.4 * SIZE)).astype(
        np.float32
    )
    plain.refine(images[2])  # the hand is far away
    assert still_head(2).tip is None
    rows, columns = np.nonzero(_kept(plain))
    hand = np.nonzero(follower(still_head, images)._weight > 0.05)
    outside = set(zip(rows, columns, strict=True)) - set(zip(*hand, strict=True))
    assert len(outside) < 0.35 * len(rows)


def test_a_frame_that_looks_unlike_the_hand_says_little() -> None:
    def point(time_s: float, distance: float, misfit: float) -> Distance:
        return Distance(time_s, time_s, (distance, 0.0), distance, JITTER, misfit)

    curve = [
        point(0.0, 0.5, 11.0),
        point(0.1, 0.2, 14.0),
        *(point(0.2 + 0.033 * i, 0.0, 2.0) for i in range(5)),
    ]
    far, wrong, *rest = to_rest(curve)
    assert far.noise == pytest.approx(DRIFT * 0.5, rel=0.01), "a hand turns while it is far away"
    assert wrong.noise > 0.03
    assert all(point.noise == JITTER for point in rest)


@pytest.mark.parametrize("low", [0.0, 0.05, 0.1])
def test_refining_tells_where_the_finger_ends(low: float) -> None:
    def there(number: int) -> Moment:
        return Moment(reach(number, CONTACT_S, at=(0.0, low)), head=(number // 9, 0))

    images = patches(there)
    of = follower(there, images)
    assert of.below is None, "nobody has seen the face without the hand yet"
    of.refine(images[2])
    assert of.below == pytest.approx(low - HALF_A_FINGER, abs=0.03)


HALF_A_FINGER = 4 / SIZE
"""The drawn finger goes on by half its thickness beyond the landmark of its tip."""


def _from_tip(of: Follower) -> tuple[np.ndarray, np.ndarray]:
    rows, columns = np.mgrid[: of._image.shape[0], : of._image.shape[1]]
    x, y = of.tip - of._origin
    return columns - x, rows - y


def _kept(of: Follower) -> np.ndarray:
    mask = np.zeros(of._image.shape[:2], bool)
    columns = np.round(of._hand._x + of._hand.centre[0]).astype(int)
    rows = np.round(of._hand._y + of._hand.centre[1]).astype(int)
    mask[rows, columns] = True
    return mask


def test_a_rolling_shutter_moves_the_time_with_the_row() -> None:
    images = patches(still_head)
    plain = follow(still_head, images)
    rolled = follow(still_head, images, readout_s=0.02)
    for one, other in zip(plain, rolled, strict=True):
        row = (150 + SIZE * 0.8 * stroke(CONTACT_S, one.patch_s)) / images[0].rows
        assert other.time_s - one.time_s == pytest.approx(0.02 * (row - 0.5), abs=2e-4)
        assert one.time_s == one.patch_s


def test_a_guess_from_landmarks_brings_the_hand_there() -> None:
    images = patches(still_head)
    of = follower(still_head, images)
    pose = of.guess(hand_points((0.3, 0.4)))
    assert pose is not None
    assert (pose.dx, pose.dy) == pytest.approx((0.3 * SIZE, 0.4 * SIZE), abs=0.01)
    assert (pose.turn, pose.growth) == pytest.approx((0, 0), abs=1e-3)


def test_a_hand_at_the_edge_of_the_picture_is_not_usable() -> None:
    image = np.zeros((40, 40, 3), np.uint8)
    patch = cut(image, Box(1000.0, 1000.0, 80.0), 0.0)
    of = Follower(patch, face(), hand_points((0.0, 0.0)), 0.0)
    assert not of.usable
