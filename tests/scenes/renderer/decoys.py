"""Gesture paths that are no touch: a hand, a fist, cards or a cup before the face, glasses pushed up.

Lengths are metres in a person's own frame: x to the picture's right, y away from the camera, z up.
Directions and offsets below are for a right hand (x towards the other side) and are mirrored for a left one.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np
from people import NEIGHBOURS, round_cast

FINGERS = {
    "flat": {1: (4, 6, 6), 2: (3, 4, 3), 3: (4, 4, 3), 4: (4, 4, 3), 5: (3, 4, 3)},
    "fist": {1: (35, 40, 30), 2: (72, 92, 55), 3: (76, 95, 55), 4: (78, 95, 55), 5: (80, 92, 50)},
    "grip": {1: (18, 14, 10), 2: (20, 26, 16), 3: (24, 28, 16), 4: (26, 28, 16), 5: (28, 28, 16)},
    "hold": {1: (26, 24, 18), 2: (16, 20, 12), 3: (20, 24, 14), 4: (26, 30, 18), 5: (30, 34, 20)},
}
"""Bend of the three joints of each finger (1 = thumb), degrees: hands that the given renderer lacks."""


@dataclass(frozen=True)
class Decoy:
    """Where the index fingertip ends up relative to the nose tip, how the hand is held, and what is in it."""

    offset: tuple[float, float, float]
    direction: tuple[float, float, float]
    palm: tuple[float, float, float]
    fingers: str
    prop: str | None = None


DECOYS = {
    "flat hand": Decoy((0.035, -0.045, 0.03), (0.62, 0.10, 0.78), (0.1, 1.0, 0.0), "flat"),
    "fist": Decoy((0.0, -0.034, -0.012), (0.1, 0.2, -1.0), (0.1, 1.0, 0.1), "fist"),
    "cards": Decoy((0.0, -0.10, 0.015), (0.25, 0.1, 0.95), (0.05, 1.0, 0.0), "hold", "cards"),
    "cup": Decoy((0.04, -0.08, 0.0), (0.87, 0.5, 0.05), (0.5, 0.87, 0.0), "grip", "cup"),
    "glasses": Decoy((0.0, 0.0, 0.0), (0.55, 0.75, 0.35), (0.25, 0.75, -0.6), "point"),
    "sweep": Decoy((0.13, -0.13, 0.03), (0.8, 0.1, 0.55), (0.3, 0.9, 0.0), "relax"),
    "neighbour": Decoy((0.0, 0.0, 0.0), (1.0, -0.1, 0.2), (0.0, 0.4, -0.9), "loose"),
}


def learn_hands(person_class: Any) -> None:
    """Teach the given renderer's ``Person`` the finger poses of :data:`FINGERS`."""
    known: Callable[[Any, str], dict[str, Any]] = person_class.fingers

    def fingers(person: Any, mode: str) -> dict[str, Any]:
        if mode not in FINGERS:
            return known(person, mode)
        names = {(k, j): f"finger{k}-{j}.{person.side}" for k in FINGERS[mode] for j in (1, 2, 3)}
        return {n: person.flex[n] * np.deg2rad(FINGERS[mode][k][j - 1]) for (k, j), n in names.items()}

    person_class.fingers = fingers


def _target(person: Any, kind: str, decoy: Decoy, nose: np.ndarray, outward: int) -> np.ndarray:
    """The fingertip's end point in the person's own rest frame."""
    if kind == "glasses":  # the skin between the eyes
        head, eye = person.v[person.headv], person.H[person.b.ix["eye.L"]]
        between = head[(np.abs(head[:, 0]) < 0.006) & (np.abs(head[:, 2] - eye[2]) < 0.01)]
        return between[between[:, 1].argmin()]
    if kind == "neighbour":  # a hand's breadth before the neighbour's nose
        from nosesim import Person  # noqa: PLC0415 - see people.py

        seat = next(s for s in round_cast()["seats"] if s["char"] == NEIGHBOURS[person.name])
        other = Person(seat["char"], seat["pos"], seat["yaw"])
        world = other.M[:3, :3] @ (other.v[other.nose] + (0, -0.12, 0.0)) + other.M[:3, 3]
        return person.M[:3, :3].T @ (world - person.M[:3, 3])
    x, y, z = decoy.offset
    return nose + np.array([-outward * x, y, z])


def make_path_class(given: Any, minjerk: Callable[[float], float]) -> Any:
    """The given renderer's ``Path``, extended by the kinds of :data:`DECOYS`."""

    class DecoyPath(given):  # type: ignore[misc]
        """A joint-space path from the table to a place before the face."""

        prop: str | None = None

        def __init__(
            self, p: Any, target: str, dirn: Any, table_tip: Any, *, nod: float = 0.0, turn: float = 0.0,
            gap: float = 0.0, mode: str = "point",
        ) -> None:  # fmt: skip
            DecoyPath.prop, DecoyPath.person = None, p
            if target not in DECOYS:
                super().__init__(p, target, dirn, table_tip, nod=nod, turn=turn, gap=gap, mode=mode)
                return
            decoy, outward = DECOYS[target], -1 if p.side == "R" else 1
            DecoyPath.prop = decoy.prop
            self.p, self.target, self.nod, self.turn = p, target, 0.0, 0.0

            def mirrored(v: Any) -> np.ndarray:
                return np.array([-outward * v[0], v[1], v[2]]) / np.linalg.norm(v)

            nose = p.v[p.nose].astype(float)
            self.tgt = _target(p, target, decoy, nose, outward)
            shoulder = p.H[p.b.ix[f"upperarm01.{p.side}"]]
            elbow = shoulder + np.array([outward * 0.12, -0.16, -0.22])
            self.fr, self.fp = p.fingers("relax"), p.fingers(decoy.fingers)
            towards, palm = mirrored(decoy.direction), mirrored(decoy.palm)
            # Where the whole hand counts and not the fingertip, the palm's direction matters more.
            weights = {} if target == "glasses" else {"wd": 0.06, "wp": 0.08}
            self.x2, e2, _ = p.ik(self.tgt, towards, palm, self.fp, {}, elbow=elbow, **weights)
            halfway = self.tgt + np.array([outward * 0.03, -0.13, -0.06])
            self.x1, e1, _ = p.ik(halfway, towards, palm, self.fp, {}, elbow=elbow, x0=self.x2)
            rest = np.array([-outward * 0.5, -0.85, -0.12])
            self.x0, e0, _ = p.ik(
                np.array(table_tip), rest / np.linalg.norm(rest), np.array([0, -0.1, -1.0]), self.fr, {},
                elbow=shoulder + np.array([outward * 0.13, -0.12, -0.30]),
            )  # fmt: skip
            self.err, self.gapmm = (e0, e1, e2), None
            self.pen = p.penetration(p.fk(self.pose(1.0)))
            # A pushed pair of glasses is touched when the finger has come to within a hundredth of the way.
            self.u_touch = 0.99 if target == "glasses" else None

        def pose(self, u: float) -> dict[str, Any]:
            if self.target in DECOYS and DECOYS[self.target].prop:  # what is held is held all the way
                relaxed, self.fr = self.fr, self.fp
                try:
                    return super().pose(u)
                finally:
                    self.fr = relaxed
            return super().pose(u)

    return DecoyPath
