"""Who sits where: from the faces found to the seats of the game. Pure."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from referee.status import SeatGlance

STEADY_S = 1.0
"""As many people as the game needs, for so long, are the players, seconds: a guest walking by is none."""

_PEOPLE = ("nobody", "one person", "two people", "three people", "four people", "five people", "six people")


class Seating:
    """Waits until exactly the players of the game are seen, then gives them their seats.

    Attributes:
        message: what people should do.
        since_s: since when as many as now have been seen, seconds on the camera's clock.

    Args:
        survivors: the seats of those still in the game, in order.
        everybody: the seats of all who started, in order.
    """

    def __init__(self, survivors: Sequence[int], everybody: Sequence[int] = (0, 1, 2, 3)) -> None:
        self._survivors = tuple(survivors)
        self._everybody = tuple(everybody)
        self.since_s: float | None = None
        self._count = 0
        self.message = "Looking for the players."

    def see(self, time_s: float, found: Sequence[SeatGlance]) -> tuple[SeatGlance, ...]:
        """Take in who was found; the seats once they are sure, before that nothing.

        When everybody who started is in view, those who are out keep their seats too (and are not judged).

        Args:
            time_s: the camera's clock, seconds.
            found: everybody in view, from the left.
        """
        faces = [glance for glance in found if glance.face_box is not None]
        fits = len(faces) in (len(self._survivors), len(self._everybody))
        if not fits or len(faces) != self._count or self.since_s is None:
            self._count, self.since_s = len(faces), time_s
        self.message = "" if fits else self._advice(len(faces))
        if not fits or time_s - self.since_s < STEADY_S:
            return ()
        seats = self._everybody if len(faces) == len(self._everybody) else self._survivors
        return tuple(replace(face, seat=seat) for seat, face in zip(seats, faces, strict=True))

    def _advice(self, count: int) -> str:
        need = len(self._survivors)
        seen = _PEOPLE[count] if count < len(_PEOPLE) else f"{count} people"
        wanted = _PEOPLE[need].removesuffix(" people")
        if count < need:
            return (
                f"I see {seen} and need {wanted}. Sit so that every face is in the picture and lit, "
                "or move the camera back."
            )
        return f"I see {seen} and need {wanted}. Guests please leave the picture, or turn the camera."
