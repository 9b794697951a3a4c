"""A finger followed farther back than its arrival needs, once its seat is calm again."""

from dataclasses import replace

import numpy as np
import pytest

from referee.vision.align import Pose
from referee.vision.episode import Onset
from referee.vision.trail import Trail
from tests.vision.stage import FPS, SIZE, Moment, reach
from tests.vision.test_seat import reader_after


def lands(number: int) -> Moment:
    return Moment(reach(number, 1.0, 1.6, at=(0.0, 0.02)), light=1.5)


def test_the_way_before_the_arrival_is_found_when_the_hand_is_gone() -> None:
    reader = reader_after(lands, count=48)
    assert [onset.trail for onset in reader.onsets] == [()]
    (onset,) = reader_after(lands, count=80).onsets
    assert onset.trail
    assert onset.trail[-1].patch_s < onset.approach[0].patch_s
    for point in onset.trail:
        truly = np.array(reach(round(point.patch_s * FPS), 1.0, at=(0.0, 0.02))) - (0.0, 0.02)
        assert point.moved == pytest.approx(truly, abs=12 / SIZE)


def test_the_other_hand_is_not_taken_for_it() -> None:
    """Where the hand is no longer found, another one is, far from where it is expected."""
    reader = reader_after(lands, count=40)
    trail = reader._trails[0]
    size = trail._follower.size
    other = trail._follower.expected(Pose(dx=3 * size, dy=2 * size))
    trail._left = [replace(patch, image=np.full_like(patch.image, 90)) for patch in trail._left]
    assert not trail.done
    while not trail.done:
        trail.step(lambda _patch, _expected: [other])
    assert trail.onset.trail == ()


def test_what_was_not_measured_has_no_trail() -> None:
    reader = reader_after(lands, count=40)
    trail = Trail(Onset(None), reader._trails[0]._follower, list(reader._patches))
    assert trail.done
    assert trail.onset.trail == ()
