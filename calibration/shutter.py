"""Measures a camera's rolling shutter and timestamps from a recording of the page that flashes.

Each change of the page (black to white and back) comes at one instant τ, and the page keeps a rhythm: τ = t₀ + P n,
with n known (:mod:`referee.calibration.flash`). A row at share y of the picture's height is exposed about the frame's
time + R (y - 1/2), for E seconds: where its exposure spans τ it is grey, by the share that lies behind τ. Screens
show a change line by line, too: one held on its side does so across the picture. A slope S along the columns takes it.
R, S, E, t₀ and P are fitted to the grey levels of all places in the frames about each change by least squares
(Gauss-Newton). The rhythm gives the scale of time: one change alone fixes R and E only up to a common factor. How far
each frame lies from the rhythm is the timestamps' jitter.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace

import cv2
import numpy as np
import numpy.typing as npt
from referee.calibration.errors import TimingError
from referee.calibration.flash import REFRESH_HZ, STEPS

from referee.film import Frame, Image
from referee.timing.camera import CameraTiming

Array = npt.NDArray[np.float64]

ROWS, COLUMNS = 60, 8
"""Places at which the picture is looked at: so many rows of so many."""
SWING = 40.0
"""Grey levels by which a place must change to show the page."""
GAMMA = 2.2
"""Cameras store the root of the light; this is its order."""
FEWEST_CHANGES = 12
"""Fewer changes of the page than these say too little."""
FEWEST_ROWS = 30
"""Fewer rows of places that show the page than these (half of the picture) say too little about its height."""
NEAR = 3
"""Frames on either side of a change that are fitted."""
STARTS_S = (-0.02, 0.0, 0.02)
"""Readouts from which the fit starts: it follows the nearest optimum."""
MOST_STEPS = 30
SMALLEST_STRIDE = 1 / 64
IN_STEP = 0.98
"""Changes whose moments within the frame agree so well (length of their mean on the circle) all look the same."""
TELLING = 0.1
"""A frame with so much of a change in it, against the one with most, tells how late it is."""
LATE_S = 0.012
"""A change this far from the rhythm was shown late by the screen, not stamped wrongly by the camera, seconds."""
WORST_ERROR_S = 0.004
"""A readout less sure than this is not worth having, seconds: unmeasured ones are about 20 ms off."""
LEAST_ERROR_S = 0.0005
"""No readout is surer than this, seconds: screens light up over milliseconds."""


def measure_timing(frames: Iterable[Frame]) -> CameraTiming:
    """Measure the camera from frames that show the page, nothing moving.

    Raises:
        TimingError: the page was not seen, too small or not long enough.
    """
    times, light = _light(frames)
    low, high = np.percentile(light, 5, axis=0), np.percentile(light, 95, axis=0)
    shows = high - low > SWING
    if shows.any(1).sum() < FEWEST_ROWS:
        raise TimingError(
            "The timing page was not seen, or it is too small: hold it so near that it fills the picture, and still."
        )
    rows, columns = np.nonzero(shows)
    seen, dark, bright = (((part / 255.0) ** GAMMA)[..., shows] for part in (light, low, high))
    share = (seen - dark) / (bright - dark)
    fit = _Fit(times, share, (rows + 0.5) / ROWS - 0.5, (columns + 0.5) / COLUMNS - 0.5)
    found, late_s = fit.best()
    error_s = max(fit.readout_error_s(found), LEAST_ERROR_S)
    if error_s > WORST_ERROR_S:
        raise TimingError(
            f"The readout comes out no better than ±{1000 * error_s:.0f} ms: hold the page nearer and still, "
            "its long side level, and record 15 seconds."
        )
    jitter_s = 1.4826 * float(np.median(np.abs(late_s - np.median(late_s))))
    return CameraTiming(found.readout_s, error_s, found.exposure_s, jitter_s)


def _light(frames: Iterable[Frame]) -> tuple[Array, Array]:
    """Times, shape (frames,), and grey levels of each place, shape (frames, ROWS, COLUMNS)."""
    times, light = [], []
    for frame in frames:
        times.append(frame.time_s)
        light.append(_places(frame.image))
    if len(times) < 4 * FEWEST_CHANGES:
        raise TimingError("The recording is too short: the timing page takes 10 to 15 seconds.")
    return np.array(times), np.array(light, np.float64)


def _places(image: Image) -> npt.NDArray[np.float32]:
    grey = cv2.cvtColor(image, cv2.COLOR_BGR2GRAY)
    small = cv2.resize(grey, (COLUMNS, ROWS), interpolation=cv2.INTER_AREA)
    return small.astype(np.float32)


@dataclass(frozen=True, slots=True)
class _Found:
    """Readout R, slope S across, exposure E, first change t₀, stretch of the rhythm P, and what is left over."""

    readout_s: float
    scan_s: float
    exposure_s: float
    first_s: float
    stretch: float
    cost: float = float("inf")

    def moved(self, step: Array) -> _Found:
        """Take a step of (R, S, log E, t₀, P), within reason."""
        return replace(
            self,
            readout_s=self.readout_s + float(np.clip(step[0], -0.01, 0.01)),
            scan_s=self.scan_s + float(np.clip(step[1], -0.01, 0.01)),
            exposure_s=self.exposure_s * float(np.exp(np.clip(step[2], -0.4, 0.4))),
            first_s=self.first_s + float(np.clip(step[3], -0.01, 0.01)),
            stretch=self.stretch + float(np.clip(step[4], -0.01, 0.01)),
        )


class _Fit:
    """The least squares problem of one recording.

    Args:
        times: of the frames, seconds.
        share: share of white of each place in each frame, 0…1, shape (frames, places).
        y: of each place, share of the height from the middle.
        x: of each place, share of the width from the middle.

    Raises:
        TimingError: too few changes.
    """

    def __init__(self, times: Array, share: Array, y: Array, x: Array) -> None:
        self._spacing_s = float(np.median(np.diff(times)))
        self._y, self._x = y, x
        whole = share.mean(1)
        after = np.nonzero((whole[1:] > 0.5) != (whole[:-1] > 0.5))[0] + 1
        after = after[(after >= NEAR) & (after + NEAR <= len(times))]
        if len(after) < FEWEST_CHANGES:
            raise TimingError("Too few changes of the timing page were seen: record it for 10 to 15 seconds.")
        share_of_step = (0.5 - whole[after - 1]) / (whole[after] - whole[after - 1])
        guess = times[after - 1] + share_of_step * (times[after] - times[after - 1])
        white = whole[after] > 0.5
        self._rhythm_s = _rhythm_s(guess, white)
        self._stretch, self._first_s = (float(v) for v in np.polyfit(self._rhythm_s, guess, 1))
        if abs(np.exp(2j * np.pi * guess / self._spacing_s).mean()) > IN_STEP:
            raise TimingError(
                "Screen and camera run in step, so every change looks the same: show the page on another device, "
                "or choose another frame rate."
            )
        frames = after[:, None] + np.arange(-NEAR, NEAR)
        self._times = times[frames]
        seen = np.where(white[:, None, None], share[frames], 1.0 - share[frames])
        self._seen = np.clip(seen, -0.2, 1.2)
        # Frames that already show the change before or after this one say nothing about it.
        nearest = np.abs(self._times[:, :, None] - guess[None, None, :]).argmin(2)
        self._weight = (nearest == np.arange(len(after))[:, None]).astype(np.float64)[:, :, None]

    def best(self) -> tuple[_Found, Array]:
        """The best fit, and how late the frames are that tell it, seconds.

        Changes that the screen showed late (a refresh was missed) are left out of a second fit.
        """
        found = min((self._run(start_s) for start_s in STARTS_S), key=lambda each: each.cost)
        late_s = self._late_s(found)
        on_time = np.abs(np.nan_to_num(late_s)).max(1) < LATE_S
        if not on_time.all():
            self._weight = self._weight * on_time[:, None, None]
            found = self._descend(found)
            late_s = self._late_s(found)[on_time]
        return found, late_s[~np.isnan(late_s)]

    def _run(self, readout_s: float) -> _Found:
        start = _Found(readout_s, 0.0, self._spacing_s, self._first_s, self._stretch)
        return self._descend(start)

    def _descend(self, start: _Found) -> _Found:
        best = replace(start, cost=self._cost(start))
        for _ in range(MOST_STEPS):
            slopes, off = self._slopes(best)
            normal = np.einsum("jkci,jkcl->il", slopes, slopes)
            normal[np.diag_indices(5)] *= 1.0001
            normal[np.diag_indices(5)] += 1e-9
            step = np.linalg.solve(normal, -np.einsum("jkci,jkc->i", slopes, off))
            stride = 1.0
            while (
                stride > SMALLEST_STRIDE
            ):  # a step may cross the kinks of the ramps: then half of it is tried
                further = best.moved(stride * step)
                further = replace(further, cost=self._cost(further))
                if further.cost < best.cost:
                    break
                stride /= 2
            else:
                return best
            gained, best = best.cost - further.cost, further
            if gained < 1e-5 * best.cost:
                return best
        return best

    def _ramp(self, at: _Found) -> tuple[Array, Array]:
        """Where on the ramp each place is, exposures, -0.5…0.5; and whether it is on it."""
        row_s = self._times[:, :, None] + at.readout_s * self._y + at.scan_s * self._x
        changes_s = at.first_s + at.stretch * self._rhythm_s
        position = (row_s - changes_s[:, None, None]) / at.exposure_s
        return position, (np.abs(position) < 0.5) * self._weight

    def _off(self, position: Array) -> Array:
        return self._weight * (np.clip(position + 0.5, 0.0, 1.0) - self._seen)

    def _cost(self, at: _Found) -> float:
        return float((self._off(self._ramp(at)[0]) ** 2).sum())

    def _slopes(self, at: _Found) -> tuple[Array, Array]:
        """Derivatives by R, S, log E, t₀ and P, and model less seen."""
        position, on_ramp = self._ramp(at)
        slope = on_ramp / at.exposure_s
        by_rhythm = -slope * self._rhythm_s[:, None, None]
        slopes = [slope * self._y, slope * self._x, -on_ramp * position, -slope, by_rhythm]
        return np.stack(slopes, -1), self._off(position)

    def _late_s(self, at: _Found) -> Array:
        """How much later than the rhythm each frame shows a change, seconds, shape (changes, frames about each).

        Not a number where a frame says too little.
        """
        slopes, off = self._slopes(at)
        by_time = slopes[..., 3]
        strength = (by_time**2).sum(2)
        telling = strength > TELLING * strength.max()
        return np.where(telling, -(by_time * off).sum(2) / np.maximum(strength, 1e-9), np.nan)

    def readout_error_s(self, at: _Found) -> float:
        """Standard deviation of the readout: from the changes' scatter about the common fit (a sandwich estimate)."""
        slopes, off = self._slopes(at)
        normal = np.einsum("jkci,jkcl->il", slopes, slopes)
        normal[np.diag_indices(5)] += 1e-9
        each = np.einsum("jkci,jkc->ji", slopes, off)
        inverse = np.linalg.inv(normal)
        return float(np.sqrt((inverse @ (each.T @ each) @ inverse)[0, 0]))


def _rhythm_s(guess: Array, white: npt.NDArray[np.bool_]) -> Array:
    """When the page planned each change, seconds: its steps from one to the next, missed ones included.

    The page is black for the first of :data:`STEPS` and white for the second.
    """
    usual_s = sum(STEPS) / len(STEPS) / REFRESH_HZ
    at, planned = 0.0, [0.0]
    for gap_s, bright in zip(np.diff(guess), white[:-1], strict=True):
        for number in range(max(1, round(gap_s / usual_s))):
            at += STEPS[(int(bright) + number) % 2] / REFRESH_HZ
        planned.append(at)
    return np.array(planned)
