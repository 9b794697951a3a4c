"""Live updates: one board made for all watchers of a language, sent as server-sent events with ids."""

from __future__ import annotations

import json
import secrets
import threading
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from .board import board
from .words import Words

if TYPE_CHECKING:
    from referee.service import Table

BEAT_S = 1.0
"""A sign of life at least this often, seconds: a page without one for 2.5 s says so."""
STREAM_S = 600.0
"""A stream ends after this long, seconds, and the page opens a new one: no thread is held for ever."""
MOST_STREAMS = 64
"""Streams open at once; further pages poll. The server has a thread for each and some to spare."""


class Broadcast:
    """Makes each version of the board once for each language (twice: for the laptop, and for all others).

    Args:
        table: the running game.

    Attributes:
        boot: differs for each start of the server, so that an id of an earlier one is never mistaken.
    """

    def __init__(self, table: Table) -> None:
        self._table = table
        self._lock = threading.Lock()
        self._made: dict[tuple[str, bool], tuple[str, str]] = {}
        self._streams = threading.BoundedSemaphore(MOST_STREAMS)
        self.boot = secrets.token_hex(4)

    def current(self, words: Words, *, laptop: bool = False) -> tuple[str, str]:
        """Return the id of the board as it stands, and the board as JSON: the laptop's, or everybody else's."""
        with self._lock:
            # The version is read first: the board is at least as new as its id says, never older.
            identity = f"{self.boot}-{self._table.version}"
            made = self._made.get((words.language, laptop))
            if made is None or made[0] != identity:
                content: dict[str, Any] = {"id": identity} | board(
                    self._table.snapshot(words.language), words, laptop=laptop
                )
                # Without "<" the JSON can stand inside a page: no name can end the element around it.
                made = identity, json.dumps(content, ensure_ascii=False).replace("<", "\\u003c")
                self._made[words.language, laptop] = made
            return made

    def events(
        self, words: Words, seen: str, *, laptop: bool = False, most_s: float = STREAM_S
    ) -> Iterator[str] | None:
        """Return a stream of events for one page, or ``None`` when too many are open.

        A page that has seen the current board (``seen`` is its id) gets a sign of life; any other the board.
        """
        if not self._streams.acquire(blocking=False):
            return None
        return self._run(words, seen, laptop, most_s)

    def _run(self, words: Words, seen: str, laptop: bool, most_s: float) -> Iterator[str]:
        try:
            yield "retry: 1000\n\n"
            for _ in range(max(1, int(most_s / BEAT_S))):
                version = self._table.version
                identity, content = self.current(words, laptop=laptop)
                if identity != seen:
                    yield f"id: {identity}\nevent: board\ndata: {content}\n\n"
                    seen = identity
                else:
                    yield "event: beat\ndata: \n\n"
                self._table.wait(version, BEAT_S)
        finally:
            self._streams.release()
