"""The photo finish as one picture for anybody: strips, names, instants with their intervals, gap and tie limit."""

from __future__ import annotations

import unicodedata
from collections.abc import Mapping
from typing import cast

import cv2
import numpy as np

from referee.evidence.finish import Finish, Lane
from referee.film import Image

LABEL_PX = 210
"""Left margin with names and times."""
EDGE_PX = 16
HEAD_PX = 40
FOOT_PX = 64
PAPER = (33, 29, 24)
INK = (235, 240, 246)
FAINT = (150, 160, 170)
CONTACT = (80, 220, 255)
TIE = (160, 120, 240)
"""Colours, blue-green-red."""
STEPS_S = (0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1.0, 2.0, 5.0)


def draw_poster(finish: Finish, strips: Image, names: Mapping[int, str], title: str) -> Image:
    """Draw everything on to the strips.

    Args:
        finish: what the photo finish shows.
        strips: its strips.
        names: the players' names by seat. The letters of a bare picture are ASCII: others lose their accents, and a
            name that loses all of itself becomes "Seat 2".
        title: one line above.
    """
    height, width = strips.shape[:2]
    poster = np.full((HEAD_PX + height + FOOT_PX, LABEL_PX + width + EDGE_PX, 3), PAPER, np.uint8)
    poster[HEAD_PX : HEAD_PX + height, LABEL_PX : LABEL_PX + width] = strips
    _write(poster, ascii_of(title, "Photo finish"), (12, 26), 0.62, INK)
    touched = [lane.contact for lane in finish.lanes if lane.contact is not None]
    zero_s = touched[0].time_s if touched else finish.start_s
    _tie_band(poster, finish)
    for place, lane in enumerate(finish.lanes):
        top = HEAD_PX + place * (finish.strip_px + finish.seam_px)
        name = ascii_of(names.get(lane.seat, ""), f"Seat {lane.seat}")
        _write(poster, name[:18], (12, top + 34), 0.62, INK)
        _lane(poster, finish, lane, top, zero_s)
    _axis(poster, finish, HEAD_PX + height, zero_s)
    _write(poster, _foot(finish), (LABEL_PX, HEAD_PX + height + 50), 0.5, INK)
    return cast("Image", poster)


def ascii_of(text: str, otherwise: str) -> str:
    """A text in the letters that OpenCV can write."""
    plain = unicodedata.normalize("NFKD", text).encode("ascii", "ignore").decode()
    shown = "".join(c for c in plain if c.isprintable()).strip()
    return shown or otherwise


def _lane(poster: Image, finish: Finish, lane: Lane, top: int, zero_s: float) -> None:
    bottom = top + finish.strip_px
    if lane.contact is None:
        _write(poster, "no touch seen", (12, top + 62), 0.5, FAINT)
        return
    after_ms = 1000 * (lane.contact.time_s - zero_s)
    half_ms = 500 * (lane.contact.high_s - lane.contact.low_s)
    _write(poster, f"+{after_ms:.1f} ms" if after_ms else "signal", (12, top + 62), 0.55, CONTACT)
    _write(poster, f"+- {half_ms:.1f} ms (95 %)", (12, top + 86), 0.45, FAINT)
    low, high = (_x(finish, time_s) for time_s in (lane.contact.low_s, lane.contact.high_s))
    band = poster[top:bottom, max(LABEL_PX, low) : high + 1]
    band[:] = (0.7 * band + 0.3 * np.array(CONTACT)).astype(np.uint8)
    x = _x(finish, lane.contact.time_s)
    cv2.line(poster, (x, top), (x, bottom - 1), CONTACT, 2)


def _tie_band(poster: Image, finish: Finish) -> None:
    """From the last contact but one: nearer than this is a tie."""
    second_last = _second_last(finish)
    if second_last is None or finish.tie_gap_s is None:
        return
    x0, x1 = _x(finish, second_last), _x(finish, second_last + finish.tie_gap_s)
    lanes = [place for place, lane in enumerate(finish.lanes) if lane.contact is not None][-2:]
    top = HEAD_PX + lanes[0] * (finish.strip_px + finish.seam_px)
    bottom = HEAD_PX + lanes[1] * (finish.strip_px + finish.seam_px) + finish.strip_px
    band = poster[top:bottom, x0 : x1 + 1]
    band[:] = (0.75 * band + 0.25 * np.array(TIE)).astype(np.uint8)
    cv2.line(poster, (x1, top), (x1, bottom - 1), TIE, 1)


def _axis(poster: Image, finish: Finish, top: int, zero_s: float) -> None:
    end_s = finish.start_s + finish.width_px / finish.px_per_s
    step_s = next((step for step in STEPS_S if step * finish.px_per_s >= 90), STEPS_S[-1])
    tick = int(np.ceil((finish.start_s - zero_s) / step_s))
    while zero_s + tick * step_s <= end_s:
        x = _x(finish, zero_s + tick * step_s)
        cv2.line(poster, (x, top), (x, top + 6), FAINT, 1)
        _write(poster, f"{1000 * tick * step_s:.0f}", (x - 12, top + 22), 0.42, FAINT)
        tick += 1


def _foot(finish: Finish) -> str:
    contacts = [lane.contact.time_s for lane in finish.lanes if lane.contact is not None]
    if finish.tie_gap_s is None or len(contacts) < 2:
        return "Milliseconds after the signal."
    gap_ms, limit_ms = 1000 * (contacts[-1] - contacts[-2]), 1000 * finish.tie_gap_s
    told = "a tie" if gap_ms <= limit_ms else "no tie"
    return (
        f"Milliseconds after the signal. Last two {gap_ms:.1f} ms apart; "
        f"a tie up to {limit_ms:.1f} ms: {told}."
    )


def _second_last(finish: Finish) -> float | None:
    contacts = [lane.contact.time_s for lane in finish.lanes if lane.contact is not None]
    return contacts[-2] if len(contacts) > 1 else None


def _x(finish: Finish, time_s: float) -> int:
    return LABEL_PX + round((time_s - finish.start_s) * finish.px_per_s)


def _write(poster: Image, text: str, at: tuple[int, int], size: float, colour: tuple[int, int, int]) -> None:
    cv2.putText(poster, text, at, cv2.FONT_HERSHEY_SIMPLEX, size, colour, 1, cv2.LINE_AA)
