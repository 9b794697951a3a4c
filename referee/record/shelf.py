"""The games of one kind beside the one that is played: to begin the next, to look at those before."""

from __future__ import annotations

import contextlib
import logging
from collections.abc import Callable
from typing import Any

from referee.errors import RefereeError
from referee.record.entry import GameHeader, GameKind
from referee.record.errors import NoSuchGameError, RecordUnusableError
from referee.record.fold import events_of
from referee.record.log import GameLog, begin
from referee.record.store import Store, StoredGame
from referee.rules.game import fold

log = logging.getLogger(__name__)


class GameShelf:
    """The stored games of one kind.

    Args:
        store: where they are kept.
        kind: real or demo; the two are never mixed.
        now: the wall clock, seconds since 1970.
    """

    def __init__(self, store: Store, kind: GameKind, now: Callable[[], float]) -> None:
        self._store = store
        self._kind = kind
        self._now = now

    def begin(self) -> GameLog:
        """A new game's log; its first event makes it on the disk."""
        return begin(self._store, self._kind, self._now())

    def forget(self, game: str) -> None:
        """Take away a game that nobody played; where the disk refuses, an empty game stays behind."""
        with contextlib.suppress(RefereeError):
            self._store.delete(game)

    def games(self) -> list[StoredGame]:
        """The games in the order in which they began; none where the record cannot be used."""
        try:
            return self._store.games(self._kind)
        except RecordUnusableError as error:
            log.info("the earlier games: %s", error)
            return []

    def snapshot(self, game: str, language: str = "en") -> dict[str, Any]:
        """A stored game as :mod:`referee.snapshot` gives it.

        Raises:
            NoSuchGameError: no game of this kind has this id, or it has not begun.
            RecordDamagedError: its entries were changed.
            RefereeError: its entries do not make a game.
        """
        from referee.snapshot import snapshot  # noqa: PLC0415 - the same
        from referee.status import LiveStatus  # noqa: PLC0415 - the service knows shelves

        header = self._header(game)
        entries = self._store.entries(game)
        events = events_of(entries)
        state = fold(events)
        if state is None:
            raise NoSuchGameError(game)
        return snapshot(
            state, header, entries, events, LiveStatus(), version=0, trouble="", language=language
        )

    def export(self, game: str) -> dict[str, Any]:
        """Everything of a stored game; see :func:`referee.record.export.exported`.

        Raises:
            NoSuchGameError: no game of this kind has this id.
            RecordDamagedError: its entries were changed.
        """
        from referee.record.export import exported  # noqa: PLC0415 - it knows the service

        return exported(self._store, self._header(game).game)

    def _header(self, game: str) -> GameHeader:
        found = next((one.header for one in self.games() if one.header.game == game), None)
        if found is None:
            raise NoSuchGameError(game)
        return found
