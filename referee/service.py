"""The owner of one running game: the live path and the pages meet here, and only here.

Threads: any thread may call any method. Times come in through ``now`` (wall clock, seconds since 1970).
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, Protocol

from referee.chairs import ChairWatch
from referee.record.entry import PROGRAM, Entry, EventLog, Source, to_json
from referee.record.errors import UnwritableEventError
from referee.record.fold import events_of
from referee.rules.errors import ChangedError, NotNowError
from referee.rules.events import Event, GameCreated, event_to_dict, kind_of
from referee.rules.game import State, apply, fold
from referee.rules.preview import difference
from referee.rules.sentences import Speaker
from referee.snapshot import snapshot
from referee.status import LivePhase, LiveStatus
from referee.version import __version__

if TYPE_CHECKING:
    from referee.calibration.calibrator import Calibrator
    from referee.record.store import StoredGame

TEND_EVERY_S = 2.0
"""How often a store in trouble is tried again, seconds: soon enough that a freed disk is noticed at once."""


def mark_of(game: str, events: int) -> str:
    """Name the moment of a game after so many events."""
    return f"{game}:{events}"


class Shelf(Protocol):
    """Where further games begin and earlier ones are: :class:`referee.record.shelf.GameShelf`."""

    def begin(self) -> EventLog:
        """A new game's log."""
        ...

    def forget(self, game: str) -> None:
        """Take away a game that nobody played."""
        ...

    def games(self) -> Sequence[StoredGame]:
        """The stored games in the order in which they began."""
        ...

    def snapshot(self, game: str, language: str = "en") -> dict[str, Any]:
        """A stored game as :mod:`referee.snapshot` gives it."""
        ...

    def export(self, game: str) -> dict[str, Any]:
        """Everything of a stored game."""
        ...


class Cameras(Protocol):
    """Which camera the live path reads: :class:`referee.live.choice.CameraChoice`."""

    @property
    def words(self) -> str:
        """The source that is read, for people."""
        ...

    def known(self) -> list[dict[str, Any]]:
        """The cameras of this computer: ``address``, ``name``, ``mode``, ``chosen``."""
        ...

    def choose(self, source: str) -> None:
        """Read another camera from now on."""
        ...


