"""What a table's file keeps when it is measured again."""

from __future__ import annotations

from pathlib import Path

import numpy as np
from referee.calibration.keep import keep_lens, keep_seats
from referee.calibration.tablefile import load

from referee.timing.camera import Lens
from referee.vision.patch import Box

LENS = Lens(1280, 720, 770.0, 770.0, 640.0, 360.0, -0.28, 0.07, 0.0, 0.0, 0.2)
EDGES = np.zeros((40, 40), np.float32)


def seat(path: Path, source: str) -> None:
    keep_seats(path, {0: Box(200.0, 300.0, 90.0)}, (1280, 720), EDGES, source=source)


def test_what_was_measured_with_the_same_camera_stays(tmp_path: Path) -> None:
    path = tmp_path / "kitchen.toml"
    keep_lens(path, LENS, source="2")
    seat(path, "2")
    assert (load(path).lens, len(load(path).seats)) == (LENS, 1)


def test_what_was_measured_with_another_camera_goes(tmp_path: Path) -> None:
    """Its lens would bend faces out of shape, and times with them."""
    path = tmp_path / "kitchen.toml"
    keep_lens(path, LENS, source="2")
    seat(path, "0")
    assert (load(path).source, load(path).lens) == ("0", None)
    keep_lens(path, LENS, source="2")
    assert (load(path).source, load(path).seats) == ("2", ())


def test_a_film_is_taken_for_one_of_the_tables_camera(tmp_path: Path) -> None:
    path, film = tmp_path / "kitchen.toml", tmp_path / "film.mp4"
    film.touch()
    keep_lens(path, LENS, source="2")
    seat(path, str(film))
    assert (load(path).source, load(path).lens) == ("2", LENS)
