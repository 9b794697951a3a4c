"""Notices a picture that stands still: no camera shows exactly the same twice while people sit before it."""

from __future__ import annotations

from typing import cast

import cv2
import numpy as np

from referee.film import Image
from referee.observation import Span
from referee.vision.align import Float

STILL = 0.5
"""Largest change of any block against the first frame of a still stretch, grey levels: re-encoding a frozen
picture gives up to 0.35, breathing people and sensor noise 0.5 and more within a few frames."""
SHORTEST_S = 0.12
"""A stretch shorter than this is no freeze, seconds: at high frame rates little moves between two frames."""
GAP_S = 0.15
"""Time without any frame that counts as a standstill, seconds, if it is also three times the usual spacing."""


_MEAN = np.full((1, 3), 1 / 3, np.float32)
"""Makes the mean of three colours."""


class Stillness:
    """Watches the frames of one source.

    Attributes:
        spans: stretches in which the picture stood still, or no frame came.
    """

    def __init__(self) -> None:
        self.spans: list[Span] = []
        self._anchor: Float | None = None
        self._anchor_s = 0.0
        self._last_s: float | None = None
        self._spacing_s = 0.0
        self._open = False

    def add(self, image: Image, time_s: float) -> None:
        """Take in the next frame."""
        small = _small(image)
        if self._last_s is not None:
            spacing = time_s - self._last_s
            if self._spacing_s and spacing > max(GAP_S, 3 * self._spacing_s):
                self.spans.append(Span(self._last_s, time_s))
            self._spacing_s = spacing if not self._spacing_s else 0.9 * self._spacing_s + 0.1 * spacing
        if self._anchor is None or _change(small, self._anchor) >= STILL:
            if self._open:  # the first moving frame ends the stretch: what happened before it was not seen
                self.spans[-1] = Span(self.spans[-1].start_s, time_s)
            self._anchor, self._anchor_s, self._open = small, time_s, False
        elif self._open:
            self.spans[-1] = Span(self._anchor_s, time_s)
        elif time_s - self._anchor_s >= SHORTEST_S:
            self.spans.append(Span(self._anchor_s, time_s))
            self._open = True
        self._last_s = time_s

    def inside(self, time_s: float) -> bool:
        """Whether a frame stands inside a still stretch (its first and its last frame are good)."""
        return any(span.start_s < time_s < span.end_s for span in self.spans)


def _small(image: Image) -> Float:
    """The mean of the three colours on 320 x 180 pixels."""
    height, width = image.shape[:2]
    if width >= 640 and height >= 360:
        # In two steps: OpenCV halves four times as fast as it makes anything smaller.
        image = cast("Image", cv2.resize(image, (width // 2, height // 2), interpolation=cv2.INTER_AREA))
    colours = cv2.resize(image, (320, 180), interpolation=cv2.INTER_AREA).astype(np.float32)
    return np.asarray(cv2.transform(colours, _MEAN), np.float32)


def _change(small: Float, anchor: Float) -> float:
    """The mean difference of the block that changed most, grey levels."""
    return float(cv2.resize(np.abs(small - anchor), (20, 12), interpolation=cv2.INTER_AREA).max())
