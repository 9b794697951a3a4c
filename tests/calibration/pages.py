"""Draws the timing page and films it with a rolling shutter: every row is exposed a little later."""

from __future__ import annotations

import numpy as np
from referee.calibration.flash import changes

from referee.film import Frame

HEIGHT, WIDTH = 240, 64


def film_of_page(
    *,
    readout_s: float,
    exposure_s: float = 0.008,
    fps: float = 29.97,
    jitter_s: float = 0.0,
    scan_s: float = 0.0,
    refresh_s: float = 1 / 60,
    seconds: float = 12.0,
    area: tuple[float, float, float, float] = (0.02, 0.02, 0.98, 0.98),
    late: dict[int, float] | None = None,
    seed: int = 1,
) -> list[Frame]:
    """Frames of a still camera before the page.

    Args:
        readout_s: between the exposures of first and last row.
        exposure_s: of each row.
        fps: of the camera.
        jitter_s: standard deviation of its timestamps.
        scan_s: how long the screen takes to show a change from its left edge to its right.
        refresh_s: of the screen.
        seconds: how long.
        area: left, top, right, bottom of the page in the picture, shares.
        late: changes that the screen shows late, by number: seconds.
        seed: of noise and jitter.
    """
    random = np.random.default_rng(seed)
    flips = np.array([0.313 + at for at in changes(200, refresh_s=refresh_s)])
    for number, by_s in (late or {}).items():
        flips[number] += by_s
    # How long the page was white until each change: its difference over an exposure is the light that came in.
    lit_s = np.concatenate([[0.0], np.cumsum(np.diff(flips) * (np.arange(len(flips) - 1) % 2 == 0))])
    x0, y0, x1, y1 = (round(v * s) for v, s in zip(area, (WIDTH, HEIGHT, WIDTH, HEIGHT), strict=True))
    rows = np.arange(y0, y1)[:, None]
    late_s = scan_s * (np.arange(x0, x1) - x0) / (x1 - x0)
    frames = []
    for index in range(round(seconds * fps)):
        time_s = index / fps
        opens = time_s + readout_s * ((rows + 0.5) / HEIGHT - 0.5) - exposure_s / 2 - late_s
        light = np.interp(opens + exposure_s, flips, lit_s) - np.interp(opens, flips, lit_s)
        image = np.full((HEIGHT, WIDTH, 3), 70.0)
        image[y0:y1, x0:x1] = (15 + 215 * (light / exposure_s) ** (1 / 2.2))[..., None]
        image += random.normal(0.0, 2.0, (HEIGHT, WIDTH, 1))
        stamp_s = time_s + random.normal(0.0, jitter_s) if jitter_s else time_s
        frames.append(Frame(index, stamp_s, np.clip(image, 0, 255).astype(np.uint8)))
    return frames
