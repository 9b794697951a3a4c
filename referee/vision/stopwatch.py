"""The stopwatch: takes in every frame of a stretch and tells what was seen at each seat, with contact instants."""

from __future__ import annotations

from collections.abc import Sequence

from referee.film import Frame
from referee.observation import SeatView
from referee.vision.networks import Networks
from referee.vision.patch import Box
from referee.vision.seat import Reading, SeatReader
from referee.vision.still import Stillness


class Stopwatch:
    """Measures one stretch of time, frame after frame.

    Args:
        networks: the networks, which stay loaded between two stretches.
        boxes: the face of each seat in the first frame, with the seat's number.
        reading: how seats are read.
    """

    def __init__(self, networks: Networks, boxes: Sequence[tuple[int, Box]], reading: Reading) -> None:
        self._stillness = Stillness()
        self.readers = [SeatReader(seat, box, networks, self._stillness, reading) for seat, box in boxes]

    def add(self, frame: Frame) -> None:
        """Take in the next frame; times must rise and none may be left out."""
        self._stillness.add(frame.image, frame.time_s)
        for reader in self.readers:
            reader.add(frame.image, frame.time_s)

    def views(self, *, last: bool) -> tuple[SeatView, ...]:
        """What was seen of each seat so far; ``last``: no frame will follow."""
        return tuple(reader.view(last=last) for reader in self.readers)
