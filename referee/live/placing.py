"""What people hear of the seats while the camera runs: moved along, to be taken anew, found elsewhere. Pure."""

from __future__ import annotations

from referee.calibration.nudge import Nudge
from referee.status import Placing

TOLD_S = 20.0
"""How long people are told what was done, seconds."""
ASKED_S = 3.0
"""A picture that agrees with nothing for so long is asked about, seconds: somebody who leans before the camera is gone
by then."""


class PlacingWatch:
    """Follows what became of the seats. Times are seconds on the camera's clock."""

    def __init__(self) -> None:
        self._told = Placing.FINE
        self._told_s = float("-inf")
        self._differs_s: float | None = None

    def seated(self, time_s: float, placing: Placing) -> None:
        """The players have just got their seats."""
        self._told, self._told_s = placing, time_s
        self._differs_s = None

    def see(self, time_s: float, nudge: Nudge) -> None:
        """Take in what the scout says of the camera since the seats were taken."""
        if nudge is Nudge.MOVED:
            self._told, self._told_s = Placing.MOVED, time_s
        if nudge is not Nudge.ASK:
            self._differs_s = None
        elif self._differs_s is None:
            self._differs_s = time_s

    def now(self, time_s: float) -> Placing:
        """What to say."""
        if self._differs_s is not None and time_s - self._differs_s >= ASKED_S:
            return Placing.DIFFERS
        return self._told if time_s - self._told_s < TOLD_S else Placing.FINE
