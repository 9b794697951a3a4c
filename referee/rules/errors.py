"""What the rules refuse, in few named errors; every message says what to do instead."""

from __future__ import annotations

from referee.errors import RefereeError


class RefusalError(RefereeError):
    """The rules do not allow this event now; the state is unchanged."""


class NotNowError(RefusalError):
    """The event does not fit the moment (no deal is open, the deal already has a verdict, …)."""


class ChangedError(RefusalError):
    """Something else happened since this was meant: whoever meant it looks again."""


class GamePausedError(RefusalError):
    """The game is paused; it must be resumed first."""


class GameOverError(RefusalError):
    """Two survivors are left: the game has ended."""


class UnknownError(RefusalError):
    """The event names a deal, a player or a seat that this game does not have, or not there."""


class NothingToUndoError(RefusalError):
    """Only the creation of the game is left: there is nothing to take back."""


class BadSettingError(RefereeError):
    """A house setting is outside its range, or has a name that does not exist."""


class BadRecordError(RefereeError):
    """A stored event cannot be read: it is damaged, or from a newer program."""


class BadTableError(RefusalError):
    """A game starts with exactly four players who have different names."""
