"""From a recording to its verdicts: the offline path, the same stopwatch and rules as at the table."""

from __future__ import annotations

from collections.abc import Callable, Collection
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from referee.errors import RefereeError
from referee.film import Film, Frame
from referee.observation import SeatView, Touch
from referee.rules.house import House
from referee.rules.ranking import Outcome, judge_recording
from referee.timing.camera import CameraTiming
from referee.vision.networks import Networks
from referee.vision.patch import Box
from referee.vision.seat import Reading
from referee.vision.seats import ENOUGH, largest, seats_in
from referee.vision.stopwatch import Stopwatch

Progress = Callable[[int, int], None]
"""Called with the number of frames done and of all frames (0 when unknown)."""


class NobodyError(RefereeError):
    """The film or picture shows no people, or none who take part."""


@dataclass(frozen=True, slots=True)
class Options:
    """How a recording is judged.

    Attributes:
        house: the house's settings.
        quartet: whether the initiators showed a quartet; ``None`` counts as yes.
        seats: how many people there are, 1…8: the largest faces; ``None``: whoever is found.
        out: seats, counted among those people from the left, who do not play.
        readout_s: rolling shutter, first to last row, seconds, where it is known exactly.
        camera: what is known of the camera's timing, in place of ``readout_s``.
        boxes: where the players' faces are in the first frame, when that is known; nobody is looked for then.
        middle: the row from which what is not known of the rolling shutter counts, as a share of the picture's height;
            ``None``: the mean row of the faces.
    """

    house: House = field(default_factory=House)
    quartet: bool | None = True
    seats: int | None = None
    out: Collection[int] = ()
    readout_s: float = 0.0
    camera: CameraTiming | None = None
    boxes: tuple[Box, ...] = ()
    middle: float | None = None


@dataclass(frozen=True, slots=True)
class Judgement:
    """What a recording shows.

    Attributes:
        clip: name of the file.
        frames: number of frames judged.
        duration_s: from the first to the last frame, seconds.
        partial: the file broke off or could not be decoded in full.
        boxes: the face of each seat taking part, from the left.
        views: what was seen at each seat.
        outcomes: the verdict of every deal, in order.
        seats: the numbers of the seats taking part; empty: counted from 0.
    """

    clip: str
    frames: int
    duration_s: float
    partial: bool
    boxes: tuple[Box, ...]
    views: tuple[SeatView, ...]
    outcomes: tuple[Outcome, ...]
    seats: tuple[int, ...] = ()

    @property
    def fps(self) -> float:
        """Frames a second, on average; 0 for a single picture."""
        return (self.frames - 1) / self.duration_s if self.duration_s else 0.0

    @property
    def touches(self) -> list[Touch]:
        """All touches in order of time; those that were there from the first frame on come first."""
        touches = [touch for view in self.views for touch in view.touches]
        return sorted(
            touches, key=lambda touch: (touch.contact.time_s if touch.contact else -1e9, touch.seat)
        )

    def to_dict(self) -> dict[str, Any]:
        """The content as documented for ``referee judge --json``."""
        return {
            "clip": self.clip,
            "fps": round(self.fps, 4),
            "frames": self.frames,
            "duration_s": _seconds(self.duration_s),
            "partial": self.partial,
            "seats": [
                {"seat": seat, "face_box": [round(value, 1) for value in _corners(box)]}
                for seat, box in zip(self.seats or range(len(self.boxes)), self.boxes, strict=True)
            ],
            "touches": [_touch_dict(touch) for touch in self.touches],
            "deals": [_deal_dict(outcome) for outcome in self.outcomes],
            "unseen": [
                {
                    "seat": view.seat,
                    "from_s": _seconds(span.start_s),
                    "to_s": _seconds(span.end_s),
                    "reason": span.reason.value,
                }
                for view in self.views
                for span in view.unseen
            ],
        }


