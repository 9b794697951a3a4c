"""What can go wrong between a camera and the table, in words that say what to do."""

from __future__ import annotations

from referee.errors import RefereeError


class SourceError(RefereeError):
    """The camera, file or stream cannot be used; the message says how to put it right."""


class SourceLostError(SourceError):
    """A source that worked has stopped; opening it again may help."""


class DetectorError(RefereeError):
    """The detector process failed."""
