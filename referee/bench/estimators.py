"""``referee bench estimators``: ways to tell the contact instant, compared on the very same frames.

The seats are read as the product reads them; whenever it measures an arrival, every other estimator gets the same
patches and says what it makes of them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from copy import copy
from dataclasses import dataclass, field
from enum import StrEnum
from pathlib import Path
from typing import Any

import numpy as np

from referee.bench.report import NOTHING, Row
from referee.bench.scenes import Scene
from referee.bench.score import Finding, TouchScore, score_scene
from referee.bench.summary import SPACINGS, touch_summary
from referee.film import Film, Frame
from referee.observation import Instant
from referee.timing.arrival import CONTACT, EXPOSURE_SHARE, arrive
from referee.vision.approach import DRIFT, FARTHEST, REST_FRAMES, Distance, Follower, HandFinder
from referee.vision.episode import AWAY, Onset, measure_onset
from referee.vision.glance import look
from referee.vision.networks import Networks, Points
from referee.vision.patch import Box, Patch
from referee.vision.seat import Reading, SeatReader
from referee.vision.seats import find_seats
from referee.vision.still import Stillness

NEAR = 0.10
"""Distance of the landmarks of fingertip and nose that counts as contact for the threshold, face sizes: the value
with the smallest error on the films of the table in docs/accuracy.md, so the table flatters it."""
LANDMARK_JITTER = 0.02
"""Standard deviation of a landmark's distance in motion, face sizes: 1.8 pixels of a face of 87 against the template.
It also gives the smallest error on the films of the table."""
MOVING = AWAY / 2
"""Distance from the rest at which a finger is on its way, face sizes; the product's."""
RESTS_S = 0.1
"""The landmarks' resting place is their median over the frames from so long before the resting frame on, seconds."""
FRAMES_AFTER = 3
"""Frames after the resting one that the landmarks are looked for in, as many as the template gets."""


class Estimator(StrEnum):
    """A way to tell the contact instant."""

    THRESHOLD = "landmark threshold"
    """The landmarks of fingertip and nose come nearer than NEAR, interpolated between the two frames."""
    LANDMARKS = "landmarks + stroke"
    """The fingertip landmark's distance to its later resting place, relative to the eye corners, through the stroke."""
    LINE = "template, straight line"
    """The template's distances in the last two moving frames, extrapolated to contact."""
    UNREFINED = "template + stroke, unrefined"
    """The template as it is cut out, with what of the face lies beside the finger."""
    PRODUCT = "template + stroke"
    """What the referee uses."""


Estimates = Mapping[Estimator, float | None]
"""What each estimator says, seconds; ``None`` where it cannot tell."""


@dataclass(frozen=True, slots=True)
class Mark:
    """The landmarks of one frame.

    Attributes:
        time_s: middle of the exposure at the fingertip's row, seconds.
        to_nose: distance of the fingertip's landmark to the nose tip's, face sizes.
        place: of the fingertip, right and down of the middle between the eye corners, face sizes.
    """

    time_s: float
    to_nose: float
    place: tuple[float, float]


@dataclass
class Recorder:
    """Measures a seat's arrivals as the product does, and with every other estimator beside it.

    Attributes:
        networks: the networks.
        readout_s: rolling shutter, first to last row, seconds.
        arrivals: what the product and what each estimator made of every arrival.
    """

    networks: Networks
    readout_s: float
    arrivals: list[tuple[Onset, Estimates]] = field(default_factory=list)

    def __call__(
        self,
        follower: Follower,
        patches: Sequence[Patch],
        rest: int,
        hands: HandFinder,
        *,
        exposure_s: float | None,
        from_start: bool,
        away: Patch | None,
    ) -> Onset:
        """Measure one arrival; :func:`referee.vision.episode.measure_onset` describes the arguments."""
        found: dict[float, Sequence[Points]] = {}

        def once(patch: Patch, expected: Points) -> Sequence[Points]:
            if patch.time_s not in found:
                found[patch.time_s] = hands(patch, expected)
            return found[patch.time_s]

        # A copy: what one measurement leaves behind in the follower must not reach the next.
        unrefined = measure_onset(
            copy(follower), patches, rest, once, exposure_s=exposure_s, from_start=from_start, refine=False
        )
        onset = measure_onset(
            follower, patches, rest, once, exposure_s=exposure_s, from_start=from_start, away=away
        )
        marks = self._marks(follower, patches, rest)
        spacing = (
            float(np.median(np.diff([patch.time_s for patch in patches]))) if len(patches) > 1 else 1 / 30
        )
        exposure = EXPOSURE_SHARE * spacing if exposure_s is None else exposure_s
        self.arrivals.append(
            (
                onset,
                {
                    Estimator.THRESHOLD: by_threshold(marks),
                    Estimator.LANDMARKS: by_landmarks(marks, patches[rest].time_s - RESTS_S, exposure),
                    Estimator.LINE: by_line(onset.approach),
                    Estimator.UNREFINED: unrefined.contact.time_s if unrefined.contact else None,
                    Estimator.PRODUCT: onset.contact.time_s if onset.contact else None,
                },
            )
        )
        return onset

    def _marks(self, follower: Follower, patches: Sequence[Patch], rest: int) -> list[Mark]:
        """The landmarks of every frame from where the finger is well away, in order of time."""
        box = Box(float(follower.tip[0]), float(follower.tip[1]), follower.size)
        marks: list[Mark] = []
        for patch in reversed(patches[: rest + 1 + FRAMES_AFTER]):
            glance = look(self.networks, patch, box)
            if glance.face is None or glance.hand is None:
                continue
            tip = glance.hand.points[8].astype(np.float64)
            x, y = (tip - glance.face.eyes) / follower.size
            row = float(tip[1]) / patch.rows
            marks.append(
                Mark(
                    patch.time_s + self.readout_s * (row - 0.5),
                    float(np.hypot(*(tip - glance.face.nose))) / follower.size,
                    (float(x), float(y)),
                )
            )
            if marks[-1].to_nose > FARTHEST:
                break
        return marks[::-1]

    def estimates(self, contact: Instant | None) -> Estimates:
        """What each estimator says about the touch whose contact the product puts at this instant."""
        found = (estimates for onset, estimates in self.arrivals if onset.contact is contact)
        return next(found, {}) if contact is not None else {}


