"""When did the finger arrive? From its distance to its resting place, frame by frame, to a contact instant.

The stroke of a reaching hand is a minimum-jerk movement (Flash & Hogan 1985, J. Neurosci. 5:1688), here cut off
by the nose before it would end by itself: with x = (t - t0) / D the way that is left is
g = 1 - s (10 x³ - 15 x⁴ + 6 x⁵), zero from the arrival on; s >= 1 says how hard it lands. The distance in the
picture is a g + b g²: the second term is the arc of an arm that turns about its joints. For every arrival time,
D and s on a grid, a and b follow by linear least squares with a normal prior, so the posterior needs no search
and has no wrong optimum. The contact (skin within a millimetre) is the moment the distance is CONTACT.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

Array = npt.NDArray[np.float64]

DURATIONS_S = np.geomspace(0.22, 0.85, 13)
"""Durations of the whole uncut stroke on the grid, seconds: reaches of 30 to 60 cm take 0.25 to 0.8 s."""
STRENGTHS = np.array([1.001, 1.004, 1.01, 1.02, 1.035, 1.055, 1.08, 1.11, 1.15, 1.2, 1.27])
"""How far beyond the nose the stroke would go, as a multiple of its way."""
WAY = np.array([1.07, 1.4])
"""Prior mean of a and b, face sizes: an arm from table to nose (a) that turns about its joints (b)."""
WAY_SPREAD = np.array([0.3, 0.5])
"""Prior standard deviation of a and b: twice what different arms and directions of view gave."""
CONTACT = 0.0033
"""Distance to the resting place at contact, face sizes: skin meets skin about a millimetre before the rest. Fitted
so that the mean error is zero on the fitting half of the scenes; their geometry alone gives 0.005 ± 0.002."""
INDEPENDENT = 2.0
"""Number of moving frames from which on more of them make the arrival no surer: a hand's errors from one frame to
the next are alike (the same template, the same turn of the hand)."""
EXPOSURE_SHARE = 0.25
"""Assumed exposure as a share of the frame spacing, when it is not known."""


@dataclass(frozen=True, slots=True)
class Arrival:
    """A contact instant as the posterior of one approach.

    Attributes:
        time_s: posterior mean, seconds.
        sigma_s: posterior standard deviation, seconds.
        speed: closing speed at contact, face sizes a second.
        misfit: mean squared residual in units of the stated noise; about 1 or less when the stroke fits.
        moving: frames that show the finger clearly away from its rest.
        strength: how far beyond the nose the stroke would have gone (posterior mean of s).
    """

    time_s: float
    sigma_s: float
    speed: float
    misfit: float
    moving: int
    strength: float


def arrive(times_s: Array, distance: Array, noise: Array, *, guess_s: float, exposure_s: float) -> Arrival:
    """Estimate when a fingertip arrived.

    Args:
        times_s: middle of each frame's exposure at the finger's row, seconds, rising; frames of the approach and a
            few of the rest.
        distance: distance of the fingertip to its resting place, the face's own movement removed, face sizes.
        noise: standard deviation of each distance, face sizes.
        guess_s: a first guess: the time of the first frame at rest.
        exposure_s: how long a frame is exposed, seconds.
    """
    spacing = float(np.median(np.diff(times_s)))
    reach = max(2.5 * spacing, 0.02)
    coarse = np.arange(guess_s - reach - spacing, guess_s + reach, min(spacing / 6, 0.004))
    moving = int((distance > 0.02).sum())
    noise = noise * np.sqrt(max(1.0, moving / INDEPENDENT))
    first = _posterior(coarse, times_s, distance, noise, exposure_s)
    width = max(4 * first.sigma_s, 0.004)
    fine = np.linspace(first.time_s - width, first.time_s + width, 41)
    return _posterior(fine, times_s, distance, noise, exposure_s)


def _posterior(arrivals: Array, times_s: Array, distance: Array, noise: Array, exposure_s: float) -> Arrival:
    """The posterior over contact times; axes: arrival, strength, duration, frame, moment of the exposure."""
    ends = _inverse(1.0 / STRENGTHS)
    moments = times_s[:, None] + exposure_s * np.array([-1 / 3, 0.0, 1 / 3])
    before = np.minimum(moments[None] - arrivals[:, None, None], 0.0)[:, None, None]
    x = ends[None, :, None, None, None] + before / DURATIONS_S[None, None, :, None, None]
    left = 1.0 - STRENGTHS[None, :, None, None, None] * _minimum_jerk(x)
    way, arc = left.mean(-1), (left * left).mean(-1)

    # The normal equations of the prior and all frames, for every arrival, strength and duration at once.
    weight, trust = 1.0 / noise**2, 1.0 / WAY_SPREAD**2
    aa, ab, bb = (way * way) @ weight + trust[0], (way * arc) @ weight, (arc * arc) @ weight + trust[1]
    for_a = way @ (weight * distance) + trust[0] * WAY[0]
    for_b = arc @ (weight * distance) + trust[1] * WAY[1]
    determinant = aa * bb - ab**2
    a, b = (bb * for_a - ab * for_b) / determinant, (aa * for_b - ab * for_a) / determinant
    cost = float((weight * distance**2).sum() + (trust * WAY**2).sum()) - a * for_a - b * for_b

    likely = -0.5 * cost - 0.5 * np.log(determinant)
    share = np.exp(likely - likely.max())
    share /= share.sum()
    # The arrival is when nothing of the way is left; contact comes when CONTACT is left.
    gap = CONTACT / np.maximum(a, 0.2)
    at_contact = _inverse(np.minimum((1.0 - gap) / STRENGTHS[None, :, None], 1.0))
    contact = arrivals[:, None, None] - (ends[None, :, None] - at_contact) * DURATIONS_S
    mean = float((share * contact).sum())
    sigma = float(np.sqrt((share * (contact - mean) ** 2).sum()))
    slope = STRENGTHS[None, :, None] * 30.0 * (at_contact * (1.0 - at_contact)) ** 2 / DURATIONS_S
    return Arrival(
        time_s=mean,
        sigma_s=sigma,
        speed=float((share * slope * np.maximum(a, 0.2)).sum()),
        misfit=float(cost.min()) / len(times_s),
        moving=int((distance > np.maximum(3 * noise, 0.02)).sum()),
        strength=float((share * STRENGTHS[None, :, None]).sum()),
    )


def _minimum_jerk(x: Array) -> Array:
    """Share of the way that is done at share ``x`` of the time (Flash & Hogan 1985)."""
    x = np.clip(x, 0.0, 1.0)
    done: Array = x * x * x * (10.0 + x * (6.0 * x - 15.0))
    return done


_X = np.linspace(0.0, 1.0, 4001)
_DONE = _minimum_jerk(_X)


def _inverse(done: Array) -> Array:
    """The share of the time at which ``done`` of the way is done."""
    return np.interp(done, _DONE, _X)
