"""The real live path for a drill: real detectors, a record in a folder of its own, and all that is said, with times."""

from __future__ import annotations

import contextlib
import threading
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

import referee

if TYPE_CHECKING:
    from referee.live.referee import LiveReferee
    from referee.record.store import Store
    from referee.service import Table
    from referee.status import LiveStatus

FILM = Path(referee.__file__).parent / "media" / "match.mp4"
NAMES = ("Ada", "Ben", "Cleo", "Dan")
LOOK_S = 0.02


@dataclass(slots=True)
class Stand:
    """A running table.

    Attributes:
        table: the game.
        live: the live referee.
        store: its record.
        said: each new status, with the monotonic time at which a page could have shown it.
    """

    table: Table
    live: LiveReferee
    store: Store
    said: list[tuple[float, LiveStatus]] = field(default_factory=list)
    over: threading.Event = field(default_factory=threading.Event)

    def watch(self) -> None:
        """Note every change of what the page is told, until the drill is over."""
        before: LiveStatus | None = None
        while not self.over.wait(LOOK_S):
            status = self.table.status
            if before is None or status.words() != before.words():
                self.said.append((time.monotonic(), status))
                before = status

    def pids(self) -> dict[str, int]:
        """The numbers of its processes, by name."""
        workers = {"scout": self.live.lookout.worker.pid, "camera": self.live.capture.pid}
        workers |= {f"stopwatch {n}": w.pid for n, w in enumerate(self.live.timekeeper.worker.workers, 1)}
        return {name: pid for name, pid in workers.items() if pid is not None}

    def until(self, what: str, holds: object, timeout_s: float = 180.0) -> float:
        """Wait for something; returns how long it took, seconds.

        Raises:
            TimeoutError: it never happened.
        """
        started_s = time.monotonic()
        while not holds():  # type: ignore[operator]
            if time.monotonic() - started_s > timeout_s:
                raise TimeoutError(f"{what}: not within {timeout_s:.0f} s")
            time.sleep(LOOK_S)
        return time.monotonic() - started_s


@contextlib.contextmanager
def stand(address: str, folder: Path) -> Iterator[Stand]:
    """Referee a camera in a thread; the next deal starts by itself.

    Args:
        address: the source.
        folder: for the record.
    """
    from referee.live.session import live_referee  # noqa: PLC0415 - heavy imports belong here
    from referee.live.sources import parse_source  # noqa: PLC0415 - the same
    from referee.record.entry import GameKind  # noqa: PLC0415 - the same
    from referee.record.log import begin  # noqa: PLC0415 - the same
    from referee.record.store import Store  # noqa: PLC0415 - the same
    from referee.rules.events import GameCreated  # noqa: PLC0415 - the same
    from referee.rules.house import House  # noqa: PLC0415 - the same
    from referee.service import Table  # noqa: PLC0415 - the same

    store = Store(folder)
    house = House(word="DONKEYDONK", next_deal_by_itself=True)
    table = Table(begin(store, GameKind.DEMO, time.time()), time.time, GameCreated(NAMES, house))
    made = Stand(table, live_referee(table, parse_source(address)), store)
    threads = [threading.Thread(target=run, daemon=True) for run in (made.live.run, made.watch)]
    for thread in threads:
        thread.start()
    try:
        yield made
    finally:
        made.over.set()
        made.live.stop()
        for thread in threads:
            thread.join(10.0)
        made.live.close()
        store.close()


def record_faults(made: Stand) -> list[str]:
    """What of the game in memory the record on the disk lacks; empty when all is there and sound."""
    from referee.record.check import check  # noqa: PLC0415 - heavy imports belong here

    faults = list(check(made.store.folder).faults)
    if len(made.store.entries(made.table.game)) != len(made.table._log.entries):
        faults.append("the record lacks events that were shown")
    return faults
