"""Who sits where: finds the faces of a table and numbers them from the left."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import numpy as np

from referee.film import Frame, Image, frames_at
from referee.vision.glance import MESH_CROP
from referee.vision.marks import face_marks
from referee.vision.networks import FaceBox, Networks
from referee.vision.patch import Box, cut

SURE = 0.3
"""Detector score of a face that needs no more than the mesh network to agree."""
SMALLEST = 18.0
"""Width in pixels below which nothing can be told of a face."""
FAR_SMALLER = 0.4
"""A face this much narrower than the median is somebody in the background."""
LOOKS_S = (0.0, 0.15, 0.3)
"""When people are looked for, seconds from the first frame."""
LATER_LOOKS_S = (0.6, 1.0, 1.5, 2.0, 3.0)
"""When they are looked for again if fewer than three were found."""
ENOUGH = 3
"""The fewest who can play."""


def seats_in(frames: Iterable[Frame], networks: Networks, fewest: int = ENOUGH) -> list[Box]:
    """Find the seats at the beginning of a film.

    Args:
        frames: the film; iterated again where the first looks show too few people.
        networks: the networks.
        fewest: with fewer people found, later frames are looked at too.
    """
    images = [frame.image for frame in frames_at(frames, LOOKS_S)]
    found = find_seats(networks, images)
    if len(found) < fewest:
        images += [frame.image for frame in frames_at(frames, LATER_LOOKS_S)]
        found = find_seats(networks, images)
    return found


def find_seats(networks: Networks, images: Sequence[Image]) -> list[Box]:
    """Find the people at the table in a few pictures taken shortly after one another.

    A face counts when the detector sees it in at least one picture and the mesh network agrees there.

    Returns:
        One box for each person, from the left.
    """
    found: list[tuple[FaceBox, int]] = []
    for number, image in enumerate(images):
        for face in networks.faces(image):
            if face.score < SURE or face.width < SMALLEST:
                continue
            twin = next((i for i, (other, _) in enumerate(found) if _same(face, other)), None)
            if twin is None:
                found.append((face, number))
            elif face.score > found[twin][0].score:
                found[twin] = (face, number)
    boxes = [box for face, number in found if (box := _confirmed(networks, images[number], face)) is not None]
    if boxes:
        usual = float(np.median([box.size for box in boxes]))
        boxes = [box for box in boxes if box.size >= FAR_SMALLER * usual]
    return sorted(boxes, key=lambda box: box.x)


def largest(boxes: Sequence[Box], count: int | None) -> list[Box]:
    """Keep the ``count`` largest faces (all when ``None``), from the left."""
    kept = sorted(boxes, key=lambda box: -box.size)[:count]
    return sorted(kept, key=lambda box: box.x)


def _same(one: FaceBox, other: FaceBox) -> bool:
    return float(np.hypot(one.x - other.x, one.y - other.y)) < 0.5 * max(one.width, other.width)


def _confirmed(networks: Networks, image: Image, face: FaceBox) -> Box | None:
    patch = cut(image, Box(face.x, face.y, face.width), 0.0)
    part, origin = patch.part(face.x, face.y, MESH_CROP * face.width)
    mesh = networks.mesh(part)
    if mesh is None:
        return None
    marks = face_marks(mesh, origin)
    low_x, low_y, high_x, high_y = marks.box
    return Box((low_x + high_x) / 2, (low_y + high_y) / 2, marks.size)
