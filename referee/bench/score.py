"""Score what ``referee judge`` says about a scene against its truth. Pure: dictionaries in, values out."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from math import hypot
from typing import Any

from referee.bench.truth import SETTLED_S, Expected, TrueDeal, TrueTouch, Truth

Judged = Mapping[str, Any]
"""A judgement, touch or deal as ``referee judge --json`` writes it."""


class Finding(StrEnum):
    """What became of a true touch."""

    FOUND = "found"
    """Reported within a quarter of a second, held as held and brush as brush."""
    WRONG_KIND = "wrong kind"
    """Reported, but a held touch as a brush or a brush as held."""
    MISSED = "missed"
    """Not reported."""


class Verdict(StrEnum):
    """What a verdict is worth."""

    RIGHT = "right"
    """What a perfect referee says."""
    REDEAL = "redeal"
    """A redeal where a letter or a person's ruling was due: boring, not unjust."""
    CALL = "call"
    """Left to a person where the film shows who was last, or a dead heat."""
    WRONG = "wrong"
    """A letter to the wrong seat, on a dead heat, or where nobody can know."""
    NONE = "none"
    """No deal was reported."""


@dataclass(frozen=True, slots=True)
class TouchScore:
    """A true touch and what was made of it.

    Attributes:
        truth: the true touch.
        finding: whether it was found.
        contact_s: the judged instant, seconds; ``None`` when it was not found or has none.
        interval_s: the judged 95 % interval, seconds.
    """

    truth: TrueTouch
    finding: Finding
    contact_s: float | None = None
    interval_s: tuple[float, float] | None = None

    @property
    def error_s(self) -> float | None:
        """Judged less true instant, seconds."""
        return None if self.contact_s is None else self.contact_s - self.truth.contact_s

    @property
    def covered(self) -> bool | None:
        """Whether the interval holds the truth."""
        if self.interval_s is None:
            return None
        return self.interval_s[0] <= self.truth.contact_s <= self.interval_s[1]


@dataclass(frozen=True, slots=True)
class DealScore:
    """A true deal and what was said about it.

    Attributes:
        truth: the true deal; ``None`` for a deal that was reported where there was none.
        verdict: what the verdict is worth.
        said: what was said, in short: ``letter 2``, ``redeal``, ``call``; empty for none.
        reason: the reason given.
        dead_heat_letter: a letter on a dead heat (a special case of wrong).
        initiator_right: whether the first signaller was named.
    """

    truth: TrueDeal | None
    verdict: Verdict
    said: str = ""
    reason: str = ""
    dead_heat_letter: bool = False
    initiator_right: bool = True


@dataclass(frozen=True, slots=True)
class SceneScore:
    """Everything scored about a scene.

    Attributes:
        name: the scene's name.
        kind: the scene's kind.
        touches: every true touch, in order of time.
        false_held: reported held touches that are none: (seat or ``None``, seconds).
        false_brush: reported brushes that are none: (seat or ``None``, seconds).
        deals: every true deal, then the invented ones.
        seats_found: how many taken seats were found.
        seats: how many are taken.
        failure: why the film could not be judged at all; empty when it was.
    """

    name: str
    kind: str
    touches: tuple[TouchScore, ...] = ()
    false_held: tuple[tuple[int | None, float], ...] = ()
    false_brush: tuple[tuple[int | None, float], ...] = ()
    deals: tuple[DealScore, ...] = ()
    seats_found: int = 0
    seats: int = 0
    failure: str = field(default="")


def match_seats(truth: Truth, judgement: Judged) -> dict[int, int]:
    """Judged seat number -> true seat number, by place: the nearest head, if within about a head's width."""
    pairs = []
    for seat in judgement["seats"]:
        x0, y0, x1, y1 = seat["face_box"]
        for number, (x, y) in enumerate(truth.heads):
            away = hypot((x0 + x1) / 2 - x, (y0 + y1) / 2 - y)
            if away <= x1 - x0:
                pairs.append((away, seat["seat"], number))
    matched: dict[int, int] = {}
    for _, judged, number in sorted(pairs):
        if judged not in matched and number not in matched.values():
            matched[judged] = number
    return matched


def score_scene(truth: Truth, judgement: Judged) -> SceneScore:
    """Score one film's judgement (the content of ``referee judge --json``) against its truth."""
    seats = match_seats(truth, judgement)
    touches, left = _match_touches(truth, judgement["touches"], seats)
    return SceneScore(
        name=truth.name,
        kind=truth.kind,
        touches=touches,
        false_held=_places([touch for touch in left if touch["kind"] == "held"], seats),
        false_brush=_places([touch for touch in left if touch["kind"] == "brush"], seats),
        deals=_score_deals(truth, judgement, seats),
        seats_found=len(seats),
        seats=len(truth.heads),
    )


