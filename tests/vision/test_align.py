"""Pixels with known truth: a textured disc is moved by a known pose and must be found there."""

import cv2
import numpy as np
import pytest

from referee.vision.align import Pose, Template

CENTRE = np.array([60.0, 60.0])


def texture(seed=1, size=120):
    noise = np.random.default_rng(seed).uniform(0, 255, (size, size, 3)).astype(np.float32)
    return cv2.GaussianBlur(noise, (0, 0), 3) * 4 - 380


def disc(radius=25, size=120):
    rows, columns = np.mgrid[:size, :size]
    return (np.hypot(columns - 60, rows - 60) < radius).astype(np.float32)


def moved(image, pose):
    matrix = np.column_stack([pose.matrix(), np.add(CENTRE, (pose.dx, pose.dy)) - pose.matrix() @ CENTRE])
    return cv2.warpAffine(
        image, matrix, image.shape[1::-1], flags=cv2.INTER_CUBIC, borderMode=cv2.BORDER_REFLECT
    )


@pytest.mark.parametrize(
    "pose", [Pose(0.3, -0.4), Pose(2.6, 1.2), Pose(-1.5, 2.0, 0.1), Pose(0.5, 0.5, -0.05, 0.06)]
)
def test_finds_a_pose_to_a_fraction_of_a_pixel(pose):
    image = texture()
    found, left = Template(image, disc(), CENTRE).find(moved(image, pose), Pose())
    assert found.dx == pytest.approx(pose.dx, abs=0.06)
    assert found.dy == pytest.approx(pose.dy, abs=0.06)
    assert found.turn == pytest.approx(pose.turn, abs=0.005)
    assert found.growth == pytest.approx(pose.growth, abs=0.005)
    assert left < 3


def test_what_covers_a_part_does_not_pull_it_away():
    image = texture()
    covered = moved(image, Pose(1.5, 0.0))
    covered[40:60, 35:60] = 30.0
    found, _ = Template(image, disc(), CENTRE).find(covered, Pose())
    assert found.dx == pytest.approx(1.5, abs=0.15)


def test_another_picture_leaves_a_large_difference():
    _, left = Template(texture(1), disc(), CENTRE).find(texture(2), Pose())
    assert left > 15


def test_a_crop_with_another_origin_gives_the_same_pose():
    image = texture()
    target = moved(image, Pose(2.0, -1.0))
    template = Template(image, disc(), CENTRE)
    whole, _ = template.find(target, Pose())
    part, _ = template.find(target[10:, 20:], Pose(), offset=(20, 10))
    assert (part.dx, part.dy) == pytest.approx((whole.dx, whole.dy), abs=1e-3)


def test_a_featureless_piece_stays_where_it_was():
    flat = np.full((120, 120, 3), 90, np.float32)
    found, _ = Template(flat, disc(), CENTRE).find(flat, Pose())
    assert (found.dx, found.dy) == pytest.approx((0, 0), abs=1e-6)
