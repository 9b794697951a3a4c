"""What stands behind a live verdict: holes in the evidence, wider intervals, what the record keeps."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import asdict, dataclass, replace
from typing import Any, Protocol

from referee import models
from referee.live.capture import Capture
from referee.live.protocols import Measure
from referee.observation import SeatView, Span, Touch, UnseenReason, UnseenSpan
from referee.rules.house import House
from referee.rules.plain import to_plain
from referee.rules.verdict import Outcome
from referee.timing.interval import widened
from referee.version import __version__

SHORTEST_HOLE_S = 0.15
"""Shorter gaps in the frames are no hole, seconds: no touch fits into them, and the stopwatch's intervals
grow with the distance of the frames anyway."""


class Judge(Protocol):
    """:func:`referee.rules.ranking.judge_deal`, or a stand-in."""

    def __call__(
        self,
        views: Sequence[SeatView],
        house: House,
        *,
        start_s: float,
        end_s: float,
        final: bool,
        quartet: bool | None,
    ) -> Outcome | None:
        """The outcome, or ``None`` while more evidence may change it."""
        ...


@dataclass(frozen=True, slots=True)
class Measuring:
    """How a verdict was measured: with this and the same frames, the same verdict comes out again.

    Times are seconds on the camera's clock.

    Attributes:
        measure: how the stopwatch was told to measure, and where the seats were in its first frame.
        shares: over how many stopwatches the seats were shared out, seat by seat in turn.
        start_s: the first frame measured is the first at or after this.
        frames_end_s: the last frame measured.
        last: whether the stopwatch was told that no frame follows.
        deal_start_s: when the deal started; earlier touches are no signals.
        end_s: until when the rules were told that there is evidence.
        final: whether the rules were told that no more will come.
        playing: the seats that played.
        holes: stretches without usable pictures.
        uncertainty_s: what the source's stamps add to every instant, a standard deviation.
    """

    measure: Measure
    shares: int
    start_s: float
    frames_end_s: float
    last: bool
    deal_start_s: float
    end_s: float
    final: bool
    playing: tuple[int, ...]
    holes: tuple[Span, ...]
    uncertainty_s: float


def weigh(
    views: Iterable[SeatView], how: Measuring, house: House, judge: Judge
) -> tuple[tuple[SeatView, ...], Outcome | None]:
    """What the rules see of what the stopwatch saw, and what they say to it.

    Args:
        views: from the stopwatch.
        how: how they were measured.
        house: the table's settings.
        judge: the rules.
    """
    seen = judged_views(views, how.playing, how.holes, Span(how.start_s, how.end_s), how.uncertainty_s)
    outcome = judge(seen, house, start_s=how.deal_start_s, end_s=how.end_s, final=how.final, quartet=None)
    return seen, outcome


def holes_in(capture: Capture, start_s: float, end_s: float) -> list[Span]:
    """The stretches between ``start_s`` and ``end_s`` for which capture has no frames, seconds."""
    found = [hole for hole in tuple(capture.clock.report.holes) if hole.overlaps(start_s, end_s)]
    return [hole for hole in found if hole.end_s - hole.start_s >= SHORTEST_HOLE_S]


def judged_views(
    views: Iterable[SeatView],
    playing: Collection[int],
    holes: Sequence[Span],
    span: Span,
    uncertainty_s: float,
) -> tuple[SeatView, ...]:
    """The players' views as the rules must see them.

    Args:
        views: from the stopwatch.
        playing: the seats that play; others are left out, and one that the stopwatch did not see is unseen.
        holes: stretches without usable pictures: nobody could be seen in them.
        span: the evidence; earlier holes are left out.
        uncertainty_s: what the source's stamps add to every instant, a standard deviation in seconds.
    """
    blind = [
        UnseenSpan(hole.start_s, hole.end_s, UnseenReason.FROZEN)
        for hole in holes
        if hole.end_s >= span.start_s
    ]
    seen = {view.seat: view for view in views}
    nobody = (UnseenSpan(span.start_s, span.end_s, UnseenReason.NO_FACE),)
    players = [seen.get(seat, SeatView(seat, unseen=nobody)) for seat in sorted(playing)]
    return tuple(
        replace(
            view,
            touches=tuple(_wider(touch, uncertainty_s) for touch in view.touches),
            unseen=tuple(sorted((*view.unseen, *blind), key=lambda span: span.start_s)),
        )
        for view in players
    )


def _wider(touch: Touch, uncertainty_s: float) -> Touch:
    if touch.contact is None or uncertainty_s == 0.0:
        return touch
    return replace(touch, contact=widened(touch.contact, uncertainty_s))


def measurement_of(
    views: Sequence[SeatView], capture: Capture, house: House, how: Measuring
) -> dict[str, Any]:
    """All that is needed to explain a verdict later, JSON-able."""
    info = capture.info
    return {
        "software": __version__,
        "models": models.sums(),
        "settings": house.to_dict(),
        "window_s": [how.start_s, how.end_s],
        "views": [asdict(view) for view in views],
        "measuring": to_plain(how),
        "source": capture.spec.words,
        "stream": "" if info is None else info.described,
        "clock": capture.clock.report.sentence(),
        "clock_uncertainty_s": capture.clock.uncertainty_s,
        "frame_period_s": capture.clock.period_s,
    }
