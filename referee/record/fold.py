"""From the log to the game: the state is always the fold of the entries."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from referee.record.entry import Entry
from referee.rules import game
from referee.rules.events import Event, Undone, event_from_dict, kind_of
from referee.rules.state import Phase, State


def events_of(entries: Iterable[Entry]) -> list[Event]:
    """The entries' events.

    Raises:
        BadRecordError: an entry cannot be read.
    """
    return [event_from_dict(entry.event) for entry in entries]


def fold(entries: Iterable[Entry]) -> State | None:
    """The game after all entries; ``None`` before it was created.

    Raises:
        RefereeError: an entry cannot be read, or the rules refuse it.
    """
    return game.fold(events_of(entries))


def finished(entries: Iterable[Entry]) -> bool:
    """Whether the game has come to its end."""
    state = fold(entries)
    return state is not None and state.phase is Phase.OVER


def effective(entries: Sequence[Entry]) -> list[Entry]:
    """The entries that count: without those taken back, and without what took them back."""
    kept: list[Entry] = []
    undone = _UNDONE
    for entry in entries:
        if entry.event.get("event") == undone:
            kept.pop()
        else:
            kept.append(entry)
    return kept


_UNDONE = kind_of(Undone())
