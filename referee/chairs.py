"""Notices that people may have changed chairs. Pure.

A seat is a place in the picture, and nobody's face is ever matched to anybody: who changed chairs cannot be seen. But
people have to get up for it. Two seats that were empty at the same time and are taken again are worth a question.
"""

from __future__ import annotations

from collections.abc import Mapping

AWAY_S = 1.5
"""A seat without a face for so long is empty, seconds: a turned head or a hand before the face is shorter."""
BACK_S = 1.0
"""Faces back for so long are taken for sitting, seconds."""


class ChairWatch:
    """Follows which seats are empty.

    Attributes:
        asked: the seats whose people may have changed, in order; empty while there is no question.
    """

    def __init__(self) -> None:
        self.asked: tuple[int, ...] = ()
        self._gone_s: dict[int, float] = {}
        self._up: set[int] = set()
        self._back_s: float | None = None

    def see(self, now_s: float, faces: Mapping[int, bool]) -> bool:
        """Take in one look.

        Args:
            now_s: any clock that only goes forward, seconds.
            faces: by seat of a survivor, whether a face is there.

        Returns:
            Whether there is a new question.
        """
        self._up &= set(faces)  # who is out of the game is nobody's business
        self._gone_s = {seat: since_s for seat, since_s in self._gone_s.items() if seat in faces}
        for seat, there in faces.items():
            if there:
                self._gone_s.pop(seat, None)
            else:
                self._gone_s.setdefault(seat, now_s)
        empty = {seat for seat, since_s in self._gone_s.items() if now_s - since_s >= AWAY_S}
        if len(empty) > 1 or (empty and self._up):
            self._up |= empty
        return self._sat_down(now_s, faces)

    def everybody_up(self, seats: tuple[int, ...]) -> None:
        """Nobody can be seen, on purpose (a pause): anybody may have changed chairs meanwhile."""
        self._up |= set(seats)
        self._back_s = None

    def forget(self) -> None:
        """What was seen tells nothing (the picture was away): begin anew; a question stays."""
        self._gone_s.clear()
        self._up.clear()
        self._back_s = None

    def answered(self) -> None:
        """Somebody said who sits where."""
        self.asked = ()
        self.forget()

    def _sat_down(self, now_s: float, faces: Mapping[int, bool]) -> bool:
        if len(self._up) < 2 or not all(faces.get(seat, False) for seat in self._up):
            self._back_s = None
            return False
        if self._back_s is None:
            self._back_s = now_s
        if now_s - self._back_s < BACK_S:
            return False
        self.asked = tuple(sorted(self._up | set(self.asked)))
        self._up.clear()
        self._back_s = None
        return True
