"""From an arrival's posterior to a contact instant with a true interval.

The posterior knows what the frames say about the stroke: frame spacing, exposure, tracking noise over approach
speed. What it cannot know (how the hand's look drifts, a stroke unlike the model) is measured against scenes with
known truth: SCALE and FLOOR are fitted so that 95 % of the intervals hold the truth on the scenes of the fitting
half, and tested on the other half (docs/accuracy.md has both, with the command).
"""

from __future__ import annotations

import math
from dataclasses import replace

from referee.observation import Instant
from referee.timing.arrival import Arrival

SCALE = 0.6
"""Width of the errors in units of the posterior's."""
CONTACT_SPREAD = 0.002
"""Standard deviation of the distance to rest at which skin meets skin, face sizes (see ``CONTACT`` in
:mod:`referee.timing.arrival`): the softer the landing, the longer it takes over that distance."""
SLOWEST = 0.1
"""Slowest landing that is reckoned with, face sizes a second: 0.02 m/s."""
FLOOR_S = 0.001
"""Standard deviation that is left when the posterior is perfectly sure, seconds."""
GROSS = 0.001
"""Chance of a gross error of an ordinary measurement: none in 561 contacts that nothing was tuned on, which leaves
(0 + 0.5) / (561 + 1) by Jeffreys' rule."""
GROSS_MISFIT = 0.05
"""Chance of a gross error when the stroke fits badly."""
BAD_MISFIT = 6.0
"""Mean squared residual from which on a stroke fits badly."""
GROSS_SIGMA_S = 0.03
"""Width of gross errors, seconds: two that led to changes were 24 ms; larger ones do not agree with the looks."""
NINETY_FIVE = 1.96
"""Standard deviations either side that hold 95 % of a bell curve."""


def instant(arrival: Arrival, *, spacing_s: float) -> Instant:
    """Make the instant of a measured arrival.

    Args:
        arrival: the posterior.
        spacing_s: time between two frames, seconds.
    """
    sigma = math.hypot(SCALE * arrival.sigma_s, FLOOR_S, CONTACT_SPREAD / max(arrival.speed, SLOWEST))
    if arrival.moving == 0:
        sigma = math.hypot(sigma, spacing_s / math.sqrt(12.0))
    bad = arrival.misfit > BAD_MISFIT
    return Instant(
        time_s=arrival.time_s,
        low_s=arrival.time_s - NINETY_FIVE * sigma,
        high_s=arrival.time_s + NINETY_FIVE * sigma,
        sigma_s=sigma,
        gross=GROSS_MISFIT if bad else GROSS,
        gross_sigma_s=GROSS_SIGMA_S,
    )


def gap_instant(before_s: float, after_s: float) -> Instant:
    """Make the instant of a contact that lies somewhere in a gap of the evidence.

    Args:
        before_s: last time at which the finger was seen away from the nose, or nothing was seen yet.
        after_s: first time at which it was seen resting there.
    """
    width = after_s - before_s
    return Instant(
        time_s=(before_s + after_s) / 2,
        low_s=before_s,
        high_s=after_s,
        sigma_s=max(width / math.sqrt(12.0), FLOOR_S),
        gross=GROSS_MISFIT,
        gross_sigma_s=max(width, GROSS_SIGMA_S),
    )


def widened(contact: Instant, more_s: float) -> Instant:
    """The same instant with one more error that is independent of the others.

    Args:
        contact: the instant.
        more_s: the further error's standard deviation, seconds.
    """
    sigma_s = math.hypot(contact.sigma_s, more_s)
    grown = sigma_s / contact.sigma_s
    return replace(
        contact,
        low_s=contact.time_s - (contact.time_s - contact.low_s) * grown,
        high_s=contact.time_s + (contact.high_s - contact.time_s) * grown,
        sigma_s=sigma_s,
        gross_sigma_s=math.hypot(contact.gross_sigma_s, more_s),
    )