def unjudged(truth: Truth, failure: str) -> SceneScore:
    """Score a film that could not be judged: everything in it is missed."""
    return SceneScore(
        name=truth.name,
        kind=truth.kind,
        touches=tuple(TouchScore(touch, Finding.MISSED) for touch in truth.touches),
        deals=tuple(DealScore(deal, Verdict.NONE, initiator_right=False) for deal in truth.deals),
        seats=len(truth.heads),
        failure=failure,
    )


def _places(touches: Sequence[Judged], seats: Mapping[int, int]) -> tuple[tuple[int | None, float], ...]:
    return tuple((seats.get(touch["seat"]), touch["contact_s"] or 0.0) for touch in touches)


def _match_touches(
    truth: Truth, judged: Sequence[Judged], seats: Mapping[int, int]
) -> tuple[tuple[TouchScore, ...], list[Judged]]:
    """Pair true with judged touches, nearest first; also return the judged touches that are left over.

    A brush reported as held is left over too: it would have been scored.
    """
    near = sorted(
        (abs(touch["contact_s"] - true.contact_s), number, index)
        for number, true in enumerate(truth.touches)
        for index, touch in enumerate(judged)
        if touch["contact_s"] is not None
        and seats.get(touch["seat"]) == true.seat
        and abs(touch["contact_s"] - true.contact_s) <= SETTLED_S
    )
    partner: dict[int, int] = {}
    for _, number, index in near:
        if number not in partner and index not in partner.values():
            partner[number] = index
    scores, used = [], set()
    for number, true in enumerate(truth.touches):
        if number not in partner:
            scores.append(TouchScore(true, Finding.MISSED))
            continue
        touch = judged[partner[number]]
        alike = (touch["kind"] == "held") == true.held
        if alike or true.held:
            used.add(partner[number])
        interval = touch["interval_s"]
        scores.append(
            TouchScore(
                true,
                Finding.FOUND if alike else Finding.WRONG_KIND,
                touch["contact_s"],
                None if interval is None else (interval[0], interval[1]),
            )
        )
    return tuple(scores), [touch for index, touch in enumerate(judged) if index not in used]


def deal_times(judgement: Judged) -> list[float]:
    """When each judged deal began, seconds: its initiator's first held touch that no earlier deal used up."""
    held = sorted(
        (float(touch["contact_s"]), touch["seat"])
        for touch in judgement["touches"]
        if touch["kind"] == "held" and touch["contact_s"] is not None
    )
    times, after = [], float("-inf")
    for deal in judgement["deals"]:
        firsts = (
            next((at for at, who in held if who == seat and at > after), None) for seat in deal["order"]
        )
        mine = [at for at in firsts if at is not None]
        times.append(min(mine) if mine else after)
        after = max(mine, default=after)
    return times


def _score_deals(truth: Truth, judgement: Judged, seats: Mapping[int, int]) -> tuple[DealScore, ...]:
    """Pair each true deal with the judged one that began nearest to its time; the others are inventions."""
    times = deal_times(judgement)
    left = list(range(len(times)))
    scores = []
    for deal in truth.deals:
        best = min(
            (i for i in left if deal.start_s - 1 <= times[i] <= deal.end_s + 1),
            key=lambda i: abs(times[i] - deal.start_s),
            default=None,
        )
        if best is None:
            scores.append(DealScore(deal, Verdict.NONE, initiator_right=False))
            continue
        left.remove(best)
        scores.append(_score_deal(deal, judgement["deals"][best], seats))
    for index in left:
        said = judgement["deals"][index]
        wrong = Verdict.WRONG if said["verdict"] == "letter" else Verdict(said["verdict"])
        scores.append(DealScore(None, wrong, _in_short(said, seats), said["reason"]))
    return tuple(scores)


def _in_short(said: Judged, seats: Mapping[int, int]) -> str:
    if said["verdict"] != "letter":
        return str(said["verdict"])
    return f"letter {seats.get(said['seat'], '?')}"


def _score_deal(truth: TrueDeal, said: Judged, seats: Mapping[int, int]) -> DealScore:
    verdict = said["verdict"]
    if verdict == "letter":
        right = truth.expected is Expected.LETTER and seats.get(said["seat"]) == truth.last
        worth = Verdict.RIGHT if right else Verdict.WRONG
    else:
        worth = Verdict.RIGHT if verdict == truth.expected else Verdict(verdict)
    return DealScore(
        truth,
        worth,
        _in_short(said, seats),
        said["reason"],
        dead_heat_letter=verdict == "letter" and truth.expected is Expected.REDEAL,
        initiator_right=seats.get(said["initiator"], -1) == truth.order[0],
    )
