"""The real networks on one real frame: coordinates, order, hands, determinism, quiet."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest

from referee import models
from referee.film import Film
from referee.vision.networks import Networks
from referee.vision.patch import Box, cut
from referee.vision.seats import find_seats
from referee.vision.silence import keep_silent

FILM = Path(__file__).resolve().parents[1] / "scenes" / "films" / "clear-04.mp4"


@pytest.fixture(scope="module")
def image() -> np.ndarray:
    return next(iter(Film(FILM))).image


def test_faces_lie_where_they_are(networks: Networks, image: np.ndarray) -> None:
    faces = networks.faces(image)
    assert len(faces) == 4
    assert [face.width for face in faces] == sorted((face.width for face in faces), reverse=True)
    assert all(0 < face.x < image.shape[1] and 0 < face.y < image.shape[0] for face in faces)
    assert all(0 < face.score <= 1 for face in faces)


def test_a_cut_picture_has_its_faces_farther_left(networks: Networks, image: np.ndarray) -> None:
    (box, *_), (other, *_) = find_seats(networks, [image]), find_seats(networks, [image[:, 20:]])
    assert other.x == pytest.approx(box.x - 20, abs=3)
    assert other.y == pytest.approx(box.y, abs=3)


def test_the_mesh_is_in_pixels_of_the_crop(networks: Networks, image: np.ndarray) -> None:
    box = find_seats(networks, [image])[0]
    part, origin = cut(image, box, 0.0).part(box.x, box.y, 1.1 * box.size)
    mesh = networks.mesh(part)
    assert mesh is not None
    assert mesh.shape == (478, 3)
    assert mesh[1, 0] + origin[0] == pytest.approx(box.x, abs=0.4 * box.size)
    assert mesh[10, 1] < mesh[1, 1] < mesh[152, 1], "brow, nose, chin from above"
    assert mesh[33, 0] < mesh[263, 0], "the player's right eye is left in the picture"


def test_the_same_picture_gives_the_same_numbers(networks: Networks, image: np.ndarray) -> None:
    box = find_seats(networks, [image])[0]
    part, _ = cut(image, box, 0.0).part(box.x, box.y, 1.1 * box.size)
    first = networks.mesh(part)
    networks.hands(part)
    networks.mesh(image)
    assert np.array_equal(first, networks.mesh(part))


@pytest.mark.parametrize("shape", [(1, 1), (2, 300), (64, 64)])
def test_nothing_is_found_where_nothing_is(networks: Networks, shape: tuple[int, int]) -> None:
    blank = np.full((*shape, 3), 90, np.uint8)
    assert networks.faces(blank) == []
    assert networks.mesh(blank) is None
    assert networks.hands(blank) == networks.hands(blank, rough=True) == []


def resting(networks: Networks) -> Iterator[tuple[Box, np.ndarray, tuple[int, int]]]:
    """The crops in which hands are looked for; at 3 s of this scene all fingers rest on their noses."""
    frame = next(frame for frame in Film(FILM) if frame.time_s > 3.0)
    for box in find_seats(networks, [frame.image]):
        part, origin = cut(frame.image, box, 0.0).part(box.x, box.y + 0.25 * box.size, 1.6 * box.size)
        yield box, part, origin


@pytest.mark.parametrize("rough", [False, True])
def test_a_hand_at_the_nose_is_found_in_pixels_of_the_crop(networks: Networks, rough: bool) -> None:
    found = 0
    for box, part, origin in resting(networks):
        for hand in networks.hands(part, rough=rough):
            assert hand.points.shape == (21, 2)
            assert 0 <= hand.right <= 1
            found += bool(np.hypot(*(hand.points[8] + origin - (box.x, box.y))) < 0.6 * box.size)
    assert found >= 3


def test_a_missing_model_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    def gone(name: str) -> Path:
        raise models.ModelMissingError(Path(name))

    monkeypatch.setattr(models, "path", gone)
    with pytest.raises(models.ModelMissingError, match=r"\w"):
        Networks()


def test_no_box_is_no_crash(networks: Networks) -> None:
    part, _ = cut(np.zeros((40, 40, 3), np.uint8), Box(500.0, 500.0, 60.0), 0.0).part(500.0, 500.0, 66.0)
    assert networks.mesh(part) is None


def test_they_say_what_mediapipe_says(networks: Networks) -> None:
    """Its graphs round the same files, on the same crops: landmarks within half a hundredth of a face."""
    keep_silent()
    import mediapipe  # noqa: PLC0415 - slow to import
    from mediapipe.tasks.python import BaseOptions, vision  # noqa: PLC0415 - the same

    face_options = vision.FaceLandmarkerOptions(
        base_options=BaseOptions(model_asset_path=str(models.path(models.FACE))),
        min_face_detection_confidence=0.3,
        min_face_presence_confidence=0.3,
    )
    hand_options = vision.HandLandmarkerOptions(
        base_options=BaseOptions(model_asset_path=str(models.path(models.HAND))),
        num_hands=2,
        min_hand_detection_confidence=0.3,
        min_hand_presence_confidence=0.3,
    )

    def picture(image: np.ndarray) -> mediapipe.Image:
        data = np.ascontiguousarray(image[..., ::-1])
        return mediapipe.Image(image_format=mediapipe.ImageFormat.SRGB, data=data)

    compared = 0
    frame = next(frame for frame in Film(FILM) if frame.time_s > 3.0)
    with (
        vision.FaceLandmarker.create_from_options(face_options) as theirs,
        vision.HandLandmarker.create_from_options(hand_options) as their_hands,
    ):
        for box in find_seats(networks, [frame.image]):
            part, _ = cut(frame.image, box, 0.0).part(box.x, box.y, 1.1 * box.size)
            mesh, (points,) = networks.mesh(part), theirs.detect(picture(part)).face_landmarks
            scale = part.shape[1::-1]
            assert mesh is not None
            assert mesh[:, :2] == pytest.approx(
                np.array([[p.x, p.y] for p in points]) * scale, abs=0.005 * box.size
            )
            part, _ = cut(frame.image, box, 0.0).part(box.x, box.y + 0.25 * box.size, 1.6 * box.size)
            ours, found = networks.hands(part), their_hands.detect(picture(part))
            assert len(ours) == len(found.hand_landmarks)
            for hand, points, scale in zip(ours, found.hand_landmarks, [part.shape[1::-1]] * 2, strict=False):
                truly = np.array([[p.x, p.y] for p in points]) * scale
                assert hand.points == pytest.approx(truly, abs=0.02 * box.size)
                compared += 1
    assert compared >= 3


def test_a_hand_is_found_again_where_it_is_expected(networks: Networks) -> None:
    found = 0
    for box, part, _ in resting(networks):
        for hand in networks.hands(part):
            again = networks.hand_near(part, hand.points + 0.1 * box.size)
            assert again is not None
            found += bool(np.abs(again.points - hand.points)[8].max() < 0.1 * box.size)
    assert found >= 3


def test_a_hand_that_rests_is_seen_again_where_it_was(networks: Networks) -> None:
    seen = 0
    for _, part, _ in resting(networks):
        for hand in networks.hands(part):
            again = networks.hand_in(part, hand.region)
            assert again is not None
            assert again.points == pytest.approx(hand.points, abs=1e-3)
            assert networks.hand_in(np.full_like(part, 90), hand.region) is None
            seen += 1
    assert seen >= 3


def test_no_hand_is_found_where_none_is(networks: Networks, image: np.ndarray) -> None:
    """In the first frame of this scene all hands lie low."""
    box = find_seats(networks, [image])[0]
    part, _ = cut(image, box, 0.0).part(box.x, box.y, 1.1 * box.size)
    ring = np.array([[np.cos(turn), np.sin(turn)] for turn in np.arange(21)], np.float32)
    middle = np.array(part.shape[1::-1], np.float32) / 2
    assert networks.hand_near(part, middle + 0.4 * box.size * ring) is None
