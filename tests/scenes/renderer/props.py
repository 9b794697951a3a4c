"""Things that people wear or hold: glasses, a cap, a fan of cards, a cup.

Each is a small mesh in a person's rest pose (metres) that moves with one bone.
"""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import numpy as np

Mesh = tuple[np.ndarray, np.ndarray]
"""Vertices (n, 3) in metres and triangles (m, 3)."""


def _strip(first: np.ndarray, second: np.ndarray) -> Mesh:
    """A ribbon between two rows of points (n, 3)."""
    n = len(first)
    i = np.arange(n - 1)
    faces = np.r_[np.c_[i, i + 1, n + i], np.c_[i + 1, n + i + 1, n + i]]
    return np.r_[first, second], faces


def _tube(line: np.ndarray, radius: float) -> Mesh:
    """A thin wire along a row of points."""
    along = np.gradient(line, axis=0)
    across = np.cross(along, np.array([0.3, 1.0, 0.2]))
    across /= np.linalg.norm(across, axis=1, keepdims=True) + 1e-12
    over = np.cross(along, across)
    over /= np.linalg.norm(over, axis=1, keepdims=True) + 1e-12
    rings = [line + radius * (np.cos(a) * across + np.sin(a) * over) for a in np.linspace(0, 2 * np.pi, 7)]
    return _join([_strip(a, b) for a, b in pairwise(rings)])


def _join(meshes: list[Mesh]) -> Mesh:
    offsets = np.cumsum([0, *(len(vertices) for vertices, _ in meshes)])
    return (
        np.concatenate([vertices for vertices, _ in meshes]),
        np.concatenate([faces + start for (_, faces), start in zip(meshes, offsets, strict=False)]),
    )


def glasses(person: Any) -> Mesh:
    """Dark round frames: two rims before the eyes, a bridge over the nose, two temples to the ears."""
    eyes = [person.H[person.b.ix[f"eye.{side}"]].astype(float) for side in "LR"]
    head = person.v[person.headv]
    y = head[(np.abs(head[:, 0]) < 0.006) & (np.abs(head[:, 2] - eyes[0][2]) < 0.012)][:, 1].min() - 0.004
    angle = np.linspace(0, 2 * np.pi, 25)
    wires = []
    for eye in eyes:
        rim = np.c_[eye[0] + 0.023 * np.cos(angle), np.full(25, y), eye[2] - 0.004 + 0.019 * np.sin(angle)]
        wires.append(rim)
        out = np.sign(eye[0])
        wires.append(np.array([
            (eye[0] + out * 0.023, y, eye[2]), (eye[0] + out * 0.040, y + 0.03, eye[2]),
            (eye[0] + out * 0.044, y + 0.10, eye[2] - 0.004),
        ]))  # fmt: skip
    inner = [eyes[0][0] - 0.023, eyes[1][0] + 0.023]
    wires.append(
        np.array([(inner[0], y, eyes[0][2]), (0, y - 0.004, eyes[0][2] + 0.004), (inner[1], y, eyes[0][2])])
    )
    return _join([_tube(np.asarray(wire, float), 0.0016) for wire in wires])


def _hand_frame(person: Any) -> tuple[np.ndarray, np.ndarray, np.ndarray, np.ndarray]:
    """Middle knuckle and the hand's axes: along the fingers, out of the palm, towards the thumb."""
    index = person.b.ix
    knuckle = person.H[index[f"finger3-1.{person.side}"]].astype(float)
    along = knuckle - person.H[index[f"wrist.{person.side}"]]
    along /= np.linalg.norm(along)
    palm = person.palm - along * (person.palm @ along)
    palm /= np.linalg.norm(palm)
    thumb = person.H[index[f"finger2-1.{person.side}"]] - person.H[index[f"finger5-1.{person.side}"]]
    thumb = thumb - along * (thumb @ along) - palm * (thumb @ palm)
    return knuckle, along, palm, thumb / np.linalg.norm(thumb)


