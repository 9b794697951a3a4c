"""Kill the program at random moments of a match: no event that was shown is lost, none is doubled."""

from __future__ import annotations

import argparse
import contextlib
import random
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from referee.drills.match import match
from referee.drills.replay import digest
from referee.record.check import check
from referee.record.fold import events_of
from referee.record.store import Store
from referee.rules.events import Event
from referee.rules.game import State, apply, fold

PATIENCE_S = 60.0
"""A restarted program that says nothing for this long hangs, seconds."""
AT_START = 0.2
"""Share of the kills that fall into the start, where the record is opened and recovered."""
LONGEST_S = 0.15
"""A kill comes this long after the program said that it is ready, at most, seconds: some twenty events."""


@dataclass(slots=True)
class Findings:
    """What a drill saw.

    Attributes:
        kills: how often the program was killed.
        shown: events that were shown over all restarts.
        unshown: kills after which the record held an event that had not been shown yet (allowed).
        games: games that were begun.
        faults: what went wrong; empty when all is well.
    """

    kills: int = 0
    shown: int = 0
    unshown: int = 0
    games: int = 0
    faults: list[str] = field(default_factory=list)


@dataclass(slots=True)
class Expected:
    """What the uninterrupted matches give, made when first asked for."""

    seed: int
    _events: dict[int, tuple[Event, ...]] = field(default_factory=dict)
    _digests: dict[int, list[str]] = field(default_factory=dict)

    def events(self, number: int) -> tuple[Event, ...]:
        """All events of match ``number``, from 0."""
        if number not in self._events:
            self._events[number] = match(self.seed + number)
        return self._events[number]

    def digest(self, number: int, count: int) -> str:
        """The sum of the state after the first ``count`` events, 1 or more, of match ``number``."""
        if number not in self._digests:
            sums, state = list[str](), None
            for event in self.events(number):
                state = apply(state, event)
                sums.append(digest(state))
            self._digests[number] = sums
        return self._digests[number][count - 1]


def drill(kills: int, seed: int, folder: Path, tell: Callable[[str], None] = lambda _line: None) -> Findings:
    """Run the program, kill it, look at the record, and again.

    Args:
        kills: how often.
        seed: of the matches and of the moments.
        folder: an empty folder for the record.
        tell: told of the progress.
    """
    rng = random.Random(seed)  # noqa: S311 - a drill, not a secret
    expected, found = Expected(seed), Findings()
    reached = (0, 0)
    while found.kills < kills:
        lines = _run_and_kill(folder, seed, rng, found)
        found.kills += 1
        for line in lines:
            reached = _follow(line, reached, expected, found)
        reached = _compare(folder, reached, expected, found)
        if found.kills % 20 == 0:
            tell(f"{found.kills} kills, {found.shown} events shown, {len(found.faults)} faults")
        if found.faults:
            break
    found.faults += [f"check: {fault}" for fault in check(folder).faults]
    return found


def _run_and_kill(folder: Path, seed: int, rng: random.Random, found: Findings) -> list[str]:
    """Start the program, kill it at a random moment, and return the whole lines that it said."""
    command = [sys.executable, "-m", "referee.drills.replay", str(folder), str(seed)]
    program = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)  # noqa: S603 - ours
    assert program.stdout is not None  # noqa: S101 - asked for above
    assert program.stderr is not None  # noqa: S101 - the same
    watchdog = threading.Timer(PATIENCE_S, program.kill)
    watchdog.start()
    with program:
        said = ""
        if rng.random() < AT_START:
            time.sleep(rng.uniform(0.0, 0.5))
        else:
            said = program.stdout.readline()
            if not said:
                found.faults.append("the program said nothing after its start")
            time.sleep(rng.uniform(0.0, LONGEST_S))
        program.kill()
        said += program.stdout.read()
        complaint = program.stderr.read().strip()
    watchdog.cancel()
    if complaint:
        found.faults.append(f"the program broke: {complaint.splitlines()[-1]}")
    # A line without its end was not shown yet.
    return [line for line in said.splitlines(keepends=True) if line.endswith("\n")]


def _follow(line: str, reached: tuple[int, int], expected: Expected, found: Findings) -> tuple[int, int]:
    """Hold one line of the program against what should come next; returns the game and event it has shown."""
    word, *numbers, seen = line.split()
    number, count = (int(text) for text in numbers)
    at = (number, count)
    if word == "start" and at < reached:
        found.faults.append(f"shown and lost: event {reached[1]} of game {reached[0]}; came back with {at}")
    whole = len(expected.events(reached[0]))
    following = (reached[0] + 1, 1) if reached[1] == whole else (reached[0], reached[1] + 1)
    if word == "shown" and at != following:
        found.faults.append(f"after event {reached} came {at} instead of {following}")
    if seen != expected.digest(number, count):
        found.faults.append(f"event {count} of game {number}: another state than uninterrupted")
    found.shown += word == "shown"
    return at


def _compare(folder: Path, reached: tuple[int, int], expected: Expected, found: Findings) -> tuple[int, int]:
    """Hold the record against the uninterrupted matches; returns the game and event it has reached."""
    with contextlib.closing(Store(folder)) as store:
        games = store.games()
        stored: list[tuple[Event, ...]] = [
            tuple(events_of(store.entries(game.header.game))) for game in games
        ]
    found.games = len(games)
    for number, events in enumerate(stored):
        if events != expected.events(number)[: len(events)]:
            found.faults.append(f"game {number}: the record is not a beginning of the match")
        if number + 1 < len(stored) and len(events) != len(expected.events(number)):
            found.faults.append(f"game {number}: its end is lost")
    at = (len(stored) - 1, len(stored[-1])) if stored else (0, 0)
    state: State | None = fold(stored[-1]) if stored else None
    if state is not None and digest(state) != expected.digest(*at):
        found.faults.append(f"game {at[0]}: the record folds to another state than uninterrupted")
    if at < reached:
        found.faults.append(f"shown and lost: the record ends at {at}, shown was {reached}")
    found.unshown += at > reached
    return at


def register(drills: argparse._SubParsersAction[Any]) -> None:
    """Add the drill."""
    parser = drills.add_parser(
        "kill",
        help="kill the program at random moments of a match; nothing shown may be lost",
        description="Replay matches into a record of their own and kill the program (SIGKILL) at random "
        "moments. After each restart the state equals a beginning of the uninterrupted match, and every "
        "event that was shown is there exactly once. Exit status 0 when that held, 1 when not.",
    )
    parser.add_argument("--kills", type=int, default=200, help="how often (default: %(default)s)")
    parser.add_argument("--seed", type=int, default=1, help="of matches and moments (default: %(default)s)")
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> int:
    """Run the drill in a folder of its own and report."""
    started_s = time.monotonic()
    with tempfile.TemporaryDirectory(prefix="referee-drill-") as name:
        found = drill(arguments.kills, arguments.seed, Path(name), print)
    took_s = time.monotonic() - started_s
    print(
        f"{found.kills} kills in {took_s:.0f} s over {found.games} games: {found.shown} events shown, "
        f"{found.unshown} times the record was one event ahead of what was shown."
    )
    for fault in found.faults:
        print(f"  {fault}")
    print(
        "Something was lost or doubled." if found.faults else "Nothing shown was lost, nothing was doubled."
    )
    return 1 if found.faults else 0
