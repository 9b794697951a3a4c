"""What a detector's numbers mean, with a network that says what the test wants."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pytest

from referee.vision import detector
from referee.vision.detector import Detector

SIDE = 64
GRIDS = ((16, 2), (32, 6))  # 4 x 4 x 2 + 2 x 2 x 6 anchors
COUNT = 56


class Said:
    """A network with two key points that finds given boxes.

    Args:
        boxes: for an anchor's number, how far the box's middle is from the anchor, its size (pixels of the input)
            and how sure the network is (a logit).
    """

    side = SIDE

    def __init__(self, boxes: dict[int, tuple[float, float, float, float]]) -> None:
        self.boxes = boxes

    def __call__(self, picture: np.ndarray) -> list[np.ndarray]:
        assert picture.shape == (1, SIDE, SIDE, 3)
        raw, logits = np.zeros((1, COUNT, 8), np.float32), np.full((1, COUNT, 1), -9.0, np.float32)
        for anchor, (x, y, size, logit) in self.boxes.items():
            raw[0, anchor] = (x, y, size, size, x - 4, y, x + 4, y)
            logits[0, anchor] = logit
        return [raw, logits]


def find(monkeypatch: pytest.MonkeyPatch, boxes: dict, size: Sequence[int] = (64, 64)):
    monkeypatch.setattr(detector, "Inference", lambda *_: Said(boxes))
    return Detector(b"", GRIDS, low=0.0, least=0.3).find(np.zeros((*size, 3), np.uint8))


def test_a_box_is_told_from_its_anchor(monkeypatch: pytest.MonkeyPatch) -> None:
    """The anchor with number 12 is the first of the second row's third place: its middle is (40, 24)."""
    (found,) = find(monkeypatch, {12: (1.0, -2.0, 20.0, 2.0)})
    assert (found.region.x, found.region.y, found.region.width) == pytest.approx((41, 22, 20))
    assert found.points == pytest.approx(np.array([[37, 22], [45, 22]]))
    assert found.score == pytest.approx(1 / (1 + np.exp(-2)))


def test_the_second_grid_follows_the_first(monkeypatch: pytest.MonkeyPatch) -> None:
    (found,) = find(monkeypatch, {55: (0.0, 0.0, 20.0, 2.0)})
    assert (found.region.x, found.region.y) == pytest.approx((48, 48))


def test_a_wide_picture_is_scaled_down_and_its_boxes_up(monkeypatch: pytest.MonkeyPatch) -> None:
    (found,) = find(monkeypatch, {12: (0.0, 0.0, 20.0, 2.0)}, (64, 128))
    assert (found.region.x, found.region.y, found.region.width) == pytest.approx((80, 16, 40))


def test_boxes_of_one_thing_become_one(monkeypatch: pytest.MonkeyPatch) -> None:
    """Their mean, weighted with how sure each is; the surest one's score."""
    (found,) = find(monkeypatch, {12: (0.0, 0.0, 20.0, 0.0), 13: (3.0, 0.0, 20.0, 0.0)})
    assert found.region.x == pytest.approx(41.5)
    assert found.score == pytest.approx(0.5)


def test_two_things_stay_two_and_the_surest_comes_first(monkeypatch: pytest.MonkeyPatch) -> None:
    found = find(monkeypatch, {0: (0.0, 0.0, 10.0, 1.0), 31: (0.0, 0.0, 10.0, 3.0)})
    assert [round(each.region.x) for each in found] == [56, 8]


def test_what_is_not_sure_is_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    assert find(monkeypatch, {12: (0.0, 0.0, 20.0, -1.0)}) == []
    assert find(monkeypatch, {}) == []


def test_a_box_without_area_is_no_crash(monkeypatch: pytest.MonkeyPatch) -> None:
    found = find(monkeypatch, {12: (0.0, 0.0, 0.0, 2.0), 13: (0.0, 0.0, 0.0, 2.0)})
    assert [each.region.width for each in found] == [0.0, 0.0]
