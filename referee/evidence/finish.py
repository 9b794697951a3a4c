"""The photo finish: one strip for each player, a thin slice round the nose for every frame, all on one time axis.

As in athletics: time runs to the right, and a finger that arrives grows into its strip. The strips are one
picture; what is drawn over them (instants, intervals, names) is data, so that a page can draw it sharply at any
size. A second picture holds a small tile round every nose for every frame: stepping through them in step is exact,
whatever a browser's film player does.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import cast

import cv2
import numpy as np

from referee.film import Image
from referee.live.evidence import Measuring
from referee.observation import Instant, SeatView, UnseenSpan
from referee.rules.house import House
from referee.rules.verdict import Outcome
from referee.timing.tie import chance_reversed
from referee.vision.trace import SeatTrace

BEFORE_S = 0.5
"""How much is shown before the first contact, seconds: a hand approaches for half a second."""
AFTER_S = 0.45
"""How much is shown after the last moment that counts, seconds: the finger is seen to rest."""
MOST_FRAMES = 480
"""Frames of a photo finish at most; of more, the last are kept: the last place is what is argued about."""
WIDTH_PX = 1500
"""Width aimed at; short stretches are not drawn out beyond :data:`MOST_PX_PER_S`."""
MOST_PX_PER_S = 1200.0
STRIP_PX = 132
"""Height of a strip."""
SEAM_PX = 6
"""Between two strips."""
STRIP_FACES = (-0.45, 0.75)
"""A strip reaches from so far above the nose tip to so far below, face sizes: fingers come from below."""
TILE_PX = 120
"""Width and height of a tile."""
TILE_FACES = 2.0
"""Width and height of what a tile shows, face sizes."""
TILE_COLUMNS = 20
"""Tiles in a row of the picture of tiles."""
BLANK = 28
"""Grey level where no frame was."""
GAP = 1.8
"""Frame spacings from which on the strip stays blank between two frames."""


@dataclass(frozen=True, slots=True)
class Lane:
    """One player's part of a photo finish. Times are seconds on the camera's clock.

    Attributes:
        seat: where the player sat.
        contact: the contact instant; ``None`` for who did not touch.
        approach: the frames behind it: time, distance of the fingertip from its resting place (face sizes),
            standard deviation of that distance.
        tips: looks at the hand: time, distance of the fingertip from the nose tip (face sizes); coarse.
        unseen: stretches in which the nose could not be seen, and why.
    """

    seat: int
    contact: Instant | None
    approach: tuple[tuple[float, float, float], ...] = ()
    tips: tuple[tuple[float, float], ...] = ()
    unseen: tuple[UnseenSpan, ...] = ()


@dataclass(frozen=True, slots=True)
class Finish:
    """What a photo finish shows, without its pixels.

    Attributes:
        start_s: left end of the strips, seconds on the camera's clock.
        px_per_s: pixels of the strips for a second.
        width_px: their width.
        strip_px: height of each.
        seam_px: between two of them.
        tile_px: width and height of a tile.
        tile_columns: tiles in a row; the tile of frame n and lane m is number ``n * lanes + m``.
        frames_s: the frames' times.
        lanes: from top to bottom, in the order of the contacts.
        tie_gap_s: how far the last two contacts must lie apart at least to be no tie; ``None`` when the last place
            is not between two contacts.
    """

    start_s: float
    px_per_s: float
    width_px: int
    strip_px: int
    seam_px: int
    tile_px: int
    tile_columns: int
    frames_s: tuple[float, ...]
    lanes: tuple[Lane, ...]
    tie_gap_s: float | None


@dataclass(frozen=True, slots=True)
class FinishJob:
    """What a photo finish is made from, beside the frames.

    Attributes:
        how: how the verdict was measured.
        house: by which settings it was judged.
        views: what was seen.
        outcome: the verdict.
        traces: where each nose was and how each finger came near; seats without one are cut where they began.
    """

    how: Measuring
    house: House
    views: tuple[SeatView, ...]
    outcome: Outcome
    traces: tuple[SeatTrace, ...] = ()

    def window_s(self) -> tuple[float, float]:
        """From when to when it shows the table, seconds on the camera's clock."""
        contacts = [touch.contact for touch in self.outcome.contacts if touch.contact is not None]
        if not contacts:
            return self.how.end_s - 2.0, self.how.end_s
        end_s = max(contact.high_s for contact in contacts)
        if len(contacts) < len(self.how.playing):  # somebody did not: as long as that was looked for
            end_s = max(end_s, self.how.end_s - AFTER_S)
        return min(contact.low_s for contact in contacts) - BEFORE_S, end_s + AFTER_S

    def lanes(self) -> tuple[Lane, ...]:
        """The players' lanes, the earliest contact first, those who did not touch last."""
        contacts = {touch.seat: touch.contact for touch in self.outcome.contacts}
        traces = {trace.seat: trace for trace in self.traces}
        lanes = [
            Lane(
                view.seat,
                contact := contacts.get(view.seat),
                _approach(traces.get(view.seat, SeatTrace(view.seat)), contact),
                traces.get(view.seat, SeatTrace(view.seat)).tips,
                view.unseen,
            )
            for view in self.views
        ]
        return tuple(
            sorted(
                lanes, key=lambda lane: (lane.contact is None, lane.contact.time_s if lane.contact else 0.0)
            )
        )


