"""What the record holds: one entry for each event of a game, and the log that keeps the entries."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any, Protocol


class SourceKind(StrEnum):
    """Who or what an event comes from."""

    CAMERA = "camera"
    """Measured: the event has a measurement behind it."""
    PERSON = "person"
    """Somebody tapped or typed; ``role`` says what they may do."""
    PROGRAM = "program"
    """The referee itself: the lot for the first dealer, a drill, a simulation."""


@dataclass(frozen=True, slots=True)
class Source:
    """Where an event comes from.

    Attributes:
        kind: camera, person or program.
        role: of a person: "referee" or "player"; else the part of the program, or "".
        who: a name, where the person gave one.
    """

    kind: SourceKind
    role: str = ""
    who: str = ""

    def to_dict(self) -> dict[str, str]:
        """The source as JSON-able values."""
        return {"kind": self.kind.value, "role": self.role, "who": self.who}

    @classmethod
    def from_dict(cls, data: Mapping[str, str]) -> Source:
        """Read back what :meth:`to_dict` gave.

        Raises:
            ValueError: for a kind that is none.
        """
        return cls(SourceKind(data["kind"]), data.get("role", ""), data.get("who", ""))


CAMERA = Source(SourceKind.CAMERA)
"""The live path."""
REFEREE = Source(SourceKind.PERSON, role="referee")
"""Somebody at the laptop, or with the referee's PIN."""
PLAYER = Source(SourceKind.PERSON, role="player")
"""Somebody at the table without the PIN."""
PROGRAM = Source(SourceKind.PROGRAM)
"""The referee program itself."""


class GameKind(StrEnum):
    """Which games belong together."""

    REAL = "real"
    """People at a table."""
    DEMO = "demo"
    """A demonstration or a drill: never listed or continued with the real ones."""


@dataclass(frozen=True, slots=True)
class GameHeader:
    """What is known of a game before its first event.

    Attributes:
        game: the game's id, such as ``2026-11-30-k7qd``.
        kind: real or demo.
        started_s: wall clock, seconds since 1970.
        software: version of the referee that started it.
    """

    game: str
    kind: GameKind
    started_s: float
    software: str

    def digest(self) -> str:
        """The first link of the game's hash chain."""
        return _digest(
            "",
            {
                "game": self.game,
                "kind": self.kind.value,
                "started_s": float(self.started_s),
                "software": self.software,
            },
        )


@dataclass(frozen=True, slots=True)
class Entry:
    """One event as the record holds it.

    Attributes:
        seq: 1, 2, 3 … without a gap.
        wall_s: wall clock, seconds since 1970: for people.
        event: the event, as :mod:`referee.rules.events` writes it; a verdict's measurement is inside.
        source: where it comes from.
        camera_s: the camera's clock, seconds, where the event has such a time.
        software: version of the referee that wrote it.
    """

    seq: int
    wall_s: float
    event: Mapping[str, Any]
    source: Source
    camera_s: float | None = None
    software: str = ""

    def digest(self, before: str) -> str:
        """The next link of the hash chain after ``before``: a changed entry changes every later link."""
        return _digest(before, self.to_dict())

    def to_dict(self) -> dict[str, Any]:
        """The entry as JSON-able values."""
        return {
            "seq": self.seq,
            "wall_s": float(self.wall_s),
            "camera_s": None if self.camera_s is None else float(self.camera_s),
            "source": self.source.to_dict(),
            "event": self.event,
            "software": self.software,
        }


def to_json(value: object) -> str:
    """Canonical JSON (sorted keys, no spaces, no NaN): the same value gives the same bytes."""
    return json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=False, allow_nan=False)


def _digest(before: str, value: object) -> str:
    return hashlib.sha256(f"{before}\n{to_json(value)}".encode()).hexdigest()


class EventLog(Protocol):
    """Keeps one game's entries in order; a store that fails is said in :attr:`trouble`, never raised."""

    @property
    def header(self) -> GameHeader:
        """The game."""
        ...

    @property
    def entries(self) -> Sequence[Entry]:
        """Every entry so far."""
        ...

    @property
    def trouble(self) -> str:
        """What is wrong with the store in plain words; "" while every entry is safe on the disk."""
        ...

    def append(self, entry: Entry) -> None:
        """Keep the entry, on the disk where that works, else in memory."""
        ...

    def tend(self) -> None:
        """Try again to write what only memory holds."""
        ...


@dataclass(slots=True)
class MemoryLog:
    """A log without a disk: for tests, and for a game that nobody wants kept."""

    header: GameHeader
    entries: list[Entry] = field(default_factory=list)
    trouble: str = ""

    def append(self, entry: Entry) -> None:
        """Keep the entry."""
        self.entries.append(entry)

    def tend(self) -> None:
        """Nothing to do."""