def judge_film(
    path: Path, options: Options, networks: Networks | None = None, progress: Progress | None = None
) -> Judgement:
    """Judge a film or a still picture.

    Args:
        path: the file.
        options: how to judge it.
        networks: loaded networks, for those who judge many films; loaded and closed here when ``None``.
        progress: told how far it is.

    Raises:
        FilmError: the file is missing, or is no picture or film.
        NobodyError: it shows nobody who takes part.
    """
    if networks is None:
        with Networks() as own:
            return judge_film(path, options, own, progress)
    film = Film(path)
    boxes = options.boxes or _players(film, networks, options)
    camera = options.camera or CameraTiming(readout_s=options.readout_s)
    reading = Reading(hold_s=options.house.hold_s, readout_s=camera.readout_s, exposure_s=camera.exposure_s)
    stopwatch = Stopwatch(networks, tuple(enumerate(boxes)), reading, camera=camera, middle=options.middle)
    first: Frame | None = None
    last: Frame | None = None
    for frame in film:
        first = first or frame
        last = frame
        stopwatch.add(frame)
        if progress:
            progress(frame.index + 1, film.expected_frames)
    assert first is not None  # noqa: S101 - a film without frames has raised FilmError
    assert last is not None  # noqa: S101 - the same
    views = stopwatch.views(last=True)
    return Judgement(
        clip=path.name,
        frames=last.index + 1,
        duration_s=last.time_s - first.time_s,
        partial=film.partial,
        boxes=tuple(boxes),
        views=views,
        outcomes=judge_recording(views, options.house, end_s=last.time_s, quartet=options.quartet),
    )


def _players(film: Film, networks: Networks, options: Options) -> tuple[Box, ...]:
    boxes = largest(seats_in(film, networks, options.seats or ENOUGH), options.seats)
    if not boxes:
        raise NobodyError(
            f"Nobody's face was found in {film.path.name}: are the faces visible and bright enough?"
        )
    if options.seats and len(boxes) < options.seats:  # whoever is not found may be the last to touch
        raise NobodyError(
            f"Only {len(boxes)} of {options.seats} people were found in {film.path.name}: are all faces visible? "
            f"Say --seats {len(boxes)} to judge without the others."
        )
    unknown = sorted(seat for seat in options.out if not 0 <= seat < len(boxes))
    if unknown:
        raise NobodyError(f"There is no seat {unknown[0]}: the people found are seats 0 to {len(boxes) - 1}.")
    players = tuple(box for seat, box in enumerate(boxes) if seat not in options.out)
    if not players:
        raise NobodyError("Nobody is left who takes part: name fewer seats with --out.")
    return players


def _corners(box: Box) -> tuple[float, float, float, float]:
    half = box.size / 2
    return box.x - half, box.y - half, box.x + half, box.y + half


def _seconds(value: float) -> float:
    return round(value, 6)


def _touch_dict(touch: Touch) -> dict[str, Any]:
    contact = touch.contact
    return {
        "seat": touch.seat,
        "hand": touch.hand.value if touch.hand else None,
        "kind": touch.kind.value,
        "contact_s": _seconds(contact.time_s) if contact else None,
        "interval_s": [_seconds(contact.low_s), _seconds(contact.high_s)] if contact else None,
        "release_s": _seconds(touch.release_s) if touch.release_s is not None else None,
        "sigma_s": _seconds(contact.sigma_s) if contact else None,
    }


def _deal_dict(outcome: Outcome) -> dict[str, Any]:
    return {
        "initiator": outcome.initiator,
        "initiators": list(outcome.initiators),
        "order": list(outcome.order),
        "verdict": outcome.verdict.value,
        "seat": outcome.seat,
        "reason": outcome.reason.value,
        "p_reversed": None if outcome.p_reversed is None else round(outcome.p_reversed, 9),
        "unseen": list(outcome.unseen),
        "gap_s": None if outcome.gap_s is None else _seconds(outcome.gap_s),
    }
