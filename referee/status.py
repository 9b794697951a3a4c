"""How the live path is doing, as the table and the pages are told: camera, glances, what is being done."""

from __future__ import annotations

from dataclasses import asdict, dataclass, replace
from enum import StrEnum
from typing import Any

FIRST_ONLOOKER = 4
"""Glances with this seat or a higher one are of people who do not play."""


class LivePhase(StrEnum):
    """What the live path is doing."""

    OFF = "off"
    """No camera in this run (a page over an old game)."""
    STARTING = "starting"
    """Opening the camera and looking for four people."""
    WATCHING = "watching"
    """Looking for a hand near a nose."""
    MEASURING = "measuring"
    """Somebody signalled: every frame is being measured."""
    PAUSED = "paused"
    """A person paused it: the picture is blank."""
    LOST = "lost"
    """The camera gives no usable picture; ``message`` says what to do."""
    ENDED = "ended"
    """The recording is at its end."""


class Placing(StrEnum):
    """What people should hear of the seats: of those that were saved, and of a camera that was moved."""

    FINE = "fine"
    """Nothing."""
    MOVED = "moved"
    """The camera was nudged; the seats were moved along."""
    DIFFERS = "differs"
    """The picture agrees with nothing that was: somebody must say whether the seats are to be taken anew."""
    ELSEWHERE = "elsewhere"
    """Not everybody sits where the saved table says; the players were found anew, from the left."""


@dataclass(frozen=True, slots=True)
class SeatGlance:
    """What the scout last saw of one seat, in pixels of the (unmirrored) live picture.

    Attributes:
        seat: the seat; from :data:`FIRST_ONLOOKER` on, somebody who does not play.
        face_box: x0, y0, x1, y1; ``None`` when there is no face.
        nose: x, y of the nose tip.
        fingertip: x, y of the index fingertip nearest to the nose.
        near: a hand is at the face.
        note: why the seat cannot be judged right now, in plain words; "" when it can.
    """

    seat: int
    face_box: tuple[float, float, float, float] | None = None
    nose: tuple[float, float] | None = None
    fingertip: tuple[float, float] | None = None
    near: bool = False
    note: str = ""


@dataclass(frozen=True, slots=True)
class LiveStatus:
    """What the live path last said of itself.

    Attributes:
        phase: what it is doing.
        camera_ok: pictures arrive and can be used.
        message: what people should know or do, "" when all is well.
        source: the camera's name, for people.
        fps: frames a second that arrive, ``None`` before it is known.
        width: of the live picture, pixels.
        height: of the live picture, pixels.
        seats: the last glance at each seat.
        delay_s: how long the last verdict took after the last contact, seconds.
        dropped: frames lost since the start.
        placing: what people should hear of the seats.
        slow: frames a second that come now and came at best, while the camera delivers far fewer than it could.
    """

    phase: LivePhase = LivePhase.OFF
    camera_ok: bool = False
    message: str = ""
    source: str = ""
    fps: float | None = None
    width: int = 0
    height: int = 0
    seats: tuple[SeatGlance, ...] = ()
    delay_s: float | None = None
    dropped: int = 0
    placing: Placing = Placing.FINE
    slow: tuple[float, float] | None = None

    def to_dict(self) -> dict[str, Any]:
        """The status as JSON-able values."""
        return asdict(self)

    def words(self) -> LiveStatus:
        """The status without what changes with every frame: a page is woken only when this changes."""
        notes = tuple(SeatGlance(glance.seat, note=glance.note) for glance in self.seats if glance.note)
        fps = None if self.fps is None else float(round(self.fps))
        slow = None if self.slow is None else (float(round(self.slow[0])), float(round(self.slow[1])))
        return replace(self, fps=fps, seats=notes, dropped=0, slow=slow)
