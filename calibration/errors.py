"""What can go wrong while a table is calibrated, in words that say what to do."""

from __future__ import annotations

from referee.errors import RefereeError


class TableFileError(RefereeError):
    """The file of a table cannot be used; the message names the file, the line and what to write there."""


class TimingError(RefereeError):
    """The timing page was not seen well enough to measure the camera."""


class AlignmentError(RefereeError):
    """Two cameras share no event by which their clocks could be compared."""


class LensError(RefereeError):
    """The board was not seen well enough to measure the lens."""
