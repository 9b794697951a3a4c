"""A network asked on a smaller picture than it was made for."""

import numpy as np
import pytest

from referee import models
from referee.vision.inference import Inference
from referee.vision.networks import _parts


@pytest.mark.parametrize("side", [128, 160])
def test_a_network_of_convolutions_takes_a_smaller_picture(side: int) -> None:
    palms = _parts(models.HAND)["hand_detector"]
    whole, small = Inference(palms), Inference(palms, side)
    assert (whole.side, small.side) == (192, side)
    boxes, scores = small(np.zeros((1, side, side, 3), np.float32))
    anchors = (side // 8) ** 2 * 2 + (side // 16) ** 2 * 6
    assert boxes.shape == (1, anchors, 18)
    assert scores.shape == (1, anchors, 1)


def test_its_own_size_changes_nothing() -> None:
    palms = _parts(models.HAND)["hand_detector"]
    picture = np.random.default_rng(1).random((1, 192, 192, 3)).astype(np.float32)
    for one, other in zip(Inference(palms)(picture), Inference(palms, 192)(picture), strict=True):
        assert one == pytest.approx(other, abs=1e-4)