def cards(person: Any) -> Mesh:
    """A fan of four cards (62 by 88 mm) before the palm, rising above the fingers."""
    knuckle, along, palm, thumb = _hand_frame(person)
    foot = knuckle + 0.045 * along + 0.028 * palm
    fan = []
    for i, degrees in enumerate((-33, -11, 11, 33)):
        turn = np.deg2rad(degrees)
        up = np.cos(turn) * along + np.sin(turn) * thumb
        across = -np.sin(turn) * along + np.cos(turn) * thumb
        low = foot + 0.0012 * i * palm
        row = np.array([low - 0.031 * across, low + 0.031 * across])
        fan.append(_strip(row, row + 0.088 * up))
    return _join(fan)


def cup(person: Any) -> Mesh:
    """A mug without a handle, 76 mm wide, 92 mm high, in a gripping hand: its axis runs to the thumb."""
    knuckle, along, palm, thumb = _hand_frame(person)
    middle = knuckle + 0.012 * along + 0.05 * palm
    angle = np.linspace(0, 2 * np.pi, 25)[:, None]
    ring = 0.038 * (np.cos(angle) * along + np.sin(angle) * palm)
    wall = _strip(middle + ring - 0.046 * thumb, middle + ring + 0.046 * thumb)
    floor = _strip(middle + ring - 0.046 * thumb, np.repeat((middle - 0.046 * thumb)[None], 25, 0))
    return _join([wall, floor])


HELD = {"cards": cards, "cup": cup}
"""What a hand may hold."""


def _plain(colour: tuple[int, int, int]) -> np.ndarray:
    """A texture of one colour (red, green, blue)."""
    return np.ones((8, 8, 3), "f4") * np.array(colour, "f4")


def _card_back() -> np.ndarray:
    """The back of a card: a dark red pattern in a white border."""
    back = _plain((246, 244, 238)).repeat(8, 0).repeat(8, 1)
    back[4:-4, 5:-5] = (176, 30, 44)
    back[8:-8:6, 9:-9] = back[8:-8, 9:-9:6] = (214, 120, 120)
    return back


def make_avatar_class(given: Any, path_class: Any, normals: Any) -> Any:
    """The given renderer's ``Avatar`` with glasses, a cap and what the hand of the path being drawn holds."""

    class DressedAvatar(given):  # type: ignore[misc]
        """A person with things; see the module's docstring."""

        def __init__(
            self,
            R: Any,  # noqa: N803 - the given renderer's name
            p: Any,
            *,
            glasses: bool = False,
            cap: tuple[int, int, int] | None = None,
            **look: Any,
        ) -> None:
            super().__init__(R, p, **look)
            if cap:  # a knitted cap: the hair's shell, dyed
                self.hair[0]["tex"] = R.texture(_plain(cap))
            self.worn = [globals()["glasses"](p)] if glasses else []
            self.items = [self._item(mesh, _plain((28, 26, 30))) for mesh in self.worn]
            # A mesh's size does not depend on the hand that holds it, so one item serves both hands.
            corners = np.tile([(0, 0), (1, 0), (0, 1), (1, 1)], (4, 1))
            self.held = {
                "cards": self._item(cards(p), _card_back(), corners),
                "cup": self._item(cup(p), _plain((235, 232, 222))),
            }

        def _item(self, mesh: Mesh, texture: np.ndarray, places: np.ndarray | None = None) -> Any:
            vertices, faces = mesh
            places = np.zeros((len(vertices), 2)) if places is None else places
            made = self.R.texture(texture)
            return self.R.add(len(vertices), places, faces, made, wrap=0.2, spec=0.15, gloss=30.0)

        def _place(self, item: Any, mesh: Mesh, bones: Any, bone: str, person: Any) -> None:
            vertices, faces = mesh
            matrix = bones[person.b.ix[bone]]
            own = vertices @ matrix[:3, :3].T + matrix[:3, 3]
            world = own @ person.M[:3, :3].T + person.M[:3, 3]
            self.R.update(item, world, normals(world, faces))

        def update(self, G: Any) -> Any:  # noqa: N803 - the given renderer's name
            world = super().update(G)
            for mesh, item in zip(self.worn, self.items, strict=True):
                self._place(item, mesh, G, "head", self.p)
            for name, make in HELD.items():
                item, person = self.held[name], path_class.person
                if path_class.prop == name:
                    self._place(item, make(person), G, f"wrist.{person.side}", person)
                else:
                    self.R.update(item, np.zeros((item["n"], 3)), np.zeros((item["n"], 3)))
            return world

    return DressedAvatar
