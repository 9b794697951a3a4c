"""What is known of a camera: its own timing, how much wider that makes the intervals of contacts, and its lens."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from statistics import fmean

from referee.observation import SeatView
from referee.timing.interval import widened

USUAL_READOUT_S = 0.020
"""Readout that an unmeasured camera may have, root mean square, seconds: webcams and phones take 8 to 33 ms, and the
program reckons with none."""


CORNERS = (0.6, 2.5)
"""How far from the middle a pinhole would show what a lens shows in the corner, as a multiple: barrels of the widest
webcams reach 2, pincushions 0.8."""
TANGENTIAL = 0.05
"""Lenses are mounted straighter than this."""


@dataclass(frozen=True, slots=True)
class Lens:
    """How a lens bends what it shows: OpenCV's pinhole camera with radial and tangential distortion.

    Attributes:
        width: of the picture in which it was measured, pixels.
        height: of that picture, pixels.
        fx: focal length across, pixels.
        fy: focal length down, pixels.
        cx: column of the optical axis, pixels.
        cy: row of the optical axis, pixels.
        k1: radial distortion, second order; negative: a barrel, as wide angles have it.
        k2: radial distortion, fourth order.
        p1: tangential distortion.
        p2: tangential distortion.
        error_px: root mean square of what the model leaves unexplained on the board's corners, pixels.
    """

    width: int
    height: int
    fx: float
    fy: float
    cx: float
    cy: float
    k1: float
    k2: float
    p1: float = 0.0
    p2: float = 0.0
    error_px: float = 0.0

    @property
    def believable(self) -> bool:
        """Whether a real lens may bend so: nowhere does it fold the picture, and no corner moves far.

        The model is r (1 + k1 r² + k2 r⁴); a lens that somebody wrote down wrongly would bend faces out of shape.
        """
        corner = math.hypot(max(self.cx, self.width - self.cx), max(self.cy, self.height - self.cy)) / self.fx
        straight, seen = 0.0, 0.0
        while seen < corner:
            straight += corner / 200
            before, seen = seen, straight * (1 + self.k1 * straight**2 + self.k2 * straight**4)
            if seen <= before or straight > CORNERS[1] * corner:
                return False
        return straight >= CORNERS[0] * corner and max(abs(self.p1), abs(self.p2)) <= TANGENTIAL


@dataclass(frozen=True, slots=True)
class CameraTiming:
    """A camera's timing, and its lens.

    Attributes:
        readout_s: rolling shutter, first to last row, seconds; negative when the picture stands on its head.
        readout_error_s: its standard deviation, seconds.
        exposure_s: exposure of a frame, seconds; ``None`` when unknown.
        jitter_s: spread of the frames' timestamps, a standard deviation in seconds.
        lens: how its lens bends; ``None`` while that was not measured.
    """

    readout_s: float = 0.0
    readout_error_s: float = 0.0
    exposure_s: float | None = None
    jitter_s: float = 0.0
    lens: Lens | None = None


UNMEASURED = CameraTiming(readout_error_s=USUAL_READOUT_S)
"""A camera of which nothing is known."""


def readout_spread_s(rows_from_middle: float, timing: CameraTiming) -> float:
    """What is left of the rolling shutter in a contact instant, a standard deviation in seconds.

    Instants are only ever compared with those of the same table, so what counts is how far a nose lies above or below
    the middle of the table's noses. Two such errors are not independent, as the tie test takes them to be: they may go
    opposite ways, and then their difference is √2 larger. That is paid for here.

    Args:
        rows_from_middle: of the nose, from the mean row of all noses, as a share of the picture's height.
        timing: the camera's.
    """
    return math.sqrt(2.0) * timing.readout_error_s * abs(rows_from_middle)


def widen_views(
    views: Sequence[SeatView], rows: Mapping[int, float], timing: CameraTiming, *, middle: float | None = None
) -> tuple[SeatView, ...]:
    """Make intervals as wide as what is not known of the camera's timing demands.

    Args:
        views: what was seen of each seat.
        rows: where each seat's nose lies, as a share of the picture's height.
        timing: the camera's.
        middle: the mean of the whole table's rows; ``None``: ``rows`` is the whole table.
    """
    if middle is None:
        middle = fmean(rows.values()) if rows else 0.5
    wider = []
    for view in views:
        more_s = math.hypot(readout_spread_s(rows.get(view.seat, middle) - middle, timing), timing.jitter_s)
        touches = tuple(
            touch
            if touch.contact is None or more_s == 0.0
            else replace(touch, contact=widened(touch.contact, more_s))
            for touch in view.touches
        )
        wider.append(replace(view, touches=touches))
    return tuple(wider)
