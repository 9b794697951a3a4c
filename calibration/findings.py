"""What a check of the table says: findings in green, amber and red. No pictures here, and no words. Pure."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import StrEnum

from referee.calibration.expected import Expected
from referee.calibration.nudge import Nudge, Shift
from referee.calibration.watch import SeatMeasure, TableMeasure

from referee.timing.camera import UNMEASURED, CameraTiming, Lens


class Level(StrEnum):
    """How good something is."""

    GREEN = "green"
    """Good enough, or not measured: then the advice says how to measure it."""
    AMBER = "amber"
    """It works, with more calls and redeals than need be."""
    RED = "red"
    """So the referee cannot judge this seat or table."""


class What(StrEnum):
    """What a finding is about."""

    PEOPLE = "people"
    """How many people were found."""
    FACE = "face"
    """Share of the looks in which the face was found, 0…1."""
    SIZE = "size"
    """Pixels across the face."""
    ANGLE = "angle"
    """How far the face is turned away from the camera, degrees."""
    ROOM = "room"
    """Room for hands between face and edge of the picture, face sizes."""
    LIGHT = "light"
    """Mean brightness of the face, grey levels 0…255."""
    EXPOSURE = "exposure"
    """Share of the face that is burnt out, 0…1."""
    CONTRAST = "contrast"
    """Spread of the brightness of the face, grey levels."""
    SHARPNESS = "sharpness"
    """Strength of the finest details of the face against its contrast."""
    HANDS = "hands"
    """Share of the looks in which a hand at the face was found, 0…1."""
    PLACE = "place"
    """How far the picture has shifted since the table was saved, pixels."""
    FRAME_RATE = "frame-rate"
    """Frames a second that really came, where they came slowest."""
    STEADINESS = "steadiness"
    """Share of the frames that came early or late, 0…1."""
    BLUR = "blur"
    """Exposure of a frame: a moving finger is blurred so long, milliseconds."""
    READOUT = "readout"
    """Rolling shutter, first to last row, milliseconds."""
    JITTER = "jitter"
    """Spread of the frames' timestamps, a standard deviation in milliseconds."""
    LENS = "lens"
    """What the measured lens leaves unexplained of the board's corners, pixels."""
    TIMING = "timing"
    """Expected half width of the 95 % interval of an ordinary touch, milliseconds."""


@dataclass(frozen=True, slots=True)
class Finding:
    """One line of a check.

    Attributes:
        seat: the seat, from 0 at the left; ``None`` for the whole table.
        what: what it is about.
        level: how good it is.
        value: what was measured, in the unit that :class:`What` gives; ``None`` when it was not.
        more: further numbers for the advice, by name.
    """

    seat: int | None
    what: What
    level: Level
    value: float | None
    more: Mapping[str, float] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Bounds:
    """From where on a value is green or amber; beyond both it is red.

    Attributes:
        green: the worst value that is good.
        amber: the worst value that still works.
        source: where the two come from.
    """

    green: float
    amber: float
    source: str

    def level(self, value: float | None) -> Level:
        """How good a value is; what was not measured is green."""
        if value is None:
            return Level.GREEN
        sign = 1.0 if self.green >= self.amber else -1.0
        if sign * value >= sign * self.green:
            return Level.GREEN
        return Level.AMBER if sign * value >= sign * self.amber else Level.RED


BOUNDS: Mapping[What, Bounds] = {
    What.FACE: Bounds(0.9, 0.6, "a gap of sight of 0.2 s may hide a touch: two looks of ten"),
    What.SIZE: Bounds(60.0, 30.0, "films made smaller: docs/calibration.md"),
    What.ANGLE: Bounds(
        45.0, 65.0, "seats at a table's ends are turned by 20 to 40; in profile the nose is lost"
    ),
    What.ROOM: Bounds(0.6, 0.45, "a hand is half a face wide; below 0.45 the face itself is cut off"),
    What.LIGHT: Bounds(
        60.0, 20.0, "the scene that is too dim has 30 to 52, others 77 and more; below 16 nothing is judged"
    ),
    What.EXPOSURE: Bounds(0.1, 0.9, "the scene that is too bright has 0.12 to 0.75, others 0.06 at most"),
    What.CONTRAST: Bounds(20.0, 5.0, "below 5 nothing is judged at all (referee.vision.glance)"),
    What.SHARPNESS: Bounds(0.1, 0.05, "all scenes have 0.19 to 0.29; no blurred film was judged yet"),
    What.HANDS: Bounds(0.85, 0.4, "two looks that show the finger begin a touch"),
    What.FRAME_RATE: Bounds(23.5, 12.0, "a film with every other frame left out: docs/calibration.md"),
    What.STEADINESS: Bounds(
        0.05, 0.5, "one late frame in twenty costs nothing; half of them is a rate of its own"
    ),
    What.BLUR: Bounds(20.0, 40.0, "longer than that and a fast finger is a smear of 2 cm in every frame"),
    What.JITTER: Bounds(2.0, 10.0, "2 ms is lost in an ordinary error of 3; 10 is a webcam without a clock"),
    What.TIMING: Bounds(
        20.0, 60.0, "people copy 80 to 250 ms apart: most deals of a table above 60 would be redeals"
    ),
}
"""The thresholds, with where they come from."""


