"""Short ways to say what was seen, for the tests of the rules."""

from __future__ import annotations

from referee.observation import Instant, SeatView, Span, Touch, TouchKind, UnseenReason, UnseenSpan

SIGMA_S = 0.006


def instant(time_s: float, sigma_s: float = SIGMA_S, gross: float = 0.0) -> Instant:
    half_s = 1.96 * sigma_s
    return Instant(time_s, time_s - half_s, time_s + half_s, sigma_s, gross)


def held(seat: int, time_s: float | None, release_s: float | None = None, sigma_s: float = SIGMA_S) -> Touch:
    contact = None if time_s is None else instant(time_s, sigma_s)
    if release_s is None and time_s is not None:
        release_s = time_s + 1.0
    return Touch(seat, TouchKind.HELD, contact, None, release_s)


def brush(seat: int, time_s: float, release_s: float | None) -> Touch:
    return Touch(seat, TouchKind.BRUSH, instant(time_s), None, release_s)


def hole(start_s: float, end_s: float, reason: UnseenReason = UnseenReason.NO_FACE) -> UnseenSpan:
    return UnseenSpan(start_s, end_s, reason)


def view(
    seat: int, *touches: Touch | float, unseen: tuple[UnseenSpan, ...] = (), near: tuple[Span, ...] = ()
) -> SeatView:
    """One seat; a number stands for a held touch at that time."""
    return SeatView(
        seat,
        tuple(touch if isinstance(touch, Touch) else held(seat, touch) for touch in touches),
        unseen,
        near,
    )
