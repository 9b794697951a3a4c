"""The program that the drill kills: replays matches through a table and says what it has shown.

Started as ``python -m referee.drills.replay DATA SEED``. Prints ``start GAME EVENTS DIGEST`` for what
it found and ``shown GAME EVENTS DIGEST`` after every event, each at once. Game number n is the match of
seed + n.
"""

from __future__ import annotations

import hashlib
import sys
import time
from pathlib import Path

from referee.drills.match import match
from referee.record.claim import claim
from referee.record.entry import PROGRAM, GameKind
from referee.record.log import resume_or_begin
from referee.record.store import Store
from referee.rules.events import GameCreated
from referee.rules.game import State
from referee.service import Table


def digest(state: State) -> str:
    """A short sum of a whole state, but for the states before it: different states, different sums."""
    return hashlib.sha256(repr(state).encode()).hexdigest()[:16]


def replay(folder: Path, seed: int) -> None:
    """Go on where the record ends, match after match, for ever."""
    store = Store(folder)
    with claim(folder):
        while True:
            log = resume_or_begin(store, GameKind.REAL, time.time())
            if log.trouble:
                raise SystemExit(log.trouble)
            number = len(store.games()) - (len(log.entries) > 0)
            events = match(seed + number)
            created = events[0]
            assert isinstance(created, GameCreated)  # noqa: S101 - how every match begins
            found = len(log.entries)
            table = Table(log, time.time, created)
            _say("start" if found else "shown", number, log.entries, table.state)
            for event in events[len(log.entries) :]:
                state = table.apply(event, PROGRAM)
                if log.trouble:
                    raise SystemExit(log.trouble)
                _say("shown", number, log.entries, state)


def _say(word: str, number: int, entries: object, state: State) -> None:
    print(word, number, len(entries), digest(state), flush=True)  # type: ignore[arg-type]


if __name__ == "__main__":
    replay(Path(sys.argv[1]), int(sys.argv[2]))