def make_finish(job: FinishJob, frames: Iterable[tuple[float, Image]]) -> tuple[Finish, Image, Image] | None:
    """Cut the strips and tiles out of the frames.

    Args:
        job: what to show.
        frames: times and pictures in order; those outside the window are skipped.

    Returns:
        The photo finish, its strips and its tiles; ``None`` when no frame lies in the window.
    """
    lanes = job.lanes()
    cutters = [_Cutter(lane.seat, job) for lane in lanes]
    start_s, end_s = job.window_s()
    times: list[float] = []
    cuts: list[list[tuple[Image, Image]]] = []
    for time_s, image in frames:
        if start_s <= time_s <= end_s:
            times.append(time_s)
            cuts.append([cutter.cut(image, time_s) for cutter in cutters])
    times, cuts = times[-MOST_FRAMES:], cuts[-MOST_FRAMES:]
    if not times or not lanes:
        return None
    spacing_s = float(np.median(np.diff(times))) if len(times) > 1 else 1 / 30
    edges = _edges(times, spacing_s)
    left_s, right_s = edges[0][0], edges[-1][1]
    px_per_s = min(MOST_PX_PER_S, WIDTH_PX / (right_s - left_s))
    width = max(1, round((right_s - left_s) * px_per_s))
    strips = np.full((len(lanes) * (STRIP_PX + SEAM_PX) - SEAM_PX, width, 3), BLANK, np.uint8)
    for (from_s, to_s), row in zip(edges, cuts, strict=True):
        x0, x1 = round((from_s - left_s) * px_per_s), round((to_s - left_s) * px_per_s)
        for place, (slice_, _) in enumerate(row):
            top = place * (STRIP_PX + SEAM_PX)
            strips[top : top + STRIP_PX, x0:x1] = _middle(slice_, x1 - x0)
    finish = Finish(
        left_s,
        px_per_s,
        width,
        STRIP_PX,
        SEAM_PX,
        TILE_PX,
        TILE_COLUMNS,
        tuple(times),
        lanes,
        _tie_gap_s(job.outcome, job.house),
    )
    return finish, cast("Image", strips), _sheet([tile for row in cuts for _, tile in row])


class _Cutter:
    """Cuts one seat out of frames, along where its nose was."""

    def __init__(self, seat: int, job: FinishJob) -> None:
        faces = next((trace.faces for trace in job.traces if trace.seat == seat), ())
        if not faces:
            faces = tuple(
                (0.0, (box[0] + box[2]) / 2, (box[1] + box[3]) / 2, box[2] - box[0])
                for glance in job.how.measure.seats
                if glance.seat == seat and (box := glance.face_box) is not None
            )
        self._faces = np.array(faces or ((0.0, 0.0, 0.0, 1.0),), np.float64)
        # A face's size hardly changes while it plays; its mesh breathes when a hand lies on it.
        self._size = max(8.0, float(np.median(self._faces[:, 3])))
        for column in (1, 2):  # a single look that went astray must not shake the strip
            self._faces[1:-1, column] = np.median(
                [self._faces[:-2, column], self._faces[1:-1, column], self._faces[2:, column]], axis=0
            )

    def cut(self, image: Image, time_s: float) -> tuple[Image, Image]:
        """The slice (as wide as any that is needed) and the tile of one frame."""
        x = float(np.interp(time_s, self._faces[:, 0], self._faces[:, 1]))
        y = float(np.interp(time_s, self._faces[:, 0], self._faces[:, 2]))
        above, below = STRIP_FACES
        scale = STRIP_PX / ((below - above) * self._size)
        strip = _window(image, (x, y + (above + below) / 2 * self._size), scale, (STRIP_PX, STRIP_PX))
        low = y + 0.1 * self._size  # hands come from below
        tile = _window(image, (x, low), TILE_PX / (TILE_FACES * self._size), (TILE_PX, TILE_PX))
        return strip, tile