def by_threshold(marks: Sequence[Mark], near: float = NEAR) -> float | None:
    """When the fingertip's landmark came nearer to the nose's than ``near`` and stayed, seconds."""
    outside = [i for i, mark in enumerate(marks) if mark.to_nose > near]
    if not outside or outside[-1] + 1 == len(marks):
        return None
    before, after = marks[outside[-1]], marks[outside[-1] + 1]
    share = (before.to_nose - near) / (before.to_nose - after.to_nose)
    return before.time_s + share * (after.time_s - before.time_s)


def by_landmarks(marks: Sequence[Mark], rests_s: float, exposure_s: float) -> float | None:
    """When the fingertip's landmark arrived at its resting place, by the stroke.

    Args:
        marks: in order of time.
        rests_s: from when on the finger surely rests, seconds.
        exposure_s: how long a frame is exposed, seconds.
    """
    times = np.array([mark.time_s for mark in marks])
    resting = times >= rests_s
    if not resting.any():
        return None
    place = np.array([mark.place for mark in marks])
    moved = place - np.median(place[resting], axis=0)
    length = np.hypot(*moved.T)
    away = np.flatnonzero((length > AWAY) & ~resting)
    if not len(away) or away[-1] + 1 == len(marks):
        return None
    near = [i for i in away if length[i] < 0.2] or [away[-1]]
    way = moved[near].sum(0)
    way /= np.hypot(*way) + 1e-9
    # At rest the landmarks jitter either way: only along the way there is no bias.
    distance = np.where(length < AWAY, moved @ way, length)
    end = away[-1] + 1 + REST_FRAMES
    return arrive(
        times[:end],
        distance[:end],
        np.hypot(LANDMARK_JITTER, DRIFT * distance[:end]),
        guess_s=float(times[away[-1] + 1]),
        exposure_s=exposure_s,
    ).time_s


def by_line(approach: Sequence[Distance]) -> float | None:
    """When the straight line through the last two moving frames reaches contact, seconds.

    No later than the first frame at rest: by then the finger is seen to have arrived.
    """
    moving = [i for i, point in enumerate(approach) if point.distance > MOVING]
    if len(moving) < 2 or moving[-1] + 1 == len(approach):
        return None
    before, last, resting = approach[moving[-2]], approach[moving[-1]], approach[moving[-1] + 1]
    if before.distance <= last.distance:
        return None
    speed = (before.distance - last.distance) / (last.time_s - before.time_s)
    return min(last.time_s + (last.distance - CONTACT) / speed, resting.time_s)


