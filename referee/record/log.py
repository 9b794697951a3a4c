"""The log of one running game: on the disk where that works, else in memory until it works again."""

from __future__ import annotations

import secrets
import time
from collections.abc import Sequence

from referee.errors import RefereeError
from referee.record.entry import Entry, GameHeader, GameKind
from referee.record.errors import RecordUnusableError
from referee.record.fold import finished
from referee.record.store import Store
from referee.version import __version__

LETTERS = "abcdefghjkmnpqrstuvwxyz"
"""For ids that people read to each other: no i, l or o."""


class GameLog:
    """One game's entries, all of them in memory and, unless :attr:`trouble` says otherwise, on the disk.

    Args:
        store: where they go.
        header: the game.
        entries: what the store already has of it.
    """

    def __init__(self, store: Store, header: GameHeader, entries: Sequence[Entry] = ()) -> None:
        self._store = store
        self._header = header
        self._entries: list[Entry] = []
        self._links = [header.digest()]
        self._trouble = ""
        for entry in entries:
            self._keep(entry)

    @property
    def header(self) -> GameHeader:
        """The game."""
        return self._header

    @property
    def entries(self) -> Sequence[Entry]:
        """Every entry so far."""
        return self._entries

    @property
    def trouble(self) -> str:
        """Why the disk lacks some of the entries, in plain words; "" when it has them all."""
        return self._trouble

    def append(self, entry: Entry) -> None:
        """Keep the entry and write all that the disk lacks."""
        self._keep(entry)
        self.tend()

    def tend(self) -> None:
        """Write all that the disk lacks; in vain, :attr:`trouble` says why."""
        try:
            self._store.append(self._header, self._entries, self._links)
        except RecordUnusableError as error:
            self._trouble = f"in memory only: {error.plain}"
        else:
            self._trouble = ""

    def warn(self, trouble: str) -> None:
        """Say what was found wrong before the first entry."""
        self._trouble = trouble

    def _keep(self, entry: Entry) -> None:
        link = entry.digest(self._links[-1])
        self._entries.append(entry)
        self._links.append(link)


def begin(store: Store, kind: GameKind, now_s: float) -> GameLog:
    """A new game; its first event makes it on the disk.

    Args:
        store: where it is kept.
        kind: real or demo.
        now_s: wall clock, seconds since 1970.
    """
    day = time.strftime("%Y-%m-%d", time.localtime(now_s))
    game = f"{day}-{''.join(secrets.choice(LETTERS) for _ in range(4))}"
    return GameLog(store, GameHeader(game, kind, now_s, __version__))


def latest_unfinished(store: Store, kind: GameKind = GameKind.REAL) -> GameLog | None:
    """The newest game of its kind, when it has not come to its end; to go on with after a restart.

    Raises:
        RecordUnusableError: the file, or this game in it, cannot be used.
    """
    games = store.games(kind)
    if not games:
        return None
    newest = games[-1].header
    entries = store.entries(newest.game)
    return None if finished(entries) else GameLog(store, newest, entries)


def resume_or_begin(store: Store, kind: GameKind, now_s: float) -> GameLog:
    """Go on with the game that was not finished, or begin one; a store that fails never stops a table.

    The new log says its trouble from the start, so that the page can say it before anybody plays.

    Args:
        store: where games are kept.
        kind: real or demo; demonstrations always begin anew.
        now_s: wall clock, seconds since 1970.
    """
    trouble = ""
    if kind is GameKind.REAL:
        try:
            found = latest_unfinished(store, kind)
        except RecordUnusableError as error:
            trouble = f"in memory only: {error.plain}"
        except RefereeError as error:
            trouble = f"the last game cannot be gone on with ({error}); run `referee check`"
        else:
            if found is not None:
                return found
    log = begin(store, kind, now_s)
    log.warn(trouble)
    return log
