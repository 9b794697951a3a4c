"""Who sits where: from the faces found to the seats of the game. Pure."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from math import hypot
from typing import TYPE_CHECKING

from referee.status import SeatGlance

if TYPE_CHECKING:
    from referee.vision.patch import Box

STEADY_S = 1.0
"""As many people as the game needs, for so long, are the players, seconds: a guest walking by is none."""
PATIENCE_S = 4.0
"""Once as many people as needed were there, they get so long to sit where a saved table has them, seconds; after that
they are taken as they sit."""
AT_SEAT = 1.6
"""A face nearer to a saved seat than this is the one that sits there, face sizes: people lean and push their chairs,
and neighbours sit three or four apart."""
LIKE_SEAT = 1.6
"""... unless it is larger or smaller than the face of then by more than this factor."""

_PEOPLE = ("nobody", "one person", "two people", "three people", "four people", "five people", "six people")


class Seating:
    """Waits until exactly the players of the game are seen, then gives them their seats.

    Attributes:
        message: what people should do.
        since_s: since when as many as now have been seen, seconds on the camera's clock.
        elsewhere: the players were taken as they sit, though a saved table says otherwise.

    Args:
        survivors: the seats of those still in the game, in order.
        everybody: the seats of all who started, in order.
    """

    def __init__(self, survivors: Sequence[int], everybody: Sequence[int] = (0, 1, 2, 3)) -> None:
        self._survivors = tuple(survivors)
        self._everybody = tuple(everybody)
        self.since_s: float | None = None
        self.elsewhere = False
        self._seen: tuple[int, ...] | int = 0
        self._enough_s: float | None = None  # since when people could be taken as they sit
        self.message = "Looking for the players."

    def see(
        self, time_s: float, found: Sequence[SeatGlance], places: Mapping[int, Box] | None = None
    ) -> tuple[SeatGlance, ...]:
        """Take in who was found; the seats once they are sure, before that nothing.

        When everybody who started is in view, those who are out keep their seats too (and are not judged). Where a
        saved table says where the seats are, whoever's face is there gets that seat, and nobody else counts.

        Args:
            time_s: the camera's clock, seconds.
            found: everybody in view, from the left.
            places: where the saved seats are in this picture; ``None``: nothing was saved.
        """
        faces = [glance for glance in found if glance.face_box is not None]
        there = at_places(faces, places or {})
        at_home = bool(there) and there.keys() >= set(self._survivors)
        fits = at_home or len(faces) in (len(self._survivors), len(self._everybody))
        seen = tuple(sorted(there)) if at_home else len(faces)
        if not fits or seen != self._seen or self.since_s is None:
            self._seen, self.since_s = seen, time_s
        self.message = self._advice(len(faces), there, places) if not at_home and (places or not fits) else ""
        if not fits:
            return ()
        self._enough_s = time_s if self._enough_s is None else self._enough_s
        hurried = bool(places) and not at_home and time_s - self._enough_s < PATIENCE_S
        if hurried or time_s - self.since_s < STEADY_S:
            return ()
        if at_home:
            return tuple(replace(face, seat=seat) for seat, face in sorted(there.items()))
        self.elsewhere = places is not None
        seats = self._everybody if len(faces) == len(self._everybody) else self._survivors
        return tuple(replace(face, seat=seat) for seat, face in zip(seats, faces, strict=True))

    def _advice(self, count: int, there: Mapping[int, SeatGlance], places: Mapping[int, Box] | None) -> str:
        need = len(self._survivors)
        seen = _PEOPLE[count] if count < len(_PEOPLE) else f"{count} people"
        wanted = _PEOPLE[need].removesuffix(" people")
        if places and count >= need:
            empty = [str(seat + 1) for seat in self._survivors if seat not in there]
            return f"Nobody is at seat {' or '.join(empty)} of the saved table. Sit there, or wait a moment."
        if count < need:
            return (
                f"I see {seen} and need {wanted}. Sit so that every face is in the picture and lit, "
                "or move the camera back."
            )
        return f"I see {seen} and need {wanted}. Guests please leave the picture, or turn the camera."


def at_places(faces: Sequence[SeatGlance], places: Mapping[int, Box]) -> dict[int, SeatGlance]:
    """Whose face is at which saved seat, by seat; the nearest pairs first, nobody twice."""
    pairs = sorted(
        (away, seat, number)
        for seat, box in places.items()
        for number, face in enumerate(faces)
        if (away := _away(face, box)) < AT_SEAT
    )
    there: dict[int, SeatGlance] = {}
    taken: set[int] = set()
    for _, seat, number in pairs:
        if seat not in there and number not in taken:
            there[seat] = faces[number]
            taken.add(number)
    return there


def _away(face: SeatGlance, box: Box) -> float:
    """How far a face is from a saved seat, face sizes; infinite for one of quite another size."""
    if face.face_box is None:
        return float("inf")
    x0, y0, x1, y1 = face.face_box
    size = max(1.0, (x1 - x0) * (y1 - y0)) ** 0.5
    if not 1 / LIKE_SEAT < size / box.size < LIKE_SEAT:
        return float("inf")
    return hypot((x0 + x1) / 2 - box.x, (y0 + y1) / 2 - box.y) / box.size
