"""Keeps what was found at a table: its file, and beside it the small picture of edges that tells a nudge."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path

from referee.calibration.nudge import Reference, Shift, Small, edges_of, load_edges, save_edges
from referee.calibration.places import edges_beside
from referee.calibration.tablefile import SavedSeat, TableFile, load, save
from referee.calibration.take import Take

from referee.film import Image, frames_at
from referee.live.errors import SourceError
from referee.live.sources import SourceKind, parse_source
from referee.timing.camera import CameraTiming, Lens
from referee.vision.patch import Box


def first_of(frames: Take) -> Image:
    """The first picture."""
    return next(frames_at(frames, (0.0,))).image


def known_at(path: Path | None) -> TableFile | None:
    """The table that is kept there; ``None`` when there is none yet.

    Raises:
        TableFileError: a line in it is wrong.
    """
    return load(path) if path is not None and path.exists() else None


def camera_of(known: TableFile | None) -> str:
    """The camera that a table was kept with; camera 0 where that was a film, or nothing is known."""
    if known is None:
        return "0"
    try:
        is_film = parse_source(known.source).kind is SourceKind.FILE
    except SourceError:  # a film that is gone
        is_film = True
    return "0" if is_film else known.source


def is_of(known: TableFile, source: str) -> bool:
    """Whether a source is the table's camera; a film is taken for one of that camera."""
    return known.source == source or Path(source).is_file()


def of_camera(known: TableFile | None, path: Path, source: str, size: tuple[int, int]) -> TableFile:
    """What is known of a table with this camera; what was measured with another one says nothing of it.

    Args:
        known: the table as it was kept.
        path: its file.
        source: the camera, as --source takes it.
        size: width and height of its picture, pixels.
    """
    return known if known is not None and is_of(known, source) else TableFile(path.stem, source, *size, ())


def shift_since(known: TableFile | None, path: Path, edges: Small) -> Shift | None:
    """How the picture has shifted since a table was kept; ``None`` when no picture of it was kept.

    Args:
        known: the table as it was kept.
        path: its file.
        edges: of what the camera shows now.
    """
    before = None if known is None else load_edges(edges_beside(path))
    return (
        None
        if known is None or before is None
        else Reference(before, (known.width, known.height)).compare(edges)
    )


def keep_seats(
    path: Path, boxes: Mapping[int, Box], size: tuple[int, int], edges: Small, *, source: str
) -> None:
    """Write who sits where, with what else is known of the table; its name is the file's.

    Args:
        path: its file.
        boxes: the face of each seat, pixels.
        size: width and height of the picture, pixels.
        edges: of a picture in which the seats are.
        source: the camera, as --source takes it.

    Raises:
        TableFileError: a line in the file that is there is wrong.
    """
    known = of_camera(known_at(path), path, source, size)
    before = {seat.number: seat for seat in known.seats}
    seats = tuple(
        replace(before.get(seat, SavedSeat(seat, box)), box=box) for seat, box in sorted(boxes.items())
    )
    save(replace(known, width=size[0], height=size[1], seats=seats), path)
    save_edges(edges, edges_beside(path))


def keep_timing(path: Path, timing: CameraTiming, frames: Take, *, source: str) -> None:
    """Write a camera's timing, with what else is known of the table.

    Raises:
        TableFileError: a line in the file that is there is wrong.
    """
    height, width = first_of(frames).shape[:2]
    known = of_camera(known_at(path), path, source, (width, height))
    save(replace(known, timing=timing), path)


def keep_lens(path: Path, lens: Lens, *, source: str) -> None:
    """Write a camera's lens, with what else is known of the table.

    Raises:
        TableFileError: a line in the file that is there is wrong.
    """
    known = of_camera(known_at(path), path, source, (lens.width, lens.height))
    save(replace(known, lens=lens), path)


def edges_in(frames: Take) -> Small:
    """The edges of the first picture."""
    return edges_of(first_of(frames))