class Table:
    """The thread-safe owner of one running game.

    Args:
        log: where its entries go; a log with entries continues that game.
        now: the wall clock, seconds since 1970.
        created: how the game begins when the log is empty.
        shelf: where further games begin and earlier ones are; without one this game is the only one.

    Attributes:
        cameras: which camera is read; ``None`` where no live path runs.
        calibrator: checks the table; ``None`` as above.

    Raises:
        RefereeError: the log cannot be folded, or the rules refuse ``created``.
        ValueError: the log is empty and ``created`` is missing.
    """

    def __init__(
        self,
        log: EventLog,
        now: Callable[[], float],
        created: GameCreated | None = None,
        shelf: Shelf | None = None,
    ) -> None:
        self.shelf = shelf
        self.cameras: Cameras | None = None
        self.calibrator: Calibrator | None = None
        self._log = log
        self._earlier: list[EventLog] = []
        self._seating = 0
        self._chairs = ChairWatch()
        self._now = now
        self._changed = threading.Condition(threading.RLock())
        self._status = LiveStatus()
        self._version = 1
        self._picture: bytes | None = None
        self._picture_version = 0
        self._tended_s = now()
        self._events: list[Event] = []
        self._state = self._open(log, created, PROGRAM)

    @property
    def game(self) -> str:
        """The game's id."""
        return self._log.header.game

    @property
    def state(self) -> State:
        """The game as it stands."""
        with self._changed:
            return self._state

    @property
    def version(self) -> int:
        """Counts changes of what :meth:`snapshot` says in words; glances and pictures count apart."""
        with self._changed:
            return self._version

    @property
    def mark(self) -> str:
        """Names the moment between two events: what is meant for one moment is refused at another."""
        with self._changed:
            return mark_of(self.game, len(self._log.entries))

    def apply(
        self,
        event: Event,
        source: Source,
        *,
        camera_s: float | None = None,
        mark: str | None = None,
        fits: Callable[[State], bool] | None = None,
    ) -> State:
        """Let one event happen: refused by the rules, or recorded and folded; after that it may be shown.

        Args:
            event: what happened.
            source: where it comes from.
            camera_s: the camera's clock, seconds, where there is one.
            mark: :attr:`mark` of the moment for which it is meant, where only that one will do.
            fits: whether the event belongs to a state, where that may have changed since it was decided.

        Raises:
            ChangedError: something else happened since; nothing was recorded.
            RefereeError: the rules refuse the event, or it cannot be written down; nothing was recorded.
        """
        with self._changed:
            self._require(mark, fits)
            state = apply(self._state, event)
            self._record(event, source, camera_s)
            if state.chairs != self._state.chairs:
                self._chairs.answered()
            self._state = state
            self._wake()
            return state

    def new_game(self, source: Source) -> State:
        """Begin another game: the same people as they sit now, the same house; everybody is looked for anew.

        The game before stays in the record as it is; :meth:`go_back` returns to it.

        Raises:
            NotNowError: there is nowhere to keep another game, or nobody has played this one yet.
        """
        with self._changed:
            if not self._state.deals:
                raise NotNowError("Nobody has played this game yet: play it, or go back to the one before.")
            if self.shelf is None:
                raise NotNowError("This table keeps one game only: start the referee anew for another.")
            before = self._state
            names = tuple(before.names[player] for player in before.chairs)
            self._earlier.append(self._log)
            self._state = self._open(self.shelf.begin(), GameCreated(names, before.house), source)
            self.seat_anew()
            return self._state

    @property
    def can_go_back(self) -> bool:
        """Whether :meth:`new_game` began this game, and nobody has played it yet."""
        with self._changed:
            return bool(self._earlier) and not self._state.deals

    def go_back(self, mark: str | None = None) -> State:
        """Return to the game before the new one; the new one, which nobody played, is forgotten.

        Args:
            mark: :attr:`mark` of the moment for which this is meant, where only that one will do.

        Raises:
            ChangedError: something else happened since.
            NotNowError: there is none, or the new one is under way.
        """
        with self._changed:
            self._require(mark)
            if not self.can_go_back or self.shelf is None:
                raise NotNowError("This game is under way: there is nothing to go back to.")
            unplayed = self._log.header.game
            self._state = self._open(self._earlier.pop(), None, PROGRAM)
            self.shelf.forget(unplayed)
            self.seat_anew()
            return self._state

    @property
    def seating(self) -> int:
        """Counts how often people asked that the players be looked for anew; the live path follows it."""
        with self._changed:
            return self._seating

    def seat_anew(self) -> None:
        """Let the live path look for the players anew: people moved, or it took somebody for a player."""
        with self._changed:
            self._seating += 1
            self._chairs.answered()
            self._wake()

    def chairs_answered(self) -> None:
        """Everybody sits where they sat: the question whether people changed chairs is answered."""
        with self._changed:
            self._chairs.answered()
            self._wake()

    def preview(self, event: Event, language: str = "en") -> dict[str, Any]:
        """What ``event`` would change, to be shown before it is confirmed; nothing happens yet.

        Returns:
            ``changes``: sentences; ``after``: the snapshot as it would be; ``mark``: for which moment this holds.

        Raises:
            RefereeError: the rules refuse the event.
        """
        with self._changed:
            after = apply(self._state, event)
            changes = Speaker(language).change(difference(self._state, after), after)
            return {"changes": list(changes), "after": self._snapshot(after, language), "mark": self.mark}

    @property
    def status(self) -> LiveStatus:
        """What the live path last said."""
        with self._changed:
            return self._status

    def set_status(self, status: LiveStatus) -> None:
        """The live path says how it is; wakes pages when its words change, and tends a store in trouble."""
        with self._changed:
            news = status.words() != self._status.words()
            news = self._watch_chairs(status) or news
            self._status = status
            if news:
                self._wake()
        self.tend()

    def tend(self) -> None:
        """Try to write what only memory holds, every :data:`TEND_EVERY_S` at most."""
        with self._changed:
            before = self._trouble
            if not before or abs(self._now() - self._tended_s) < TEND_EVERY_S:
                return
            self._tended_s = self._now()
            for log in (*self._earlier, self._log):
                if log.trouble:
                    log.tend()
            if self._trouble != before:
                self._wake()

    def wait(self, version: int, timeout_s: float) -> int:
        """Wait ``timeout_s`` at most for :attr:`version` to be another than ``version``; returns it."""
        self.tend()
        with self._changed:
            self._changed.wait_for(lambda: self._version != version, timeout_s)
            return self._version

    def picture(self) -> bytes | None:
        """The latest live picture, JPEG; ``None`` before the first and while the camera is paused."""
        with self._changed:
            return self._picture

    @property
    def picture_version(self) -> int:
        """Counts the pictures."""
        with self._changed:
            return self._picture_version

    def set_picture(self, jpeg: bytes | None) -> None:
        """The live path has a new picture, or (``None``) blanks it."""
        with self._changed:
            self._picture = jpeg
            self._picture_version += 1
            self._changed.notify_all()

    def wait_picture(self, version: int, timeout_s: float) -> int:
        """Wait ``timeout_s`` at most for another :attr:`picture_version`; returns it."""
        with self._changed:
            self._changed.wait_for(lambda: self._picture_version != version, timeout_s)
            return self._picture_version

    def snapshot(self, language: str = "en") -> dict[str, Any]:
        """Everything a page shows, JSON-able; :mod:`referee.snapshot` documents it."""
        with self._changed:
            return self._snapshot(self._state, language)

    def _snapshot(self, state: State, language: str) -> dict[str, Any]:
        shown = snapshot(
            state,
            self._log.header,
            self._log.entries,
            self._events,
            self._status,
            version=self._version,
            trouble=self._trouble,
            language=language,
        )
        return shown | {"chairs": list(self._chairs.asked), "can_go_back": self.can_go_back}

    def _require(self, mark: str | None, fits: Callable[[State], bool] | None = None) -> None:
        if mark not in {None, self.mark} or not (fits is None or fits(self._state)):
            raise ChangedError("Something else happened meanwhile: look again, then decide.")

    def _watch_chairs(self, status: LiveStatus) -> bool:
        """Follow who sits down and gets up; True when there is a new question."""
        survivors = tuple(self._state.seat_of(player) for player in self._state.survivors)
        if status.phase is LivePhase.PAUSED:
            self._chairs.everybody_up(survivors)
        elif status.phase in (LivePhase.WATCHING, LivePhase.MEASURING):
            faces = {one.seat: one.face_box is not None for one in status.seats if one.seat in survivors}
            return self._chairs.see(self._now(), faces)
        else:
            self._chairs.forget()
        return False

    @property
    def _trouble(self) -> str:
        """What is wrong with the store: of this game, else of one before it that is not yet on the disk."""
        return next((log.trouble for log in (self._log, *self._earlier) if log.trouble), "")

    def _open(self, log: EventLog, created: GameCreated | None, source: Source) -> State:
        """Take up the game of a log, or create it there."""
        self._log, self._events = log, events_of(log.entries)
        state = fold(self._events)
        if state is None:
            if created is None:
                raise ValueError("an empty log needs the event that creates the game")
            state = apply(None, created)
            self._record(created, source, None)
        return state

    def _record(self, event: Event, source: Source, camera_s: float | None) -> None:
        try:
            written = event_to_dict(event)
            to_json(written)
        except (TypeError, ValueError) as error:
            raise UnwritableEventError(kind_of(event), str(error)) from error
        self._log.append(
            Entry(
                seq=len(self._log.entries) + 1,
                wall_s=self._now(),
                event=written,
                source=source,
                camera_s=camera_s,
                software=__version__,
            )
        )
        self._events.append(event)

    def _wake(self) -> None:
        self._version += 1
        self._changed.notify_all()
