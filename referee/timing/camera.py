"""What is known of a camera's own timing, and how much wider it makes the intervals of contacts."""

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


@dataclass(frozen=True, slots=True)
class CameraTiming:
    """A camera's timing.

    Attributes:
        readout_s: rolling shutter, first to last row, seconds; negative when the picture stands on its head.
        readout_error_s: its standard deviation, seconds.
        exposure_s: exposure of a frame, seconds; ``None`` when unknown.
        jitter_s: spread of the frames' timestamps, a standard deviation in seconds.
    """

    readout_s: float = 0.0
    readout_error_s: float = 0.0
    exposure_s: float | None = None
    jitter_s: float = 0.0


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
