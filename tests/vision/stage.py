"""A face and a hand of noise, moved by known paths, and networks that know from a mark where they are.

Every picture carries one pixel of an unmistakable colour on the nose tip. Its blue is the number of the frame; its
place in a crop tells where the crop was cut. So the fake networks give exact landmarks for any crop of any frame.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

import cv2
import numpy as np

from referee.film import Image
from referee.vision.marks import EYE_CORNERS, FaceMarks, face_marks
from referee.vision.networks import FaceBox, HandPoints, Points
from referee.vision.patch import Box
from referee.vision.region import Region

SIZE = 80
"""Width and height of the face, pixels."""
NOSE = (200, 150)
"""Where the nose tip is while the head is still, pixels."""
SHAPE = (340, 400)
"""Rows and columns of the pictures."""
FPS = 30.0

_HAND = (
    *((0.05, 0.95), (-0.05, 0.8), (-0.08, 0.65), (-0.06, 0.55), (-0.02, 0.5)),
    *((0.0, 0.42), (0.0, 0.25), (0.0, 0.12), (0.0, 0.0)),
    *((0.1, 0.42), (0.12, 0.33), (0.11, 0.42), (0.1, 0.5)),
    *((0.2, 0.45), (0.21, 0.37), (0.2, 0.46), (0.19, 0.53)),
    *((0.28, 0.5), (0.29, 0.44), (0.28, 0.5), (0.27, 0.56)),
)
POINTING = np.array(_HAND)
"""21 landmarks of a hand with its index finger up, face sizes right and down of that fingertip."""
OTHER = POINTING.copy()
OTHER[5:9], OTHER[9:13] = POINTING[9:13], POINTING[5:9]
"""The same hand with its middle finger up; (0, 0) is that fingertip."""
FIST = POINTING.copy()
FIST[5:9] = np.array([(0.0, 0.02), (0.01, -0.06), (0.01, 0.02), (0.0, 0.1)])
"""All fingers curled, the knuckle of the index finger foremost."""


@dataclass(frozen=True)
class Moment:
    """What one frame shows.

    Attributes:
        tip: where the hand's (0, 0) is, face sizes right and down of the nose tip; ``None``: no hand.
        head: how far the head has moved, whole pixels.
        face: whether the face network finds the face.
        form: the hand's landmarks, face sizes.
        light: what all grey levels are multiplied with.
        cover: whether something flat is before the nose.
    """

    tip: tuple[float, float] | None = None
    head: tuple[int, int] = (0, 0)
    face: bool = True
    form: np.ndarray = field(default_factory=lambda: POINTING)
    light: float = 1.0
    cover: bool = False


def texture(seed: int, low: float = 40.0, high: float = 215.0) -> np.ndarray:
    """Smooth noise, rows, columns, 3, float."""
    noise = np.random.default_rng(seed).uniform(-1, 1, (*SHAPE, 3)).astype(np.float32)
    smooth = cv2.GaussianBlur(noise, (0, 0), 2.5)
    return np.clip((low + high) / 2 + smooth * 400, low, high)


BACKGROUND, FACE, HAND = texture(1), texture(2), texture(3, 60, 235)


def _shifted(layer: np.ndarray, dx: float, dy: float, border: int = cv2.BORDER_REFLECT) -> np.ndarray:
    matrix = np.array([[1, 0, dx], [0, 1, dy]], np.float64)
    return cv2.warpAffine(layer, matrix, layer.shape[1::-1], flags=cv2.INTER_CUBIC, borderMode=border)


def hand_points(
    tip: tuple[float, float], form: np.ndarray = POINTING, head: tuple[int, int] = (0, 0)
) -> Points:
    """The hand's landmarks, pixels of the picture."""
    return (np.add(NOSE, head) + SIZE * (form + tip)).astype(np.float32)


def _hand_mask(form: np.ndarray) -> np.ndarray:
    mask = np.zeros(SHAPE, np.uint8)
    points = np.round(hand_points((0.0, 0.0), form) * 16).astype(np.int32)
    for finger in ((5, 6, 7, 8), (9, 10, 11, 12), (13, 14, 15, 16), (17, 18, 19, 20), (2, 3, 4)):
        cv2.polylines(mask, [points[list(finger)]], False, 255, 8, cv2.LINE_AA, 4)
    cv2.fillPoly(mask, [points[[0, 1, 2, 5, 9, 13, 17]]], 255, cv2.LINE_AA, 4)
    return cv2.GaussianBlur(mask, (0, 0), 0.7).astype(np.float32)[..., None] / 255


def _round_face() -> np.ndarray:
    rows, columns = np.mgrid[: SHAPE[0], : SHAPE[1]]
    return np.hypot(columns - NOSE[0], rows - NOSE[1]) < 0.75 * SIZE


ROUND_FACE = _round_face()
PORTRAIT = np.where(ROUND_FACE[..., None], FACE, BACKGROUND)
NOISE = np.random.default_rng(4).normal(0, 1.5, (31, *SHAPE, 3)).astype(np.float32)
"""A camera's noise; frames 31 apart have the same."""


