from __future__ import annotations

import math

import pytest

from referee.observation import Hand, Instant, TouchKind
from referee.vision.episode import LONG_GAP, Onset, measure_onset, to_touch
from referee.vision.glance import find_hands
from referee.vision.networks import Points
from referee.vision.patch import Box, Patch, cut
from tests.vision.stage import BOX, FPS, SIZE, Moment, StagedNetworks, draw, reach
from tests.vision.test_approach import BOX_AT, REST, follower

CONTACT_S = 0.6
AT = Instant(CONTACT_S, 0.59, 0.61, 0.005)


def moment(number: int) -> Moment:
    return Moment(reach(number, CONTACT_S))


def patches(numbers: range, lost: range = range(0)) -> list[Patch]:
    return [cut(draw(n, moment(n)), BOX, n / FPS) for n in numbers if n not in lost]


def onset(images: list[Patch], *, from_start: bool = False) -> Onset:
    rest = next(i for i, patch in enumerate(images) if patch.time_s >= REST / FPS - 1e-9)
    whole = patches(range(REST + 1))
    networks = StagedNetworks(moment)

    def hands(patch: Patch, _expected: Points) -> list[Points]:
        return [hand.points for hand in find_hands(networks, patch, Box(*BOX_AT, SIZE))]

    return measure_onset(follower(moment, whole), images, rest, hands, exposure_s=0.0, from_start=from_start)


def test_an_arrival_is_measured() -> None:
    found = onset(patches(range(26)))
    assert found.contact is not None
    assert found.contact.time_s == pytest.approx(CONTACT_S, abs=0.012)
    assert found.contact.low_s < CONTACT_S < found.contact.high_s
    assert found.arrival is not None
    assert len(found.approach) > 4


def test_a_stretch_without_frames_is_the_interval() -> None:
    lost = range(16, 20)  # 0.53 s to 0.63 s
    assert len(lost) + 1 > LONG_GAP
    found = onset(patches(range(26), lost))
    assert found.contact is not None
    assert (found.contact.low_s, found.contact.high_s) == pytest.approx((15 / FPS, 20 / FPS))
    assert found.arrival is None


def test_a_finger_that_was_there_from_the_first_frame_on_has_no_contact() -> None:
    assert onset(patches(range(19, 26)), from_start=True).contact is None


def test_a_finger_that_was_there_before_the_evidence_came_at_some_time_before() -> None:
    found = onset(patches(range(19, 26)), from_start=False)
    assert found.contact is not None
    assert found.contact.high_s <= 19 / FPS + 1e-9
    assert found.contact.gross > 0.01, "it may have come much earlier"


def test_an_unmeasured_arrival_has_no_speed() -> None:
    assert Onset(AT).landing_speed == 0.0
    assert onset(patches(range(26))).landing_speed > 1.0, "this stroke is cut off by the nose"


@pytest.mark.parametrize(
    ("release_s", "now_s", "kind"),
    [
        (CONTACT_S + 0.41, 5.0, TouchKind.HELD),
        (CONTACT_S + 0.39, 5.0, TouchKind.BRUSH),
        (None, CONTACT_S + 0.41, TouchKind.HELD),
        (None, CONTACT_S + 0.39, TouchKind.BRUSH),
    ],
)
def test_held_or_brush(release_s: float | None, now_s: float, kind: TouchKind) -> None:
    touch = to_touch(3, Onset(AT), 0.9, release_s=release_s, hold_s=0.4, now_s=now_s)
    assert (touch.seat, touch.kind, touch.contact, touch.release_s) == (3, kind, AT, release_s)


@pytest.mark.parametrize(
    ("right", "hand"), [(0.9, Hand.RIGHT), (0.1, Hand.LEFT), (0.5, None), (math.nan, None)]
)
def test_which_hand_is_told_only_when_it_is_clear(right: float, hand: Hand | None) -> None:
    assert to_touch(0, Onset(AT), right, release_s=2.0, hold_s=0.4, now_s=3.0).hand is hand


def test_a_touch_without_contact_counts_as_held() -> None:
    touch = to_touch(0, Onset(None), 0.9, release_s=0.2, hold_s=0.4, now_s=3.0)
    assert (touch.kind, touch.contact) == (TouchKind.HELD, None)
