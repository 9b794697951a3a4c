"""How well this table can be timed: the stopwatch's own formulas on a touch as it usually is. Pure.

Ordinary approaches are drawn on paper as the stopwatch would measure them at this table (frames so far apart, a face
of so many pixels, an exposure so long). :func:`referee.timing.arrival.arrive` estimates them,
:func:`referee.timing.interval.instant` gives their intervals, and :func:`referee.timing.tie.chance_reversed` says how
far apart two such touches must be.
"""

from __future__ import annotations

import statistics
from dataclasses import dataclass, replace

import numpy as np
import numpy.typing as npt

from referee.observation import Instant
from referee.timing.arrival import EXPOSURE_SHARE, arrive
from referee.timing.interval import NINETY_FIVE, instant, widened
from referee.timing.tie import chance_reversed
from referee.vision.approach import DRIFT, FARTHEST, REST_FRAMES

PIXELS = 0.17
"""Standard deviation of a followed fingertip at rest, pixels (referee.vision.approach.JITTER, at 85 pixels a face)."""
STROKES = ((0.28, 1.15), (0.4, 1.06), (0.55, 1.02))
"""Ordinary approaches, quick, usual and soft: duration in seconds, and how far beyond the nose they would go."""
WAY = 1.3
"""Length of an approach, face sizes: from the table to the nose."""
PHASES = (0.1, 0.4, 0.7)
"""Moments of the contact between two frames, shares of their distance."""


@dataclass(frozen=True, slots=True)
class Expected:
    """How well a table can be timed.

    Attributes:
        half_s: half width of the 95 % interval of an ordinary touch, seconds.
        gap_s: two players closer than this will usually be a redeal, seconds.
        readout_wider_s: how much of ``half_s`` the rolling shutter that is not known costs, seconds.
    """

    half_s: float
    gap_s: float
    readout_wider_s: float


def expect(
    *,
    spacing_s: float,
    size: float,
    exposure_s: float | None,
    jitter_s: float,
    readout_spread_s: float,
    tie_limit: float,
) -> Expected:
    """Reckon how well ordinary touches can be timed.

    Args:
        spacing_s: time between two frames, seconds.
        size: of the smallest face, pixels (:attr:`referee.vision.patch.Box.size`).
        exposure_s: exposure of a frame, seconds; ``None`` when unknown.
        jitter_s: spread of the frames' timestamps, a standard deviation in seconds.
        readout_spread_s: what the rolling shutter leaves, from :func:`referee.calibration.timing.readout_spread_s`.
        tie_limit: the house's chance of the reverse order from which on a deal is a redeal.
    """
    exposure_s = EXPOSURE_SHARE * spacing_s if exposure_s is None else exposure_s
    instants = [
        _instant(
            duration_s, strength, phase * spacing_s, spacing_s=spacing_s, size=size, exposure_s=exposure_s
        )
        for duration_s, strength in STROKES
        for phase in PHASES
    ]
    usual = min(instants, key=lambda each: abs(each.sigma_s - statistics.median(i.sigma_s for i in instants)))
    known = widened(usual, jitter_s)
    whole = widened(known, readout_spread_s)
    return Expected(
        half_s=NINETY_FIVE * whole.sigma_s,
        gap_s=redeal_gap_s(whole, tie_limit),
        readout_wider_s=NINETY_FIVE * (whole.sigma_s - known.sigma_s),
    )


def _instant(
    duration_s: float, strength: float, late_s: float, *, spacing_s: float, size: float, exposure_s: float
) -> Instant:
    """The interval of one approach that ends at time 0, ``late_s`` before the next frame."""
    jitter = PIXELS / size
    before, after = int(duration_s / spacing_s) + 1, REST_FRAMES
    times = np.arange(-before, after) * spacing_s + late_s
    share = np.interp(1.0 / strength, *_stroke())
    moments = times[:, None] + exposure_s * np.linspace(-0.5, 0.5, 7)
    done = np.clip(share + np.minimum(moments, 0.0) / duration_s, 0.0, 1.0)
    left = WAY * (1.0 - strength * (done**3 * (10.0 + done * (6.0 * done - 15.0))))
    distance = np.maximum(left, 0.0).mean(1)
    near = distance <= FARTHEST
    noise = np.hypot(jitter, DRIFT * distance)
    arrival = arrive(times[near], distance[near], noise[near], guess_s=late_s, exposure_s=exposure_s)
    return instant(arrival, spacing_s=spacing_s)


def _stroke() -> tuple[npt.NDArray[np.float64], npt.NDArray[np.float64]]:
    """Share of the way and share of the time of a minimum-jerk movement, as :func:`numpy.interp` wants them."""
    x = np.linspace(0.0, 1.0, 1001)
    return x**3 * (10.0 + x * (6.0 * x - 15.0)), x


def redeal_gap_s(usual: Instant, tie_limit: float) -> float:
    """Two instants of this width that are closer than this are a redeal, seconds; infinite when all are."""
    low, high = 0.0, 2.0
    if _reversed(usual, high) > tie_limit:
        return float("inf")
    for _ in range(40):
        middle = (low + high) / 2
        low, high = (middle, high) if _reversed(usual, middle) > tie_limit else (low, middle)
    return high


def _reversed(usual: Instant, gap_s: float) -> float:
    return chance_reversed(usual, replace(usual, time_s=usual.time_s + gap_s))
