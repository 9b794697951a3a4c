"""``referee play --table``: what is taken from a table that was kept."""

from __future__ import annotations

from pathlib import Path

import pytest
from referee.calibration.keep import camera_of
from referee.calibration.places import SavedPlaces
from referee.calibration.tablefile import SavedSeat, TableFile, path_of, save

from referee.cli import main
from referee.live import session
from referee.timing.camera import UNMEASURED, CameraTiming
from referee.vision.patch import Box

FILM = Path(__file__).parents[1] / "scenes" / "films" / "clear-04.mp4"


def kept(folder: Path, seats: int = 4, source: str = "2") -> TableFile:
    boxes = [SavedSeat(seat, Box(100.0 + 200 * seat, 300.0, 80.0)) for seat in range(seats)]
    table = TableFile("kitchen", source, 1280, 720, tuple(boxes), CameraTiming(0.02))
    save(table, path_of(folder, "kitchen"))
    return table


@pytest.fixture
def options(monkeypatch: pytest.MonkeyPatch) -> list[session.Options]:
    """What the evening would be run with."""
    found: list[session.Options] = []
    monkeypatch.setattr(session, "run_session", lambda _table, spec, how, _say: found.extend([spec, how]))
    return found


def played(folder: Path, *more: str) -> int:
    return main(["play", "--table", "kitchen", "--data", str(folder), "--new", "--by-itself", *more])


def test_seats_timing_and_camera_of_a_kept_table_are_used(tmp_path: Path, options: list):
    table = kept(tmp_path)
    assert played(tmp_path) == 0
    spec, how = options
    assert (spec.address, how.camera) == ("2", table.camera)
    assert how.places == SavedPlaces({seat.number: seat.box for seat in table.seats}, (1280, 720))


def test_a_table_that_is_not_there_yet_begins_without_and_is_kept_later(
    tmp_path: Path, options: list, capsys: pytest.CaptureFixture[str]
):
    assert played(tmp_path, "--source", str(FILM)) == 0
    assert (options[1].places, options[1].camera) == (None, UNMEASURED)
    assert options[1].keep_table == path_of(tmp_path, "kitchen")
    assert "Nothing is known yet of who sits where at the table kitchen" in capsys.readouterr().out


def test_a_table_with_too_few_seats_seats_nobody(
    tmp_path: Path, options: list, capsys: pytest.CaptureFixture[str]
):
    kept(tmp_path, seats=3)
    assert played(tmp_path, "--source", str(FILM)) == 0
    assert options[1].places is None
    assert "The table kitchen has 3 seats and the game 4" in capsys.readouterr().out


def test_a_line_that_is_wrong_is_said_before_anything_begins(
    tmp_path: Path, options: list, capsys: pytest.CaptureFixture[str]
):
    path = path_of(tmp_path, "kitchen")
    kept(tmp_path)
    path.write_text(path.read_text().replace("size = 80.0", "size = 0", 1))
    assert played(tmp_path) == 2
    assert "kitchen.toml, line 14: size: write a number from 8" in capsys.readouterr().err
    assert options == []


@pytest.mark.parametrize("source", [str(FILM), "/gone/film.mp4"])
def test_a_table_that_was_kept_from_a_film_is_played_with_the_first_camera(tmp_path: Path, source: str):
    assert camera_of(kept(tmp_path, source=source)) == "0"
    assert camera_of(None) == "0"
