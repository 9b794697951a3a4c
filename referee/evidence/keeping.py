"""Keeping and forgetting clips: how long, how much, which first. What is removed is decided by a pure function."""

from __future__ import annotations

import contextlib
import math
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from referee.errors import RefereeError
from referee.evidence import clipfile
from referee.evidence.settings import Keeping
from referee.record.errors import NoSuchGameError
from referee.record.fold import events_of
from referee.record.store import CLIPS, Store
from referee.rules.game import fold
from referee.snapshot import snapshot
from referee.status import LiveStatus

DAY_S = 86_400.0
GIGABYTE = 10**9
STALE_S = 3600.0
"""A file that was begun so long ago and never got its name is left over from a sudden end."""


class NoRoomError(RefereeError):
    """Disputed clips alone take all the room that clips may take."""


@dataclass(frozen=True, slots=True)
class Claim:
    """What people said about the deal of a clip.

    Attributes:
        open: a dispute that nobody has ruled yet.
        waits: a call that nobody has ruled yet.
        ruled_s: wall clock of the last ruling on a disputed deal, seconds; ``None`` without one.
    """

    open: bool = False
    waits: bool = False
    ruled_s: float | None = None


@dataclass(frozen=True, slots=True)
class Kept:
    """A clip that is there.

    Attributes:
        game: its game.
        name: its name without ending.
        size: of all its files, bytes.
        written_s: when it was written, wall clock, seconds.
        claim: what people said about it.
    """

    game: str
    name: str
    size: int
    written_s: float
    claim: Claim = Claim()

    def expires_s(self, kept_s: float) -> float:
        """When it expires, wall clock, where clips are kept for ``kept_s`` seconds; an open dispute never does."""
        if self.claim.open:
            return math.inf
        return max(self.written_s, self.claim.ruled_s or 0.0) + kept_s

    @property
    def worth(self) -> tuple[int, float]:
        """The least goes first when room is wanted: undisputed, calls that wait, disputed ones; the oldest of each."""
        disputed = self.claim.ruled_s is not None
        return 2 if disputed else int(self.claim.waits), self.written_s


def to_forget(clips: Iterable[Kept], now_s: float, keeping: Keeping) -> tuple[list[Kept], bool]:
    """Which clips to remove.

    Args:
        clips: all that are there.
        now_s: wall clock, seconds.
        keeping: how long and how much.

    Returns:
        The clips; and whether those that must stay (open disputes) alone take more room than all may.
    """
    gone, stay = list[Kept](), list[Kept]()
    for clip in clips:
        (gone if clip.expires_s(keeping.days * DAY_S) <= now_s else stay).append(clip)
    size = sum(clip.size for clip in stay)
    room = keeping.gigabytes * GIGABYTE
    for clip in sorted((clip for clip in stay if not clip.claim.open), key=lambda clip: clip.worth):
        if size <= room:
            break
        gone.append(clip)
        size -= clip.size
    return gone, size > room


class Keeper:
    """Keeps the clips of one data folder as the house wants.

    Args:
        store: the record, whose games tell what is disputed.
        keeping: how long and how much.
        now: the wall clock, seconds since 1970.
    """

    def __init__(self, store: Store, keeping: Keeping, now: Callable[[], float]) -> None:
        self._store = store
        self._keeping = keeping
        self._now = now

    def tidy(self, running: Mapping[str, Any] | None = None) -> list[Kept]:
        """Remove what is to be forgotten; returns it.

        Args:
            running: the snapshot of the game that is played: of it the disk may know less than memory.

        Raises:
            NoRoomError: open disputes alone take all the room; nothing further should be written.
            OSError: a file cannot be removed.
        """
        root = self._store.folder / CLIPS
        gone, over = to_forget(self._kept(root, running), self._now(), self._keeping)
        for clip in gone:
            for path in clipfile.parts_of(root / clip.game, clip.name):
                path.unlink(missing_ok=True)
        for folder in _folders(root):
            for path in folder.glob(".*.part"):
                if self._now() - path.stat().st_mtime > STALE_S:
                    path.unlink(missing_ok=True)
            with contextlib.suppress(OSError):  # something else is in it, or a clip is just being written
                folder.rmdir()
        if over:
            raise NoRoomError(
                "disputed clips take all the room that clips may take: rule on them, or give clips more (--keep-gb)"
            )
        return gone

    def _kept(self, root: Path, running: Mapping[str, Any] | None) -> Iterator[Kept]:
        for folder in _folders(root):
            names = clipfile.names_in(folder)
            claims = self._claims(folder.name, running) if names else {}
            for name in names:
                parts = [path.stat() for path in clipfile.parts_of(folder, name)]
                # A game that cannot be read may be disputed: its clips stay.
                claim = Claim(open=True) if claims is None else claims.get(name, Claim())
                written_s = max((part.st_mtime for part in parts), default=self._now())
                yield Kept(folder.name, name, sum(part.st_size for part in parts), written_s, claim)

    def _claims(self, game: str, running: Mapping[str, Any] | None) -> dict[str, Claim] | None:
        """What was said about a game's clips; ``None`` when the game is there and cannot be read."""
        if running is not None and running["game"]["id"] == game:
            return claims_of(running)
        try:
            header = self._store.find(game).header
            entries = self._store.entries(game)
            events = events_of(entries)
            state = fold(events)
        except NoSuchGameError:
            return {}
        except RefereeError:
            return None
        if state is None:
            return {}
        return claims_of(snapshot(state, header, entries, events, LiveStatus(), version=0, trouble=""))


def claims_of(view: Mapping[str, Any]) -> dict[str, Claim]:
    """What was said about each clip of a game, by its name.

    Args:
        view: the game as :mod:`referee.snapshot` gives it.
    """
    found = {}
    for verdict in view["history"]:
        if verdict["clip"]:
            ruled = [one["wall_s"] for one in verdict["rulings"] if one["wall_s"] is not None]
            found[verdict["clip"]] = Claim(
                open=verdict["deal"] in view["disputes"],
                waits=verdict["deal"] in view["calls"],
                ruled_s=ruled[-1] if ruled and verdict["disputes"] else None,
            )
    return found


def _folders(root: Path) -> list[Path]:
    """The games' folders; links are not followed."""
    if not root.is_dir():
        return []
    return sorted(path for path in root.iterdir() if path.is_dir() and not path.is_symlink())
