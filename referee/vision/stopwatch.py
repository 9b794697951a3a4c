"""The stopwatch: takes in every frame of a stretch and tells what was seen at each seat, with contact instants."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from referee.film import Frame, Image
from referee.observation import SeatView
from referee.timing.camera import CameraTiming, widen_views
from referee.vision.lens import FlatSeat, flat_seat
from referee.vision.networks import FaceBox, Networks
from referee.vision.patch import Box
from referee.vision.seat import Reading, SeatReader
from referee.vision.seats import SMALLEST
from referee.vision.still import Stillness
from referee.vision.trace import SeatTrace, trace_of

LOST_S = 0.5
"""How long a face is missing before it is looked for in the whole picture, and between two such looks, seconds."""
FARTHEST = 1.5
"""How far from where it was a lost face is looked for, face sizes: farther away sits a neighbour."""


class Stopwatch:
    """Measures one stretch of time, frame after frame.

    Args:
        networks: the networks, which stay loaded between two stretches.
        boxes: the face of each seat in the first frame, with the seat's number.
        reading: how seats are read.
        camera: what is known of the camera: the less of its timing, the wider the intervals; where its lens bends a
            seat, that seat is flattened.
        middle: where the faces of the whole table lie on average, as a share of the picture's height; ``None``:
            these boxes are the whole table.
    """

    def __init__(
        self,
        networks: Networks,
        boxes: Sequence[tuple[int, Box]],
        reading: Reading,
        *,
        camera: CameraTiming | None = None,
        middle: float | None = None,
    ) -> None:
        self._networks = networks
        self._camera = camera or CameraTiming()
        self._middle = middle
        self._boxes = tuple(boxes)
        self._height: int | None = None
        self._flat: dict[int, FlatSeat] = {}
        self._stillness = Stillness()
        self._searched_s = float("-inf")
        self.readers = [SeatReader(seat, box, networks, self._stillness, reading) for seat, box in boxes]

    def add(self, frame: Frame) -> None:
        """Take in the next frame; times must rise and none may be left out."""
        if self._height is None:
            self._height = frame.image.shape[0]
            self._flatten(frame.image)
        self._stillness.add(frame.image, frame.time_s)
        for reader in self.readers:
            flat = self._flat.get(reader.seat)
            reader.add(frame.image if flat is None else flat(frame.image), frame.time_s)
        lost = [reader for reader in self.readers if frame.time_s - reader.face_s > LOST_S]
        if lost and frame.time_s - self._searched_s > LOST_S and not self._stillness.inside(frame.time_s):
            self._searched_s = frame.time_s
            self._search(frame, lost)

    def _flatten(self, image: Image) -> None:
        """Find the seats at which the lens bends the picture."""
        if self._camera.lens is None:
            return
        height, width = image.shape[:2]
        flats = ((seat, flat_seat(self._camera.lens, box, width, height)) for seat, box in self._boxes)
        self._flat = {seat: flat for seat, flat in flats if flat is not None}

    def _search(self, frame: Frame, lost: Sequence[SeatReader]) -> None:
        """Look for lost faces in the whole picture: somebody leant over, or the camera was nudged."""
        taken = [reader.box for reader in self.readers if reader not in lost]
        faces = [face for face in self._networks.faces(frame.image) if face.width > SMALLEST]
        free = [face for face in faces if all(_apart(face, box) > 0.5 for box in taken)]
        for reader in lost:
            near = [face for face in free if _apart(face, reader.box) < FARTHEST]
            if near:
                face = min(near, key=lambda face: _apart(face, reader.box))
                free.remove(face)
                reader.box = Box(face.x, face.y, reader.box.size)

    def views(self, *, last: bool) -> tuple[SeatView, ...]:
        """What was seen of each seat so far; ``last``: no frame will follow."""
        views = tuple(reader.view(last=last) for reader in self.readers)
        if self._height is None:
            return views
        rows = {seat: box.y / self._height for seat, box in self._boxes}
        return widen_views(views, rows, self._camera, middle=self._middle)

    def traces(self) -> tuple[SeatTrace, ...]:
        """Where each nose was and how each finger came near, for the photo finish."""
        return tuple(trace_of(reader) for reader in self.readers)


def _apart(face: FaceBox, box: Box) -> float:
    """Distance between two faces, in sizes of the second."""
    return float(np.hypot(face.x - box.x, face.y - box.y)) / box.size