def measure_scene(scene: Scene, networks: Networks) -> dict[Estimator, tuple[TouchScore, ...]]:
    """Read one film and score every estimator on each of its true touches."""
    boxes = find_seats(networks, [frame.image for frame in _first(scene.film, 3)])
    stillness, reading = Stillness(), Reading(readout_s=scene.readout_s)
    recorders = [Recorder(networks, scene.readout_s) for _ in boxes]
    readers = [
        SeatReader(seat, box, networks, stillness, reading, measure=recorder)
        for seat, (box, recorder) in enumerate(zip(boxes, recorders, strict=True))
    ]
    for frame in Film(scene.film):
        stillness.add(frame.image, frame.time_s)
        for reader in readers:
            reader.add(frame.image, frame.time_s)
    touches = [
        (touch, recorder.estimates(touch.contact))
        for reader, recorder in zip(readers, recorders, strict=True)
        for touch in reader.view(last=True).touches
    ]
    seats = [
        {"seat": seat, "face_box": [box.x - half, box.y - half, box.x + half, box.y + half]}
        for seat, box in enumerate(boxes)
        for half in [box.size / 2]
    ]
    scores = {}
    for estimator in Estimator:
        said = [
            {
                "seat": touch.seat,
                "kind": touch.kind.value,
                "contact_s": estimates.get(estimator),
                "interval_s": None,
            }
            for touch, estimates in touches
        ]
        scores[estimator] = score_scene(scene.truth, {"seats": seats, "touches": said, "deals": []}).touches
    return scores


def _first(film: Path, count: int) -> Iterator[Frame]:
    for frame, _ in zip(Film(film), range(count), strict=False):
        yield frame


def compare(scenes: Sequence[Scene], *, done: Callable[[], object] = lambda: None) -> dict[str, Any]:
    """Compare the estimators on films, JSON-able; :func:`summarise` describes the result.

    Args:
        scenes: the films.
        done: called after each.
    """
    scores = []
    with Networks() as networks:
        for scene in scenes:
            scores.append((scene.truth.name, measure_scene(scene, networks)))
            done()
    return summarise(scores)


def summarise(scores: Sequence[tuple[str, Mapping[Estimator, Sequence[TouchScore]]]]) -> dict[str, Any]:
    """Sum up the held touches that can be seen.

    Args:
        scores: name of each film and every estimator's scores of the film's touches, in the same order.

    Returns:
        ``by_spacing``: for each frame spacing and estimator what
        :func:`referee.bench.summary.touch_summary` says; ``contacts``: every touch with every error, milliseconds.
    """
    groups: dict[str, dict[Estimator, list[TouchScore]]] = {}
    contacts = []
    for name, film in scores:
        for touches in zip(*(film[estimator] for estimator in Estimator), strict=True):
            truth = touches[0].truth
            if not (truth.held and truth.seen):
                continue
            spacing = next(label for upper, label in SPACINGS if truth.spacing_s <= upper)
            group = groups.setdefault(spacing, {estimator: [] for estimator in Estimator})
            for estimator, touch in zip(Estimator, touches, strict=True):
                group[estimator].append(touch)
            contacts.append(
                {
                    "scene": name,
                    "seat": truth.seat,
                    "true_s": truth.contact_s,
                    "speed_m_s": truth.speed_m_s,
                    "spacing_s": round(truth.spacing_s, 5),
                    "error_ms": dict(zip(Estimator, map(_error_ms, touches), strict=True)),
                }
            )
    return {
        "films": [name for name, _ in scores],
        "by_spacing": {
            label: {each.value: touch_summary(touches) for each, touches in groups[label].items()}
            for _, label in reversed(SPACINGS)
            if label in groups
        },
        "contacts": contacts,
    }


def _error_ms(touch: TouchScore) -> float | None:
    if touch.finding is not Finding.FOUND or touch.error_s is None:
        return None
    return round(1000 * touch.error_s, 2)


HEAD: Row = ("frames", "estimator", "touches", "missing", "mean", "RMSE", "95 %")


def table(summary: Mapping[str, Any]) -> list[Row]:
    """The lines of the table; errors in milliseconds."""
    return [
        (
            spacing,
            name,
            str(part["touches"]),
            str(part["missed"]["count"]),
            *_errors(part["error_ms"]),
        )
        for spacing, estimators in summary["by_spacing"].items()
        for name, part in estimators.items()
    ]


def _errors(error: Mapping[str, float] | None) -> Row:
    if error is None:
        return [NOTHING] * 3
    return f"{error['mean']:+.1f}", f"{error['rmse']:.1f}", f"{error['p95']:.1f}"


def as_text(summary: Mapping[str, Any]) -> str:
    """The table for a terminal."""
    rows = [HEAD, *table(summary)]
    widths = [max(len(row[i]) for row in rows) for i in range(len(HEAD))]
    lines = []
    for row in rows:
        words = [cell.ljust(width) for cell, width in zip(row[:2], widths[:2], strict=True)]
        numbers = [cell.rjust(width) for cell, width in zip(row[2:], widths[2:], strict=True)]
        lines.append("  ".join([*words, *numbers]))
    return "\n".join(lines)


def as_markdown(summary: Mapping[str, Any]) -> str:
    """The table for docs/accuracy.md."""
    lines = ["| " + " | ".join(row) + " |" for row in (HEAD, *table(summary))]
    lines.insert(1, "|---|---" + "|--:" * (len(HEAD) - 2) + "|")
    return "\n".join(lines)
