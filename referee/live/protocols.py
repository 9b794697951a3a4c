"""What the live path asks of vision: two small protocols, so that it can be tested without a detector."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from referee.calibration.nudge import Nudge
from referee.film import Frame
from referee.observation import SeatView
from referee.status import SeatGlance
from referee.timing.camera import CameraTiming
from referee.vision.trace import SeatTrace


class Scout(Protocol):
    """Looks cheaply at every seat, often enough to notice a hand near a nose.

    Attributes:
        nudge: what the last comparison said of the camera since the seats were taken.
    """

    nudge: Nudge

    def look(self, frame: Frame, *, sparing: bool = False) -> Sequence[SeatGlance]:
        """One glance at each seat taken; before that, at everybody found, numbered from the left.

        ``sparing``: the stopwatch looks at every frame meanwhile; glances only serve the page and may be rough.
        """
        ...

    def take_seats(self, seats: Sequence[SeatGlance]) -> None:
        """From now on these are the seats, each followed from its face box here; none: find everybody."""
        ...


class Stopwatch(Protocol):
    """Measures one stretch of time, frame after frame, in order of time and without leaving one out."""

    def add(self, frame: Frame) -> None:
        """Take in the next frame."""
        ...

    def views(self, *, last: bool) -> Sequence[SeatView]:
        """What was seen of each seat so far; ``last``: no frame will follow."""
        ...

    def traces(self) -> Sequence[SeatTrace]:
        """Where each nose was and how each finger came near, for the photo finish."""
        ...


@dataclass(frozen=True, slots=True)
class Measure:
    """How a stopwatch is to measure.

    Attributes:
        seats: the seats to measure, where the scout last saw them.
        hold_s: how long a touch must be held to count, seconds.
        camera: what is known of the camera's timing.
        middle: where the players' faces lie on average, as a share of the picture's height.
    """

    seats: tuple[SeatGlance, ...]
    hold_s: float
    camera: CameraTiming = CameraTiming()  # noqa: RUF009 - it is frozen
    middle: float = 0.5


class Vision(Protocol):
    """Makes the two detectors, inside the process that runs them."""

    def scout(self) -> Scout:
        """A scout with its models loaded."""
        ...

    def stopwatch(self, measure: Measure) -> Stopwatch:
        """A stopwatch for one stretch; the models stay loaded between two of them."""
        ...
