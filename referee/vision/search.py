"""Looks for the hand of a finger that is followed back, where it is expected."""

from __future__ import annotations

import numpy as np

from referee.vision.glance import find_hands
from referee.vision.networks import SURE, Networks, Points
from referee.vision.patch import Box, Patch

AROUND = (0.9, 1.5)
"""Half the widths of the crops in which it is looked for otherwise, face sizes."""
BLURRED = 0.2
"""How sure the hand network must be of a hand that is followed far back, 0…1: of blurred ones it is never surer, and
where the hand was a frame later is known."""


def expected_hands(networks: Networks, box: Box, patch: Patch, expected: Points) -> list[Points]:
    """The hands of a patch in which one is on its way to the nose.

    Args:
        networks: the networks.
        box: the face.
        patch: the seat's piece of the frame.
        expected: where the hand's 21 landmarks are expected, pixels of the picture.

    Returns:
        The 21 landmarks of each hand, pixels of the picture.
    """
    near = _hand_near(networks, patch, expected)
    return near or [hand.points for hand in find_hands(networks, patch, box)]


def far_hands(networks: Networks, box: Box, patch: Patch, expected: Points) -> list[Points]:
    """The same for a hand that is far away, fast and blurred."""
    near = _hand_near(networks, patch, expected, BLURRED)
    if near:
        return near
    x, y = (float(value) for value in (expected.min(0) + expected.max(0)) / 2)
    for half in AROUND:
        image, origin = patch.part(x, y, half * box.size)
        hands = networks.hands(image)
        if hands:
            return [hand.shifted(*origin).points for hand in hands]
    return []


def _hand_near(networks: Networks, patch: Patch, expected: Points, least: float = SURE) -> list[Points]:
    hand = networks.hand_near(patch.image, expected - np.array(patch.origin, np.float32), least)
    return [] if hand is None else [hand.shifted(*patch.origin).points]
