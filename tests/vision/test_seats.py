from __future__ import annotations

import numpy as np
import pytest

from referee.vision.networks import FaceBox, Points
from referee.vision.patch import Box
from referee.vision.seats import find_seats, largest
from tests.vision.stage import mesh_points

IMAGE = np.zeros((480, 640, 3), np.uint8)


class Faces:
    """Finds what it is told for each picture, and confirms faces whose width is even."""

    def __init__(self, *pictures: list[FaceBox], confirm: bool = True) -> None:
        self._pictures = list(pictures)
        self._confirm = confirm

    def faces(self, _: np.ndarray) -> list[FaceBox]:
        return self._pictures.pop(0)

    def mesh(self, image: np.ndarray) -> Points | None:
        if not self._confirm:
            return None
        width = image.shape[1] / 2.2
        mesh = mesh_points()
        mesh[:, :2] = (mesh[:, :2] - mesh[:, :2].mean(0)) * width / 80 + image.shape[1] / 2
        return mesh


def seats(*pictures: list[FaceBox], confirm: bool = True) -> list[int]:
    found = find_seats(Faces(*pictures, confirm=confirm), [IMAGE] * len(pictures))
    return [round(box.x / 10) * 10 for box in found]


def face(x: float, width: float = 60, score: float = 0.9, y: float = 200) -> FaceBox:
    return FaceBox(x, y, width, score)


def test_seats_count_from_the_left() -> None:
    assert seats([face(500), face(100), face(300)]) == [100, 300, 500]


def test_a_face_needs_to_be_found_in_one_of_the_pictures_only() -> None:
    assert seats([face(100), face(300)], [face(105), face(500)]) == [100, 300, 500]


def test_the_same_face_in_two_pictures_is_one() -> None:
    assert seats([face(100, score=0.5)], [face(112, score=0.9)], [face(95)]) == [110]


@pytest.mark.parametrize("nobody", [face(500, score=0.2), face(500, width=15), face(500, width=20)])
def test_doubtful_tiny_and_far_faces_are_nobody(nobody: FaceBox) -> None:
    assert seats([face(100), face(300), nobody]) == [100, 300]


def test_the_mesh_network_must_agree() -> None:
    assert seats([face(100)], confirm=False) == []


def test_no_face() -> None:
    assert seats([], []) == []
    assert find_seats(Faces(), []) == []


def test_the_largest_faces_from_the_left() -> None:
    boxes = [Box(100, 0, 30), Box(200, 0, 50), Box(300, 0, 20), Box(400, 0, 40)]
    assert [box.x for box in largest(boxes, 2)] == [200, 400]
    assert [box.x for box in largest(boxes, None)] == [100, 200, 300, 400]
    assert [box.x for box in largest(boxes, 8)] == [100, 200, 300, 400]
