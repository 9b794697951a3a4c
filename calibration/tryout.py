"""The try-out: everybody touches the nose twice when asked, and once the chin, which must not count. Pure.

It is fed with what the stopwatch saw of each seat and with the camera's clock; it says what to ask next, what was seen,
and which hand each player uses. Nothing here is a verdict: a seat that could not be told is warned, and may play.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from statistics import fmean

from referee.observation import Hand, SeatView, Touch, TouchKind

ASK_S = 5.0
"""How long each thing is asked for, seconds: time to read, to reach, and to hold."""
LATE_S = 0.5
"""A touch this soon after the next thing was asked still belongs to the one before, seconds: people read slowly."""


class Ask(StrEnum):
    """What the players are asked to do."""

    NOSE = "nose"
    """Touch the nose with an index finger, and hold."""
    CHIN = "chin"
    """Touch the chin: no nose touch, and none must be seen."""


ORDER = (Ask.NOSE, Ask.NOSE, Ask.CHIN)
"""What is asked, in turn."""


class Seen(StrEnum):
    """What was seen of one thing that was asked."""

    TOUCH = "touch"
    """A held touch of the nose."""
    BRUSH = "brush"
    """A touch that did not last: it would not have counted."""
    UNSURE = "unsure"
    """Something was there that could not be told."""
    NOTHING = "nothing"
    """No touch."""


class Trouble(StrEnum):
    """Why a seat may not play as well as it could."""

    MISSED = "missed"
    """A touch that was asked for was not seen: more light, the hand in the picture, the camera nearer."""
    SHORT = "short"
    """The finger was taken away too soon: hold it on the nose."""
    UNSURE = "unsure"
    """It could not be told what was at the nose: index finger alone, on the tip of the nose."""
    FALSE = "false"
    """The chin was taken for the nose: the camera sees it from below or above; put it at the height of the eyes."""
    NEAR = "near"
    """The chin was not counted, but was not told from the nose for sure: in a game somebody may have to decide."""
    HANDS_DIFFER = "hands-differ"
    """Once with one hand, once with the other: fine, but then neither is expected."""


@dataclass(frozen=True, slots=True)
class SeatTrial:
    """What came of one seat.

    Attributes:
        seat: the seat.
        seen: what was seen of each thing asked so far, in the order of :data:`ORDER`.
        hand: the hand that touched the nose; ``None`` when it was not the same, or could not be told.
        rest: where the fingertip rests, right and down of the nose tip, face sizes; ``None`` while unknown.
        warnings: what to put right, in no order; empty when all went well.
    """

    seat: int
    seen: tuple[Seen, ...]
    hand: Hand | None
    rest: tuple[float, float] | None
    warnings: frozenset[Trouble]

    @property
    def good(self) -> bool:
        """Whether everything asked was seen as it was, and nothing else."""
        return self.seen == (Seen.TOUCH, Seen.TOUCH, Seen.NOTHING)


@dataclass
class TryOut:
    """One try-out of a table.

    Attributes:
        start_s: when the first thing is asked, seconds on the camera's clock.
        seats: the seats that take part.
    """

    start_s: float
    seats: Sequence[int]
    _views: dict[int, SeatView] = field(default_factory=dict)
    _rests: dict[int, list[tuple[float, tuple[float, float]]]] = field(default_factory=dict)

    @property
    def end_s(self) -> float:
        """When the last thing was asked long enough, seconds."""
        return self.start_s + len(ORDER) * ASK_S

    def asks(self, now_s: float) -> Ask | None:
        """What is asked at a moment; ``None`` before and after."""
        step = int((now_s - self.start_s) // ASK_S)
        return ORDER[step] if 0 <= step < len(ORDER) else None

    def left_s(self, now_s: float) -> float:
        """How long the present thing is still asked, seconds."""
        return ASK_S - (now_s - self.start_s) % ASK_S

    def see(
        self, views: Sequence[SeatView], rests: Mapping[int, Sequence[tuple[float, float, float]]]
    ) -> None:
        """Take in all that was seen so far.

        Args:
            views: one for each seat, over the whole try-out up to now.
            rests: looks at a fingertip that rested at the nose, by seat: time in seconds, right and down of the nose
                tip in face sizes.
        """
        self._views.update({view.seat: view for view in views})
        for seat, looks in rests.items():
            self._rests[seat] = [(time_s, (x, y)) for time_s, x, y in looks]

    def trials(self, now_s: float) -> tuple[SeatTrial, ...]:
        """What came of every seat up to a moment."""
        return tuple(self._trial(seat, now_s) for seat in self.seats)

    def _trial(self, seat: int, now_s: float) -> SeatTrial:
        view = self._views.get(seat, SeatView(seat))
        done = min(
            len(ORDER), max(0, int((now_s - self.start_s) / ASK_S + 1e-6))
        )  # 15 s may come to 14.999...
        seen = tuple(self._seen(view, step) for step in range(done))
        touches = [
            touch for step in range(done) if ORDER[step] is Ask.NOSE for touch in self._touches(view, step)
        ]
        hands = Counter(touch.hand for touch in touches if touch.hand is not None)
        return SeatTrial(
            seat,
            seen,
            hand=next(iter(hands)) if len(hands) == 1 else None,
            rest=self._rest(seat, touches),
            warnings=_warnings(seen, hands),
        )

    def _touches(self, view: SeatView, step: int) -> list[Touch]:
        """The touches that began while something was asked."""
        early_s = self.start_s + step * ASK_S + (LATE_S if step else 0.0)
        late_s = self.start_s + (step + 1) * ASK_S + LATE_S
        return [touch for touch in view.touches if touch.contact and early_s <= touch.contact.time_s < late_s]

    def _seen(self, view: SeatView, step: int) -> Seen:
        kinds = {touch.kind for touch in self._touches(view, step)}
        if TouchKind.HELD in kinds:
            return Seen.TOUCH
        if kinds:
            return Seen.BRUSH
        begin_s = self.start_s + step * ASK_S
        hidden = any(span.overlaps(begin_s + LATE_S, begin_s + ASK_S) for span in view.unseen)
        return Seen.UNSURE if hidden else Seen.NOTHING

    def _rest(self, seat: int, touches: Sequence[Touch]) -> tuple[float, float] | None:
        """The middle of where the fingertip lay during the touches."""
        spots = [
            spot
            for time_s, spot in self._rests.get(seat, [])
            for touch in touches
            if touch.contact and touch.contact.time_s <= time_s <= (touch.release_s or self.end_s)
        ]
        if not spots:
            return None
        return fmean(x for x, _ in spots), fmean(y for _, y in spots)


def _warnings(seen: Sequence[Seen], hands: Counter[Hand]) -> frozenset[Trouble]:
    found = set()
    for ask, what in zip(ORDER, seen, strict=False):
        if ask is Ask.CHIN:
            if what in (Seen.TOUCH, Seen.BRUSH):
                found.add(Trouble.FALSE)
            elif what is Seen.UNSURE:
                found.add(Trouble.NEAR)
        elif what is Seen.NOTHING:
            found.add(Trouble.MISSED)
        elif what is Seen.BRUSH:
            found.add(Trouble.SHORT)
        elif what is Seen.UNSURE:
            found.add(Trouble.UNSURE)
    if len(hands) > 1:
        found.add(Trouble.HANDS_DIFFER)
    return frozenset(found)
