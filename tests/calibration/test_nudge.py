"""A camera that was moved is noticed, people who move are not taken for it."""

from __future__ import annotations

from itertools import islice
from pathlib import Path

import cv2
import numpy as np
import pytest
from referee.calibration.nudge import (
    Nudge,
    NudgeWatch,
    Reference,
    edges_of,
    load_edges,
    save_edges,
)

from referee.film import Film, Image
from referee.vision.patch import Box

FILM = Path(__file__).parents[1] / "scenes" / "films" / "clear-04.mp4"


@pytest.fixture(scope="module")
def images() -> list[Image]:
    """A table, every half second of a round."""
    return [frame.image for frame in islice(Film(FILM), 0, None, 15)]


def moved(image: Image, dx: float, dy: float) -> Image:
    height, width = image.shape[:2]
    by = np.array([[1, 0, dx * width / 1280], [0, 1, dy * width / 1280]], np.float32)
    return cv2.warpAffine(image, by, (width, height), borderMode=cv2.BORDER_REFLECT)


@pytest.mark.parametrize(("dx", "dy"), [(14, 0), (-30, 10), (60, -40), (150, 20)])
def test_a_nudge_is_noticed_and_measured(images: list[Image], dx: float, dy: float):
    shift = Reference.of(images[0]).shift(moved(images[-1], dx, dy))
    scale = images[0].shape[1] / 1280
    assert shift.nudge is Nudge.MOVED
    assert (shift.dx, shift.dy) == pytest.approx((dx * scale, dy * scale), abs=3 * scale)
    assert shift.carry(Box(100, 100, 80)).x == pytest.approx(100 + dx * scale, abs=3 * scale)


def test_people_who_move_are_no_nudge(images: list[Image]):
    reference = Reference.of(images[0])
    assert {reference.shift(image).nudge for image in images} == {Nudge.STILL}
    assert reference.shift(images[0]).sure == pytest.approx(1.0)  # looking changed nothing


def test_another_room_is_asked_about(images: list[Image]):
    noise = np.random.default_rng(1).integers(0, 255, images[0].shape).astype(np.uint8)
    assert Reference.of(images[0]).shift(noise).nudge is Nudge.ASK
    assert Reference.of(images[0]).shift(images[0][:100, :100]).nudge is Nudge.ASK
    assert Reference.of(images[0]).shift(np.zeros_like(images[0])).nudge is Nudge.ASK


def test_another_camera_is_no_nudge_by_so_much(images: list[Image]):
    others = [frame.image for frame in islice(Film(FILM.with_name("fast60-03.mp4")), 0, 200, 50)]
    mirrored = [np.ascontiguousarray(image[:, ::-1]) for image in images]
    reference = Reference.of(images[0])
    assert {reference.shift(image).nudge for image in (*others, *mirrored)} == {Nudge.ASK}


def test_a_camera_that_was_turned_is_asked_about(images: list[Image]):
    height, width = images[0].shape[:2]
    turn = cv2.getRotationMatrix2D((width / 2, height / 2), 9.0, 1.0)
    turned = [cv2.warpAffine(image, turn, (width, height)) for image in images]
    assert {Reference.of(images[0]).shift(image).nudge for image in turned} == {Nudge.ASK}


def test_a_nudge_counts_once_two_looks_agree_and_only_once(images: list[Image]):
    watch = NudgeWatch(images[0])
    nudged = [moved(image, 40, 0) for image in images]
    said = [watch.see(image).nudge for image in [images[1], *nudged[2:6]]]
    assert said == [Nudge.STILL, Nudge.STILL, Nudge.MOVED, Nudge.STILL, Nudge.STILL]


def test_somebody_who_passes_the_camera_once_changes_nothing(images: list[Image]):
    watch = NudgeWatch(images[0])
    dark = np.zeros_like(images[0])
    assert {watch.see(image).nudge for image in (images[1], dark, images[2])} == {Nudge.STILL}


def test_the_reference_is_kept_beside_the_table(images: list[Image], tmp_path: Path):
    save_edges(edges_of(images[0]), tmp_path / "t.edges.png")
    edges = load_edges(tmp_path / "t.edges.png")
    assert edges is not None
    height, width = images[0].shape[:2]
    shift = Reference(edges, (width, height)).shift(moved(images[-1], 40, 0))
    assert shift.nudge is Nudge.MOVED
    assert load_edges(tmp_path / "none.png") is None