def _window(image: Image, middle: tuple[float, float], scale: float, size: tuple[int, int]) -> Image:
    """A part of a picture about a point, enlarged; beyond the picture's edge it repeats the edge."""
    width, height = size
    matrix = np.array(
        [
            [scale, 0.0, width / 2 - scale * middle[0]],
            [0.0, scale, height / 2 - scale * middle[1]],
        ]
    )
    return cast("Image", cv2.warpAffine(image, matrix, size, borderMode=cv2.BORDER_REPLICATE))


def _middle(slice_: Image, width: int) -> Image:
    """The middle columns of a slice; where more are wanted than it has, its edges are repeated."""
    have = slice_.shape[1]
    if width > have:
        more = width - have
        return cast(
            "Image", cv2.copyMakeBorder(slice_, 0, 0, more // 2, more - more // 2, cv2.BORDER_REPLICATE)
        )
    left = (have - width) // 2
    return slice_[:, left : left + width]


def _edges(times: Sequence[float], spacing_s: float) -> list[tuple[float, float]]:
    """From when to when each frame is drawn: half-way to its neighbours, unless they are far."""
    half = spacing_s / 2

    def towards(gap_s: float) -> float:
        return gap_s / 2 if gap_s < GAP * spacing_s else half

    gaps = [spacing_s, *np.diff(times), spacing_s]
    return [
        (time_s - towards(before), time_s + towards(after))
        for time_s, before, after in zip(times, gaps, gaps[1:], strict=False)
    ]


def _sheet(tiles: Sequence[Image]) -> Image:
    """All tiles in one picture, row by row."""
    rows = -(-len(tiles) // TILE_COLUMNS)
    sheet = np.full((rows * TILE_PX, min(len(tiles), TILE_COLUMNS) * TILE_PX, 3), BLANK, np.uint8)
    for number, tile in enumerate(tiles):
        top, left = number // TILE_COLUMNS * TILE_PX, number % TILE_COLUMNS * TILE_PX
        sheet[top : top + TILE_PX, left : left + TILE_PX] = tile
    return cast("Image", sheet)


def _approach(trace: SeatTrace, contact: Instant | None) -> tuple[tuple[float, float, float], ...]:
    """Of the arrivals that were measured, the one that ends at a contact."""
    if contact is None:
        return ()
    found = [approach for approach in trace.approaches if approach]
    nearest = min(found, key=lambda approach: abs(approach[-1][0] - contact.time_s), default=())
    return nearest if nearest and abs(nearest[-1][0] - contact.time_s) < BEFORE_S else ()


def _tie_gap_s(outcome: Outcome, house: House) -> float | None:
    """How far the last two contacts must lie apart at least to be no tie, by their own uncertainties."""
    contacts = [touch.contact for touch in outcome.contacts[-2:] if touch.contact is not None]
    if outcome.gap_s is None or len(contacts) < 2:
        return None
    first, second = contacts
    lead_s = second.time_s - first.time_s
    low_s, high_s = 0.0, 2.0
    for _ in range(40):
        gap_s = (low_s + high_s) / 2
        moved = Instant(
            first.time_s + lead_s - gap_s, 0.0, 0.0, first.sigma_s, first.gross, first.gross_sigma_s
        )
        if chance_reversed(moved, second) > house.tie_limit:
            low_s = gap_s
        else:
            high_s = gap_s
    return max(high_s, house.tie_window_s)
