"""Saved seats are found again in the picture of now."""

from __future__ import annotations

from itertools import islice
from pathlib import Path

import pytest
from referee.calibration.keep import keep_seats
from referee.calibration.nudge import Nudge, edges_of
from referee.calibration.places import SavedPlaces
from referee.calibration.tablefile import load

from referee.film import Film, Image
from referee.vision.patch import Box
from tests.calibration.test_nudge import FILM, moved

BOXES = {seat: Box(100.0 + 250 * seat, 300.0, 80.0) for seat in range(4)}


@pytest.fixture(scope="module")
def images() -> list[Image]:
    return [frame.image for frame in islice(Film(FILM), 0, 60, 30)]


@pytest.fixture
def saved(images: list[Image], tmp_path: Path) -> SavedPlaces:
    height, width = images[0].shape[:2]
    keep_seats(tmp_path / "t.toml", BOXES, (width, height), edges_of(images[0]), source="0")
    return SavedPlaces.of(load(tmp_path / "t.toml"), tmp_path / "t.toml")


def test_seats_are_where_they_were(saved: SavedPlaces, images: list[Image]):
    assert saved.now(edges_of(images[1]), saved.size) == (Nudge.STILL, BOXES)


def test_seats_go_along_with_a_nudge_and_with_the_size_of_the_picture(
    saved: SavedPlaces, images: list[Image]
):
    nudge, places = saved.now(edges_of(moved(images[1], 60, -20)), (2 * saved.size[0], 2 * saved.size[1]))
    assert nudge is Nudge.MOVED
    scale = saved.size[0] / 1280
    assert places[2].x == pytest.approx(2 * (BOXES[2].x + 60 * scale), abs=8)
    assert places[2].y == pytest.approx(2 * (BOXES[2].y - 20 * scale), abs=8)
    assert places[2].size == 160.0


def test_a_picture_of_another_shape_shows_no_saved_seat(saved: SavedPlaces, images: list[Image]):
    assert saved.now(edges_of(images[1]), (640, 480)) == (Nudge.ASK, {})


def test_without_a_kept_picture_seats_are_taken_to_be_where_they_were(images: list[Image]):
    nudge, places = SavedPlaces(BOXES, (1280, 720)).now(edges_of(images[0]), (1280, 720))
    assert (nudge, places) == (Nudge.STILL, BOXES)