def draw(number: int, moment: Moment) -> Image:
    """One picture."""
    picture = PORTRAIT
    if moment.head != (0, 0):
        here = _shifted(ROUND_FACE.astype(np.float32), *moment.head)[..., None] > 0.5
        picture = np.where(here, _shifted(PORTRAIT, *moment.head), BACKGROUND)
    nose = np.add(NOSE, moment.head)
    if moment.cover:
        picture = picture.copy()
        picture[nose[1] - 22 : nose[1] + 40, nose[0] - 25 : nose[0] + 25] = (30, 200, 60)
    if moment.tip is not None:
        dx, dy = np.add(moment.head, np.multiply(SIZE, moment.tip))
        mask = _shifted(_hand_mask(moment.form)[..., 0], dx, dy, cv2.BORDER_CONSTANT)[..., None]
        picture = picture + np.clip(mask, 0, 1) * (_shifted(HAND, dx, dy) - picture)
    picture = np.clip(picture * moment.light + NOISE[number % len(NOISE)], 1, 240)
    picture[nose[1], nose[0]] = (number, 250, 0)
    return np.round(picture).astype(np.uint8)


def mesh_points(head: tuple[int, int] = (0, 0)) -> Points:
    """The face's 478 landmarks, pixels of the picture; width and height are SIZE."""
    mesh = np.zeros((478, 3), np.float32)
    mesh[:, :2] = np.add(NOSE, head)
    half = SIZE / 2
    for index, (x, y) in {
        234: (-half, -0.1 * SIZE),
        454: (half, -0.1 * SIZE),
        10: (0, -0.6 * SIZE),
        152: (0, 0.4 * SIZE),
        **dict(zip(EYE_CORNERS, [(x * SIZE, -0.25 * SIZE) for x in (-0.28, -0.12, 0.12, 0.28)], strict=True)),
    }.items():
        mesh[index, :2] += (x, y)
    return mesh


def face(head: tuple[int, int] = (0, 0)) -> FaceMarks:
    return face_marks(mesh_points(head), (0, 0))


BOX = Box(float(NOSE[0]), NOSE[1] - 0.1 * SIZE, float(SIZE))


def _marks(image: Image) -> np.ndarray:
    return np.argwhere((image[..., 1] == 250) & (image[..., 2] == 0))


class StagedNetworks:
    """Networks that read the mark and say what the script says."""

    def __init__(self, script: Callable[[int], Moment]) -> None:
        self._script = script
        self.calls = {"mesh": 0, "hands": 0, "rough": 0, "again": 0}

    def number(self, image: Image) -> int | None:
        """The number of the frame that a crop was cut from."""
        places = _marks(image)
        return int(image[places[0][0], places[0][1], 0]) if len(places) else None

    def _read(self, image: Image) -> tuple[Moment, np.ndarray] | None:
        """The moment that a crop shows and where in the picture it begins."""
        places = _marks(image)
        if not len(places):
            return None
        row, column = places[0]
        moment = self._script(int(image[row, column, 0]))
        return moment, np.add(NOSE, moment.head) - (column, row)

    def faces(self, image: Image) -> list[FaceBox]:
        read = self._read(image)
        if read is None or not read[0].face:
            return []
        x, y = np.add(NOSE, read[0].head) - read[1]
        return [FaceBox(float(x), float(y), float(SIZE), 0.9)]

    def mesh(self, image: Image) -> Points | None:
        self.calls["mesh"] += 1
        read = self._read(image)
        if read is None or not read[0].face:
            return None
        moment, origin = read
        return mesh_points(moment.head) - np.array([*origin, 0], np.float32)

    def hands(self, image: Image, *, rough: bool = False) -> list[HandPoints]:
        self.calls["rough" if rough else "hands"] += 1
        read = self._read(image)
        if read is None or read[0].tip is None:
            return []
        moment, origin = read
        points = hand_points(moment.tip, moment.form, moment.head) - origin.astype(np.float32)
        points = points.astype(np.float32)
        low, high = points.min(0), points.max(0)
        region = Region(*map(float, (low + high) / 2), *map(float, high - low))
        return [HandPoints(points, 0.9, region)]

    def hand_in(self, image: Image, region: Region) -> HandPoints | None:
        """The hand, when it is where it is looked for."""
        self.calls["again"] += 1
        read = self._read(image)
        if read is None or read[0].tip is None:
            return None
        moment, origin = read
        points = (hand_points(moment.tip, moment.form, moment.head) - origin).astype(np.float32)
        middle = (points.min(0) + points.max(0)) / 2
        near = float(np.hypot(*(middle - (region.x, region.y)))) < region.width / 2
        return HandPoints(points, 0.9, region) if near else None

    def hand_near(self, image: Image, expected: Points, least: float = 0.6) -> HandPoints | None:
        """The hand, when it is near where it is expected."""
        del least
        near = [hand for hand in self.hands(image) if np.abs(hand.points - expected).max() < 0.4 * SIZE]
        return near[0] if near else None


def stroke(contact_s: float, time_s: float, *, length: float = 1.3, duration_s: float = 0.5) -> float:
    """How much of the way to the nose is left, face sizes: a minimum-jerk stroke that something cuts off."""
    hits = 1.1
    share = np.interp(1 / hits, _DONE, _SHARE)
    x = np.clip(share + (time_s - contact_s) / duration_s, 0.0, 1.0)
    return 0.0 if time_s >= contact_s else float(length * (1 - hits * np.interp(x, _SHARE, _DONE)))


_SHARE = np.linspace(0, 1, 2001)
_DONE = 10 * _SHARE**3 - 15 * _SHARE**4 + 6 * _SHARE**5


def reach(
    number: int, contact_s: float, release_s: float = 1e9, *, at: tuple[float, float] = (0.0, 0.0)
) -> tuple[float, float] | None:
    """Where a fingertip is that comes from below right, rests and goes again; ``None`` while it is far away."""
    time_s = number / FPS
    left = stroke(contact_s, time_s) if time_s < release_s else 2.0 * (time_s - release_s)
    return None if left > 1.2 else (at[0] + 0.6 * left, at[1] + 0.8 * left)
