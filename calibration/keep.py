"""Keeps what was found at a table: its file, and beside it the small picture of edges that tells a nudge."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from referee.calibration.nudge import Reference, Shift, edges_of, load_edges, save_edges
from referee.calibration.tablefile import SavedSeat, TableFile, save
from referee.calibration.take import Take
from referee.calibration.watch import TableMeasure

from referee.film import Image, frames_at
from referee.timing.camera import CameraTiming


def _first(frames: Take) -> Image:
    return next(frames_at(frames, (0.0,))).image


def _picture_of(path: Path) -> Path:
    return path.with_suffix(".edges.png")


def shift_since(known: TableFile, path: Path, frames: Take) -> Shift | None:
    """How the picture has shifted since a table was kept; ``None`` when no picture of it was kept.

    Args:
        known: the table as it was kept.
        path: its file.
        frames: what the camera shows now.
    """
    edges = load_edges(_picture_of(path))
    return None if edges is None else Reference(edges, (known.width, known.height)).shift(_first(frames))


def keep_seats(
    measure: TableMeasure, frames: Take, path: Path, known: TableFile | None, *, name: str, source: str
) -> None:
    """Write who sits where, with what else is known of the table."""
    before = {} if known is None else {seat.number: seat for seat in known.seats}
    seats = tuple(
        replace(before.get(seat.seat, SavedSeat(seat.seat, seat.box)), box=seat.box) for seat in measure.seats
    )
    timing = None if known is None else known.timing
    save(TableFile(name, source, measure.width, measure.height, seats, timing), path)
    save_edges(edges_of(_first(frames)), _picture_of(path))


def keep_timing(
    timing: CameraTiming, frames: Take, path: Path, known: TableFile | None, *, name: str, source: str
) -> None:
    """Write a camera's timing, with what else is known of the table."""
    height, width = _first(frames).shape[:2]
    table = known or TableFile(name, source, width, height, ())
    save(replace(table, source=source, timing=timing), path)
