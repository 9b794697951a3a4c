"""Where a resting finger ends, told from the pixels that it covers.

Landmarks say to a fiftieth of a face where a fingertip is, not better, and a finger six centimetres before a nose
is seen only a few hundredths lower than one on it. What it covers tells them apart: a finger that touches the nose
hides the nose tip or more; one that stops short, seen from above the heads, leaves the nose tip free.
"""

from __future__ import annotations

import cv2
import numpy as np
import numpy.typing as npt

from referee.vision.align import Float
from referee.vision.marks import INDEX_TIP

LAST_JOINT = 6
"""Index of the index finger's middle joint among the 21 hand landmarks; from there to the tip it is straight."""
BACK, AHEAD = 0.08, 0.25
"""How far before and behind the landmark of the tip the finger's axis is looked at, face sizes."""
STEP = 0.005
"""Distance of two places on the axis, face sizes: half a pixel of a usual face."""
WIDE = 0.02
"""Half the width of the strip about the axis, face sizes: a quarter of a finger."""
SHARE = 0.5
"""The finger ends where the change falls below this share of its own: half way up a blurred edge."""
FAINT, FULL = 6.0, 30.0
"""Bounds of that limit, grey levels: what noise and a twitching face change; enough, where a finger changes much."""
BREAK = 0.04
"""A shorter stretch that looks unchanged belongs to the finger (it may have the colour of the face), face sizes."""

_Points = npt.NDArray[np.floating]


def end_of_finger(change: Float, points: _Points, size: float) -> npt.NDArray[np.float64]:
    """Find the end of a stretched index finger.

    Args:
        change: how much each pixel differs from the same face without the hand, grey levels, rows, columns.
        points: the hand's 21 landmarks, pixels of ``change`` (x, y).
        size: face size, pixels.

    Returns:
        The end of the finger on its axis, pixels of ``change`` (x, y).
    """
    tip = points[INDEX_TIP].astype(np.float64)
    along = tip - points[LAST_JOINT]
    along = along / (np.hypot(*along) + 1e-9)
    across = np.array([-along[1], along[0]])
    ways = np.arange(-BACK, AHEAD, STEP)
    sides = np.linspace(-WIDE, WIDE, 5)
    places = tip + size * (ways[:, None, None] * along + sides[None, :, None] * across)
    seen = cv2.remap(
        change,
        places[..., 0].astype(np.float32),
        places[..., 1].astype(np.float32),
        cv2.INTER_LINEAR,
        borderMode=cv2.BORDER_CONSTANT,
    )
    profile = np.median(seen, axis=1)
    limit = np.clip(SHARE * np.median(profile[ways < 0]), FAINT, FULL)
    start = int(np.searchsorted(ways, -WIDE))
    covered = np.flatnonzero(profile[start:] >= limit) + start
    breaks = np.flatnonzero(np.diff(covered) > BREAK / STEP)
    end = covered[breaks[0]] if len(breaks) else covered[-1] if len(covered) else start
    return np.asarray(tip + size * ways[end] * along, np.float64)