def seat_findings(seat: SeatMeasure) -> list[Finding]:
    """Everything about one seat."""
    light = seat.light
    values: dict[What, float | None] = {
        What.FACE: seat.faces,
        What.SIZE: seat.across,
        What.ANGLE: seat.turn_deg,
        What.ROOM: seat.room,
        What.LIGHT: None if light is None else light.mean,
        What.EXPOSURE: None if light is None else light.burnt,
        What.CONTRAST: None if light is None else light.contrast,
        What.SHARPNESS: None if light is None else light.sharpness,
        What.HANDS: seat.hands,
    }
    return [Finding(seat.seat, what, BOUNDS[what].level(value), value) for what, value in values.items()]


def table_findings(measure: TableMeasure, timing: CameraTiming, expected: Expected | None) -> list[Finding]:
    """Everything about the whole table."""
    pace = measure.pace
    found = [_people(len(measure.seats))]
    slowest = None if pace is None else pace.slowest
    rate = BOUNDS[What.FRAME_RATE].level(slowest)
    if pace is not None and pace.slowed and rate is Level.GREEN:
        rate = Level.AMBER  # at 60 frames a second half of them are still enough, yet it is too dark
    rates = {} if pace is None else {"fps": pace.fps, "best": pace.best, "slowed": float(pace.slowed)}
    found.append(Finding(None, What.FRAME_RATE, rate, slowest, rates))
    found.append(_bounded(What.STEADINESS, None if pace is None else pace.wobble))
    found += timing_findings(timing, expected)
    if expected is not None:
        half_ms = 1000 * expected.half_s
        found.append(
            Finding(
                None, What.TIMING, BOUNDS[What.TIMING].level(half_ms), half_ms, {"gap": 1000 * expected.gap_s}
            )
        )
    return found


def place_finding(shift: Shift | None) -> Finding:
    """Whether the camera stands where it stood when the table was saved; ``None``: nothing was saved."""
    if shift is None:
        return Finding(None, What.PLACE, Level.GREEN, None)
    level = Level.GREEN if shift.nudge is Nudge.STILL else Level.AMBER
    sure = float(shift.nudge is not Nudge.ASK)
    return Finding(None, What.PLACE, level, math.hypot(shift.dx, shift.dy), {"sure": sure})


def timing_findings(timing: CameraTiming, expected: Expected | None) -> list[Finding]:
    """What is known of the camera's own timing."""
    measured = replace(timing, lens=None) != UNMEASURED
    wider = {"wider": 0.0 if expected is None else 1000 * expected.readout_wider_s}
    exposure_ms = None if timing.exposure_s is None else 1000 * timing.exposure_s
    return [
        _bounded(What.BLUR, exposure_ms),
        Finding(None, What.READOUT, Level.GREEN, 1000 * timing.readout_s if measured else None, wider),
        _bounded(What.JITTER, 1000 * timing.jitter_s if measured else None),
        lens_finding(timing.lens),
    ]


def lens_finding(lens: Lens | None) -> Finding:
    """What is known of the camera's lens; one that could not be measured well was refused."""
    return Finding(None, What.LENS, Level.GREEN, None if lens is None else lens.error_px)


def _people(count: int) -> Finding:
    level = Level.GREEN if count in (3, 4) else Level.AMBER if count > 4 else Level.RED
    return Finding(None, What.PEOPLE, level, float(count))


def _bounded(what: What, value: float | None) -> Finding:
    return Finding(None, what, BOUNDS[what].level(value), value)


def worst(findings: Iterable[Finding]) -> Level:
    """The worst level among them; green when there are none."""
    order: Sequence[Level] = tuple(Level)
    return max((finding.level for finding in findings), key=order.index, default=Level.GREEN)
