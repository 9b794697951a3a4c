"""Records that no program of ours would write."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from referee.record.entry import PROGRAM, Entry, GameHeader, GameKind
from referee.record.store import Store


def forge(folder: Path, events: Sequence[Mapping[str, Any]]) -> GameHeader:
    """A game of these events, its chain in order."""
    header = GameHeader("2027-01-01-fake", GameKind.REAL, 0.0, "0")
    entries = [Entry(seq, 0.0, event, PROGRAM, software="0") for seq, event in enumerate(events, start=1)]
    links = [header.digest()]
    for entry in entries:
        links.append(entry.digest(links[-1]))
    store = Store(folder)
    store.append(header, entries, links)
    store.close()
    return header
