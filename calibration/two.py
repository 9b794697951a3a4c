"""Judges a deal that two cameras filmed: seats that the first cannot see are seen by the second."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from referee.calibration.clocks import ClockLink, flashes, link

from referee.film import Film
from referee.judge import Judgement, Options, Progress, judge_film
from referee.observation import SeatView, Span, UnseenReason, UnseenSpan
from referee.rules.ranking import judge_recording
from referee.rules.verdict import Outcome
from referee.timing.camera import UNMEASURED, CameraTiming
from referee.vision.networks import Networks

LATE_S = 0.05
"""A camera that begins or ends later than the other by less than this saw all the same, seconds."""


@dataclass(frozen=True, slots=True)
class Two:
    """What two recordings of one table show together.

    Attributes:
        judgement: of the whole table, on the first camera's clock: the first camera's seats, then the second's.
        first: how many seats the first camera saw.
        clip: name of the second recording.
        link: between the two clocks.
    """

    judgement: Judgement
    first: int
    clip: str
    link: ClockLink

    def camera_of(self, seat: int) -> int:
        """Which camera saw a seat: 0 or 1."""
        return int(seat >= self.first)

    def across(self, outcome: Outcome) -> tuple[int, int] | None:
        """The two last of a deal, where different cameras saw them; ``None`` where one saw both."""
        if len(outcome.order) < 2:
            return None
        before, last = outcome.order[-2:]
        return (before, last) if self.camera_of(before) != self.camera_of(last) else None

    def sentence(self, outcome: Outcome) -> str:
        """What people must know about a verdict between two cameras; "" where one saw both."""
        across = self.across(outcome)
        if across is None:
            return ""
        error_ms = 1000 * 1.96 * self.link.error_s
        return (
            f"Seats {across[0]} and {across[1]} were seen by different cameras, "
            f"whose clocks agree to ±{error_ms:.0f} ms."
        )

    def to_dict(self) -> dict[str, Any]:
        """As :meth:`referee.judge.Judgement.to_dict`, with what the second camera adds."""
        content = self.judgement.to_dict()
        for seat in content["seats"]:
            seat["camera"] = self.camera_of(seat["seat"])
        for deal, outcome in zip(content["deals"], self.judgement.outcomes, strict=True):
            deal["across_cameras"] = self.across(outcome) is not None
        content["second"] = {
            "clip": self.clip,
            "offset_s": round(self.link.offset_s, 6),
            "offset_error_s": round(self.link.error_s, 6),
            "flashes": self.link.count,
        }
        return content


def judge_two(
    first: Path,
    second: Path,
    options: Options,
    *,
    second_out: Collection[int] = (),
    second_camera: CameraTiming = UNMEASURED,
    networks: Networks | None = None,
    progress: Progress | None = None,
) -> Two:
    """Judge two recordings of one table.

    Args:
        first: the recording whose clock counts.
        second: the other.
        options: how to judge; ``seats`` and ``out`` are the first recording's.
        second_out: people in the second recording, from 0 at the left, who do not play or whom the first shows too.
        second_camera: what is known of the second camera; ``options`` has what is known of the first.
        networks: loaded networks; loaded and closed here when ``None``.
        progress: told how far it is.

    Raises:
        AlignmentError: the recordings share no flashes.
        FilmError: a file is missing, or is no film.
        NobodyError: one shows nobody who takes part.
    """
    if networks is None:
        with Networks() as own:
            return judge_two(
                first,
                second,
                options,
                second_out=second_out,
                second_camera=second_camera,
                networks=own,
                progress=progress,
            )
    camera = options.camera or CameraTiming(readout_s=options.readout_s)
    (seen_1, span_1), (seen_2, span_2) = flashes(Film(first)), flashes(Film(second))
    known_1 = [flash.at(camera.readout_s) for flash in seen_1]
    known_2 = [flash.at(second_camera.readout_s) for flash in seen_2]
    clocks = link(known_1, known_2, span_1, span_2)
    # What is not known of a rolling shutter counts from the rows in which the flashes were seen: by them the two
    # clocks are compared, and what a camera's noses share is not shared with the other's.
    here = replace(options, camera=camera, middle=seen_1[0].row)
    there = replace(options, seats=None, out=second_out, boxes=(), camera=second_camera, middle=seen_2[0].row)
    one = judge_film(first, here, networks, progress)
    other = judge_film(second, there, networks, progress)
    return together(one, other, clocks, (span_1, span_2), options)


def together(
    one: Judgement, other: Judgement, clocks: ClockLink, spans: tuple[Span, Span], options: Options
) -> Two:
    """Put two judgements on one clock and ask the rules.

    Args:
        one: the first camera's.
        other: the second camera's.
        clocks: between the two.
        spans: from when to when each recorded, each on its own clock.
        options: how to judge.
    """
    count = len(one.views)
    carried = [clocks.carry(view, count + place) for place, view in enumerate(other.views)]
    shifted = Span(spans[1].start_s - clocks.offset_s, spans[1].end_s - clocks.offset_s)
    whole = Span(min(spans[0].start_s, shifted.start_s), max(spans[0].end_s, shifted.end_s))
    views = tuple(
        [_bounded(view, spans[0], whole) for view in one.views]
        + [_bounded(view, shifted, whole) for view in carried]
    )
    judgement = replace(
        one,
        partial=one.partial or other.partial,
        boxes=(*one.boxes, *other.boxes),
        views=views,
        outcomes=judge_recording(views, options.house, end_s=whole.end_s, quartet=options.quartet),
        seats=(),
    )
    return Two(judgement, count, other.clip, clocks)


def _bounded(view: SeatView, own: Span, whole: Span) -> SeatView:
    """Whoever's camera did not run was not seen."""
    blind = [Span(whole.start_s, own.start_s), Span(own.end_s, whole.end_s)]
    unseen = [
        UnseenSpan(span.start_s, span.end_s, UnseenReason.CUT_OFF)
        for span in blind
        if span.end_s - span.start_s > LATE_S
    ]
    return replace(view, unseen=tuple(sorted((*view.unseen, *unseen), key=lambda span: span.start_s)))
