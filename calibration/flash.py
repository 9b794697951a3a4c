"""The page that flashes: when it changes, for the page that shows it and for tests that draw it. Pure.

A change comes every 12 or 13 refreshes of the screen in turn (at 60 a second: 2.4 flashes a second, below the three
that may harm people). The odd refresh moves the changes against the frames of a camera that runs at half the screen's
rate, which would otherwise meet every one of them at the same moment of its frame.
"""

from __future__ import annotations

STEPS = (12, 13)
"""Refreshes between two changes, in turn, at :data:`REFRESH_HZ`; a faster screen takes so many times more."""
REFRESH_HZ = 60.0


def changes(count: int, *, refresh_s: float = 1 / REFRESH_HZ) -> list[float]:
    """The first changes of the page, seconds after it began; white comes with the first."""
    times, refreshes = [], 0
    for number in range(count):
        refreshes += STEPS[number % 2]
        times.append(refreshes * refresh_s)
    return times
