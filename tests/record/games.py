"""Games on a table, for the tests of the record."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from referee.cli import main
from referee.drills.match import match
from referee.record.entry import PROGRAM, EventLog, GameKind
from referee.record.log import GameLog, begin
from referee.record.store import Store
from referee.rules.events import GameCreated
from referee.service import Table


class Clock:
    """A wall clock that a test moves."""

    def __init__(self, time_s: float = 1_800_000_000.0) -> None:
        self.time_s = time_s

    def __call__(self) -> float:
        return self.time_s


def table_of(log: EventLog, clock: Clock | None = None, seed: int = 1) -> Table:
    """A table at the beginning of match ``seed``, or where the log is."""
    created = match(seed)[0]
    assert isinstance(created, GameCreated)
    return Table(log, clock or Clock(), created)


def play(table: Table, log: EventLog, count: int, seed: int = 1) -> None:
    """Play the match on until the log has ``count`` events."""
    for event in match(seed)[len(log.entries) : count]:
        table.apply(event, PROGRAM)


def stored(folder: Path, count: int = 12, seed: int = 1, kind: GameKind = GameKind.REAL) -> GameLog:
    """A folder with one game of ``count`` events, closed again."""
    store = Store(folder)
    log = begin(store, kind, 1_800_000_000.0 + seed)
    play(table_of(log, seed=seed), log, count, seed)
    assert log.trouble == ""
    store.close()
    return log


def all_bytes(folder: Path) -> Iterator[tuple[Path, bytes]]:
    """Every file below the folder."""
    for path in sorted(folder.rglob("*")):
        if path.is_file():
            yield path, path.read_bytes()


def run(*words: str, data: Path) -> int:
    """One command of the command line over a data folder; its exit status."""
    return main([*words, "--data", str(data)])
