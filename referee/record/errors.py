"""What can be wrong with a record; every message says what to do."""

from __future__ import annotations

import shlex
from pathlib import Path

from referee.errors import RefereeError


class RecordError(RefereeError):
    """The root of the record's errors."""


class NoSuchGameError(RecordError):
    """No game has this id.

    Args:
        game: what was asked for.
        folder: where it was looked for, if that is not where games usually are.
        newest_demo: where the newest real game was asked for and only demonstrations are there: the newest one.
    """

    def __init__(self, game: str, newest_demo: str = "", folder: Path | None = None) -> None:
        there = "" if folder is None else f" --data {shlex.quote(str(folder))}"
        hint = (
            f"there is no game of your own yet; the newest demonstration is `{newest_demo}`"
            if newest_demo
            else f"there is no game {game!r}; `referee games{there}` lists them"
        )
        super().__init__(hint)


class RecordUnusableError(RecordError):
    """The store cannot be used right now.

    Attributes:
        plain: what is wrong in words that fit after "in memory only: ".
    """

    def __init__(self, plain: str) -> None:
        super().__init__(f"the record cannot be used: {plain}")
        self.plain = plain


class UnwritableEventError(RecordError):
    """An event holds something that JSON cannot (a number that is none): a mistake of the program."""

    def __init__(self, kind: str, detail: str) -> None:
        super().__init__(f"the event {kind} cannot be written down ({detail}), so it did not happen")


class RecordDamagedError(RecordUnusableError):
    """The file is no record, or its contents contradict themselves; it is left as it is."""

    def __init__(self, path: Path, detail: str) -> None:
        super().__init__(
            f"{path} is damaged ({detail}); it is left as it is. "
            "Run `referee check`; move the file away to begin a new record"
        )


class RecordTooNewError(RecordUnusableError):
    """A newer referee wrote the file."""

    def __init__(self, path: Path, version: int, known: int) -> None:
        super().__init__(
            f"{path} was written by a newer referee (its format is {version}, this one knows {known}): "
            "install the newer one"
        )


class TableTakenError(RecordError):
    """Another referee runs with the same data."""

    def __init__(self, folder: Path) -> None:
        super().__init__(
            f"another referee is running with the data in {folder}: close it, or give this one its own "
            "folder with --data"
        )
