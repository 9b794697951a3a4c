"""What a row of looks at one seat amounts to: stretches unseen, stretches in doubt, hands at the face."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from referee.observation import Span, UnseenReason, UnseenSpan
from referee.vision.glance import Glance, Place

FAR = 0.3
"""A fingertip farther from the nose than this has surely not touched it yet, face sizes."""
CLEAR = 0.5
"""A hand all of which is farther from the nose than this is outside of what :mod:`referee.vision.calm` compares, face
sizes."""
WELL_AWAY = 0.42
"""A fingertip farther from the nose than this covers nothing that it covers at rest, face sizes."""
STEADY = 0.07
"""Largest movement of a resting fingertip between two looks, face sizes (landmarks jitter by 0.02)."""
AT_FACE = 1.0
"""A fingertip nearer to the nose than this is a hand at the face, face sizes."""
BLINK_S = 0.2
"""Gaps of sight shorter than this hide no held touch, seconds: half the shortest hold."""
DOUBTFUL_S = 0.25
"""A fingertip that rests this long where it may or may not touch is a doubt, seconds; passing ones are not."""


def is_away(glance: Glance) -> bool:
    """No finger was at the nose: none was near, or its tip was well away."""
    if glance.hand is None:
        return glance.place is Place.FREE
    return glance.hand.distance > FAR


def is_well_away(glance: Glance) -> bool:
    """The finger was so far away that the face shows without it."""
    return is_away(glance) and (glance.hand is None or glance.hand.distance > WELL_AWAY)


def is_clear(glance: Glance) -> bool:
    """No hand is so near to the nose that it shows in the piece round it that is compared."""
    if glance.hand is None:
        return glance.place is Place.FREE
    return glance.place is Place.NEAR and glance.hand.nearest > CLEAR


def rests(before: Glance, after: Glance) -> bool:
    """The fingertip stayed where it was from one look to the next."""
    if before.hand is None or after.hand is None:
        return False
    return float(np.hypot(*(after.hand.tip - before.hand.tip))) < STEADY


def _runs(inside: Sequence[bool]) -> list[tuple[int, int]]:
    """First and last index of every run of looks."""
    runs: list[tuple[int, int]] = []
    for i, yes in enumerate(inside):
        if yes and i and inside[i - 1]:
            runs[-1] = (runs[-1][0], i)
        elif yes:
            runs.append((i, i))
    return runs


def unseen_spans(glances: Sequence[Glance], now_s: float) -> list[UnseenSpan]:
    """Stretches without sight, from the last good look to the next."""
    spans = []
    for first, last in _runs([glance.place is Place.UNSEEN for glance in glances]):
        start_s = glances[first - 1].time_s if first else glances[first].time_s
        end_s = glances[last + 1].time_s if last + 1 < len(glances) else now_s
        reason = glances[first].reason or UnseenReason.NO_FACE
        if end_s - start_s > BLINK_S and reason is not UnseenReason.FROZEN:
            spans.append(UnseenSpan(start_s, end_s, reason))
    return spans


def doubt_spans(glances: Sequence[Glance]) -> list[UnseenSpan]:
    """Stretches in which a fingertip rested where it may or may not touch the nose."""
    steady = [
        glance.place is Place.DOUBT
        and (i == 0 or glances[i - 1].place is not Place.DOUBT or rests(glances[i - 1], glance))
        for i, glance in enumerate(glances)
    ]
    return [
        UnseenSpan(glances[first].time_s, glances[last].time_s, UnseenReason.DOUBTFUL)
        for first, last in _runs(steady)
        if glances[last].time_s - glances[first].time_s >= DOUBTFUL_S
    ]


def near_spans(glances: Sequence[Glance]) -> list[Span]:
    """Stretches with a hand at the face."""
    near = [glance.hand is not None and glance.hand.distance < AT_FACE for glance in glances]
    return [Span(glances[first].time_s, glances[last].time_s) for first, last in _runs(near)]
