"""What was measured of a camera's own timing, and what takes its place while it was not. Pure."""

from __future__ import annotations

import math
from dataclasses import dataclass

USUAL_READOUT_S = 0.020
"""Readout that an unmeasured camera may have, root mean square, seconds: webcams and phones take 8 to 33 ms, and the
program reckons with none."""


@dataclass(frozen=True, slots=True)
class CameraTiming:
    """A camera's timing, measured from the page that flashes.

    Attributes:
        readout_s: rolling shutter, first to last row, seconds; negative when the picture stands on its head.
        readout_error_s: its standard deviation, seconds.
        exposure_s: exposure of a frame, seconds.
        jitter_s: spread of the frames' timestamps, a standard deviation in seconds.
    """

    readout_s: float
    readout_error_s: float
    exposure_s: float
    jitter_s: float


def readout_spread_s(rows_from_middle: float, timing: CameraTiming | None) -> float:
    """What is left of the rolling shutter in a contact instant, a standard deviation in seconds.

    Instants are only ever compared with those of the same table, so what counts is how far a nose lies above or below
    the middle of the table's noses. Two such errors are not independent, as the tie test takes them to be: they may go
    opposite ways, and then their difference is √2 larger. That is paid for here.

    Args:
        rows_from_middle: of the nose, from the mean row of all noses, as a share of the picture's height.
        timing: what was measured; ``None`` when nothing was.
    """
    error_s = USUAL_READOUT_S if timing is None else timing.readout_error_s
    return math.sqrt(2.0) * error_s * abs(rows_from_middle)
