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

SPARSE_S = 0.098
"""Time between two frames where not every one is measured, seconds: every third of thirty a second. Ten looks a second
see what the scout may have missed, and a hand that came is followed back through them, with a wider interval."""


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
    """Measures one stretch of time, frame after frame, in order of time; leaves out none but by :class:`Measure`."""

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
        sparse_until_s: until then a look now and then will do, seconds on the camera's clock: the scout saw no hand
            near. ``None``: every frame is measured.
    """

    seats: tuple[SeatGlance, ...]
    hold_s: float
    camera: CameraTiming = CameraTiming()  # noqa: RUF009 - it is frozen
    middle: float = 0.5
    sparse_until_s: float | None = None

    def next_s(self, last_s: float) -> float:
        """From when on the next frame is measured after one at ``last_s``, seconds."""
        if self.sparse_until_s is None:
            return last_s
        return max(last_s, min(last_s + SPARSE_S, self.sparse_until_s))


class Vision(Protocol):
    """Makes the two detectors, inside the process that runs them."""

    def scout(self) -> Scout:
        """A scout with its models loaded."""
        ...

    def stopwatch(self, measure: Measure) -> Stopwatch:
        """A stopwatch for one stretch; the models stay loaded between two of them."""
        ...
