"""The truth about a rendered scene, as plain values read from its JSON (its format: docs/accuracy.md)."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from itertools import pairwise
from typing import Any

DEAD_HEAT_S = 0.003
"""Last two touches at most this far apart are a dead heat: a letter there would be luck."""
ROUNDING_S = 1e-5
"""Instants in a truth are rounded to this."""
HOLD_S = 0.4
"""Touches shorter than this are brushes (the house's default hold)."""
SETTLED_S = 0.25
"""A judged touch within this of a true one is that touch."""


class Expected(StrEnum):
    """What a perfect referee says about a deal."""

    LETTER = "letter"
    """The last player is known: that player's letter."""
    REDEAL = "redeal"
    """A dead heat for the last place."""
    CALL = "call"
    """What decides cannot be seen, or several never copied: a person must rule."""


@dataclass(frozen=True, slots=True)
class TrueTouch:
    """A fingertip on a nose.

    Attributes:
        seat: number of the seat among those taken, from the left.
        contact_s: when the finger reached the nose, seconds.
        release_s: when it left, seconds.
        speed_m_s: the fingertip's speed at contact, m/s.
        spacing_s: time between the frames on either side of the contact, seconds.
        seen: false where the film hides the contact.
    """

    seat: int
    contact_s: float
    release_s: float
    speed_m_s: float
    spacing_s: float
    seen: bool = True

    @property
    def held(self) -> bool:
        """Whether the touch counts: held as long as the house asks."""
        return self.release_s - self.contact_s >= HOLD_S


@dataclass(frozen=True, slots=True)
class TrueDeal:
    """One deal.

    Attributes:
        order: seats in the order of their touches.
        expected: what a perfect referee says.
        last: the seat that takes the letter; ``None`` unless a letter is expected.
        gap_s: time between the last two touches, seconds; ``None`` where somebody never copied.
        start_s: contact of the first touch, seconds.
        end_s: contact of the last touch, seconds.
    """

    order: tuple[int, ...]
    expected: Expected
    last: int | None
    gap_s: float | None
    start_s: float
    end_s: float


@dataclass(frozen=True, slots=True)
class Truth:
    """Everything true about a scene that the bench asks for.

    Attributes:
        name: the scene's name.
        heads: middle of each taken seat's head in the first frame, pixels (x, y), from the left.
        touches: every nose touch, brushes too, in order of time.
        deals: every deal in which somebody signalled.
    """

    name: str
    heads: tuple[tuple[float, float], ...]
    touches: tuple[TrueTouch, ...]
    deals: tuple[TrueDeal, ...]

    @property
    def kind(self) -> str:
        """The scene's kind: its name without the number."""
        return re.sub(r"-\d+$", "", self.name)


def read_truth(data: Mapping[str, Any]) -> Truth:
    """Read a scene's truth.

    Args:
        data: the parsed JSON. ``unseen`` in it may list stretches that the film hides:
            ``[{"seat": number or null for all, "start_s", "end_s"}]``; without it the note tells them.

    Raises:
        KeyError: a key is missing.
        StopIteration: the order names a seat that has no held touch.
    """
    seats = sorted(data["seats"], key=lambda seat: seat["seat"])
    number = {seat["seat"]: index for index, seat in enumerate(seats)}
    heads = tuple(
        ((seat["head_box"][0] + seat["head_box"][2]) / 2, (seat["head_box"][1] + seat["head_box"][3]) / 2)
        for seat in seats
    )
    nose = (gesture for gesture in data["gestures"] if gesture["kind"] == "nose touch")
    touches = sorted(
        (_read_touch(gesture, number, data) for gesture in nose), key=lambda touch: touch.contact_s
    )
    expected = data["expected"]
    rounds = expected.get("rounds") or ([expected] if expected.get("order") else [])
    deals = []
    left = [touch for touch in touches if touch.held]
    for one in rounds:
        order = [number[seat] for seat in one["order"]]
        mine = [_take_first(left, seat) for seat in order]
        silent = [number[seat] for seat in one.get("not_signalled", [])]
        deals.append(_read_deal(order, silent, mine, hidden=not all(touch.seen for touch in mine)))
    return Truth(data["scene"], heads, tuple(touches), tuple(deals))


def _read_touch(gesture: Mapping[str, Any], number: Mapping[int, int], data: Mapping[str, Any]) -> TrueTouch:
    contact = float(gesture["contact_s"])
    return TrueTouch(
        seat=number[gesture["seat"]],
        contact_s=contact,
        release_s=float(gesture["release_s"]),
        speed_m_s=float(gesture["speed_at_contact_m_s"]),
        spacing_s=_spacing(data["frame_times_s"], contact),
        seen=not _hidden(gesture, data),
    )


def _spacing(times: Sequence[float], instant: float) -> float:
    """Time between the frames around an instant, seconds (at the ends: between the two nearest)."""
    after = min(max(bisect_right(times, instant), 1), len(times) - 1)
    return times[after] - times[after - 1]


def _hidden(gesture: Mapping[str, Any], data: Mapping[str, Any]) -> bool:
    """Whether the film hides a touch: by its ``unseen`` list, else by the note of the given renderer."""
    seat, contact = gesture["seat"], gesture["contact_s"]
    if "unseen" in data:
        return any(
            span["seat"] in (None, seat) and span["start_s"] <= contact <= span["end_s"]
            for span in data["unseen"]
        )
    expected = data["expected"]
    note, order = expected.get("note") or "", expected.get("order") or []
    if gesture["release_s"] - contact < HOLD_S:
        return False
    if "is hidden" in note:
        return bool(seat == order[-1])
    return "stands still" in note and seat in order[-2:]


def _take_first(left: list[TrueTouch], seat: int) -> TrueTouch:
    """Remove and return a seat's next held touch."""
    touch = next(touch for touch in left if touch.seat == seat)
    left.remove(touch)
    return touch


def _read_deal(order: list[int], silent: list[int], touches: list[TrueTouch], *, hidden: bool) -> TrueDeal:
    contacts = [touch.contact_s for touch in touches]
    gap = None if silent or len(contacts) < 2 else [b - a for a, b in pairwise(contacts)][-1]
    if hidden or len(silent) > 1:
        expected, last = Expected.CALL, None
    elif silent:
        expected, last = Expected.LETTER, silent[0]
    elif gap is not None and gap <= DEAD_HEAT_S + ROUNDING_S:
        expected, last = Expected.REDEAL, None
    else:
        expected, last = Expected.LETTER, order[-1]
    return TrueDeal(tuple(order), expected, last, gap, contacts[0], contacts[-1])
