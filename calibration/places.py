"""The seats of a table that was kept, where they are in the camera's picture now."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from referee.calibration.nudge import Nudge, Reference, Small, load_edges
from referee.calibration.tablefile import TableFile

from referee.vision.patch import Box

SAME_SHAPE = 0.02
"""Pictures whose sides differ in proportion by more than this share show something else."""


def edges_beside(path: Path) -> Path:
    """Where the small picture of edges of a table lies."""
    return path.with_suffix(".edges.png")


@dataclass(frozen=True, slots=True)
class SavedPlaces:
    """Seats as they were kept.

    Attributes:
        boxes: the face of each seat, pixels of the picture of then.
        size: width and height of that picture, pixels.
        edges: its edges; ``None`` when none were kept: then nothing is known of nudges.
    """

    boxes: Mapping[int, Box]
    size: tuple[int, int]
    edges: Small | None = None

    @classmethod
    def of(cls, table: TableFile, path: Path) -> SavedPlaces:
        """Those of a table; ``path`` is its file."""
        boxes = {seat.number: seat.box for seat in table.seats}
        return cls(boxes, (table.width, table.height), load_edges(edges_beside(path)))

    def now(self, edges: Small, size: tuple[int, int]) -> tuple[Nudge, dict[int, Box]]:
        """Where the seats are in another picture.

        Args:
            edges: its :func:`~referee.calibration.nudge.edges_of`.
            size: its width and height, pixels.

        Returns:
            What became of the camera, and each seat moved along; unmoved where the picture agrees with nothing that
            was, and none where it has another shape.
        """
        scale = size[0] / self.size[0]
        if abs(self.size[1] * scale / size[1] - 1.0) > SAME_SHAPE:
            return Nudge.ASK, {}
        there = {
            seat: Box(box.x * scale, box.y * scale, box.size * scale) for seat, box in self.boxes.items()
        }
        if self.edges is None:
            return Nudge.STILL, there
        shift = Reference(self.edges, size).compare(edges)
        if shift.nudge is Nudge.MOVED:
            there = {seat: shift.carry(box) for seat, box in there.items()}
        return shift.nudge, there
