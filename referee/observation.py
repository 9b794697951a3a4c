"""What was seen at the table, as plain values: the language between vision, timing, rules and the record.

Times are seconds on the camera's clock (the file's or device's presentation timestamps); a frame's timestamp
stands for the middle of its exposure. Seats are numbered from the left of the unmirrored picture.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum


class Hand(StrEnum):
    """Which of the player's own hands."""

    LEFT = "left"
    RIGHT = "right"


class TouchKind(StrEnum):
    """How long a touch lasted."""

    HELD = "held"
    """Held at least as long as the house's hold time: counts as a signal or a copy."""
    BRUSH = "brush"
    """Shorter than the hold time (an itch): logged, never scored."""


class UnseenReason(StrEnum):
    """Why a touch could not have been seen, or could not be told for what it is."""

    NO_FACE = "no-face"
    """The player's face was not found."""
    COVERED = "covered"
    """Something hid the nose and its surroundings."""
    FROZEN = "frozen"
    """The picture stood still: the same bytes, or no frame, for longer than the camera's rhythm explains."""
    DARK = "dark"
    """The face was too dark, too bright or too blurred to tell a finger from a nose."""
    DOUBTFUL = "doubtful"
    """Something touched the nose or hid it, and it is not sure that it was, or was not, an index fingertip."""
    CUT_OFF = "cut-off"
    """The recording or the ring began or ended before the touch could be told."""


@dataclass(frozen=True, slots=True)
class Span:
    """A stretch of time, seconds, both ends included."""

    start_s: float
    end_s: float

    def overlaps(self, start_s: float, end_s: float) -> bool:
        """Whether this stretch and [start_s, end_s] share any instant."""
        return self.start_s <= end_s and start_s <= self.end_s


@dataclass(frozen=True, slots=True)
class UnseenSpan(Span):
    """A stretch in which a seat's touch could not have been seen, and why."""

    reason: UnseenReason = UnseenReason.NO_FACE


@dataclass(frozen=True, slots=True)
class Instant:
    """When a fingertip reached a nose, as a distribution.

    The error is a mixture: with chance ``1 - gross`` a bell curve of width ``sigma_s`` about ``time_s``, with
    chance ``gross`` a much wider one of width ``gross_sigma_s`` (the estimator followed the wrong thing).

    Attributes:
        time_s: the contact instant, seconds.
        low_s: lower end of the 95 % interval, seconds.
        high_s: upper end of the 95 % interval, seconds.
        sigma_s: standard deviation of the ordinary error, seconds, > 0.
        gross: chance of a gross error, 0…1.
        gross_sigma_s: standard deviation of a gross error, seconds, > 0.
    """

    time_s: float
    low_s: float
    high_s: float
    sigma_s: float
    gross: float = 0.0
    gross_sigma_s: float = 0.1


@dataclass(frozen=True, slots=True)
class Touch:
    """An index fingertip on a nose.

    Attributes:
        seat: whose nose.
        kind: held or brush.
        contact: the contact instant; ``None`` when the touch was already there in the first frame.
        hand: the player's own hand, or ``None`` when it could not be told.
        release_s: when the fingertip left, seconds; ``None`` when it had not by the end of the evidence.
    """

    seat: int
    kind: TouchKind
    contact: Instant | None
    hand: Hand | None = None
    release_s: float | None = None


@dataclass(frozen=True, slots=True)
class SeatView:
    """Everything seen of one seat over a stretch of evidence.

    Attributes:
        seat: the seat.
        touches: its touches in order of time.
        unseen: stretches in which a touch could have been missed or mistaken, in order of time.
        near: stretches in which a hand was at the face, in order of time (for "all hands away").
    """

    seat: int
    touches: tuple[Touch, ...] = ()
    unseen: tuple[UnseenSpan, ...] = ()
    near: tuple[Span, ...] = field(default=())
